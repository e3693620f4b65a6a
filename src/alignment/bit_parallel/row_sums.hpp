// Edits from the differences between neighbouring cells of a row.
#pragma once

#include "alignment/pair_solver.hpp"

#include <cstdint>

namespace concord::pairwise {

/// A row of a table: the edits before its first column, and the states behind its letters.
struct summed_row {
    std::uint64_t before_first;
    const std::uint64_t* states;
    std::size_t stride;
};

/// The edits behind so many columns. Time O(columns / 64).
[[nodiscard]] std::uint64_t edits_behind(const summed_row& row, std::uint64_t columns, const pair_law& law);

/// The least sum of the edits behind c columns of one row and `columns` - c of the other, over all c: how two halves of
/// a table meet. Time O(columns / 64) and a little more where the sums are near the least.
[[nodiscard]] std::uint64_t least_sum(const summed_row& from_left, const summed_row& from_right, std::uint64_t columns,
                                      const pair_law& law);

} // namespace concord::pairwise
