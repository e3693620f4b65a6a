#include "oracles/component.hpp"

#include "problems/component/agreement.hpp"

#include <algorithm>
#include <utility>

namespace concord::component {
namespace {

/// The cells of B that agree under one shift.
std::vector<bool> mask_of(const matrix& a, const matrix& b, double tolerance, matrix_shift shift) {
    std::vector<bool> mask(b.rows() * b.columns());
    with_cells(a, b, [&](const auto& cells_a, const auto& cells_b) {
        for (std::size_t row = 0; row < b.rows(); ++row)
            for (std::size_t column = 0; column < b.columns(); ++column) {
                const std::int64_t over_row = static_cast<std::int64_t>(row) + shift.rows;
                const std::int64_t over_column = static_cast<std::int64_t>(column) + shift.columns;
                if (over_row < 0 || over_row >= static_cast<std::int64_t>(a.rows())) continue;
                if (over_column < 0 || over_column >= static_cast<std::int64_t>(a.columns())) continue;
                const std::size_t over =
                    static_cast<std::size_t>(over_row) * a.columns() + static_cast<std::size_t>(over_column);
                mask[row * b.columns() + column] = agree(cells_a[over], cells_b[row * b.columns() + column], tolerance);
            }
    });
    return mask;
}

/// Takes the component of one cell out of the mask.
std::vector<matrix_cell> take(std::vector<bool>& mask, const matrix& b, unsigned connectivity, matrix_cell from) {
    std::vector<matrix_cell> cells;
    std::vector<matrix_cell> open = {from};
    mask[from.row * b.columns() + from.column] = false;
    while (!open.empty()) {
        const matrix_cell at = open.back();
        open.pop_back();
        cells.push_back(at);
        for (int down = -1; down <= 1; ++down)
            for (int right = -1; right <= 1; ++right) {
                if (connectivity == 4 && down != 0 && right != 0) continue;
                const std::uint64_t row = at.row + static_cast<std::uint64_t>(down); // below 0 it is huge
                const std::uint64_t column = at.column + static_cast<std::uint64_t>(right);
                if (row >= b.rows() || column >= b.columns() || !mask[row * b.columns() + column]) continue;
                mask[row * b.columns() + column] = false;
                open.push_back({row, column});
            }
    }
    std::sort(cells.begin(), cells.end());
    return cells;
}

} // namespace

component_result reference_search(const matrix& a, const matrix& b, const component_options& options) {
    component_result best;
    const auto size = [](std::size_t count) { return static_cast<std::int64_t>(count); };
    if (a.rows() * a.columns() == 0 || b.rows() * b.columns() == 0) return best;
    for (matrix_shift shift{1 - size(b.rows()), 0}; shift.rows < size(a.rows()); ++shift.rows)
        for (shift.columns = 1 - size(b.columns()); shift.columns < size(a.columns()); ++shift.columns) {
            ++best.shifts;
            std::vector<bool> mask = mask_of(a, b, options.tolerance, shift);
            for (std::size_t cell = 0; cell < mask.size(); ++cell) {
                if (!mask[cell]) continue;
                std::vector<matrix_cell> cells =
                    take(mask, b, options.connectivity, {cell / b.columns(), cell % b.columns()});
                if (cells.size() <= best.size || cells.size() < options.min_size) continue;
                best.found = true;
                best.size = cells.size();
                best.shift = shift;
                best.cells = std::move(cells);
            }
        }
    return best;
}

} // namespace concord::component
