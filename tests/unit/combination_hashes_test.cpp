// Windows that agree in a combination of blocks have its hash in common, all windows come, and tables say what was put
// in.
#include "problems/substring/cpu/filter/combination_hashes.hpp"
#include "problems/substring/cpu/filter/filter_arrays.hpp"
#include "support/options_of.hpp"
#include "support/random_case.hpp"
#include "support/sequence_text.hpp"

#include <concord/run.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <random>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace concord::substring::combination_hashes_test {
namespace {

using numbers = std::vector<std::uint64_t>;

numbers copy(std::span<const std::uint64_t> values) { return {values.begin(), values.end()}; }

const combination_kernels& best_kernels() {
    return combination_kernels_for(simd::choose_vectors(vector_target::automatic));
}

/// A collection whose windows are hashed.
struct hashed_set {
    hashed_set(const std::vector<std::string>& sequences, std::uint64_t mismatches)
        : set(test::make_set(sequences, alphabet::dna)), given(set, test::options_of(mismatches, 1)) {}

    sequence_set set;
    problem given;
};

TEST(combination_kernel, mixes_sums_of_blocks_on_every_target) {
    std::mt19937_64 random(3);
    for (const vector_target target : usable_vectors()) {
        const combination_kernels& kernels = combination_kernels_for(simd::choose_vectors(target));
        for (std::size_t windows = 0; windows <= 40; ++windows) {
            const std::size_t stride = 40 + windows_padding;
            numbers blocks(5 * stride);
            for (std::uint64_t& block : blocks)
                block = random();
            const std::vector<std::uint32_t> combination{4, 0, 3};
            for (const std::size_t chosen : {1U, 2U, 3U}) {
                numbers hashes(stride);
                kernels.combine(blocks.data(), stride, combination.data(), chosen, windows, hashes.data());
                for (std::size_t window = 0; window < windows; ++window) {
                    std::uint64_t sum = 0;
                    for (std::size_t index = 0; index < chosen; ++index)
                        sum += blocks[combination[index] * stride + window];
                    ASSERT_EQ(hashes[window], mixed(sum))
                        << to_string(target) << ", window " << window << " of " << windows;
                }
            }
        }
    }
}

TEST(combination_hasher, hashes_what_agrees_alike) {
    // One mismatch, two of three blocks: AC|GT|AA and AC|GT|CC agree in blocks 0 and 1, TT|GT|CC in 1 and 2.
    const hashed_set four({"ACGTAA", "ACGTCC", "TTGTCC", "GTACAA"}, 1);
    combination_hasher hasher(four.given, 6, 2, best_kernels());
    ASSERT_EQ(hasher.size(), 3U); // 01, 02, 12
    unsigned visits = 0;
    hasher.for_each(window_bits(four.given, 6), 0, 24, [&](combination_hasher& these) {
        ++visits;
        EXPECT_EQ(copy(these.positions()), (numbers{0, 6, 12, 18}));
        const numbers both = copy(these.hashes(0));
        EXPECT_EQ(both[0], both[1]);
        EXPECT_NE(both[1], both[2]);
        EXPECT_NE(both[0], both[3]); // the same blocks in other positions
        const numbers outer = copy(these.hashes(1));
        EXPECT_EQ(std::set<std::uint64_t>(outer.begin(), outer.end()).size(), 4U);
        const numbers last = copy(these.hashes(2));
        EXPECT_EQ(last[1], last[2]);
        EXPECT_NE(last[0], last[1]);
    });
    EXPECT_EQ(visits, 1U);
}

// Sequences of all lengths, some without a window, more windows than come at a time, and a set with gaps.
TEST(combination_hasher, visits_every_window_of_the_set_once) {
    std::mt19937_64 random(4);
    std::vector<std::string> sequences;
    for (std::size_t number = 0; number < 300; ++number) {
        std::string& letters = sequences.emplace_back(1 + random() % 100, 'A');
        for (char& letter : letters)
            letter = "ACGT"[random() % 4];
    }
    const hashed_set many(sequences, 2);
    for (const std::uint64_t length : {3U, 40U, 99U}) {
        window_bits wanted(many.given, length);
        numbers expected;
        wanted.for_each(0, many.set.letters(), [&](std::uint64_t position) {
            if (random() % 5 == 0)
                wanted.remove(position);
            else
                expected.push_back(position);
        });
        combination_hasher hasher(many.given, length, 1, best_kernels());
        numbers visited;
        std::size_t most = 0;
        const std::uint64_t letters = many.set.letters();
        for (const auto& [first, last] : // at a border of two sequences, within one, and nothing
             {std::pair<std::uint64_t, std::uint64_t>(0, many.given.offset(100)),
              {many.given.offset(100), letters / 2 + 1},
              {letters / 2 + 1, letters / 2 + 1},
              {letters / 2 + 1, letters}})
            hasher.for_each(wanted, first, last, [&](combination_hasher& these) {
                EXPECT_EQ(these.hashes(2).size(), these.positions().size());
                visited.insert(visited.end(), these.positions().begin(), these.positions().end());
                most = std::max(most, these.positions().size());
            });
        EXPECT_EQ(visited, expected) << "length " << length;
        if (length == 3) {
            EXPECT_LT(most, expected.size() / 2); // not all at once
        }
    }
}

TEST(counting_sketch, say_how_many_others_have_a_hash) {
    constexpr std::uint64_t here = std::uint64_t{5} << 60U; // counter 5 of 16
    constexpr std::uint64_t there = std::uint64_t{9} << 60U;
    std::vector<std::uint32_t> memory(2 * 16);
    const counting_sketch sketch(memory, 4);
    const numbers hashes{here, there, here, here + 1}; // the lower bits tell nothing
    sketch.add(0, hashes);
    sketch.add(1, numbers{there, there, there, here});
    numbers bounds(4, 100);
    sketch.add_others(0, hashes, bounds);
    EXPECT_EQ(bounds, (numbers{102, 100, 102, 102}));
    sketch.add_others(1, numbers{there, there, there, here}, bounds);
    EXPECT_EQ(bounds, (numbers{104, 102, 104, 102}));
}

TEST(bloom_filter, keep_what_no_source_has) {
    std::mt19937_64 random(6);
    for (const std::size_t count : {1U, 31U, 32U, 33U, 100U, 1000U}) {
        std::vector<std::uint64_t> memory(std::size_t{2} << 12U);
        const bloom_filter bloom(memory, 12);
        numbers hashes(count);
        for (std::uint64_t& hash : hashes)
            hash = mixed(random());
        numbers sources;
        for (std::size_t window = 0; window < count; window += 3)
            sources.push_back(hashes[window]);
        bloom.insert(1, sources);
        std::vector<std::uint32_t> absent(count);
        std::iota(absent.begin(), absent.end(), 0);
        bloom.keep_absent(0, hashes, absent); // nothing is in this row
        EXPECT_EQ(absent.size(), count);
        bloom.keep_absent(1, hashes, absent);
        for (const std::uint32_t window : absent)
            EXPECT_NE(window % 3, 0U) << window << " of " << count;
        EXPECT_TRUE(std::is_sorted(absent.begin(), absent.end()));
        const std::size_t others = count - sources.size();
        EXPECT_LE(absent.size(), others);
        EXPECT_GE(absent.size(), others - others / 16); // few stay by chance
    }
}

} // namespace
} // namespace concord::substring::combination_hashes_test
