// The vector kernel of the search by deltas (delta_search.hpp): all rows of a pattern, of a word of the text in each
// lane.
#pragma once

#include "problems/distance/find/find_kernels.hpp"
#include "simd/vector_target.hpp"

#include <cstddef>
#include <cstdint>

namespace concord::edit_distance {

/// What the lanes hold; [i][lane] is element i * lanes + lane. All are aligned to a cache line.
struct delta_lanes {
    const std::uint64_t* letters; ///< [plane][lane]: 64 letters of each lane; those that are ambiguous last, if any are
    unsigned planes;
    bool are_some_ambiguous;
    std::uint64_t* differ; ///< [class][lane], to work in: the letters that no letter of the class matches
    /// [rows / 64, rounded up][2][lane]: Ph and Mh at the last letter before the word, of 64 rows each, whose first row
    /// is the highest bit; afterwards those at the last letter of the word.
    std::uint64_t* carried;
    std::uint64_t* deltas; ///< [2][lane]: Pv and Mv of the last row
};

/// The recurrence of alignment/recurrences/levenshtein-inl.hpp for all rows, where any letter of the text may come
/// first. Time O(rows + classes * planes).
struct delta_kernel {
    void (*run)(const pattern_rows& pattern, const delta_lanes& lanes);
    unsigned lanes;
};

inline constexpr unsigned rows_carried_together = 64;
inline constexpr unsigned deltas_carried = 2;
inline constexpr unsigned most_delta_lanes = 16;

/// For a target that this processor runs.
[[nodiscard]] const delta_kernel& delta_kernel_for(simd::vector_target target);

} // namespace concord::edit_distance
