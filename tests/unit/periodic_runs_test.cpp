// Texts of periodic runs: which runs they have, and the order of their suffixes, by hand and against the definition.
#include "agree/overlap_ways.hpp"
#include "problems/overlap/suffix_names.hpp"
#include "suffixes/periodic_order.hpp"
#include "suffixes/text.hpp"
#include "support/broken_periods.hpp"
#include "support/random_case.hpp"
#include "support/sequence_text.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>
#include <vector>

namespace concord::suffixes::periodic_runs_test {
namespace {

using test::repeated;

/// The runs of a set, as begin, end and period of each; nothing if other suffixes are too many.
struct found_runs {
    explicit found_runs(const std::vector<std::string>& sequences)
        : set(test::make_set(sequences)), workers(options), letters(sequence::packed(set), workers),
          runs(periodic_runs_of(letters.view(), tuning::longest_period)) {}
    [[nodiscard]] std::vector<std::vector<std::uint64_t>> borders() const {
        std::vector<std::vector<std::uint64_t>> all;
        for (const periodic_run& each : runs.runs)
            all.push_back({each.begin, each.end, each.period});
        return all;
    }

    sequence_set set;
    run_options options;
    runtime::thread_pool workers;
    text letters;
    periodic_runs runs;
};

using borders = std::vector<std::vector<std::uint64_t>>;

/// ...AAAACAAAA...: the C at 500 ends the first run, and the next one begins behind it.
TEST(periodic_runs, another_letter_ends_a_run) {
    const found_runs found({repeated("A", 500) + "C" + repeated("A", 499)});
    EXPECT_EQ(found.borders(), (borders{{0, 500, 1}, {501, 1000, 1}}));
    EXPECT_EQ(found.runs.least, 1 + tuning::letters_beyond_periods);
    EXPECT_TRUE(found.runs.end_within);
}

/// Of ACACA AGAGA the first run ends with the A at 1,000, and the second one begins with it.
TEST(periodic_runs, runs_of_two_words_overlap) {
    const found_runs found({repeated("AC", 1001) + repeated("GA", 999)});
    EXPECT_EQ(found.borders(), (borders{{0, 1001, 2}, {1000, 2000, 2}}));
}

/// Periods of 3 and 2 in two sequences, of which the second has two letters more in front: where periods differ, what
/// counts is twice the longest.
TEST(periodic_runs, of_several_sequences_and_periods) {
    const found_runs found({repeated("ACG", 900), "TG" + repeated("AC", 1100)});
    EXPECT_EQ(found.borders(), (borders{{0, 900, 3}, {902, 2002, 2}}));
    EXPECT_EQ(found.runs.least, 6 + tuning::letters_beyond_periods);
}

TEST(periodic_runs, are_none_where_they_leave_too_much) {
    std::mt19937_64 random(5);
    const std::string letters = test::random_letters(random, 1000, 4);
    EXPECT_TRUE(found_runs({letters}).runs.runs.empty());
    EXPECT_TRUE(found_runs({repeated("ACG", 1000) + letters}).runs.runs.empty());
    EXPECT_TRUE(found_runs({repeated("ACG", 500) + "N" + repeated("ACG", 500)}).runs.runs.empty());
    EXPECT_TRUE(found_runs({repeated("A", 90) + "C" + repeated("A", 90)}).runs.runs.empty()) << "too short";
}

/// Of 1,000 letters the square of a period may be 3,500: 59² is 3,481, and 60² is 3,600.
TEST(periodic_runs, are_none_where_a_period_takes_longer_to_order_than_its_letters) {
    std::mt19937_64 random(6);
    const std::string word = test::random_letters(random, 60, 4);
    const std::string shorter = word.substr(0, 59);
    EXPECT_EQ(found_runs({repeated(shorter, 1000)}).borders(), (borders{{0, 1000, 59}}));
    EXPECT_TRUE(found_runs({repeated(word, 1000)}).runs.runs.empty());
    EXPECT_EQ(found_runs({repeated(word, 1100)}).borders(), (borders{{0, 1100, 60}})); // 3,600 of 3,850
}

/// Of AA...A C AA...A the suffixes of the second run are its letters up to the border, shortest first. Those of the
/// first one rise to the C: the longest first, and each shares all of its A with the one in front of it.
TEST(periodic_runs, falling_suffixes_come_before_rising_ones) {
    const overlap_index index =
        overlap_index::build(test::make_set({repeated("A", 600) + "C" + repeated("A", 500)}), {});
    std::vector<std::uint64_t> order(1101);
    suffix_array(index, std::span<std::uint64_t>(order));
    for (std::uint64_t rank = 0; rank < 500; ++rank)
        ASSERT_EQ(order[rank], 1100 - rank);
    for (std::uint64_t rank = 500; rank < 1101; ++rank)
        ASSERT_EQ(order[rank], rank - 500);
    EXPECT_EQ(std::ranges::count(index.run().notes, "suffix array of a text of 2 periodic runs"), 1);
    test::expect_sorted(index, "A and C");
}

TEST(periodic_runs, broken_periods_are_sorted) {
    std::size_t known = 0;
    for (const std::uint64_t seed : test::seeds(75'000, 300)) {
        std::mt19937_64 random(seed);
        const std::vector<std::string> sequences =
            test::broken_periods(random, seed % 50 == 0 ? 600'000 : 600 + random() % 4000);
        const sequence_set set = test::make_set(sequences);
        for (const unsigned threads : {1U, 3U}) {
            const overlap_index index =
                test::built_by(set, {"chosen", {.suffixes = {}, .wide = seed % 2 == 0, .for_regions = false}, threads});
            for (const std::string& note : index.run().notes)
                known += note.ends_with("periodic runs") ? 1U : 0U;
            test::expect_sorted(index, "CONCORD_SEED=" + std::to_string(seed));
            if (HasFatalFailure()) return;
        }
    }
    EXPECT_GT(known, 150U);
}

} // namespace
} // namespace concord::suffixes::periodic_runs_test
