// Balls of windows that are near to each other: what is near to them, and which windows are far from all.
#include "problems/substring/cpu/join/ball_join.hpp"
#include "problems/substring/cpu/join/ball_tree.hpp"
#include "problems/substring/cpu/join/far_targets.hpp"
#include "problems/substring/cpu/join/sequence_runs.hpp"
#include "problems/substring/join_tuning.hpp"
#include "problems/substring/lcp_with_mismatches.hpp"
#include "support/sequence_text.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <limits>
#include <memory>
#include <numeric>
#include <random>
#include <set>
#include <string>
#include <vector>

namespace concord::substring::ball_join_test {
namespace {

const seed_kernels& best_kernels() { return seed_kernels_for(simd::choose_vectors(simd::vector_target::automatic)); }

/// Copies of one text with a few other letters each, and as many random texts.
std::vector<std::string> copies_and_others(std::size_t count, std::size_t length, std::mt19937_64& random) {
    const auto letters = [&](std::size_t number) {
        std::string text;
        for (std::size_t index = 0; index < number; ++index)
            text += "ACGT"[random() % 4];
        return text;
    };
    const std::string adapter = letters(length);
    std::vector<std::string> texts;
    for (std::size_t index = 0; index < count; ++index) {
        std::string copy = adapter;
        for (std::size_t change = random() % 6; change > 0; --change)
            copy[random() % length] = "ACGTN"[random() % 5];
        texts.push_back(copy);
        texts.push_back(letters(length));
    }
    return texts;
}

problem problem_of(const sequence_set& set, std::uint64_t mismatches) {
    substring_options options;
    options.mismatches = mismatches;
    options.support = 2;
    return {set, options};
}

std::uint64_t distance(const problem& given, std::uint64_t source, std::uint64_t target, std::uint64_t length) {
    return mismatches_within(given.letters, source, target, length, length);
}

/// Sequences of one length, each as a window.
struct whole_sequences {
    whole_sequences(const problem& given, std::uint64_t length)
        : windows(given, length, given.sequences()), order(given.sequences()) {
        for (std::size_t index = 0; index < order.size(); ++index)
            windows.set(index, given.offset(index));
        std::iota(order.begin(), order.end(), 0);
    }

