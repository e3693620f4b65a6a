// What random sequences share, against sums of binomial terms.
#include "problems/substring/chance_supports.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>

namespace concord::substring::chance_supports_test {
namespace {

/// 5,000 reads of 100 letters on both strands.
random_sequences reads(std::uint64_t length, std::uint64_t mismatches) {
    const double starts = 101.0 - static_cast<double>(length);
    return {5000, 2 * starts, 5000 * starts, length, mismatches, 0.25};
}

double binomial_tail(double trials, double each, std::uint64_t least) {
    double sum = 0;
    for (auto successes = static_cast<double>(least); successes <= trials; ++successes)
        sum += std::exp(std::lgamma(trials + 1) - std::lgamma(successes + 1) - std::lgamma(trials - successes + 1) +
                        successes * std::log(each) + (trials - successes) * std::log1p(-each));
    return sum;
}

TEST(chance_supports, occurrences_are_places_times_the_chance_of_each) {
    // Of two letters one differs at most: 1/16 + 2 * 3/16.
    EXPECT_DOUBLE_EQ(occurrences_by_chance({3, 4, 12, 2, 1, 0.25}), 12 * 7.0 / 16);
    EXPECT_DOUBLE_EQ(occurrences_by_chance({3, 4, 12, 2, 0, 0.25}), 12.0 / 16);
}

TEST(chance_supports, a_tail_is_that_of_a_binomial_distribution) {
    for (const std::uint64_t length : {13, 15, 17, 19})
        for (const std::uint64_t support : {20, 50, 250, 1000, 2500}) {
            const random_sequences of = reads(length, 5);
            const double held = 1 - std::exp(-occurrences_by_chance(of) / of.sequences);
            const double expected = of.windows * binomial_tail(of.sequences, held, support - 1);
            const double found = supported_by_chance(of, support);
            if (expected < 1e-3)
                EXPECT_LT(found, 1e-2) << length << ' ' << support;
            else
                EXPECT_NEAR(std::log(found), std::log(expected), 0.7) << length << ' ' << support;
        }
}

TEST(chance_supports, windows_are_rare_where_few_occurrences_are_expected) {
    const random_sequences of = reads(14, 4); // 297 occurrences, give or take 17
    EXPECT_LT(rare_by_chance(of, 250), 0.02);
    EXPECT_GT(rare_by_chance(of, 350), 0.98);
    EXPECT_NEAR(rare_by_chance(of, 298), 0.5, 0.05);
}

TEST(chance_supports, longer_windows_are_first_where_some_are_expected_and_nearly_all_shorter_ones_do) {
    // In half of the reads, three mismatches: nearly all windows of 9 letters, and some of 10.
    EXPECT_TRUE(is_longer_first(reads(9, 3), 2500, 4));
    EXPECT_FALSE(is_longer_first(reads(10, 3), 2500, 4)); // no window of 11
    // Of 15 letters with four none has a support of 250, and all of 14 do.
    EXPECT_FALSE(is_longer_first(reads(14, 4), 250, 1));
    EXPECT_FALSE(is_longer_first({5000, 0, 0, 14, 4, 0.25}, 250, 1)); // no windows
}

} // namespace
} // namespace concord::substring::chance_supports_test
