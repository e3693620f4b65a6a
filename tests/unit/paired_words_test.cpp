// Words of both strands that are written in pairs, by hand and all words of a few letters.
#include "problems/substring/cpu/words/paired_words.hpp"
#include "problems/substring/cpu/words/word_table.hpp"
#include "support/sequence_text.hpp"

#include <concord/substring.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace concord::substring::paired_words_test {
namespace {

substring_options any_support() {
    substring_options options;
    options.support = 1;
    return options;
}

/// Sequences that are both strands of one.
struct strands {
    explicit strands(const std::vector<std::string>& sequences)
        : set(test::make_set(sequences)), given(problem(set, any_support()).with_both_strands_in_each()) {}

    sequence_set set;
    problem given;
};

/// A word of nucleotides as a number, its letters in this order.
std::uint64_t number(const std::string& letters) {
    std::uint64_t word = 0;
    for (const char letter : letters)
        word = 4 * word + std::string("ACGT").find(letter);
    return word;
}

std::string letters_of(std::uint64_t word, std::size_t length) {
    std::string letters(length, ' ');
    for (std::size_t at = length; at-- > 0; word /= 4)
        letters[at] = "ACGT"[word % 4];
    return letters;
}

TEST(paired_words, by_hand) {
    const strands one({"ACGGTNACCGT"});
    const word_order order(one.given, 4, 5);
    ASSERT_TRUE(order.is_paired());
    EXPECT_EQ(order.paired(number("ACGGT"), number("TGGCA")), number("ATCGG"));
    EXPECT_EQ(order.on_other_strand(number("ATCGG")), number("ATCGC")); // ACCGT
    EXPECT_FALSE(order.is_counted(number("ATCGG")));
    EXPECT_TRUE(order.is_counted(number("ATCGC")));
    EXPECT_EQ(order.counted(number("ATCGG")), number("ATCGC"));
    std::string read;
    for (std::uint64_t place = 0; place < 5; ++place)
        read += "ACGGT"[order.letter_at(place)];
    EXPECT_EQ(read, "ATCGG");
}

TEST(paired_words, some_beginnings_are_counted) {
    const strands one({"ACGTNACGT"});
    const word_order order(one.given, 4, 6);
    // T....C is G....A on the other strand, which comes first; of half a pair nothing is known.
    EXPECT_FALSE(order.may_be_counted(number("TC"), 2));
    EXPECT_FALSE(order.may_be_counted(number("TCA"), 3));
    EXPECT_TRUE(order.may_be_counted(number("GA"), 2));
    EXPECT_TRUE(order.may_be_counted(number("AT"), 2)); // A....T is A....T
    EXPECT_TRUE(order.may_be_counted(number("T"), 1));
    EXPECT_DOUBLE_EQ(order.share_of_counted(1), 1);
    EXPECT_DOUBLE_EQ(order.share_of_counted(2), 10.0 / 16);
    EXPECT_DOUBLE_EQ(order.share_of_counted(5), 136.0 / 256);
}

TEST(paired_words, the_other_strand_of_all_words) {
    const strands one({"ACGTNACGT"});
    for (unsigned length = 1; length <= 7; ++length) {
        const word_order order(one.given, 4, length);
        for (std::uint64_t word = 0; word < std::uint64_t{1} << 2 * length; ++word) {
            const std::string forward = letters_of(word, length);
            std::string reversed(forward.rbegin(), forward.rend());
            std::string other = reversed;
            std::ranges::transform(other, other.begin(), [](char letter) { return "TGCA"[number({letter})]; });
            const std::string other_reversed(other.rbegin(), other.rend());
            const std::uint64_t written = order.paired(word, number(reversed));
            const std::uint64_t beside = order.paired(number(other), number(other_reversed));
            ASSERT_EQ(order.on_other_strand(written), beside) << forward;
            ASSERT_EQ(order.counted(written), std::min(written, beside)) << forward;
            for (unsigned letters = 0; order.is_counted(written) && letters <= length; ++letters)
                ASSERT_TRUE(order.may_be_counted(written >> 2 * (length - letters), letters)) << forward;
        }
    }
}

TEST(paired_words, are_read_from_both_strands) {
    const strands one({"ACGGTANTACCGT"});
    const growth_alphabet letters(one.given);
    word_reader reader(one.given, letters, 5);
    std::vector<std::string> read;
    reader.for_each(0, [&](std::uint64_t, std::size_t word, std::uint64_t before, bool is_ordinary) {
        ASSERT_TRUE(reader.is_word(before, is_ordinary));
        read.push_back(letters_of(word, 5));
    });
    EXPECT_EQ(read, (std::vector<std::string>{"ATCGG", "CAGTG", "TGACC", "ATCGC"})); // ACGGT CGGTA | TACCG ACCGT
}

TEST(paired_words, not_of_one_strand) {
    const sequence_set set = test::make_set({"ACGTA"});
    const word_order order(problem(set, any_support()), 4, 5);
    EXPECT_FALSE(order.is_paired());
    EXPECT_EQ(order.letter_at(1), 1U);
    EXPECT_TRUE(order.is_counted(number("TTTTT")));
    EXPECT_TRUE(order.may_be_counted(number("TT"), 2));
}

} // namespace
} // namespace concord::substring::paired_words_test
