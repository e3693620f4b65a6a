// Words near to both of two, and windows that have the support for sure by pairs of places of one sequence.
#include "problems/substring/gpu/near_place_pairs.hpp"
#include "problems/substring/gpu/support_counter.hpp"
#include "support/small_input.hpp"

#include <algorithm>
#include <map>

namespace concord::substring::near_place_pairs_test {
namespace {

using places = near_places<test::serial_machine>;
using pairs = near_place_pairs<test::serial_machine>;

/// The low plane, and the high one above it.
std::uint64_t word_of(const std::string& letters) {
    std::uint64_t word = 0;
    for (std::size_t index = 0; index < letters.size(); ++index) {
        const std::uint64_t code = std::string("ACGT").find(letters[index]);
        word |= (code & 1U) << index | (code >> 1U) << (32 + index);
    }
    return word;
}

/// All words of so many letters.
std::vector<std::string> words_of(unsigned length) {
    std::vector<std::string> words{""};
    for (unsigned letter = 0; letter < length; ++letter) {
        std::vector<std::string> longer;
        for (const std::string& word : words)
            for (const char next : {'A', 'C', 'G', 'T'})
                longer.push_back(word + next);
        words = longer;
    }
    return words;
}

unsigned differing(const std::string& a, const std::string& b) {
    unsigned differ = 0;
    for (std::size_t index = 0; index < a.size(); ++index)
        differ += a[index] != b[index] ? 1U : 0U;
    return differ;
}

std::map<std::uint64_t, unsigned> near_both(const std::string& a, const std::string& b, unsigned mismatches) {
    std::map<std::uint64_t, unsigned> visits;
    const word_pair pair{word_of(a), word_of(b), static_cast<unsigned>(a.size())};
    pair.for_each_near(mismatches, [&](std::uint64_t word) { ++visits[word]; });
    return visits;
}

TEST(word_pairs, by_hand) {
    using visited = std::map<std::uint64_t, unsigned>;
    EXPECT_EQ(near_both("ACG", "TCC", 1), (visited{{word_of("ACC"), 1}, {word_of("TCG"), 1}}));
    EXPECT_EQ(near_both("AC", "AG", 1),
              (visited{{word_of("AC"), 1}, {word_of("AG"), 1}, {word_of("AA"), 1}, {word_of("AT"), 1}}));
    EXPECT_EQ(near_both("AC", "AC", 0), (visited{{word_of("AC"), 1}}));
    EXPECT_EQ(near_both("ACG", "CGT", 1), visited{});
}

TEST(word_pairs, are_all_words_within_the_mismatches_of_both_once) {
    const std::vector<std::string> all = words_of(5);
    for (const std::string other : {"AAAAA", "AAAAC", "AAAGT", "ACGTA", "CAGTC", "CCGGT"})
        for (unsigned mismatches = 0; mismatches <= most_mismatches_of_pairs; ++mismatches) {
            std::map<std::uint64_t, unsigned> expected;
            for (const std::string& word : all)
                if (std::max(differing(word, "AAAAA"), differing(word, other)) <= mismatches)
                    expected[word_of(word)] = 1;
            EXPECT_EQ(near_both("AAAAA", other, mismatches), expected) << other << ", k = " << mismatches;
            EXPECT_EQ(words_near_both(5, mismatches, differing("AAAAA", other)), expected.size())
                << other << ", k = " << mismatches;
        }
}

TEST(near_place_pairs, by_hand) {
    // Within one mismatch of ACG: both places of the first sequence, one of the second; of CGA, GAC: themselves.
    const small_input two({"ACGACC", "ACG"}, 1);
    const windows all = two.input.windows(3, nullptr);
    ASSERT_TRUE(pairs(two.input, all, nullptr).are_possible());
    for (unsigned letters = 1; letters <= 4; ++letters) {
        const places near(two.input, 3, letters);
        const auto bounds = near.bounded(all, all, 2, nullptr, pairs(two.input, all, nullptr));
        EXPECT_EQ(two.draw(bounds.likely), "100100|100") << letters;
        EXPECT_EQ(two.draw(bounds.sure), "100100|100") << letters;
        const auto three = near.bounded(all, all, 3, nullptr, pairs(two.input, all, nullptr));
        EXPECT_EQ(two.draw(three.likely), "100100|100") << letters; // three places
        EXPECT_EQ(two.draw(three.sure), "000000|000") << letters;   // of two sequences
    }
}

TEST(near_place_pairs, an_ambiguous_letter_is_near_to_none) {
    // Within one mismatch of ACG: itself twice, ANG, and ACN. CGA: itself.
    const small_input three({"ACGA", "ANG", "ACG"}, 1);
    const windows all = three.input.windows(3, nullptr);
    const places near(three.input, 3, 4);
    const auto two = near.bounded(all, all, 2, nullptr, pairs(three.input, all, nullptr));
    EXPECT_EQ(three.draw(two.likely), "1000|100|100"); // ANG as AAG
    EXPECT_EQ(three.draw(two.sure), "1000|000|100");
    const auto more = near.bounded(all, all, 3, nullptr, pairs(three.input, all, nullptr));
    EXPECT_EQ(three.draw(more.likely), "1000|100|100");
    EXPECT_EQ(three.draw(more.sure), "0000|000|000");
}

TEST(near_place_pairs, are_for_few_mismatches) {
    const small_input many({"ACGACGT", "ACGACGT"}, most_mismatches_of_pairs + 1);
    EXPECT_FALSE(pairs(many.input, many.input.windows(6, nullptr), nullptr).are_possible());
}

TEST(near_place_pairs, what_is_sure_has_the_support) {
    std::mt19937_64 random(59);
    unsigned sure = 0;
    unsigned undecided = 0;
    for (unsigned trial = 0; trial < 60; ++trial) {
        const texts some = trial % 2 == 0 ? random_texts(random, trial % 4 == 0 ? "AACGT" : "ACGTN", 60)
                                          : random_copies(random, "ACGT", 40);
        const small_input small(some, random() % 4);
        const representatives<test::serial_machine> equals(small.input);
        const std::uint64_t length = 1 + random() % 6;
        const windows all = small.input.windows(length, equals.mask());
        if (all.count == 0) continue;
        const std::uint64_t support = 1 + random() % 6;
        const places near(small.input, length, 3 + static_cast<unsigned>(random() % 4));
        const auto bounds = near.bounded(all, all, support, equals.copies(), pairs(small.input, all, equals.copies()));
        for (const std::uint64_t position : small.list(all)) {
            const bool has_support = small.true_support(position, length) >= support;
            const bool is_likely = small_input::holds(bounds.likely, position);
            const bool is_sure = small_input::holds(bounds.sure, position);
            EXPECT_TRUE(is_likely || !has_support) << "trial " << trial << ", position " << position;
            EXPECT_TRUE(has_support || !is_sure) << "trial " << trial << ", position " << position;
            sure += is_sure ? 1U : 0U;
            undecided += is_likely && !is_sure ? 1U : 0U;
        }
    }
    EXPECT_GT(sure, 300U);
    EXPECT_GT(undecided, 30U);
}

} // namespace
} // namespace concord::substring::near_place_pairs_test
