// What a word with ambiguous letters may stand for, by hand.
#include "problems/substring/variants/spellings.hpp"
#include "problems/substring/variants/word_counts.hpp"
#include "support/sequence_text.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace concord::substring::spellings_test {
namespace {

/// Letters of IUPAC codes; - matches nothing.
std::vector<letter> letters_of(const std::string& text) {
    constexpr std::string_view codes = "-ACMGRSVTWYHKDBN"; // by their sets
    std::vector<letter> made;
    for (const char each : text)
        made.push_back(letter_of_set(static_cast<letter>(codes.find(each))));
    return made;
}

std::vector<std::uint64_t> spellings_of(const std::string& word) {
    std::vector<std::uint64_t> found;
    constexpr std::uint64_t hundreds[] = {100, 10, 1}; // NOLINT(cppcoreguidelines-avoid-c-arrays): three digits
    for_each_spelling<1>(
        letters_of(word), [&](std::size_t at) { return hundreds[at]; },
        [&](std::uint64_t sum) { found.push_back(sum); });
    return found;
}

TEST(nucleotide_sets, begin_with_plain_nucleotides) {
    EXPECT_EQ(letters_of("ACGT-"), (std::vector<letter>{0, 1, 2, 3, plain_nucleotides}));
    for (letter one = 0; one < letters_of_sets; ++one)
        EXPECT_EQ(letter_of_set(set_of_letter(one)), one);
    EXPECT_EQ(set_of_letter(piece_collection::barrier), 0);
    EXPECT_EQ(nucleotides_of_letter(letters_of("N")[0]), 4U);
    EXPECT_EQ(nucleotides_of_letter(letters_of("R")[0]), 2U);
    EXPECT_EQ(nucleotides_of_letter(letters_of("-")[0]), 0U);
}

TEST(spellings, are_all_choices_of_all_letters) {
    EXPECT_EQ(spellings_of("ACT"), (std::vector<std::uint64_t>{124}));
    EXPECT_EQ(spellings_of("ART"), (std::vector<std::uint64_t>{114, 134}));
    EXPECT_EQ(spellings_of("RCY"), (std::vector<std::uint64_t>{122, 124, 322, 324}));
    EXPECT_EQ(spellings_of("A-N"), (std::vector<std::uint64_t>{151, 152, 153, 154})); // what matches nothing is itself
    EXPECT_TRUE(has_few_spellings(letters_of("NNNNACGT-"), 256));
    EXPECT_FALSE(has_few_spellings(letters_of("NNNNACGR-"), 256));
}

/// CRT may be CAT or CGT, which others hold: three sequences hold CAT, two hold CGT, and NNNCAT may hold anything.
TEST(word_counts, of_ambiguous_words_are_those_of_their_spellings) {
    const sequence_set set = test::make_set({"CAT", "CRT", "TTCGT", "NNNCAT"});
    substring_options options;
    options.iupac = true;
    const piece_collection of(set, options);
    runtime::thread_pool workers(options.run);
    const word_counts words(of, workers, 3, std::uint64_t{1} << 24U, 16, false);
    const std::vector<std::uint32_t> counts = words.by_start();
    EXPECT_EQ(words.of_any(), 1U); // NNN has 64 spellings
    const auto at = [&](std::uint64_t sequence, std::uint64_t start) {
        return counts[of.pieces(sequence)[0].first + start];
    };
    EXPECT_GE(at(0, 0), 3U);             // CAT, CRT, NNNCAT
    EXPECT_GE(at(2, 2), 2U);             // CGT, CRT
    EXPECT_EQ(at(1, 0), 4U);             // the sum is 5, and there are four sequences
    EXPECT_EQ(at(3, 0), of.sequences()); // it may be any word
}

} // namespace
} // namespace concord::substring::spellings_test
