// The hash of one choice of blocks, for many windows at once.
#pragma once

#include "simd/vector_target.hpp"

#include <cstddef>
#include <cstdint>

namespace concord::substring {

/// Rows of blocks and hashes have room up to a multiple of so many windows: what is there is read, and written.
inline constexpr std::size_t windows_padding = 8;

/// hashes[w] = the mixed sum of blocks[c * stride + w] over the `chosen` numbers c in `choice`, for all w < windows.
using choice_kernel = void (*)(const std::uint64_t* blocks, std::size_t stride, const std::uint32_t* choice,
                               std::size_t chosen, std::size_t windows, std::uint64_t* hashes);

/// The same hashes for any target; one that this processor runs (simd::choose_vectors).
[[nodiscard]] choice_kernel choice_kernel_for(simd::vector_target target);

/// What each lane computes: sums of products are mixed well in their upper bits alone, and tables are indexed by those.
inline constexpr std::uint64_t choice_multiplier = 0xD6E8FEB86659FD93U;
[[nodiscard]] constexpr std::uint64_t mixed(std::uint64_t sum) noexcept {
    return (sum ^ (sum >> 32U)) * choice_multiplier;
}

} // namespace concord::substring
