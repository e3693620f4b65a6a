// Damerau-Levenshtein distances of pairs in lanes, compiled for every vector target (damerau_lanes-inl.hpp).
#pragma once

#include "simd/vector_target.hpp"

#include <cstddef>
#include <cstdint>

namespace concord::edit_distance {

inline constexpr unsigned most_damerau_lanes = 32;
/// Letters of either sequence, at most: costs fit the lanes.
inline constexpr std::uint64_t most_damerau_letters = 4096;

/// Pairs side by side. Letters stand `lanes` apart; those behind the end of a lane's sequence match none.
struct damerau_group {
    const std::uint16_t* rows;
    const std::uint16_t* columns;
    const std::uint32_t* row_lengths;    ///< of each lane, at least 1; 0: the lane is not used
    const std::uint32_t* column_lengths; ///< of each lane, at least 1
    std::uint32_t most_rows;
    std::uint32_t most_columns;
    std::uint32_t ahead;      ///< diagonals to the right of the first that are looked at
    std::uint32_t behind;     ///< and to its left
    std::uint16_t* memory;    ///< damerau_memory(most_columns) numbers for each lane
    std::uint32_t* distances; ///< of each lane; greater ones than the band holds are overestimated
};

[[nodiscard]] constexpr std::size_t damerau_memory(std::size_t columns) noexcept { return 4 * (columns + 3); }

struct damerau_kernel {
    unsigned lanes;
    void (*distances)(const damerau_group& group);
};

[[nodiscard]] const damerau_kernel& damerau_kernel_for(simd::vector_target target);

} // namespace concord::edit_distance
