// The vector kernels of the filter's hashes, thousands of windows at a time.
#pragma once

#include "simd/vector_target.hpp"

#include <cstddef>
#include <cstdint>

namespace concord::substring {

/// Rows of block hashes, and hashes, have room up to a multiple of so many windows: the kernels read and write it.
inline constexpr std::size_t windows_padding = 8;

struct combination_kernels {
    /// hashes[w] = the mixed sum of blocks[b * stride + w] over the `chosen` blocks b of the combination, for all w <
    /// windows.
    void (*combine)(const std::uint64_t* blocks, std::size_t stride, const std::uint32_t* combination,
                    std::size_t chosen, std::size_t windows, std::uint64_t* hashes);
    /// sums[w] += (words[w] & mask) * factor for all w < windows.
    void (*add_products)(const std::uint64_t* words, std::uint64_t mask, std::uint64_t factor, std::size_t windows,
                         std::uint64_t* sums);
};

/// The kernels for a target that this processor runs (simd::choose_vectors); the hashes are the same for any.
[[nodiscard]] const combination_kernels& combination_kernels_for(simd::vector_target target);

/// What each lane computes: sums of products are well mixed in their upper bits alone, and rows are indexed by those.
inline constexpr std::uint64_t combination_multiplier = 0xD6E8FEB86659FD93U;
[[nodiscard]] constexpr std::uint64_t mixed(std::uint64_t sum) noexcept {
    return (sum ^ (sum >> 32U)) * combination_multiplier;
}

} // namespace concord::substring
