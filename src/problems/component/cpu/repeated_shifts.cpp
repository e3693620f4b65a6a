#include "problems/component/cpu/repeated_shifts.hpp"

#include "problems/component/tuning.hpp"

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <ranges>
#include <utility>

namespace concord::component {
namespace {

/// Whether values repeat after a step; of several channels each. Takes the cells compared from `budget`.
bool is_period(const std::vector<std::uint32_t>& values, std::size_t rows, std::size_t columns, std::size_t channels,
               matrix_shift step, std::int64_t& budget) {
    const auto down = static_cast<std::size_t>(step.rows); // never negative
    const auto right = static_cast<std::size_t>(std::abs(step.columns));
    const std::size_t count = (columns - right) * channels;
    const std::size_t left_out = right * channels;
    for (std::size_t row = 0; row + down < rows && !values.empty(); ++row) {
        const std::uint32_t* const here = values.data() + row * columns * channels + (step.columns < 0 ? left_out : 0);
        const std::uint32_t* const there =
            values.data() + (row + down) * columns * channels + (step.columns < 0 ? 0 : left_out);
        budget -= static_cast<std::int64_t>(count);
        if (!std::equal(here, here + count, there)) return false;
    }
    return true;
}

/// Steps that may be periods: short ones in any direction, and long ones along rows or columns; shortest first.
std::vector<matrix_shift> possible_periods(std::size_t rows, std::size_t columns) {
    const auto most_down = static_cast<std::int64_t>(rows / 2);
    const auto most_right = static_cast<std::int64_t>(columns / 2);
    std::vector<matrix_shift> steps;
    for (std::int64_t down = 0; down <= std::min(most_down, tuning::longest_slant); ++down)
        for (std::int64_t right = -std::min(most_right, tuning::longest_slant);
             right <= std::min(most_right, tuning::longest_slant); ++right)
            if (down > 0 || right > 0) steps.push_back({down, right});
    for (std::int64_t down = tuning::longest_slant + 1; down <= most_down; ++down)
        steps.push_back({down, 0});
    for (std::int64_t right = tuning::longest_slant + 1; right <= most_right; ++right)
        steps.push_back({0, right});
    std::ranges::stable_sort(steps, {}, [](matrix_shift step) { return step.rows + std::abs(step.columns); });
    return steps;
}

/// The periods of A, or of B, that are not a sum of shorter ones in the same direction; both signs of each.
std::vector<matrix_shift> periods_of(const coded_matrices& codes, bool of_a) {
    const std::size_t rows = of_a ? codes.rows_a : codes.rows_b;
    const std::size_t columns = of_a ? codes.columns_a : codes.columns_b;
    auto budget = static_cast<std::int64_t>(tuning::period_comparisons * rows * columns * codes.channels);
    std::vector<matrix_shift> found;
    for (const matrix_shift step : possible_periods(rows, columns)) {
        if (budget <= 0) break;
        const bool is_sum = std::ranges::any_of(found, [&](matrix_shift part) {
            return (part.columns == 0 || (part.columns > 0) == (step.columns > 0)) && part.rows <= step.rows &&
                   std::abs(part.columns) <= std::abs(step.columns);
        });
        // Whether the rest is a period, too, was looked at before.
        if (is_sum) continue;
        const bool repeats = of_a ? is_period(codes.rank, rows, columns, codes.channels, step, budget)
                                  : is_period(codes.lowest, rows, columns, codes.channels, step, budget) &&
                                        is_period(codes.highest, rows, columns, codes.channels, step, budget);
        if (repeats) found.push_back(step);
    }
    for (std::size_t count = found.size(), i = 0; i < count; ++i)
        found.push_back({-found[i].rows, -found[i].columns});
    return found;
}

} // namespace

repeated_shifts::repeated_shifts(const problem& given, std::uint64_t most) {
    const coded_matrices& codes = given.codes;
    if (given.shifts.size() > std::min<std::uint64_t>(most, std::numeric_limits<std::uint32_t>::max())) return;
    const auto size = [](std::size_t count) { return static_cast<std::int64_t>(count); };
    for (const bool of_a : {true, false}) {
        const std::vector<matrix_shift> periods = periods_of(codes, of_a);
        if (periods.empty()) continue;
        repeated_shifts one = *this;
        extent rows{size(codes.rows_a), size(codes.rows_b), of_a};
        extent columns{size(codes.columns_a), size(codes.columns_b), of_a};
        if (!of_a) std::swap(rows.own, rows.other), std::swap(columns.own, columns.other);
        one.find_roots(given, periods, rows, columns);
        if (one.others_ <= given.shifts.size() / 2 && (empty() || one.others_ < others_)) *this = std::move(one);
    }
}

void repeated_shifts::find_roots(const problem& given, std::span<const matrix_shift> periods, extent rows,
                                 extent columns) {
    rows_ = rows;
    columns_ = columns;
    others_ = 0;
    const auto all = static_cast<std::uint32_t>(given.shifts.size());
    const auto width = static_cast<std::int64_t>(given.shifts.columns());
    roots_.resize(all);
    for (std::uint32_t number = 0; number < all; ++number) {
        const matrix_shift to = given.shifts.at(number);
        // Of shifts with equal overlaps the lowest is searched, so that steps never lead back.
        const auto leads_here = [&](matrix_shift step) {
            return rows.is_part(to.rows, step.rows) && columns.is_part(to.columns, step.columns) &&
                   (rows.is_strictly(to.rows, step.rows) || columns.is_strictly(to.columns, step.columns) ||
                    step > matrix_shift{});
        };
        const auto step = std::ranges::find_if(periods, leads_here);
        roots_[number] =
            step == periods.end() ? number : static_cast<std::uint32_t>(number - step->rows * width - step->columns);
        if (step == periods.end()) ++others_;
    }
    for (std::uint32_t number = 0; number < all; ++number) {
        std::uint32_t root = number;
        while (roots_[root] != root)
            root = roots_[root];
        for (std::uint32_t at = number; at != root;)
            at = std::exchange(roots_[at], root);
    }
}

template <class Visit>
void repeated_shifts::for_each_part(const problem& given, std::uint64_t first, std::uint64_t end,
                                    const std::vector<std::uint64_t>& with_it, Visit visit) const {
    std::vector<std::uint32_t> parts;
    for (std::uint64_t number = first; number < end; ++number)
        if (std::ranges::binary_search(with_it, roots_[number])) parts.push_back(static_cast<std::uint32_t>(number));
    std::ranges::sort(parts, {}, [&](std::uint32_t number) { return std::pair(roots_[number], number); });
    std::vector<boxed_component> components;
    for (std::size_t at = 0; at < parts.size(); ++at) {
        const std::uint32_t root = roots_[parts[at]];
        if (at == 0 || roots_[parts[at - 1]] != root) {
            components = components_of_shift(given, root, given.min_size);
            const matrix_shift to_a = rows_.of_a ? matrix_shift{} : given.shifts.at(root);
            for (cell_box& box : components | std::views::transform(&boxed_component::box)) {
                box.first_row += to_a.rows, box.last_row += to_a.rows;
                box.first_column += to_a.columns, box.last_column += to_a.columns;
            }
        }
        const matrix_shift shift = given.shifts.at(parts[at]);
        const cell_box over{rows_.first(shift.rows), rows_.end(shift.rows) - 1, columns_.first(shift.columns),
                            columns_.end(shift.columns) - 1};
        if (!visit(parts[at], components, over)) return;
    }
}

std::uint64_t repeated_shifts::lowest_with(const problem& given, std::uint64_t known,
                                           const std::vector<std::uint64_t>& with_it) const {
    std::uint64_t lowest = known;
    for_each_part(given, 0, known, with_it,
                  [&](std::uint64_t number, const std::vector<boxed_component>& components, const cell_box& over) {
                      if (number < lowest && std::ranges::any_of(components, [&](const boxed_component& each) {
                              return over.holds(each.box);
                          }))
                          lowest = number;
                      return true;
                  });
    return lowest;
}

std::optional<std::vector<candidate>> repeated_shifts::components_of(const problem& given, std::uint64_t first,
                                                                     std::uint64_t end,
                                                                     const std::vector<std::uint64_t>& with_it,
                                                                     std::uint64_t most) const {
    std::vector<candidate> found;
    for_each_part(given, first, end, with_it,
                  [&](std::uint64_t number, const std::vector<boxed_component>& components, const cell_box& over) {
                      // Cells of A stay where they are while B, which has the period, is shifted.
                      const matrix_shift root = given.shifts.at(roots_[number]);
                      const matrix_shift shift = given.shifts.at(number);
                      const std::int64_t down = rows_.of_a ? 0 : root.rows - shift.rows;
                      const std::int64_t right = rows_.of_a ? 0 : root.columns - shift.columns;
                      for (const boxed_component& each : components) {
                          if (!over.holds(each.box)) continue;
                          found.push_back({given.min_size,
                                           number,
                                           {each.first.row + static_cast<std::uint64_t>(down),
                                            each.first.column + static_cast<std::uint64_t>(right)}});
                          if (found.size() > most) return false;
                      }
                      return true;
                  });
    if (found.size() > most) return std::nullopt;
    return found;
}

} // namespace concord::component
