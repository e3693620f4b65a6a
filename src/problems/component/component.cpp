// The public call.
#include <concord/component.hpp>

#include "problems/component/finish.hpp"
#include "problems/component/gpu/gpu.hpp"
#include "problems/component/search.hpp"
#include "problems/component/tuning.hpp"
#include "runtime/distributed/broadcast_matrices.hpp"
#include "runtime/distributed/gpus_of_rank.hpp"
#include "runtime/distributed/task_sharing.hpp"
#include "runtime/gpu/gpus.hpp"
#include "simd/vector_target.hpp"

#include <concord/error.hpp>

#include <algorithm>
#include <bit>
#include <chrono>
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

component::search_outcome search_on_gpus(const std::vector<int>& gpus, const component::problem& given,
                                         const run_options& options, const runtime::thread_pool& workers,
                                         run_report& run) {
    const auto begin = std::chrono::steady_clock::now();
    runtime::wait_for_gpus(gpus);
    run.start_seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    run.device = runtime::describe_gpus(gpus);
    return component::search_on_gpus(given, {.gpus = gpus,
                                             .memory = options.memory,
                                             .tile = options.tile,
                                             .notes = run.notes,
                                             .workers = workers,
                                             .check = [&] { workers.check_cancelled(); },
                                             .searched =
                                                 [&](std::uint64_t done, std::uint64_t total) {
                                                     if (options.on_progress)
                                                         options.on_progress({"searching", done, total, "shifts"});
                                                 }});
}

/// The GPUs to run on; none: the CPU.
std::vector<int> choose_gpus(const matrix& a, const matrix& b, const run_options& options, unsigned threads,
                             run_report& run) {
    std::vector<int> gpus = runtime::named_gpus(options.device);
    // What is shared goes to GPUs only where they are named, so that all ranks choose alike.
    if (options.sharing != nullptr) return runtime::gpus_of_rank(std::move(gpus), options);
    if (options.device == "auto" && component::gpus_take_part()) {
        const double pairs = static_cast<double>(a.rows() * a.columns()) * static_cast<double>(b.rows() * b.columns());
        gpus = runtime::usable_gpus();
        if (!gpus.empty() && pairs < component::tuning::pairs_worth_a_gpu * threads) {
            run.notes.push_back("on the CPU: it is done there before a GPU has started");
            gpus.clear();
        }
    }
    return gpus;
}

/// All that the steps of the search depend on.
std::vector<runtime::call_fact> facts_of(const matrix& a, const matrix& b, const component_options& options) {
    return {{"command", "component"},
            {"first input", runtime::digest_of(a)},
            {"second input", runtime::digest_of(b)},
            {"tolerance", std::to_string(std::bit_cast<std::uint64_t>(options.tolerance))},
            {"connectivity", std::to_string(options.connectivity)},
            {"min_size", std::to_string(options.min_size)},
            {"tile", std::to_string(options.run.tile)},
            {"device", options.run.device.starts_with("cuda") ? "cuda" : "cpu"}};
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
    const std::vector<int> gpus = choose_gpus(a, b, options.run, workers.threads(), result.run);
    if (!given.codes.may_agree) {
        result.run.device = "cpu";
        result.run.vectors = simd::to_string(simd::choose_vectors(options.run.vectors));
        result.run.notes.emplace_back("no value of one matrix agrees with any of the other");
        return result;
    }
    component::search_outcome found;
    try {
        found = gpus.empty() ? search_on_cpu(given, options.run, result.run)
                             : search_on_gpus(gpus, given, options.run, workers, result.run);
    } catch (const error& problem) {
        // A GPU that the user named is not replaced; one that was chosen here is.
        if (gpus.empty() || options.run.device != "auto" || problem.code() != error_code::resource) throw;
        result.run.notes.push_back(std::string(problem.what()) + "; on the CPU instead");
        found = search_on_cpu(given, options.run, result.run);
    }
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
