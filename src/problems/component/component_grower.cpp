// Components grown from the matrices alone, one run of cells of a row after the other.
#include "problems/component/agreement.hpp"
#include "problems/component/problem.hpp"

#include <concord/component.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace concord::component {

component_grower::component_grower(const matrix& a, const matrix& b, const component_options& options,
                                   const excluded_cells& without)
    : a_(a), b_(b), connectivity_(options.connectivity), without_(without), tolerances_(tolerances_of(options, a, b)),
      taken_(b.rows() * b.columns()) {}

std::vector<matrix_cell> component_grower::cells(matrix_shift shift, matrix_cell from) {
    with_cells(a_, b_, [&](const auto& cells_a, const auto& cells_b) { take_runs(cells_a, cells_b, shift, from); });
    std::ranges::sort(runs_,
                      [](const run& x, const run& y) { return x.row != y.row ? x.row < y.row : x.first < y.first; });
    std::vector<matrix_cell> found;
    std::uint64_t count = 0;
    for (const run& each : runs_)
        count += static_cast<std::uint64_t>(each.end - each.first);
    found.reserve(count);
    for (const run& each : runs_)
        for (std::int64_t column = each.first; column < each.end; ++column) {
            found.push_back({static_cast<std::uint64_t>(each.row), static_cast<std::uint64_t>(column)});
            taken_[place(each.row, column)] = 0;
        }
    runs_.clear();
    return found;
}

template <class CellsA, class CellsB>
void component_grower::take_runs(const CellsA& cells_a, const CellsB& cells_b, matrix_shift shift, matrix_cell from) {
    const auto lines_over = [](std::uint64_t of_a, std::uint64_t of_b, std::int64_t by) { // of B, those over A
        return std::pair{std::max<std::int64_t>(0, -by),
                         std::min(static_cast<std::int64_t>(of_b), static_cast<std::int64_t>(of_a) - by)};
    };
    const auto [first_row, end_row] = lines_over(a_.rows(), b_.rows(), shift.rows);
    const auto [first_column, end_column] = lines_over(a_.columns(), b_.columns(), shift.columns);
    const auto columns_a = static_cast<std::int64_t>(a_.columns());
    const bool is_equality = tolerances_.size() == 1 && tolerances_.front() == 0;
    const auto is_excluded = [](const std::vector<bool>& cells, std::size_t cell) {
        return !cells.empty() && cells[cell];
    };
    // Whether a cell over A agrees and was not taken.
    const auto is_new = [&](std::int64_t row, std::int64_t column) {
        const std::size_t of_b = place(row, column);
        if (taken_[of_b] != 0) return false;
        const auto of_a = static_cast<std::size_t>((row + shift.rows) * columns_a + column + shift.columns);
        if (is_excluded(without_.of_a, of_a) || is_excluded(without_.of_b, of_b)) return false;
        return is_equality ? agree(cells_a[of_a], cells_b[of_b], 0.0)
                           : agree(cells_a, of_a, cells_b, of_b, tolerances_);
    };
    const std::int64_t beside = connectivity_ == 8 ? 1 : 0;
    const auto row_from = static_cast<std::int64_t>(from.row);
    const auto column_from = static_cast<std::int64_t>(from.column);
    if (row_from < first_row || row_from >= end_row || column_from < first_column || column_from >= end_column) return;
    open_.assign(1, {row_from, column_from});
    while (!open_.empty()) {
        const auto [row, column] = open_.back();
        open_.pop_back();
        if (!is_new(row, column)) continue;
        run here{row, column, column + 1};
        while (here.first > first_column && is_new(row, here.first - 1))
            --here.first;
        while (here.end < end_column && is_new(row, here.end))
            ++here.end;
        std::fill(taken_.begin() + static_cast<std::ptrdiff_t>(place(row, here.first)),
                  taken_.begin() + static_cast<std::ptrdiff_t>(place(row, here.end - 1)) + 1, std::uint8_t{1});
        runs_.push_back(here);
        for (const std::int64_t next : {row - 1, row + 1}) {
            if (next < first_row || next >= end_row) continue;
            bool inside = false; // a run: its first cell leads to all of it
            const std::int64_t end = std::min(end_column, here.end + beside);
            for (std::int64_t at = std::max(first_column, here.first - beside); at < end; ++at) {
                const bool is_open = is_new(next, at);
                if (is_open && !inside) open_.emplace_back(next, at);
                inside = is_open;
            }
        }
    }
}

} // namespace concord::component
