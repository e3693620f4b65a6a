// The vector kernels: many short pairs side by side, one in each 64-bit lane.
//
//              lane 0        lane 1                 A pair's letters stand along its columns and along its rows. A lane
//   columns    GATTACA       CCGT           ...     keeps one row of its pair's matrix as bits, 64 columns a word, and
//   rows       GATACA        CG                     goes down row by row: so no lane ever waits for another.
#pragma once

#include "simd/vector_target.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace concord::edit_distance {

/// Word w of plane p of lane l stands at (w * planes + p) * lanes + l, lanes being the kernels' group_lanes: letters as
/// sequence::letters_view distinguishes them, those along the columns as sources, those along the rows as targets. What
/// stands behind a lane's last letter does not matter.
struct lane_group {
    const std::uint64_t* columns = nullptr;
    const std::uint64_t* rows = nullptr;
    std::uint64_t* vertical = nullptr; ///< room for the recurrence's vertical * words * lanes, anything in it
    const std::uint32_t* column_lengths = nullptr; ///< of each lane, at least 1
    const std::uint32_t* row_lengths = nullptr;    ///< of each lane; 0: the lane is idle and its distance left alone
    std::uint32_t words = 0;                       ///< of the longest columns
    /// Lengths of no lane at work differ by more. Greater distances become no_distance.
    std::uint64_t max_distance = 0;
    std::uint32_t* distances = nullptr; ///< of each lane
};

using compare_lanes = void (*)(const lane_group&);

/// Planes that a kernel is compiled for; letters of fewer planes have planes of zeros.
inline constexpr std::array<unsigned, 7> kernel_planes = {2, 3, 5, 7, 8, 12, 21}; // 12: 4,096 letters; 21: code points
inline constexpr unsigned most_kernel_planes = 21;

/// The greatest max_distance that the kernels of a narrow band take.
inline constexpr std::uint64_t widest_band = 31;

using kernels_by_planes = std::array<compare_lanes, kernel_planes.size()>;

struct lane_kernels {
    unsigned group_lanes; ///< two vectors
    /// In the order of distance_metric; none for those without a matrix. That of damerau_levenshtein computes the
    /// optimal string alignment distance; behind them, `exact_damerau` computes the distance itself, without a bound.
    std::span<const kernels_by_planes> whole;
    /// The same for distances up to widest_band: a row costs one word, however long it is. None for metrics that are
    /// not metric_traits::in_narrow_band.
    std::span<const kernels_by_planes> narrow;
    const char* compiled_for; ///< the instruction set as Highway names it: proof of what runs
};

inline constexpr unsigned most_group_lanes = 16;
inline constexpr std::size_t exact_damerau = 5; ///< among the whole matrices

/// The kernels for a target that this processor runs (simd::choose_vectors).
[[nodiscard]] const lane_kernels& lane_kernels_for(simd::vector_target target);

} // namespace concord::edit_distance
