// Polyominoes: connected cells up to translation.
#pragma once

#include <compare>
#include <cstdint>
#include <vector>

namespace concord::component {

/// A cell relative to the lowest one, by row, then by column.
struct shape_cell {
    std::int64_t row;
    std::int64_t column;

    friend auto operator<=>(const shape_cell&, const shape_cell&) = default;
};

/// The cells in ascending order, the lowest one, (0, 0), first.
using polyomino = std::vector<shape_cell>;

/// The neighbours of a cell in ascending order: so the first half of them comes before it.
[[nodiscard]] const std::vector<shape_cell>& neighbours_of_cell(unsigned connectivity);

/// All fixed polyominoes of `cells` cells (mirrored or turned they are others) in ascending order; with a connectivity
/// of 8 polyplets, whose cells may share no more than a corner. Redelmeier, «Counting polyominoes: yet another attack»,
/// Discrete Mathematics 36, 1981, counts them: 1, 2, 6, 19, 63, 216 … There are about 4^cells, or 6^cells.
[[nodiscard]] std::vector<polyomino> fixed_polyominoes(unsigned cells, unsigned connectivity);

} // namespace concord::component
