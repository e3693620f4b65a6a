// The search on the CPU: of shifts that do not repeat others; then of those that do, by what was found.
#include "problems/component/search.hpp"

#include "problems/component/components.hpp"
#include "problems/component/cpu/repeated_shifts.hpp"
#include "problems/component/cpu/shape_search.hpp"

#include "runtime/thread_pool.hpp"

#include <algorithm>
#include <functional>
#include <optional>

namespace concord::component {
namespace {

repeated_shifts repeated_within(const problem& given, const search_resources& resources) {
    // A root of each shift, twice while they are sorted; a candidate for half of them.
    constexpr std::uint64_t of_a_shift = 2 * sizeof(std::uint32_t) + sizeof(candidate) / 2;
    return {given, resources.options.sharing == nullptr ? resources.memory / 4 / of_a_shift : 0};
}

/// The shifts that do not repeat others and have components of given.min_size cells, which no component exceeds.
std::vector<std::uint64_t> shifts_with_largest(const problem& given, const search_resources& resources,
                                               const repeated_shifts& repeated) {
    std::vector<std::string> no_notes;
    const search_resources silent{resources.options, resources.kernels, resources.memory, no_notes};
    const wanted_components all{0, given.shifts.rows(), given.shifts.size(), true};
    std::vector<std::uint64_t> shifts;
    if (const std::optional found = components_of_shifts(given, silent, repeated, all))
        for (const candidate& each : *found)
            shifts.push_back(each.shift);
    std::ranges::sort(shifts);
    return shifts;
}

/// Those of the shifts in one row of their table, one shift after the other.
void search_row(const problem& given, const search_resources& resources, std::uint64_t row,
                const std::function<void(const candidate&)>& take) {
    const runtime::thread_pool workers(resources.options);
    const std::uint64_t columns = given.shifts.columns();
    for (std::uint64_t number = row * columns; number < (row + 1) * columns; ++number) {
        workers.check_cancelled();
        for (const boxed_component& each : components_of_shift(given, number, given.min_size))
            take({given.min_size, number, each.first});
    }
}

} // namespace

void merge(search_outcome& into, const search_outcome& part) noexcept {
    merge(into.best, part.best);
    into.labelled += part.labelled;
}

void write(runtime::byte_writer& to, const search_outcome& outcome) {
    for (const std::uint64_t number :
         {outcome.best.size, outcome.best.shift, outcome.best.first.row, outcome.best.first.column, outcome.labelled})
        to.number(number);
}

void read(runtime::byte_reader& from, search_outcome& outcome) {
    for (std::uint64_t* const number : {&outcome.best.size, &outcome.best.shift, &outcome.best.first.row,
                                        &outcome.best.first.column, &outcome.labelled})
        *number = from.number();
}

search_outcome search(const problem& given, const search_resources& resources) {
    const repeated_shifts repeated = repeated_within(given, resources);
    if (repeated.empty())
        if (const std::optional<candidate> found = best_by_shapes(given, resources)) return {*found, 0};
    search_outcome outcome = search_shifts(given, resources, repeated);
    candidate& best = outcome.best;
    if (repeated.empty() || best.size == 0) return outcome;
    resources.notes.push_back("a matrix repeats itself: " + std::to_string(repeated.others()) + " of " +
                              std::to_string(given.shifts.size()) + " shifts differ");
    problem of_that_size = given;
    of_that_size.min_size = best.size;
    const std::uint64_t lowest =
        repeated.lowest_with(of_that_size, best.shift, shifts_with_largest(of_that_size, resources, repeated));
    if (lowest < best.shift) best = {best.size, lowest, first_cell_of_component(given, lowest, best.size)};
    return outcome;
}

void search_every(const problem& given, const search_resources& resources,
                  const std::function<void(const candidate&)>& take) {
    const repeated_shifts repeated = repeated_within(given, resources);
    std::vector<std::uint64_t> with_it;
    if (!repeated.empty()) with_it = shifts_with_largest(given, resources, repeated);
    const std::uint64_t rows = given.shifts.rows();
    const std::uint64_t columns = given.shifts.columns();
    const std::uint64_t most = resources.memory / 4 / sizeof(candidate); // a list that grows takes up to three times it
    const auto take_all = [&](std::vector<candidate>& found) {
        std::ranges::sort(found, [](const candidate& x, const candidate& y) { return x.is_better_than(y); });
        for (const candidate& each : found)
            take(each);
    };
    if (repeated.empty())
        if (std::optional<std::vector<candidate>> found = every_by_shapes(given, resources, most))
            return take_all(*found);
    std::uint64_t at_a_time = rows;
    for (std::uint64_t row = 0; row < rows;) {
        const std::uint64_t end = row + std::min(at_a_time, rows - row);
        std::vector<std::string> notes;
        const search_resources noted{resources.options, resources.kernels, resources.memory, notes};
        std::optional<std::vector<candidate>> found =
            repeated.empty() ? components_of_shifts(given, noted, repeated, {row, end, most, false})
                             : repeated.components_of(given, row * columns, end * columns, with_it, most);
        if (!found && end - row > 1) {
            at_a_time = (end - row + 3) / 4;
            continue;
        }
        if (!found) {
            search_row(given, resources, row, take);
        } else {
            if (end - row == rows) resources.notes.insert(resources.notes.end(), notes.begin(), notes.end());
            take_all(*found);
            if (found->size() < most / 4) at_a_time = std::min(rows, 2 * at_a_time);
        }
        row = end;
    }
}

} // namespace concord::component
