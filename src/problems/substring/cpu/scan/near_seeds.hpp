// The inner loop of the CPU, a vector kernel: which of many target positions are within a few mismatches of one source
// seed; and where most of them are, as a sum of weights or as bits.
#pragma once

#include "simd/vector_target.hpp"

#include <array>
#include <cstddef>
#include <cstdint>

namespace concord::substring {

/// Target positions are laid out plane by plane, one lane a position; arrays are padded with anything up to a multiple
/// of `lane_padding` lanes and survivors have room for as many.
inline constexpr std::size_t lane_padding = 64;

/// Writes the indices below `count` of all targets[...][index] that differ from `source` in at most `limit` letters, in
/// ascending order; returns how many. `planes` lanes of the source, `planes` arrays of targets.
template <class Lane>
using near_seeds = std::size_t (*)(const Lane* const* targets, const Lane* source, unsigned planes, std::size_t count,
                                   unsigned limit, std::uint32_t* survivors);

/// Windows side by side, laid out likewise: their letters in stretches of as many as a lane has bits, `planes` arrays
/// for each stretch. There are `count` of them.
template <class Lane>
struct window_block {
    const Lane* const* rows;
    unsigned planes;
    unsigned stretches;
    std::size_t count;
};

/// The sum of the weights of the windows that differ from `source`, `planes` lanes for each stretch, in at most `limit`
/// letters. Weights are padded with zeros; their sum is below 2^32.
template <class Lane>
using sum_of_near = std::uint64_t (*)(const window_block<Lane>& windows, const Lane* source, unsigned limit,
                                      const Lane* weights);

/// Writes a bit for each of the windows, set where it does so, in whole words.
template <class Lane>
using mark_near_windows = void (*)(const window_block<Lane>& windows, const Lane* source, unsigned limit,
                                   std::uint64_t* bits);

struct seed_kernels {
    near_seeds<std::uint16_t> near_16;
    near_seeds<std::uint32_t> near_32;
    near_seeds<std::uint64_t> near_64;
    sum_of_near<std::uint32_t> sum_32;
    sum_of_near<std::uint64_t> sum_64;
    mark_near_windows<std::uint32_t> mark_32;
    mark_near_windows<std::uint64_t> mark_64;
    const char* compiled_for; ///< the instruction set as Highway names it: proof of what runs
};

/// The kernels for a target that this processor runs (simd::choose_vectors).
[[nodiscard]] const seed_kernels& seed_kernels_for(simd::vector_target target);

} // namespace concord::substring
