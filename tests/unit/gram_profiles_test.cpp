// Counted q-grams: what they say about distances, near pairs and the nearest by them, and of one list each pair
// compared once.
#include "oracles/distance.hpp"
#include "problems/distance/batch/gram_profiles.hpp"
#include "problems/distance/batch/near_pairs.hpp"
#include "support/batch_case.hpp"
#include "support/near_cases.hpp"
#include "support/random_case.hpp"
#include "support/sequence_text.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <mutex>
#include <numeric>

namespace concord::edit_distance::gram_profiles_test {
namespace {

std::vector<std::uint32_t> all_of(const sequence_set& set) {
    std::vector<std::uint32_t> rows(set.size());
    std::iota(rows.begin(), rows.end(), std::uint32_t{0});
    return rows;
}

/// Of each pair, row by row: q-grams that are not common.
std::vector<std::uint32_t> changed_of(const gram_profiles& profiles, std::span<const std::uint32_t> rows,
                                      std::size_t columns) {
    std::vector<std::uint32_t> changed(rows.size() * columns);
    gram_profiles::own_rows own;
    for (std::size_t first = 0; first < rows.size(); first += gram_profiles::most_rows) {
        const auto here = rows.subspan(first, std::min(gram_profiles::most_rows, rows.size() - first));
        profiles.compare(here, 0, own, [&](std::size_t row, std::uint32_t b, std::uint32_t of_pair) {
            changed[(first + row) * columns + b] = of_pair;
        });
    }
    return changed;
}

TEST(gram_profiles, of_equal_sequences_nothing_and_of_others_all_is_changed) {
    const sequence_set set = test::make_set({"ACACACACACACAC", "ACACACACACACAC", "GTGTGTGTGTGTGT"});
    batch_options options;
    batch_run run(set, set, options, nullptr);
    const std::vector<std::uint32_t> rows = all_of(set);
    const auto profiles = gram_profiles::of(run, rows);
    ASSERT_NE(profiles, nullptr);
    profiles->make();
    const std::vector<std::uint32_t> changed = changed_of(*profiles, rows, 3);
    EXPECT_EQ(changed[0 * 3 + 1], 0U);
    // Of 14 letters 15 - q substrings each: by q = 2, each a dozen times and one less.
    EXPECT_EQ(changed[0 * 3 + 2], changed[2 * 3 + 1]);
    EXPECT_GE(changed[0 * 3 + 2], 2U * (15 - 10));
    EXPECT_GT(changed[0 * 3 + 2], profiles->most_changed(0));
}

// Of ten transpositions of different neighbours, 40 letters apart, each changes q + 1 substrings of either sequence.
TEST(gram_profiles, a_transposition_changes_one_substring_more_than_a_substitution) {
    std::string one;
    for (std::uint64_t at = 0, state = 1; at < 400; ++at, state = state * 6364136223846793005U + 1442695040888963407U)
        one += "ACGT"[state >> 62U];
    std::string other = one;
    for (std::size_t at = 20; at < other.size(); at += 40) {
        other[at] = 'A', other[at + 1] = 'C';
        one[at] = 'C', one[at + 1] = 'A';
    }
    const sequence_set set = test::make_set({one, other});
    const std::vector<std::uint32_t> rows = all_of(set);
    batch_options options;
    options.metric = distance_metric::osa;
    batch_run run(set, set, options, nullptr);
    const auto profiles = gram_profiles::of(run, rows);
    ASSERT_NE(profiles, nullptr);
    profiles->make();
    const std::uint32_t changed = changed_of(*profiles, rows, 2)[1];
    const std::uint64_t most = profiles->most_changed(10); // 10 * 2 (q + 1)
    EXPECT_LE(changed, most);
    EXPECT_GT(changed, most - 20); // that is 10 * 2 q
}

TEST(gram_profiles, an_edit_changes_no_more_than_it_may) {
    for (const std::uint64_t seed : test::seeds(57'000'000, 500)) {
        const test::batch_case made = test::make_batch_case(seed);
        if (made.a.empty() || made.b.empty()) continue;
        const sequence_set a = test::make_set(made.a, made.kind);
        const sequence_set b = test::make_set(made.b, made.kind);
        batch_options options;
        options.metric = made.metric;
        batch_run run(a, b, options, nullptr);
        const std::vector<std::uint32_t> rows = all_of(a);
        const auto profiles = gram_profiles::of(run, rows);
        if (profiles == nullptr) continue;
        profiles->make();
        const std::vector<std::uint32_t> changed = changed_of(*profiles, rows, b.size());
        for (std::size_t i = 0; i < made.a.size(); ++i)
            for (std::size_t j = 0; j < made.b.size(); ++j) {
                const auto distance = reference_distance(test::coded(made.a[i], made.b[j], made.kind), made.metric);
                ASSERT_TRUE(distance);
                ASSERT_LE(changed[i * made.b.size() + j], profiles->most_changed(*distance))
                    << i << ", " << j << ", distance " << *distance << "\n"
                    << made.to_paste();
            }
    }
}

TEST(gram_profiles, near_pairs_are_those_of_the_matrix) {
    const std::vector<vector_target> vectors = usable_vectors();
    for (const std::uint64_t seed : test::seeds(58'000'000, 600)) {
        const test::batch_case made = test::make_batch_case(seed);
        const std::uint64_t bound = made.max_distance.value_or(seed % 12);
        const bool is_one = seed % 3 != 0;
        const auto wanted = seed % 2 == 0 ? wanted_pairs::each_once : wanted_pairs::all;
        const sequence_set a = test::make_set(made.a, made.kind);
        const sequence_set other = test::make_set(made.b, made.kind);
        const sequence_set& b = is_one ? a : other;
        if (a.size() == 0 || b.size() == 0) continue;
        const test::near_list expected =
            test::near_by_textbook(made, is_one ? made.a : made.b, bound, wanted == wanted_pairs::each_once);
        batch_options options;
        options.metric = made.metric;
        options.max_distance = bound;
        options.run.threads = 1 + seed / 4 % 2;
        options.run.vectors = vectors[seed % vectors.size()];
        const std::vector<std::uint32_t> rows = all_of(a);
        for (const near_pair_method method : {near_pair_method::grams, near_pair_method::comparing_all}) {
            batch_run run(a, b, options, nullptr);
            test::near_list found;
            near_pair_search(run, bound, rows, method).find(rows, wanted, [&](auto pairs) {
                found.insert(found.end(), pairs.begin(), pairs.end());
            });
            ASSERT_TRUE(found == expected)
                << found.size() << " instead of " << expected.size() << " pairs within " << bound
                << (is_one ? ", one list" : ", two lists")
                << (method == near_pair_method::grams ? ", by q-grams" : ", all compared") << "\n"
                << made.to_paste();
        }
    }
}

TEST(gram_profiles, the_nearest_are_those_of_the_matrix) {
    for (const std::uint64_t seed : test::seeds(59'000'000, 600)) {
        const test::batch_case made = test::make_batch_case(seed);
        if (made.a.empty() || made.b.empty() || made.nearest == 0) continue;
        const sequence_set a = test::make_set(made.a, made.kind);
        const sequence_set b = test::make_set(made.b, made.kind);
        const std::uint64_t bound =
            made.max_distance.value_or(2 * std::max(a.longest(), b.longest())); // none is farther away
        batch_options options;
        options.metric = made.metric;
        options.run.threads = 1 + seed % 2;
        batch_run run(a, b, options, nullptr);
        const std::vector<std::uint32_t> rows = all_of(a);
        const auto profiles = gram_profiles::of(run, rows);
        if (profiles == nullptr) continue;
        profiles->make();
        std::mutex adding;
        std::vector<std::vector<near_pair>> found(a.size());
        find_nearest_by_grams(run, *profiles, rows, std::min<std::uint64_t>(made.nearest, b.size()), bound,
                              [&](std::uint32_t row, std::vector<near_pair>&& nearest) {
                                  const std::lock_guard lock(adding);
                                  found[row] = std::move(nearest);
                              });
        test::near_list near = test::near_by_textbook(made, made.b, bound, false);
        std::ranges::stable_sort(near, [](const near_pair& one, const near_pair& other) {
            return one.a != other.a ? one.a < other.a : one.distance < other.distance;
        });
        for (std::size_t row = 0; row < found.size(); ++row) {
            std::vector<near_pair> expected;
            for (const near_pair& each : near)
                if (each.a == row && expected.size() < made.nearest) expected.push_back(each);
            ASSERT_TRUE(found[row] == expected) << "row " << row << ", bound " << bound << "\n" << made.to_paste();
        }
    }
}

/// More rows than a strip has, so that columns are known from rows before.
TEST(all_rows, of_one_list_each_pair_is_compared_once) {
    std::mt19937_64 random(7);
    std::vector<std::string> letters;
    for (std::size_t number = 0; number < 150; ++number) {
        std::string& text = letters.emplace_back();
        for (std::uint64_t length = number == 77 ? 0 : number == 90 ? 4200 : 1 + random() % 40; text.size() < length;)
            text += "ACGT"[random() % 4];
    }
    const sequence_set set = test::make_set(letters);
    for (const unsigned threads : {1U, 3U})
        for (const std::uint64_t memory : {std::uint64_t{0}, std::uint64_t{1} << 18U}) {
            batch_options options;
            options.run.threads = threads;
            options.run.memory = memory;
            std::uint64_t rows = 0;
            all_distances(set, set, options, [&](std::uint64_t row, std::span<const std::uint32_t> distances) {
                ASSERT_EQ(row, rows++);
                ASSERT_EQ(distances.size(), letters.size());
                for (std::size_t column = 0; column < letters.size(); ++column)
                    ASSERT_EQ(distances[column],
                              *reference_distance(test::coded(letters[row], letters[column], alphabet::dna),
                                                  distance_metric::levenshtein))
                        << row << ", " << column << ", " << threads << " threads";
            });
            EXPECT_EQ(rows, letters.size());
        }
}

} // namespace
} // namespace concord::edit_distance::gram_profiles_test
