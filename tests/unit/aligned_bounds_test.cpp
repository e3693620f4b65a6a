// Bounds along diagonals that sequences share: the diagonals, the windows that are near along one, and that no window
// with the support is dropped.
#include "problems/substring/counting_tuning.hpp"
#include "problems/substring/cpu/words/aligned_bounds.hpp"
#include "problems/substring/cpu/words/aligned_kernels.hpp"
#include "problems/substring/cpu/words/shared_diagonals.hpp"
#include "problems/substring/cpu/words/word_set.hpp"
#include "problems/substring/lcp_with_mismatches.hpp"
#include "support/chosen_cases.hpp"
#include "support/counted_input.hpp"

#include <concord/device.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <map>
#include <random>
#include <string>
#include <utility>
#include <vector>

namespace concord::substring::aligned_bounds_test {
namespace {

using texts = std::vector<std::string>;

/// Rows of the kernel: which windows of each length are near where the letters marked with x differ.
std::vector<std::vector<std::uint64_t>> near_along(simd::vector_target target, const std::string& letters,
                                                   const std::vector<aligned_length>& asked) {
    const std::size_t words = letters.size() / 64 + 1;
    std::uint64_t longest = 0;
    for (const aligned_length& each : asked)
        longest = std::max(longest, each.letters);
    const std::size_t padded = words + padding_of_aligned(longest);
    std::vector<std::uint64_t> differ(padded, 0xF0F0F0F0F0F0F0F0U); // of letters that are not there
    for (std::size_t at = 0; at < letters.size(); ++at) {
        const std::uint64_t bit = std::uint64_t{1} << (at % 64);
        differ[at / 64] = letters[at] == 'x' ? differ[at / 64] | bit : differ[at / 64] & ~bit;
    }
    std::vector<std::uint64_t> scratch(padded * rows_of_aligned(asked.size()));
    std::vector<std::vector<std::uint64_t>> found(asked.size(), std::vector<std::uint64_t>(words));
    std::array<std::uint64_t*, most_aligned_lengths> near{};
    for (std::size_t index = 0; index < asked.size(); ++index)
        near[index] = found[index].data();
    aligned_kernels_for(target).find(differ.data(), words, asked.data(), asked.size(), scratch.data(), near.data());
    return found;
}

// Mismatches of windows of four letters: 1, 2, 2, 2, 3; of three: 1, 1, 1, 2, 2, 2.
TEST(aligned_kernels, count_the_mismatches_of_windows) {
    for (const simd::vector_target target : usable_vectors()) {
        const auto near = near_along(target, ".x..xx.x", {{4, 1}, {3, 1}});
        EXPECT_EQ(near[0][0] & 0x1FU, 0x01U);
        EXPECT_EQ(near[1][0] & 0x3FU, 0x07U);
    }
}

TEST(aligned_kernels, count_as_one_letter_after_the_other_does) {
    for (const std::uint64_t trial : test::chosen_cases(60)) {
        std::mt19937_64 random(trial);
        const std::string letters = random_text(random, trial % 2 == 0 ? "....x" : "x.", 20 + random() % 700);
        std::vector<aligned_length> asked;
        for (std::size_t index = 0; index <= trial % most_aligned_lengths; ++index)
            asked.push_back({1 + random() % std::min<std::size_t>(letters.size(), index == 0 ? 300 : 20),
                             static_cast<unsigned>(random() % (trial % 3 == 0 ? 8 : 3))});
        for (const simd::vector_target target : usable_vectors()) {
            const auto near = near_along(target, letters, asked);
            for (std::size_t index = 0; index < asked.size(); ++index)
                for (std::size_t at = 0; at + asked[index].letters <= letters.size(); ++at) {
                    const auto first = letters.begin() + static_cast<std::ptrdiff_t>(at);
                    const auto mismatches =
                        std::count(first, first + static_cast<std::ptrdiff_t>(asked[index].letters), 'x');
                    ASSERT_EQ(near[index][at / 64] >> (at % 64) & 1U, mismatches <= asked[index].most ? 1U : 0U)
                        << "trial " << trial << ", " << asked[index].letters << " letters, " << asked[index].most
                        << " mismatches at " << at;
                }
        }
    }
}

std::map<std::uint64_t, std::vector<std::int32_t>> diagonals_of(const shared_diagonals& shared, std::uint64_t sequence,
                                                                std::uint64_t first) {
    std::map<std::uint64_t, std::vector<std::int32_t>> all;
    shared_diagonals::room room;
    shared.for_each(sequence, first, room, [&](std::uint64_t other, std::span<const std::int32_t> diagonals) {
        all[other].assign(diagonals.begin(), diagonals.end());
    });
    return all;
}

// ACGT, CGTT and GTTA stand one letter later in the second sequence, ACGT and CGTT at the end of the third, where ACGT
// stands at its beginning as well; the fourth has an N.
TEST(shared_diagonals, of_short_sequences) {
    const counted_input input({"ACGTTAGCA", "TACGTTACC", "ACGTACGTT", "ACGNTAGCA"}, 1, 2);
    const growth_alphabet letters(input.given);
    const shared_diagonals shared(input.given, input.resources, letters, 4, 1e9);
    using expected = std::map<std::uint64_t, std::vector<std::int32_t>>;
    EXPECT_EQ(diagonals_of(shared, 0, 0), (expected{{1, {1}}, {2, {0, 4}}, {3, {0}}}));
    EXPECT_EQ(diagonals_of(shared, 1, 0), (expected{{0, {-1}}, {2, {-1, 3}}}));
    EXPECT_EQ(diagonals_of(shared, 0, 2), (expected{{2, {0, 4}}, {3, {0}}}));
    EXPECT_EQ(diagonals_of(shared, 3, 0), (expected{{0, {0}}}));
}

// AAC, ACA, ACT, CAA and CAC, of which one sequence holds ACA three times, and another once.
TEST(word_set, counts_places_or_sequences) {
    const counted_input input({"ACACACAAC", "ACAACT"}, 1, 2);
    const growth_alphabet letters(input.given);
    const word_set sequences(input.given, letters, 3, input.workers);
    const word_set places(input.given, letters, 3, input.workers, {}, counted_holders::places);
    using counts = std::vector<std::uint32_t>;
    EXPECT_EQ(counts(sequences.holders().begin(), sequences.holders().end()), (counts{2, 2, 1, 2, 1}));
    EXPECT_EQ(counts(places.holders().begin(), places.holders().end()), (counts{2, 4, 1, 2, 2}));
}

/// How many sequences hold the window at a position within k mismatches, by a look at all places.
std::uint64_t support_of(const problem& given, std::uint64_t position, std::uint64_t length) {
    std::uint64_t support = 0;
    for (std::uint64_t other = 0; other < given.sequences(); ++other) {
        bool is_near = given.offset(other) <= position && position < given.offset(other + 1);
        for (std::uint64_t at = given.offset(other); !is_near && at + length <= given.offset(other + 1); ++at)
            is_near = mismatches_within(given.letters, position, at, length, given.mismatches) != too_many_mismatches;
        support += is_near ? 1 : 0;
    }
    return support;
}

TEST(aligned_bounds, keep_what_has_the_support_and_drop_most_of_the_rest) {
    std::uint64_t dropped = 0;
    std::uint64_t asked = 0;
    for (const std::uint64_t trial : test::chosen_cases(10)) {
        std::mt19937_64 random(trial);
        const std::string letters = trial % 3 == 0 ? "ACGTACGTACGTACGTACGTACGTACGTN" : "ACGT";
        const std::size_t count = 20 + random() % 30;
        texts sequences = related_texts(random, letters, count);
        for (std::string& each : sequences)
            if (random() % 10 == 0) each = random_text(random, letters, 5 + random() % 150);
        const counted_input input(sequences, 1 + trial % 5, count / 4 + random() % (count / 2));
        run_options run;
        run.threads = 1 + static_cast<unsigned>(trial % 3);
        runtime::thread_pool workers(run);
        std::vector<std::string> notes;
        const cpu_resources resources{workers, input.resources.kernels, input.resources.memory, 0, notes};
        const std::uint64_t length = 14 + random() % 40;
        candidate_windows windows(input.given, length);
        const candidate_windows all = windows;
        if (!drop_by_diagonals(input.given, resources, windows, 1e18)) continue;
        all.sources.for_each(0, input.given.set.letters(), [&](std::uint64_t position) {
            ++asked;
            if (windows.sources.any(position, position + 1)) return;
            ++dropped;
            ASSERT_LT(support_of(input.given, position, length), input.given.support)
                << "trial " << trial << ", position " << position;
        });
        EXPECT_EQ(windows.source_count, windows.sources.count());
    }
    EXPECT_GT(dropped, asked / 2);
}

TEST(aligned_bounds, are_for_sequences_that_are_alike) {
    std::mt19937_64 random(3);
    texts sequences;
    for (int index = 0; index < 60; ++index)
        sequences.push_back(random_text(random, "ACGT", 200));
    const counted_input input(sequences, 2, 30);
    cpu_resources resources = input.resources;
    resources.path = search_path::automatic;
    candidate_windows windows(input.given, 20);
    EXPECT_FALSE(drop_by_diagonals(input.given, resources, windows, 1e18));
    EXPECT_EQ(windows.source_count, 60U * 181);
}

// x marks letters that differ: with one mismatch a window that holds letter 9 begins behind letter 2, with two behind
// the very first.
TEST(diagonal_starts, says_where_windows_before_a_letter_begin) {
    const counted_input input({"AACGTTACGTACGT", "CAGGTTTCGTACGT"}, 1, 2); // x.x...x.......
    const diagonal along(input.given.letters, 0, input.given.offset(1));
    EXPECT_EQ(along.first_within(0, 9, 0), 7U);
    EXPECT_EQ(along.first_within(0, 9, 1), 3U);
    EXPECT_EQ(along.first_within(0, 9, 2), 1U);
    EXPECT_EQ(along.first_within(0, 9, 3), 0U);
    EXPECT_EQ(along.first_within(5, 9, 1), 5U);
    EXPECT_EQ(along.first_within(4, 4, 0), 4U);
}

} // namespace
} // namespace concord::substring::aligned_bounds_test
