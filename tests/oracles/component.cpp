#include "oracles/component.hpp"

#include "problems/component/agreement.hpp"

#include <algorithm>
#include <utility>

namespace concord::component {
namespace {

/// Cells that agree with nothing; none where empty.
struct left_out {
    std::vector<bool> of_a;
    std::vector<bool> of_b;
};

/// The cells of B that agree under one shift.
std::vector<bool> mask_of(const matrix& a, const matrix& b, const component_options& options, matrix_shift shift,
                          const left_out& without) {
    std::vector<bool> mask(b.rows() * b.columns());
    const std::size_t channels = b.channels();
    const auto tolerance = [&](std::size_t channel) {
        return options.channel_tolerances.empty() ? options.tolerance : options.channel_tolerances.at(channel);
    };
    with_cells(a, b, [&](const auto& cells_a, const auto& cells_b) {
        for (std::size_t row = 0; row < b.rows(); ++row)
            for (std::size_t column = 0; column < b.columns(); ++column) {
                const std::int64_t over_row = static_cast<std::int64_t>(row) + shift.rows;
                const std::int64_t over_column = static_cast<std::int64_t>(column) + shift.columns;
                if (over_row < 0 || over_row >= static_cast<std::int64_t>(a.rows())) continue;
                if (over_column < 0 || over_column >= static_cast<std::int64_t>(a.columns())) continue;
                const std::size_t over =
                    static_cast<std::size_t>(over_row) * a.columns() + static_cast<std::size_t>(over_column);
                if (!without.of_a.empty() && (without.of_a[over] || without.of_b[row * b.columns() + column])) continue;
                const std::size_t cell = row * b.columns() + column;
                mask[cell] = true;
                for (std::size_t channel = 0; channel < channels; ++channel)
                    if (!agree(cells_a[over * channels + channel], cells_b[cell * channels + channel],
                               tolerance(channel)))
                        mask[cell] = false;
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

/// Calls visit(component) for each of every shift, in order; returns the number of shifts.
template <class Visit>
std::uint64_t for_each_component(const matrix& a, const matrix& b, const component_options& options,
                                 const left_out& without, Visit visit) {
    const auto size = [](std::size_t count) { return static_cast<std::int64_t>(count); };
    std::uint64_t shifts = 0;
    if (a.rows() * a.columns() == 0 || b.rows() * b.columns() == 0) return shifts;
    for (matrix_shift shift{1 - size(b.rows()), 0}; shift.rows < size(a.rows()); ++shift.rows)
        for (shift.columns = 1 - size(b.columns()); shift.columns < size(a.columns()); ++shift.columns) {
            ++shifts;
            std::vector<bool> mask = mask_of(a, b, options, shift, without);
            for (std::size_t cell = 0; cell < mask.size(); ++cell) {
                if (!mask[cell]) continue;
                component_result found;
                found.cells = take(mask, b, options.connectivity, {cell / b.columns(), cell % b.columns()});
                found.found = true;
                found.size = found.cells.size();
                found.shift = shift;
                visit(std::move(found));
            }
        }
    return shifts;
}

component_result largest(const matrix& a, const matrix& b, const component_options& options, const left_out& without) {
    component_result best;
    const std::uint64_t shifts = for_each_component(a, b, options, without, [&](component_result found) {
        if (found.size > best.size && found.size >= options.min_size) best = std::move(found);
    });
    best.shifts = shifts;
    return best;
}

} // namespace

component_result reference_search(const matrix& a, const matrix& b, const component_options& options) {
    return largest(a, b, options, {});
}

std::vector<component_result> reference_every(const matrix& a, const matrix& b, const component_options& options) {
    const component_result best = largest(a, b, options, {});
    std::vector<component_result> all;
    if (best.found)
        for_each_component(a, b, options, {}, [&](component_result found) {
            if (found.size == best.size) all.push_back(std::move(found));
        });
    return all;
}

std::vector<component_result> reference_successive(const matrix& a, const matrix& b, const component_options& options,
                                                   std::uint64_t count) {
    left_out without{std::vector<bool>(a.rows() * a.columns()), std::vector<bool>(b.rows() * b.columns())};
    std::vector<component_result> all;
    while (all.size() < count) {
        const component_result next = largest(a, b, options, without);
        if (!next.found) break;
        for (const matrix_cell& cell : next.cells) {
            const auto over_row = static_cast<std::int64_t>(cell.row) + next.shift.rows;
            const auto over_column = static_cast<std::int64_t>(cell.column) + next.shift.columns;
            without.of_b[cell.row * b.columns() + cell.column] = true;
            without.of_a[static_cast<std::size_t>(over_row) * a.columns() + static_cast<std::size_t>(over_column)] =
                true;
        }
        all.push_back(next);
    }
    return all;
}

} // namespace concord::component
