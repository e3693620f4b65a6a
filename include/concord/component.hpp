// The largest connected component of cells on which two matrices agree, over all shifts of one over the other.
//
// Source: the 2D generalization of the longest common substring on CUDA, with its Fig. 2 for an example. There are
// (rows of A + rows of B - 1) · (columns of A + columns of B - 1) shifts, and every one counts.
#pragma once

#include <concord/error.hpp>
#include <concord/matrix.hpp>
#include <concord/run.hpp>

#include <cstdint>
#include <vector>

namespace concord {

struct component_options {
    /// For numbers: cells agree where |a - b| <= tolerance (>= 0). Must be 0 for symbols. Exact for integers; for reals
    /// as computed in double, an infinity agreeing with itself; integers beside reals are taken as the nearest double.
    double tolerance = 0;
    unsigned connectivity = 4;  ///< 4: cells that share a side are neighbours; 8: also those that share a corner
    std::uint64_t min_size = 1; ///< >= 1: smaller answers are none
    run_options run;
};

/// A cell (r, c) of B stands over cell (r + rows, c + columns) of A.
struct matrix_shift {
    std::int64_t rows = 0;
    std::int64_t columns = 0;

    friend auto operator<=>(const matrix_shift&, const matrix_shift&) = default;
};

/// A cell of B.
struct matrix_cell {
    std::uint64_t row = 0;
    std::uint64_t column = 0;

    friend auto operator<=>(const matrix_cell&, const matrix_cell&) = default;
};

struct component_result {
    bool found = false;
    std::uint64_t size = 0;         ///< cells
    matrix_shift shift;             ///< of several largest: the lowest shift in rows, then columns, then first cell
    std::vector<matrix_cell> cells; ///< of B, row by row
    std::uint64_t shifts = 0;       ///< how many there are
    std::uint64_t labelled = 0;     ///< of these, where components had to be told apart; may differ from run to run
    run_report run;
};

/// Finds it. Exact, and the same for every device, vector target, number of threads and tile size; the reported
/// component is grown again cell by cell from the two matrices before it is returned. An empty matrix shares nothing.
/// Time: O(cells of A · cells of B / vector bits) word operations where bounds decide, and labelling where they do not.
/// Throws error: usage (symbols beside numbers, tolerance of symbols, connectivity), resource, cancelled.
[[nodiscard]] component_result largest_common_component(const matrix& a, const matrix& b,
                                                        const component_options& options);

/// The component that holds a cell of B under a shift, cell by cell from the two matrices; none where the cells that
/// lie over each other there do not agree, or there are no such cells. Time O(cells of B).
[[nodiscard]] component_result component_of_cell(const matrix& a, const matrix& b, const component_options& options,
                                                 matrix_shift shift, matrix_cell cell);

} // namespace concord
