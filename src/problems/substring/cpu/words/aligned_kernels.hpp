// The vector kernel of aligned_bounds.hpp: windows of two sequences on one diagonal, 64 of them in a word. Mismatches
// are counted in digits of two, one row of bits for each: of one letter, of two, of four … and of as many of these as
// make a window.
//
//     differ       0 1 0 0 1 1 0 1
//     2 letters    1 1 0 1 2 1 1 .      differ + differ one letter on
//     4 letters    1 2 2 2 3 . . .      the same two letters on; what is above the digits stays so
#pragma once

#include "simd/vector_target.hpp"

#include <array>
#include <cstddef>
#include <cstdint>

namespace concord::substring {

/// Windows of so many letters with at most so many mismatches.
struct aligned_length {
    std::uint64_t letters;
    unsigned most;
};

inline constexpr std::size_t most_aligned_lengths = 4;
inline constexpr unsigned most_aligned_mismatches = 7; ///< three digits

struct aligned_kernels {
    /// near[i], of `words` words: which windows of lengths[i] are near, as many as are whole; the bits of others say
    /// nothing. `differ` has padding_of_aligned(longest) more words of any bits, as have the `scratch` rows, of which
    /// there are rows_of_aligned(count).
    void (*find)(const std::uint64_t* differ, std::size_t words, const aligned_length* lengths, std::size_t count,
                 std::uint64_t* scratch, std::uint64_t* const* near);
};

[[nodiscard]] constexpr std::size_t padding_of_aligned(std::uint64_t longest) { return longest / 64 + 10; }
[[nodiscard]] constexpr std::size_t rows_of_aligned(std::size_t count) { return 4 * (count + 1); }

/// The kernel for a target that this processor runs (simd::choose_vectors).
[[nodiscard]] const aligned_kernels& aligned_kernels_for(simd::vector_target target);

} // namespace concord::substring
