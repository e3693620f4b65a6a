// Words that all sequences must hold, or all but a few: which lengths are counted, and in how many sequences.
#include "oracles/substring.hpp"
#include "problems/substring/cpu/words/counted_words.hpp"
#include "problems/substring/problem.hpp"
#include "support/chosen_cases.hpp"
#include "support/counted_input.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>
#include <vector>

namespace concord::substring::nearly_all_holders_test {
namespace {

using texts = std::vector<std::string>;

texts random_texts(std::uint64_t seed, unsigned count, std::size_t least, std::size_t more) {
    std::mt19937_64 random(seed);
    texts made;
    for (unsigned index = 0; index < count; ++index)
        made.push_back(random_text(random, "ACGT", least + random() % (more + 1)));
    return made;
}

TEST(nearly_all_holders, are_those_of_the_textbook) {
    // Of the first 64 sequences and some more parts: the last ones have the words that others lack, and an N.
    for (const std::uint64_t trial : test::chosen_cases(12)) {
        texts reads = random_texts(97 + trial, 150, 24, 8);
        reads[7][3] = 'N';
        reads[140] = "ACACNACACACACACACACACACACA";
        const std::uint64_t mismatches = 2 + trial % 3;
        const std::uint64_t support = std::vector<std::uint64_t>{150, 149, 145, 90}[trial / 3];
        const counted_input input(reads, mismatches, support);
        const counted_words counted = input.count();
        substring_options options = input.options;
        options.ties = true;
        const substring_result expected = reference_search(input.set, options);
        ASSERT_TRUE(counted.found.has_value()) << "trial " << trial;
        ASSERT_TRUE(expected.found);
        EXPECT_EQ(counted.found->length, expected.best.length) << "trial " << trial;
        window_vector found = counted.found->windows;
        std::sort(found.begin(), found.end());
        ASSERT_EQ(found.size(), expected.ties.size()) << "trial " << trial;
        for (std::size_t index = 0; index < found.size(); ++index) {
            EXPECT_EQ(found[index].sequence, expected.ties[index].sequence) << "trial " << trial;
            EXPECT_EQ(found[index].start, expected.ties[index].start) << "trial " << trial;
            EXPECT_EQ(found[index].support, expected.ties[index].support) << "trial " << trial;
        }
    }
}

TEST(nearly_all_holders, have_shorter_words_than_a_mean_tells) {
    // With six mismatches a random read of 100 letters holds a given word of 11 letters nearly always, of 12 in 99 of
    // 100 cases, and of 15 in one of three: where all 2,000 must hold it, tables are of 12 letters, and not of 15.
    const texts reads = random_texts(98, 2000, 100, 0);
    const auto cost = [&](std::uint64_t support) {
        const counted_input input(reads, 6, support);
        return cost_of_counting(input.given, input.resources.memory, 1);
    };
    EXPECT_LT(16 * cost(2000), cost(1001));
}

} // namespace
} // namespace concord::substring::nearly_all_holders_test
