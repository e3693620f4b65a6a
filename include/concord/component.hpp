// The largest connected component of cells on which two matrices agree, over all shifts of one over the other.
//
// Source: Gao, Liu, Huang, Duan, Mu, "A Fast Parallel Algorithm for Finding the Largest Common 4-Connected Component
// from Two Matrices" (its Fig. 2 is an example). All (rows of A + rows of B - 1) · (columns of A + columns of B - 1)
// shifts are searched.
#pragma once

#include <concord/error.hpp>
#include <concord/matrix.hpp>
#include <concord/run.hpp>

#include <cstdint>
#include <functional>
#include <vector>

namespace concord {

struct component_options {
    /// For numbers: cells agree where |a - b| <= tolerance (>= 0). Must be 0 for symbols. Exact for integers; for reals
    /// computed in double, where an infinity agrees with itself; integers beside reals are converted to double.
    /// Cells of several channels agree where all channels do.
    double tolerance = 0;
    /// One for each channel, instead of `tolerance`, which must be 0 then. Empty: `tolerance` is that of every channel.
    std::vector<double> channel_tolerances;
    unsigned connectivity = 4;  ///< 4: cells that share a side are neighbours; 8: also those that share a corner
    std::uint64_t min_size = 1; ///< >= 1: smaller components are not reported
    run_options run;
};

/// Cell (r, c) of B lies over cell (r + rows, c + columns) of A.
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
    std::uint64_t shifts = 0;       ///< number of shifts
    std::uint64_t labelled = 0;     ///< shifts whose components were labelled; may differ from run to run
    run_report run;
};

/// The largest common component. Exact, and the same for every device, vector target, number of threads and tile size;
/// the reported component is computed again from the two matrices before it is returned. Nothing is found
/// if a matrix is empty. Time: O(cells of A · cells of B / vector bits) word operations, plus the labelling of shifts
/// that bounds do not decide. Memory: the bit planes of the matrices, and working memory within `run.memory`.
/// Throws error: usage (symbols beside numbers, tolerance of symbols, channels of the matrices or the tolerances that
/// differ in number, connectivity), resource, cancelled.
[[nodiscard]] component_result largest_common_component(const matrix& a, const matrix& b,
                                                        const component_options& options);

/// Calls take(component) for all components that have as many cells as that of largest_common_component(), under any
/// shift; in the order of shift (rows, then columns) and first cell, so the first is that one, which is returned with
/// the `run` of all. Nothing is called if nothing is found. Time: as that search, and as much again for the shifts
/// whose bounds allow so many cells. Memory: within `run.memory`, however many there are; where they do not fit it,
/// some rows of shifts are searched at a time. Found on the CPU once the size is known. Throws error: usage (a GPU is
/// named, or `run.sharing` given), resource, cancelled, and what take() throws.
component_result every_largest_component(const matrix& a, const matrix& b, const component_options& options,
                                         const std::function<void(const component_result&)>& take);

/// The same as a list; empty if nothing is found. `run` and `labelled` are those of the first element, for all. Memory:
/// 16 bytes a cell of all of them, and some 300 for each component. Throws error as above: resource where that is more
/// than `run.memory`.
[[nodiscard]] std::vector<component_result> every_largest_component(const matrix& a, const matrix& b,
                                                                    const component_options& options);

/// The largest component; then, up to `count` (>= 1) in all, again and again the one that is the largest once the cells
/// of those before, in A and in B, agree with nothing: no two overlap in either matrix. Ends where none of min_size
/// cells is left. Time: a search for each. Throws error: usage (`run.sharing` given), resource, cancelled.
[[nodiscard]] std::vector<component_result>
successive_components(const matrix& a, const matrix& b, const component_options& options, std::uint64_t count);

/// The component that holds a cell of B under a shift, from the two matrices; nothing is found if
/// the cell does not lie over a cell of A, or does not agree with it. Time O(cells of B). Throws error (usage) as
/// above.
[[nodiscard]] component_result component_of_cell(const matrix& a, const matrix& b, const component_options& options,
                                                 matrix_shift shift, matrix_cell cell);

} // namespace concord
