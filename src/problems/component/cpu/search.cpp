// The search on the CPU: of shifts that do not repeat others; then of those that do, by what was found.
#include "problems/component/search.hpp"

#include "problems/component/components.hpp"
#include "problems/component/cpu/repeated_shifts.hpp"

#include <concord/error.hpp>

#include <algorithm>

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
    std::vector<std::uint64_t> shifts;
    for (const candidate& each : components_of_shifts(
             given, {resources.options, resources.kernels, resources.memory, no_notes}, repeated, true))
        shifts.push_back(each.shift);
    std::ranges::sort(shifts);
    return shifts;
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

void check_room_for(std::uint64_t components, std::uint64_t memory) {
    if (components * sizeof(candidate) > memory)
        throw error(error_code::resource, std::to_string(components) +
                                              " components of the largest size, found so far, take more than the " +
                                              std::to_string(memory) + " bytes of memory allowed");
}

search_outcome search(const problem& given, const search_resources& resources) {
    const repeated_shifts repeated = repeated_within(given, resources);
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

std::vector<candidate> search_every(const problem& given, const search_resources& resources) {
    const repeated_shifts repeated = repeated_within(given, resources);
    std::vector<candidate> found;
    if (repeated.empty())
        found = components_of_shifts(given, resources, repeated, false);
    else
        repeated.for_each_with(given, shifts_with_largest(given, resources, repeated), [&](const candidate& each) {
            found.push_back(each);
            check_room_for(found.size(), resources.memory);
        });
    std::ranges::sort(found, [](const candidate& x, const candidate& y) { return x.is_better_than(y); });
    return found;
}

} // namespace concord::component
