#include "sequence/letters_view.hpp"
#include "support/sequence_text.hpp"

#include <concord/sequences.hpp>

#include <gtest/gtest.h>

namespace concord::sequence_set_test {
namespace {

using test::make_set;

TEST(sequence_set, keeps_letters_names_and_counts) {
    sequence_set_builder builder(alphabet::dna);
    builder.add("first", "ACGTN");
    builder.add("", "");
    builder.add("third", std::string(130, 'G'));
    const sequence_set set = std::move(builder).finish();
    EXPECT_EQ(set.size(), 3U);
    EXPECT_EQ(set.letters(), 135U);
    EXPECT_EQ(set.shortest(), 0U);
    EXPECT_EQ(set.longest(), 130U);
    EXPECT_EQ(set.ambiguous(), 1U);
    EXPECT_EQ(set.name(0), "first");
    EXPECT_EQ(set.name(1), "");
    EXPECT_EQ(set.text(0, 0, 5), "ACGTN");
    EXPECT_EQ(set.text(0, 2, 2), "");
    EXPECT_EQ(set.text(2, 60, 70), "GGGGGGGGGG");
    EXPECT_THROW((void)set.text(0, 2, 6), error);
    EXPECT_THROW((void)set.length(3), error);
}

TEST(sequence_set, folds_case_and_uracil) {
    EXPECT_EQ(make_set({"acgu", "ACGU"}).text(0, 0, 4), "ACGU"); // RNA stays RNA
    EXPECT_EQ(make_set({"acgu", "ACGT"}).text(0, 0, 4), "ACGT"); // a mixture is DNA
    EXPECT_EQ(make_set({"acgRyn-"}).text(0, 0, 7), "ACGRYN-");
    EXPECT_EQ(make_set({"acgRyn-"}).ambiguous(), 4U);
    EXPECT_EQ(make_set({"mkv*"}, alphabet::protein).text(0, 0, 4), "MKV*");
    EXPECT_EQ(make_set({"aA\xff"}, alphabet::bytes).text(0, 0, 3), "aA\xff");
}

TEST(sequence_set, refuses_letters_that_the_alphabet_cannot_hold) {
    sequence_set_builder builder(alphabet::dna);
    builder.add("a", "ACGT");
    try {
        builder.add("b", "AC1T");
        FAIL() << "'1' was taken for a nucleotide";
    } catch (const letter_error& refused) {
        EXPECT_EQ(refused.position(), 2U);
        EXPECT_STREQ(refused.what(), "'1' is not a letter of the dna alphabet");
        EXPECT_EQ(refused.code(), error_code::bad_input);
    }
    EXPECT_THROW(make_set({"MK V"}, alphabet::protein), letter_error);
}

TEST(sequence_set, guesses_the_alphabet) {
    EXPECT_EQ(make_set({"ACGTRYN", "acgu"}, alphabet::automatic).alphabet(), alphabet::dna);
    EXPECT_EQ(make_set({"RYKMSWBDHV"}, alphabet::automatic).alphabet(), alphabet::protein); // nothing but ambiguity
    EXPECT_EQ(make_set({"MKVLAEFPQ*"}, alphabet::automatic).alphabet(), alphabet::protein);
    EXPECT_EQ(make_set({"the cat, the hat"}, alphabet::automatic).alphabet(), alphabet::bytes);
    EXPECT_EQ(make_set({}, alphabet::automatic).size(), 0U);
    // What comes after the first 65,536 letters no longer counts.
    EXPECT_EQ(make_set({std::string(65'536, 'A'), "ACGTE"}, alphabet::automatic).alphabet(), alphabet::dna);
    EXPECT_EQ(make_set({std::string(65'535, 'A'), "E"}, alphabet::automatic).alphabet(), alphabet::protein);
    EXPECT_THROW(make_set({std::string(65'536, 'A') + "1"}, alphabet::automatic), letter_error);
}

// The spelling of ambiguous letters: XOR alone makes them differ from everything, themselves included.
TEST(letters_view, ambiguous_letters_differ_from_everything) {
    const sequence_set set = make_set({"ACGTN"});
    const sequence::letters_view letters(sequence::packed(set));
    ASSERT_EQ(letters.planes(), 3U);
    for (std::uint64_t a = 0; a < 5; ++a) {
        for (std::uint64_t b = 0; b < 5; ++b) {
            std::uint64_t differ = 0;
            for (unsigned plane = 0; plane < letters.planes(); ++plane)
                differ |= letters.source(plane, a) ^ letters.target(plane, b);
            const bool match = a == b && a < 4;
            EXPECT_EQ((differ & 1U) == 0, match) << a << ", " << b;
            EXPECT_EQ((letters.differences(a, b) & 1U) == 0, match) << a << ", " << b;
        }
    }
}

// At most 0.6 bytes a letter beside the names for reads of 51 letters, ambiguous ones among them.
TEST(sequence_set, memory) {
    std::vector<std::string> reads(20'000, std::string(50, 'A') + "C");
    reads[7][3] = 'N';
    const sequence_set set = make_set(reads);
    const double bytes = static_cast<double>(set.memory_bytes() - set.name_memory_bytes());
    EXPECT_LT(bytes / static_cast<double>(set.letters()), 0.6);
}

} // namespace
} // namespace concord::sequence_set_test
