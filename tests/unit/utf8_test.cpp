#include "sequence/letters_view.hpp"
#include "sequence/utf8.hpp"
#include "support/sequence_text.hpp"

#include <concord/pairs.hpp>
#include <concord/subsequence.hpp>
#include <concord/substring.hpp>

#include <gtest/gtest.h>
#include <vector>

namespace concord::utf8_test {
namespace {

using test::make_set;

sequence_set utf8_set(const std::vector<std::string>& texts) { return make_set(texts, alphabet::utf8); }

// Every code point there is, and the sizes of their forms.
TEST(utf8, reads_what_it_writes) {
    for (std::uint32_t code_point = 0; code_point <= 0x10FFFF; ++code_point) {
        if (code_point >= 0xD800 && code_point < 0xE000) continue; // surrogates are no characters
        std::string text;
        sequence::append_utf8(text, code_point);
        const std::size_t bytes = code_point < 0x80 ? 1 : code_point < 0x800 ? 2 : code_point < 0x10000 ? 3 : 4;
        ASSERT_EQ(text.size(), bytes) << code_point;
        const sequence::utf8_letter letter = sequence::first_utf8_letter(text + "x");
        ASSERT_EQ(letter.code_point, code_point);
        ASSERT_EQ(letter.bytes, bytes) << code_point;
    }
}

TEST(utf8, turns_down_what_is_none) {
    for (const std::string text : {"\x80", "\xC0\xAF", "\xC1\xBF", "\xE0\x9F\xBF", "\xED\xA0\x80", "\xED\xBF\xBF",
                                   "\xF0\x8F\xBF\xBF", "\xF4\x90\x80\x80", "\xF5\x80\x80\x80", "\xFF", "\xC3", "\xC3z",
                                   "\xE2\x82", "\xE2\x82z", "\xF0\x9F\x98", "\xF0\x9F\x98z"})
        EXPECT_EQ(sequence::first_utf8_letter(text).bytes, 0U) << testing::PrintToString(text);
    EXPECT_EQ(sequence::first_utf8_letter("").bytes, 0U);
    EXPECT_EQ(sequence::sound_utf8_bytes("na\xC3\xAFve \xE9"), 7U);
    EXPECT_EQ(sequence::sound_utf8_bytes("na\xC3\xAFve"), 6U);
    EXPECT_EQ(sequence::count_code_points("na\xC3\xAFve"), 5U);
}

TEST(utf8_set, counts_code_points) {
    const sequence_set set = utf8_set({"naïve", "", "日本語 😀", std::string(70, 'x') + "é"});
    EXPECT_EQ(set.alphabet(), alphabet::utf8);
    EXPECT_EQ(set.length(0), 5U);
    EXPECT_EQ(set.length(1), 0U);
    EXPECT_EQ(set.length(2), 5U);
    EXPECT_EQ(set.length(3), 71U);
    EXPECT_EQ(set.letters(), 81U);
    EXPECT_EQ(set.shortest(), 0U);
    EXPECT_EQ(set.longest(), 71U);
    EXPECT_EQ(set.ambiguous(), 0U);
    EXPECT_EQ(set.text(0, 0, 5), "naïve");
    EXPECT_EQ(set.text(0, 2, 4), "ïv");
    EXPECT_EQ(set.text(2, 1, 5), "本語 😀");
    EXPECT_EQ(set.text(3, 69, 71), "xé");
    EXPECT_EQ(to_string(set.alphabet()), "utf8");
}

// All sets have the same planes, so that letters of two sets can be compared; only those with a bit in them take
// memory.
TEST(utf8_set, holds_as_many_planes_as_it_needs) {
    const std::string ascii(100'000, 'p');
    const sequence_set small = utf8_set({ascii});
    const sequence_set large = utf8_set({ascii, "語", "x"}); // a greater code point comes late
    EXPECT_EQ(sequence::packed(small).planes(), 21U);
    EXPECT_EQ(sequence::packed(large).planes(), 21U);
    EXPECT_LT(small.memory_bytes(), 8 * 100'000 / 8 + 1000);
    EXPECT_GT(large.memory_bytes(), 17 * 100'000 / 8);
    EXPECT_EQ(large.text(0, 99'998, 100'000), "pp");
    EXPECT_EQ(large.text(1, 0, 1), "語");
    for (unsigned plane = 0; plane < 21; ++plane)
        EXPECT_EQ(sequence::packed(small).plane(plane)[1],
                  plane < 7 && ('p' >> plane & 1) != 0 ? ~std::uint64_t{0} : 0U);
    EXPECT_EQ(sequence::packed(utf8_set({""})).plane(0)[0], 0U);
}

TEST(utf8_set, refuses_what_is_not_utf8) {
    sequence_set_builder builder(alphabet::utf8);
    try {
        builder.add("latin", "naïve caf\xE9");
        FAIL() << "a byte of Latin-1 was taken for UTF-8";
    } catch (const letter_error& refused) {
        EXPECT_EQ(refused.position(), 9U); // in letters, of which one took two bytes
        EXPECT_STREQ(refused.what(), "byte 0xE9 is not UTF-8 here");
    }
    EXPECT_EQ(make_set({"naïve, caf\xC3\xA9"}, alphabet::automatic).alphabet(), alphabet::bytes); // never guessed
}

TEST(utf8_set, is_compared_by_code_points) {
    const sequence_set set = utf8_set({"naïve 語", "naive 語"});
    const subsequence_result result = longest_common_subsequence({set, 0}, {set, 1}, {.alignment = true, .run = {}});
    EXPECT_EQ(result.length, 6U);
    EXPECT_EQ(cigar(result.alignment), "2=1D1I4=");
}

// 'i' is U+0069 and 'é' U+00E9: what tells them apart is a bit that the first set never has.
TEST(utf8_set, letters_of_two_sets_differ_in_planes_that_one_lacks) {
    const sequence_set ascii = utf8_set({"i"});
    const sequence_set latin = utf8_set({"é"});
    EXPECT_EQ(longest_common_subsequence({ascii, 0}, {latin, 0}, {}).length, 0U);
    EXPECT_EQ(longest_common_subsequence({latin, 0}, {ascii, 0}, {}).length, 0U);
}

TEST(utf8_set, is_nothing_for_substrings) {
    EXPECT_THROW((void)longest_common_substring(utf8_set({"plain", "text"}), {}), error);
    EXPECT_THROW(sequence::letters_view(sequence::packed(utf8_set({"plain"}))), error);
}

} // namespace
} // namespace concord::utf8_test
