// The vector kernel of an alignment in a band, by anti-diagonals: the cells of one do not depend on each other.
//
// Diagonal d of the matrix, column minus row, is number k = d - d0 of the band, d0 being its first one. The cells of
// even k and those of odd k lie on anti-diagonals that take turns, so one vector of each is all that is kept:
//
//     step t     even[x] = cell (t - x, t + d0 + x)           k = 2x
//                odd[x]  = cell (t - x, t + d0 + x + 1)       k = 2x + 1
//
//     even[x] from even[x] of the step before (a match or not), odd[x - 1] to its left and odd[x] above it;
//     odd[x]  from odd[x] of the step before, even[x] to its left and even[x + 1] above it
//
// A cell is one number, so that the better one of two is the greater: its score, where the alignment began, and its
// differences (band_alignment.cpp). It is kept with a difference taken off for each anti-diagonal, row plus column, up
// to its own. All that are compared are of one anti-diagonal, and a letter that is lost, on either side, costs nothing.
#pragma once

#include "simd/vector_target.hpp"

#include <cstddef>
#include <cstdint>

namespace concord::adapters {

/// Bits of a cell, from the lowest: differences, a number for where the alignment began, and its score.
inline constexpr unsigned difference_bits = 11;
inline constexpr unsigned origin_bits = 8;
inline constexpr unsigned score_bit = difference_bits + origin_bits;

/// What is added to a cell for a match, and taken off for a difference: a score of 3, but for the one more.
inline constexpr std::uint32_t equal_letter = std::uint32_t{1} << score_bit;
inline constexpr std::uint32_t difference_cost = (std::uint32_t{3} << score_bit) - 1;

/// Lanes of a kernel for the narrowest band; each further kernel has twice as many as the one before.
inline constexpr std::size_t least_band_lanes = 8;
inline constexpr unsigned band_sizes = 4;
inline constexpr std::size_t most_band_lanes = least_band_lanes << (band_sizes - 1);

/// Steps [first, last] of a band.
struct band_steps {
    std::ptrdiff_t first;
    std::ptrdiff_t all_begun; ///< the first step by which every lane has begun
    std::ptrdiff_t listed;    ///< the cells from this step on are listed
    std::ptrdiff_t last;
    std::ptrdiff_t first_diagonal; ///< d0
    std::size_t odd_lanes;         ///< of lanes of odd k from this one on no alignment goes on
    /// In step t lane x is of use where its score is least_score + t - x or more.
    std::int32_t least_score;
    /// In step first + n, letters[x - n] is that of the row of lane x, read[x + n] that of the column of its odd k;
    /// both are readable wherever lanes lie, beyond the sequences as well, and read a letter before as well.
    const std::uint8_t* letters;
    const std::uint8_t* read;
    const std::uint32_t* even; ///< cells from which each lane begins, as many as there are lanes
    const std::uint32_t* odd;
    std::uint32_t* list; ///< of each step the lanes of even k, then those of odd k
};

/// Whether some lane was of use throughout; otherwise it stops at a step before `listed`.
using band_kernel = bool (*)(const band_steps& steps);

/// One for each number of lanes.
struct band_kernels {
    band_kernel of_size[band_sizes];
};

/// The kernels for a target that this processor runs (simd::choose_vectors).
[[nodiscard]] const band_kernels& band_kernels_for(simd::vector_target target);

} // namespace concord::adapters
