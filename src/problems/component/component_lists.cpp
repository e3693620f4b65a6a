// Several components: every largest one, and the largest ones that do not overlap.
#include "problems/component/problem.hpp"
#include "problems/component/search.hpp"
#include "runtime/device_policy.hpp"
#include "runtime/machine.hpp"
#include "simd/vector_target.hpp"

#include <concord/component.hpp>
#include <concord/error.hpp>

#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace concord {
namespace {

void refuse_sharing(const component_options& options) {
    if (options.run.sharing != nullptr)
        throw error(error_code::usage, "several components are looked for by one process");
}

} // namespace

component_result every_largest_component(const matrix& a, const matrix& b, const component_options& options,
                                         const std::function<void(const component_result&)>& take) {
    refuse_sharing(options);
    runtime::check_device(options.run, "every largest component is looked for on the CPU only");
    component::problem given = component::posed(a, b, options);
    component_result first = component::solved(a, b, options, given, {});
    if (!first.found) return first;
    given.min_size = first.size;
    const component::sweep_kernels& kernels =
        component::sweeps_for(simd::choose_vectors(options.run.vectors), given.connectivity);
    const component::excluded_cells none;
    component::component_grower grower(a, b, options, none);
    component_result one;
    one.shifts = first.shifts;
    component::search_every(given, {options.run, kernels, runtime::memory_budget(options.run), first.run.notes},
                            [&](const component::candidate& each) {
                                component::finish(grower, options.min_size, given.shifts, each, one);
                                take(one);
                            });
    return first;
}

std::vector<component_result> every_largest_component(const matrix& a, const matrix& b,
                                                      const component_options& options) {
    const std::uint64_t memory = runtime::memory_budget(options.run);
    std::vector<component_result> all;
    component_result first = every_largest_component(a, b, options, [&](const component_result& each) {
        const std::uint64_t bytes = sizeof(component_result) + each.size * sizeof(matrix_cell);
        if (all.size() >= memory / bytes)
            throw error(error_code::resource, "more than " + std::to_string(all.size()) + " components of " +
                                                  std::to_string(each.size) + " cells take more than the " +
                                                  std::to_string(memory) + " bytes of memory allowed");
        all.push_back(each);
    });
    if (!all.empty()) all.front() = std::move(first);
    return all;
}

std::vector<component_result> successive_components(const matrix& a, const matrix& b, const component_options& options,
                                                    std::uint64_t count) {
    refuse_sharing(options);
    if (count < 1) throw error(error_code::usage, "at least one component is to be looked for");
    component::problem given = component::posed(a, b, options);
    component::excluded_cells without{std::vector<bool>(a.rows() * a.columns()),
                                      std::vector<bool>(b.rows() * b.columns())};
    std::vector<component_result> all;
    while (all.size() < count) {
        component_result next = component::solved(a, b, options, given, without);
        if (!next.found) break;
        std::vector<std::size_t> of_a;
        std::vector<std::size_t> of_b;
        for (const matrix_cell& cell : next.cells) {
            of_b.push_back(cell.row * b.columns() + cell.column);
            of_a.push_back((cell.row + static_cast<std::uint64_t>(next.shift.rows)) * a.columns() + cell.column +
                           static_cast<std::uint64_t>(next.shift.columns));
            without.of_a[of_a.back()] = without.of_b[of_b.back()] = true;
        }
        component::exclude(given.codes, of_a, of_b);
        all.push_back(std::move(next));
    }
    return all;
}

} // namespace concord
