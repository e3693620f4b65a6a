// The vector kernel of every instruction set against the recurrence of step.hpp, letter counts around every edge.
#include "base/bits.hpp"
#include "problems/substring/cpu/scan/near_seeds.hpp"
#include "problems/substring/lcp_with_mismatches.hpp"
#include "support/random_case.hpp"

#include <concord/run.hpp>

#include <gtest/gtest.h>

#include <array>
#include <random>
#include <set>

namespace concord::substring::near_seeds_agree_test {
namespace {

template <class Lane>
void compare_with_law(near_seeds<Lane> kernel, std::uint64_t seed) {
    std::mt19937_64 random(seed);
    const unsigned planes = std::array<unsigned, 4>{2, 3, 5, 8}[random() % 4];
    const std::size_t count = 1 + random() % 200;
    const std::uint64_t flips = random() % 12; // targets differ from the source in few bits, so that many are near
    std::array<std::vector<Lane>, 8> lanes;
    std::array<const Lane*, 8> targets{};
    std::array<Lane, 8> source{};
    for (unsigned plane = 0; plane < planes; ++plane) {
        source[plane] = static_cast<Lane>(random());
        for (std::size_t index = 0; index < count + lane_padding; ++index) {
            Lane target = source[plane];
            for (std::uint64_t flip = 0; flip < flips; ++flip)
                target = static_cast<Lane>(target ^ (Lane{1} << (random() % (8 * sizeof(Lane)))));
            lanes[plane].push_back(target);
        }
        targets[plane] = lanes[plane].data();
    }
    const auto limit = static_cast<unsigned>(random() % (8 * sizeof(Lane) + 1));

    std::vector<std::uint32_t> expected;
    for (std::uint32_t index = 0; index < count; ++index) {
        Lane differences = 0;
        for (unsigned plane = 0; plane < planes; ++plane)
            differences = static_cast<Lane>(add_plane<Lane>(differences, source[plane], lanes[plane][index]));
        if (base::count_ones(std::uint64_t{differences}) <= limit) expected.push_back(index);
    }
    std::vector<std::uint32_t> survivors(count + lane_padding);
    survivors.resize(kernel(targets.data(), source.data(), planes, count, limit, survivors.data()));
    EXPECT_EQ(survivors, expected) << 8 * sizeof(Lane) << " bits, seed " << seed << ": CONCORD_SEED=" << seed;
}

/// Windows of several stretches: their weights summed up, and a bit for each.
template <class Lane>
void compare_blocks(sum_of_near<Lane> sum_kernel, mark_near_windows<Lane> mark_kernel, std::uint64_t seed) {
    std::mt19937_64 random(seed);
    const unsigned planes = std::array<unsigned, 4>{2, 3, 5, 8}[random() % 4];
    const auto stretches = static_cast<unsigned>(1 + random() % 4);
    const std::size_t count = 1 + random() % 200;
    const std::uint64_t flips = random() % 8;
    std::vector<std::vector<Lane>> lanes(std::size_t{planes} * stretches);
    std::vector<const Lane*> rows;
    std::vector<Lane> source(lanes.size());
    for (std::size_t row = 0; row < lanes.size(); ++row) {
        source[row] = static_cast<Lane>(random());
        for (std::size_t index = 0; index < count + lane_padding; ++index) {
            Lane target = source[row];
            for (std::uint64_t flip = 0; flip < flips; ++flip)
                target = static_cast<Lane>(target ^ (Lane{1} << (random() % (8 * sizeof(Lane)))));
            lanes[row].push_back(target);
        }
        rows.push_back(lanes[row].data());
    }
    const auto limit = static_cast<unsigned>(random() % (8 * sizeof(Lane) * stretches + 1));
    std::vector<Lane> weights(count + lane_padding, 0);
    std::uint64_t sum = 0;
    std::vector<std::uint64_t> expected((count + 63) / 64, 0);
    for (std::size_t index = 0; index < count; ++index) {
        weights[index] = static_cast<Lane>(random() % 1000);
        unsigned mismatches = 0;
        for (unsigned stretch = 0; stretch < stretches; ++stretch) {
            Lane differences = 0;
            for (unsigned plane = 0; plane < planes; ++plane)
                differences = static_cast<Lane>(add_plane<Lane>(differences, source[stretch * planes + plane],
                                                                lanes[stretch * planes + plane][index]));
            mismatches += base::count_ones(std::uint64_t{differences});
        }
        if (mismatches > limit) continue;
        sum += weights[index];
        expected[index / 64] |= std::uint64_t{1} << (index % 64);
    }
    const window_block<Lane> windows{rows.data(), planes, stretches, count};
    EXPECT_EQ(sum_kernel(windows, source.data(), limit, weights.data()), sum) << "CONCORD_SEED=" << seed;
    std::vector<std::uint64_t> bits(expected.size());
    mark_kernel(windows, source.data(), limit, bits.data());
    EXPECT_EQ(bits, expected) << "CONCORD_SEED=" << seed;
}

TEST(near_seeds, every_target_obeys_the_law) {
    for (const vector_target target : usable_vectors()) {
        const seed_kernels& kernels = seed_kernels_for(simd::choose_vectors(target));
        SCOPED_TRACE(std::string(to_string(target)) + ", compiled for " + kernels.compiled_for);
        for (const std::uint64_t seed : test::seeds(0, 2000)) {
            compare_with_law(kernels.near_16, seed);
            compare_with_law(kernels.near_32, seed);
            compare_with_law(kernels.near_64, seed);
            compare_blocks(kernels.sum_32, kernels.mark_32, seed);
            compare_blocks(kernels.sum_64, kernels.mark_64, seed);
        }
    }
}

// A target that is forced must be the one that runs: each has its own code, named by the compiler that made it.
TEST(near_seeds, a_forced_target_is_the_one_that_runs) {
    if (usable_vectors().size() == 1) GTEST_SKIP() << "the baseline alone, which may be any instruction set";
    std::set<std::string> compiled_for;
    for (const vector_target target : usable_vectors())
        compiled_for.insert(seed_kernels_for(simd::choose_vectors(target)).compiled_for);
    EXPECT_EQ(compiled_for.size(), usable_vectors().size());
    for (const vector_target target : usable_vectors()) {
        const std::string made_for = seed_kernels_for(simd::choose_vectors(target)).compiled_for;
        const bool right = target == vector_target::avx512 ? made_for.starts_with("N_AVX3")
                           : target == vector_target::avx2 ? made_for == "N_AVX2"
                                                           : made_for.find("AVX") == std::string::npos;
        EXPECT_TRUE(right) << to_string(target) << " runs " << made_for;
    }
}

} // namespace
} // namespace concord::substring::near_seeds_agree_test
