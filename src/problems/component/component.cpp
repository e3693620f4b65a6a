// The public call, and the certification of its answer.
#include <concord/component.hpp>

#include "problems/component/agreement.hpp"
#include "problems/component/costs.hpp"
#include "problems/component/problem.hpp"
#include "problems/component/search.hpp"
#include "runtime/device_policy.hpp"
#include "runtime/distributed/broadcast_input.hpp"
#include "runtime/distributed/task_sharing.hpp"
#include "runtime/test_settings.hpp"
#include "simd/vector_target.hpp"

#include <concord/error.hpp>

#include <algorithm>
#include <bit>
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

void finish(component_grower& grower, std::uint64_t min_size, const shift_table& shifts, const candidate& best,
            component_result& result) {
    if (best.size == 0) return;
    result.found = true;
    result.size = best.size;
    result.shift = shifts.at(best.shift);
    result.cells = grower.cells(result.shift, best.first);
    if (result.cells.size() != best.size || result.cells.front() != best.first || best.size < min_size)
        throw std::logic_error("a component of " + std::to_string(best.size) + " cells, grown again, has " +
                               std::to_string(result.cells.size()));
}

} // namespace concord::component

namespace concord {
namespace {

component::search_outcome search_on_cpu(const component::problem& given, const run_options& options, run_report& run) {
    const simd::vector_target vectors = simd::choose_vectors(options.vectors);
    const component::sweep_kernels& kernels = component::sweeps_for(vectors, given.connectivity);
    run.device = "cpu";
    run.vectors = simd::to_string(vectors);
    run.notes.push_back(std::string("vector kernels compiled for ") + kernels.compiled_for);
    return component::search(given, {options, kernels, runtime::agreed_memory_budget(options), run.notes});
}

component::search_outcome search_on_gpus(const runtime::device_choice& chosen, const component::problem& given,
                                         const run_options& options, const runtime::thread_pool& workers,
                                         run_report& run) {
    runtime::wait_for_device(chosen, run);
    return component::search_on_gpus(given, {.gpus = chosen.gpus,
                                             .memory = options.memory,
                                             .tile = runtime::forced_tile(),
                                             .notes = run.notes,
                                             .workers = workers,
                                             .check = [&] { workers.check_cancelled(); },
                                             .searched =
                                                 [&](std::uint64_t done, std::uint64_t total) {
                                                     if (options.on_progress)
                                                         options.on_progress({"searching", done, total, "shifts"});
                                                 }});
}

component::search_work work_of(const component::problem& given) {
    const component::coded_matrices& codes = given.codes;
    const double cells_a = static_cast<double>(codes.rows_a * codes.columns_a);
    const double cells_b = static_cast<double>(codes.rows_b * codes.columns_b);
    return {.cells = cells_a + cells_b,
            .pairs = cells_a * cells_b,
            .agreeing = component::agreeing_pairs(codes),
            .has_corners = given.connectivity == 8,
            .joins_shapes = !codes.intervals && codes.channels == 1};
}

/// All that determines the steps of the search.
std::vector<runtime::call_fact> facts_of(const matrix& a, const matrix& b, const component_options& options) {
    std::string tolerances;
    for (const double each : component::tolerances_of(options, a, b))
        tolerances += (tolerances.empty() ? "" : ",") + std::to_string(std::bit_cast<std::uint64_t>(each));
    return {{"command", "component"},
            {"first input", runtime::digest_of(a)},
            {"second input", runtime::digest_of(b)},
            {"tolerance", tolerances},
            {"connectivity", std::to_string(options.connectivity)},
            {"min_size", std::to_string(options.min_size)},
            {"tile", std::to_string(runtime::forced_tile())},
            {"device", options.run.device.names_gpus() ? "cuda" : "cpu"}};
}

} // namespace

namespace component {

problem posed(const matrix& a, const matrix& b, const component_options& options) {
    if (options.connectivity != 4 && options.connectivity != 8)
        throw error(error_code::usage, "the connectivity is 4 or 8");
    return {code_matrices(a, b, options), shift_table(a.rows(), a.columns(), b.rows(), b.columns()),
            options.connectivity, std::max<std::uint64_t>(1, options.min_size)};
}

component_result solved(const matrix& a, const matrix& b, const component_options& options, const problem& given,
                        const excluded_cells& without) {
    const shift_table& shifts = given.shifts;
    const runtime::thread_pool workers(options.run);
    if (options.run.sharing != nullptr) options.run.sharing->begin([&] { return facts_of(a, b, options); });
    component_result result;
    result.shifts = shifts.size();
    result.run.threads = workers.threads();
    const runtime::device_choice chosen =
        runtime::choose_device(options.run, costs_of(work_of(given), workers.threads()), &result.run.notes);
    if (!given.codes.may_agree) {
        result.run.device = "cpu";
        result.run.vectors = simd::to_string(simd::choose_vectors(options.run.vectors));
        result.run.notes.emplace_back("no value of one matrix agrees with any of the other");
        return result;
    }
    const search_outcome found = runtime::run_on(
        chosen, &result.run.notes,
        [&] { return concord::search_on_gpus(chosen, given, options.run, workers, result.run); },
        [&] { return search_on_cpu(given, options.run, result.run); });
    result.labelled = found.labelled;
    component_grower grower(a, b, options, without);
    finish(grower, options.min_size, shifts, found.best, result);
    return result;
}

} // namespace component

component_result largest_common_component(const matrix& a, const matrix& b, const component_options& options) {
    return component::solved(a, b, options, component::posed(a, b, options), {});
}

component_result component_of_cell(const matrix& a, const matrix& b, const component_options& options,
                                   matrix_shift shift, matrix_cell cell) {
    const component::shift_table shifts(a.rows(), a.columns(), b.rows(), b.columns());
    component_result result;
    result.shifts = shifts.size();
    result.cells = component::component_grower(a, b, options, {}).cells(shift, cell);
    result.found = !result.cells.empty();
    result.size = result.cells.size();
    result.shift = shift;
    return result;
}

} // namespace concord
