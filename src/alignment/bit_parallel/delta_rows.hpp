// Distances from the vertical deltas of the last row of a matrix, or of the row between its two halves.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace concord::pairwise {

/// 64 columns of a row: those at which the distance rises by one, and those at which it falls by one.
struct column_deltas {
    std::uint64_t more;
    std::uint64_t fewer;
};

/// The interpretation of a recurrence's vertical deltas of 64 columns. `vertical`: [vertical delta][stride] words of a
/// row.
using read_deltas = column_deltas (*)(const std::uint64_t* vertical, std::size_t stride, std::size_t word);

/// The vertical deltas of a whole row, 64 columns a word.
struct delta_row {
    std::uint64_t stride = 0; ///< words from one vertical delta to the next
    std::vector<std::uint64_t> words;
};

/// A row that was filled from one end of the sequences, and the distance before its first column.
struct filled_row {
    std::uint64_t before_first;
    const std::uint64_t* vertical;
    std::size_t stride;
};

/// The two halves of a matrix at a common row (Hirschberg, Comm. ACM 18(6), 1975): the first rows filled from the
/// beginnings, the others from the ends of both sequences, with columns counted from there.
struct matrix_halves {
    std::uint64_t rows_before;
    std::uint64_t rows_behind;
    delta_row before;
    delta_row behind;
};

/// The distance after so many columns. Time O(columns / 64).
[[nodiscard]] std::uint64_t distance_at(const filled_row& row, std::uint64_t columns, read_deltas read);

/// The distance of a matrix that was filled from both ends: the least sum of the distance after c columns in one row
/// and after `columns` - c in the other, over all c. Time O(columns / 64), and a little more where sums are near the
/// least.
[[nodiscard]] std::uint64_t distance_of_halves(const filled_row& from_left, const filled_row& from_right,
                                               std::uint64_t columns, read_deltas read);

} // namespace concord::pairwise