    window_lanes<std::uint32_t> windows;
    std::vector<std::uint32_t> order;
};

/// Some targets for each of many sequences, ascending; of some, none.
targets_of_sequences random_sequences(std::size_t targets, std::mt19937_64& random) {
    targets_of_sequences sequences{{}, {0}};
    for (std::size_t sequence = 0; sequence < targets / 2; ++sequence) {
        std::set<std::uint32_t> chosen;
        for (std::size_t count = random() % 7; count > 0; --count)
            chosen.insert(static_cast<std::uint32_t>(random() % targets));
        sequences.targets.insert(sequences.targets.end(), chosen.begin(), chosen.end());
        sequences.first.push_back(sequences.targets.size());
    }
    return sequences;
}

TEST(ball_cover, holds_windows_by_the_first_that_no_centre_holds) {
    const sequence_set set = test::make_set({"AAAA", "AAAC", "CCCC", "CCCA", "GGGG"}, alphabet::dna);
    const problem given = problem_of(set, 1);
    const whole_sequences all(given, 4);
    const std::vector<std::uint32_t> order{1, 0, 2, 3, 4};
    std::vector<std::uint32_t> holder;
    ball_cover<std::uint32_t> cover(given, near_kernel<std::uint32_t>(best_kernels()), all.windows, 5, nullptr);
    const auto centres = cover.find(order, 1, 8, holder);
    ASSERT_TRUE(centres);
    EXPECT_EQ(*centres, (std::vector<std::uint32_t>{1, 2, 4}));
    EXPECT_EQ(holder, (std::vector<std::uint32_t>{0, 0, 1, 1, 2}));
    EXPECT_FALSE(cover.find(order, 1, 2, holder)) << "three are needed";
}

TEST(ball_cover, is_the_same_for_many_windows_and_threads) {
    constexpr std::size_t length = 16;
    std::mt19937_64 random(3);
    const std::vector<std::string> texts = copies_and_others(2'500, length, random);
    const sequence_set set = test::make_set(texts, alphabet::dna);
    const problem given = problem_of(set, 1);
    whole_sequences all(given, length);
    std::shuffle(all.order.begin(), all.order.end(), random);
    const auto are_near = [&](std::size_t a, std::size_t b, unsigned radius) { // letters of targets: N equals N
        unsigned differ = 0;
        for (std::size_t at = 0; at < length; ++at)
            differ += texts[a][at] != texts[b][at] ? 1U : 0U;
        return differ <= radius;
    };
    for (const unsigned radius : {5U, 8U}) {
        std::vector<std::uint32_t> expected;
        std::vector<std::uint32_t> expected_holder(texts.size(), ~std::uint32_t{0});
        for (const std::uint32_t window : all.order) {
            if (expected_holder[window] != ~std::uint32_t{0}) continue;
            for (std::size_t other = 0; other < texts.size(); ++other)
                if (expected_holder[other] == ~std::uint32_t{0} && are_near(window, other, radius))
                    expected_holder[other] = static_cast<std::uint32_t>(expected.size());
            expected.push_back(window);
        }
        for (const unsigned threads : {1U, 3U}) {
            run_options run;
            run.threads = threads;
            runtime::thread_pool workers(run);
            ball_cover<std::uint32_t> cover(given, near_kernel<std::uint32_t>(best_kernels()), all.windows,
                                            texts.size(), &workers);
            std::vector<std::uint32_t> holder;
            const auto centres = cover.find(all.order, radius, expected.size(), holder);
            ASSERT_TRUE(centres) << "radius " << radius << ", " << threads << " threads";
            EXPECT_EQ(*centres, expected) << "radius " << radius << ", " << threads << " threads";
            EXPECT_EQ(holder, expected_holder) << "radius " << radius << ", " << threads << " threads";
            EXPECT_FALSE(cover.find(all.order, radius, expected.size() - 1, holder)) << "one more is needed";
        }
    }
}

TEST(ball_tree, is_the_same_for_all_numbers_of_threads) {
    constexpr std::size_t length = 24;
    std::mt19937_64 random(5);
    const std::vector<std::string> texts = copies_and_others(20'000, length, random); // a large ball, and small ones
    const sequence_set set = test::make_set(texts, alphabet::dna);
    const problem given = problem_of(set, 1);
    const whole_sequences all(given, length);
    const auto members = [&](unsigned threads, std::size_t most) {
        run_options run;
        run.threads = threads;
        runtime::thread_pool workers(run);
        const auto tree =
            ball_tree<std::uint32_t>::of(given, workers, best_kernels(), all.windows, all.order, 14, 8, most);
        return tree ? std::vector<std::uint32_t>(tree->members().begin(), tree->members().end())
                    : std::vector<std::uint32_t>{};
    };
    const std::vector<std::uint32_t> alone = members(1, texts.size());
    ASSERT_EQ(alone.size(), texts.size());
    EXPECT_EQ(std::set<std::uint32_t>(alone.begin(), alone.end()).size(), texts.size());
    EXPECT_EQ(members(3, texts.size()), alone);
    EXPECT_TRUE(members(1, 50).empty()) << "random texts need more leaves";
    EXPECT_TRUE(members(3, 50).empty());
}

TEST(ball_join, finds_what_a_comparison_of_all_finds) {
    for (const std::size_t length :
         {12U, 31U, 32U, 40U, 64U, 70U, 128U, 150U, 300U}) { // letters in 1 to 4 stretches, and more
        std::mt19937_64 random(length);
        const std::vector<std::string> texts = copies_and_others(700, length, random);
        const sequence_set set = test::make_set(texts, alphabet::dna);
        for (const std::uint64_t mismatches : {1U, 3U}) {
            const problem given = problem_of(set, mismatches);
            run_options run;
            run.threads = 2;
            runtime::thread_pool workers(run);
            const equal_windows windows(given, window_bits(given, length), length, workers);
            const auto join = make_ball_join(given, workers, best_kernels(), windows, windows, length,
                                             std::numeric_limits<double>::infinity());
            ASSERT_TRUE(join) << length;
            ASSERT_EQ(join->sources().size(), windows.size());
            EXPECT_EQ(std::set<std::uint32_t>(join->sources().begin(), join->sources().end()).size(), windows.size());
            std::vector<std::uint32_t> weights(windows.size());
            for (std::size_t target = 0; target < windows.size(); ++target)
                weights[target] = static_cast<std::uint32_t>(1 + target % 7);
            const targets_of_sequences sequences = random_sequences(windows.size(), random);
            ASSERT_TRUE(join->take_sequences(sequences, workers));
            std::vector<std::size_t> asked; // by all ways; not all that a leaf has
            for (std::size_t source = 0; source < windows.size(); source += source < 100 ? 1 : 37)
                asked.push_back(source);
            const auto near = join->near(asked);
            const auto sums = join->sums_of_near(asked, weights);
            const auto counts = join->sequences_near(asked);
            for (std::size_t index = 0; index < asked.size(); ++index) {
                SCOPED_TRACE("length " + std::to_string(length) + ", k " + std::to_string(mismatches));
                const std::uint64_t position = windows.occurrences(join->sources()[asked[index]])[0].position;
                std::vector<std::uint32_t> expected;
                std::uint64_t sum = 0;
                for (std::uint32_t target = 0; target < windows.size(); ++target)
                    if (distance(given, position, windows.occurrences(target)[0].position, length) <= mismatches) {
                        expected.push_back(target);
                        sum += weights[target];
                    }
                EXPECT_EQ(near[index], expected);
                EXPECT_EQ(sums[index], sum);
                std::uint64_t count = 0;
                for (std::size_t sequence = 0; sequence + 1 < sequences.first.size(); ++sequence)
                    for (std::uint64_t at = sequences.first[sequence]; at < sequences.first[sequence + 1]; ++at)
                        if (std::ranges::binary_search(expected, sequences.targets[at])) {
                            ++count;
                            break;
                        }
                EXPECT_EQ(counts[index], count);
            }
        }
    }
}

run_options one_thread() {
    run_options run;
    run.threads = 1;
    return run;
}

/// All windows of some copies of one text and of random ones, to be joined by one thread.
struct few_copies {
    [[nodiscard]] std::unique_ptr<ball_join> join(double most_cost) {
        return make_ball_join(given, workers, best_kernels(), windows, windows, 20, most_cost);
    }

    std::mt19937_64 random{1};
    sequence_set set = test::make_set(copies_and_others(300, 20, random), alphabet::dna);
    problem given = problem_of(set, 1);
    run_options run = one_thread();
    runtime::thread_pool workers{run};
    equal_windows windows{given, window_bits(given, 20), 20, workers};
};

// A sample of the windows says that so few balls of radius 0 hold all of them that a tree has room for these.
TEST(ball_join, has_larger_leaves_where_all_windows_need_more_than_a_tree_holds) {
    constexpr std::size_t length = 100;
    std::mt19937_64 random(7);
    std::string ancestor;
    for (std::size_t at = 0; at < length; ++at)
        ancestor += "ACGT"[random() % 4];
    std::vector<std::string> texts;
    for (std::size_t copy = 0; copy < 150'000; ++copy) {
        texts.push_back(ancestor);
        for (unsigned change = 0; change < 2; ++change)
            texts.back()[random() % length] = "ACGT"[random() % 4];
    }
    const sequence_set set = test::make_set(texts, alphabet::dna);
    const problem given = problem_of(set, 2);
    run_options run = one_thread();
    runtime::thread_pool workers(run);
    const equal_windows windows(given, window_bits(given, length), length, workers);
    ASSERT_GT(windows.size(), tuning::most_leaves);
    const auto join = make_ball_join(given, workers, best_kernels(), windows, windows, length,
                                     std::numeric_limits<double>::infinity());
    ASSERT_TRUE(join);
    const std::vector<std::size_t> asked{0, windows.size() / 2};
    const auto near = join->near(asked);
    for (std::size_t index = 0; index < asked.size(); ++index) {
        const std::uint64_t position = windows.occurrences(join->sources()[asked[index]])[0].position;
        std::vector<std::uint32_t> expected;
        for (std::uint32_t target = 0; target < windows.size(); ++target)
            if (distance(given, position, windows.occurrences(target)[0].position, length) <= 2)
                expected.push_back(target);
        EXPECT_EQ(near[index], expected);
    }
}

TEST(ball_join, does_not_take_sequences_of_very_many_windows) {
    few_copies of;
    const auto join = of.join(std::numeric_limits<double>::infinity());
    ASSERT_TRUE(join);
    EXPECT_TRUE(join->take_sequences({std::vector<std::uint32_t>(4096, 0), {0, 4096}}, of.workers));
    EXPECT_FALSE(join->take_sequences({std::vector<std::uint32_t>(4097, 0), {0, 4097}}, of.workers));
}

TEST(sequence_runs, are_counted_once_wherever_words_end) {
    // a a a a b b c d d d, marked . 1 1 . . . 1 . . 1: a, c and d
    EXPECT_EQ(count_marked_runs(std::array<std::uint64_t, 1>{0b1001000110}, std::array<std::uint64_t, 1>{0b1001101000}),
              3U);
    std::mt19937_64 random(2);
    for (unsigned round = 0; round < 2000; ++round) {
        const std::size_t windows = 1 + random() % 300;
        const std::uint64_t longest = std::array<std::uint64_t, 4>{1, 3, 70, 200}[random() % 4];
        const std::uint64_t rare = 1 + random() % 60;
        std::vector<std::uint64_t> marked((windows + 63) / 64, 0);
        std::vector<std::uint64_t> last(marked.size(), 0);
        std::uint64_t expected = 0;
        for (std::size_t first = 0; first < windows;) {
            const std::size_t end = std::min<std::size_t>(windows, first + 1 + random() % longest);
            bool any = false;
            for (std::size_t at = first; at < end; ++at) {
                if (random() % rare != 0) continue;
                marked[at / 64] |= std::uint64_t{1} << (at % 64);
                any = true;
            }
            last[(end - 1) / 64] |= std::uint64_t{1} << ((end - 1) % 64);
            expected += any ? 1U : 0U;
            first = end;
        }
        ASSERT_EQ(count_marked_runs(marked, last), expected) << "round " << round;
    }
}

TEST(ball_join, is_not_made_where_others_take_less) {
    few_copies of;
    EXPECT_FALSE(of.join(0));
}

TEST(far_targets, keeps_all_that_are_near_to_a_source) {
    constexpr std::size_t length = 20;
    constexpr std::uint64_t mismatches = 2;
    std::mt19937_64 random(7);
    std::vector<std::string> texts = copies_and_others(40'000, length, random);
    const sequence_set set = test::make_set(texts, alphabet::dna);
    const problem given = problem_of(set, mismatches);
    ASSERT_GE(texts.size(), tuning::least_targets_for_balls);
    run_options run;
    run.threads = 2;
    runtime::thread_pool workers(run);
    candidate_windows windows(given, length);
    windows.sources.clear();
    for (std::uint64_t sequence = 0; sequence < 200; sequence += 2) // copies
        windows.sources.set(given.offset(sequence));
    windows.count();
    const equal_windows sources(given, windows.sources, length, workers);
    leave_out_far_targets(given, workers, best_kernels(), sources, windows);
    EXPECT_LT(windows.target_count, texts.size() * 3 / 5) << "nearly all random ones are far";
    EXPECT_EQ(windows.target_count, windows.targets.count());
    for (std::uint64_t sequence = 0; sequence < texts.size(); ++sequence) {
        if (windows.targets.any(given.offset(sequence), given.offset(sequence) + 1)) continue;
        for (std::uint64_t source = 0; source < 200; source += 2)
            ASSERT_GT(distance(given, given.offset(source), given.offset(sequence), length), mismatches)
                << texts[source] << " " << texts[sequence];
    }
}

} // namespace
} // namespace concord::substring::ball_join_test
