// The public call.
#include <concord/component.hpp>

#include "problems/component/gpu/gpu.hpp"
#include "problems/component/problem.hpp"
#include "problems/component/search.hpp"
#include "problems/component/tuning.hpp"
#include "runtime/device_policy.hpp"
#include "runtime/distributed/broadcast_input.hpp"
#include "runtime/distributed/task_sharing.hpp"
#include "runtime/test_settings.hpp"
#include "simd/vector_target.hpp"

#include <concord/error.hpp>

#include <algorithm>
#include <bit>
#include <string>

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

runtime::device_costs costs_of(const matrix& a, const matrix& b, unsigned threads) {
    const double pairs = static_cast<double>(a.rows() * a.columns()) * static_cast<double>(b.rows() * b.columns());
    return {.cpu = pairs / (component::tuning::cpu_pairs_a_second * threads),
            .gpu = pairs / component::tuning::gpu_pairs_a_second,
            .worth_all_gpus = 0};
}

/// All that the steps of the search depend on.
std::vector<runtime::call_fact> facts_of(const matrix& a, const matrix& b, const component_options& options) {
    return {{"command", "component"},
            {"first input", runtime::digest_of(a)},
            {"second input", runtime::digest_of(b)},
            {"tolerance", std::to_string(std::bit_cast<std::uint64_t>(options.tolerance))},
            {"connectivity", std::to_string(options.connectivity)},
            {"min_size", std::to_string(options.min_size)},
            {"tile", std::to_string(runtime::forced_tile())},
            {"device", options.run.device.names_gpus() ? "cuda" : "cpu"}};
}

} // namespace

component_result largest_common_component(const matrix& a, const matrix& b, const component_options& options) {
    if (options.connectivity != 4 && options.connectivity != 8)
        throw error(error_code::usage, "the connectivity is 4 or 8");
    const component::shift_table shifts(a.rows(), a.columns(), b.rows(), b.columns());
    const component::problem given{component::code_matrices(a, b, options.tolerance), shifts, options.connectivity,
                                   std::max<std::uint64_t>(1, options.min_size)};
    const runtime::thread_pool workers(options.run);
    if (options.run.sharing != nullptr) options.run.sharing->begin([&] { return facts_of(a, b, options); });
    component_result result;
    result.shifts = shifts.size();
    result.run.threads = workers.threads();
    const runtime::device_choice chosen =
        runtime::choose_device(options.run, costs_of(a, b, workers.threads()), &result.run.notes);
    if (!given.codes.may_agree) {
        result.run.device = "cpu";
        result.run.vectors = simd::to_string(simd::choose_vectors(options.run.vectors));
        result.run.notes.emplace_back("no value of one matrix agrees with any of the other");
        return result;
    }
    const component::search_outcome found = runtime::run_on(
        chosen, &result.run.notes, [&] { return search_on_gpus(chosen, given, options.run, workers, result.run); },
        [&] { return search_on_cpu(given, options.run, result.run); });
    result.labelled = found.labelled;
    component::finish(a, b, options, shifts, found.best, result);
    return result;
}

component_result component_of_cell(const matrix& a, const matrix& b, const component_options& options,
                                   matrix_shift shift, matrix_cell cell) {
    const component::shift_table shifts(a.rows(), a.columns(), b.rows(), b.columns());
    component_result result;
    result.shifts = shifts.size();
    result.cells = component::grow(a, b, options, shift, cell);
    result.found = !result.cells.empty();
    result.size = result.cells.size();
    result.shift = shift;
    return result;
}

} // namespace concord
