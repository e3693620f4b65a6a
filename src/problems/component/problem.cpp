#include "problems/component/problem.hpp"

#include "problems/component/agreement.hpp"
#include <algorithm>
#include <concord/error.hpp>
#include <stdexcept>
#include <string>
#include <vector>

namespace concord::component {

shift_table::shift_table(std::uint64_t rows_a, std::uint64_t columns_a, std::uint64_t rows_b, std::uint64_t columns_b) {
    if (rows_a == 0 || columns_a == 0 || rows_b == 0 || columns_b == 0) return;
    rows_ = rows_a + rows_b - 1;
    columns_ = columns_a + columns_b - 1;
    constexpr std::uint64_t most = std::uint64_t{1} << 62U;
    if (columns_ > most / rows_) throw error(error_code::resource, "there are more shifts than can be counted");
    first_ = {1 - static_cast<std::int64_t>(rows_b), 1 - static_cast<std::int64_t>(columns_b)};
}

std::vector<matrix_cell> grow(const matrix& a, const matrix& b, const component_options& options, matrix_shift shift,
                              matrix_cell from) {
    const auto agrees = [&](std::uint64_t row, std::uint64_t column) {
        const std::uint64_t over_row = row + static_cast<std::uint64_t>(shift.rows); // below 0 it is huge
        const std::uint64_t over_column = column + static_cast<std::uint64_t>(shift.columns);
        if (over_row >= a.rows() || over_column >= a.columns()) return false;
        return with_cells(a, b, [&](const auto& cells_a, const auto& cells_b) {
            return agree(cells_a[over_row * a.columns() + over_column], cells_b[row * b.columns() + column],
                         options.tolerance);
        });
    };
    std::vector<matrix_cell> cells;
    std::vector<matrix_cell> open;
    std::vector<bool> seen(b.rows() * b.columns());
    const auto reach = [&](std::uint64_t row, std::uint64_t column) {
        if (row >= b.rows() || column >= b.columns() || seen[row * b.columns() + column]) return;
        seen[row * b.columns() + column] = true;
        if (agrees(row, column)) open.push_back({row, column});
    };
    reach(from.row, from.column);
    while (!open.empty()) {
        const matrix_cell at = open.back();
        open.pop_back();
        cells.push_back(at);
        reach(at.row - 1, at.column), reach(at.row + 1, at.column);
        reach(at.row, at.column - 1), reach(at.row, at.column + 1);
        if (options.connectivity == 4) continue;
        reach(at.row - 1, at.column - 1), reach(at.row - 1, at.column + 1);
        reach(at.row + 1, at.column - 1), reach(at.row + 1, at.column + 1);
    }
    std::sort(cells.begin(), cells.end());
    return cells;
}

void finish(const matrix& a, const matrix& b, const component_options& options, const shift_table& shifts,
            const candidate& best, component_result& result) {
    if (best.size == 0) return;
    result.found = true;
    result.size = best.size;
    result.shift = shifts.at(best.shift);
    result.cells = grow(a, b, options, result.shift, best.first);
    if (result.cells.size() != best.size || result.cells.front() != best.first || best.size < options.min_size)
        throw std::logic_error("a component of " + std::to_string(best.size) + " cells, grown again, has " +
                               std::to_string(result.cells.size()));
}

} // namespace concord::component
