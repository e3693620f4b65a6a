// The public calls.
#include <concord/substring.hpp>

#include "problems/substring/costs.hpp"
#include "problems/substring/cpu/cpu_search.hpp"
#include "problems/substring/gpu/gpu_search.hpp"
#include "problems/substring/tuning.hpp"
#include "problems/substring/variants/variants.hpp"
#include "runtime/device_policy.hpp"
#include "runtime/device_race.hpp"
#include "runtime/distributed/broadcast_input.hpp"
#include "runtime/distributed/communicator.hpp"
#include "runtime/distributed/task_sharing.hpp"
#include "runtime/gpu/gpus.hpp"
#include "runtime/test_settings.hpp"
#include "sequence/support.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>

namespace concord {

namespace {

/// Finds all longest windows and, where they are asked for, the candidates of each sequence.
struct found_by_device {
    substring::longest_windows windows;
    std::vector<substring_candidate> candidates;
    bool are_supports_exact = true; ///< of windows: all of each, and not enough
};

/// No candidate is longer. A shard that found nothing does not know what others found.
std::uint64_t longest_of_any(const substring::problem& given, const substring_options& options, std::uint64_t found) {
    const bool others_may_have = options.run.sharing != nullptr && options.run.sharing->is_sharded();
    return others_may_have ? std::max(found, substring::longest_possible(given)) : found;
}

substring::cpu_resources resources_of_cpu(const substring_options& options, runtime::thread_pool& workers,
                                          run_report& run) {
    const simd::vector_target vectors = simd::choose_vectors(options.run.vectors);
    const substring::seed_kernels& kernels = substring::seed_kernels_for(vectors);
    run.device = "cpu";
    run.vectors = simd::to_string(vectors);
    run.notes.push_back(std::string("vector kernels compiled for ") + kernels.compiled_for);
    return {.workers = workers,
            .kernels = kernels,
            .memory = runtime::agreed_memory_budget(options.run),
            .tile = runtime::forced_tile(),
            .notes = run.notes,
            .pool = runtime::agreed_threads(workers),
            .vectors = vectors};
}

found_by_device search_on_cpu(const substring::problem& given, const substring_options& options,
                              runtime::thread_pool& workers, run_report& run) {
    substring::cpu_resources resources = resources_of_cpu(options, workers, run);
    found_by_device found{substring::search_on_cpu(given, resources), {}, given.are_supports_exact};
    if (options.run.sharing == nullptr) resources.known = &found.windows;
    if (options.per_sequence)
        found.candidates =
            substring::search_each_on_cpu(given, longest_of_any(given, options, found.windows.length), resources);
    return found;
}

/// The answer where words that grow on the CPU give it at once, though a GPU was chosen, which the user did not name.
std::optional<found_by_device> grown_on_cpu(const runtime::device_choice& chosen, const substring::problem& given,
                                            const substring_options& options, runtime::thread_pool& workers,
                                            run_report& run) {
    if (!chosen.on_gpus() || chosen.is_named || options.per_sequence || options.run.sharing != nullptr ||
        chosen.gpu_seconds < substring::tuning::quick_on_gpu)
        return std::nullopt;
    run_report on_cpu = run;
    auto found = substring::grow_on_cpu(given, resources_of_cpu(options, workers, on_cpu));
    if (!found) return std::nullopt;
    run = std::move(on_cpu);
    return found_by_device{std::move(*found), {}, given.are_supports_exact};
}

/// Collective: how many ranks have the same GPU, at most: they must share its memory.
std::uint64_t ranks_of_a_gpu(const run_options& options) {
    if (options.sharing == nullptr) return 1;
    runtime::communicator& ranks = options.sharing->ranks();
    const std::uint64_t gpus = runtime::named_gpus(options.device).size();
    const std::vector<std::uint64_t> of_machine = runtime::allgather(ranks, ranks.local_rank());
    return *std::max_element(of_machine.begin(), of_machine.end()) / std::max<std::uint64_t>(1, gpus) + 1;
}

found_by_device search_on_gpus(const runtime::device_choice& chosen, const substring::problem& given,
                               const substring_options& options, runtime::thread_pool& workers, run_report& run) {
    runtime::wait_for_device(chosen, run);
    const std::uint64_t ranks_of_gpu = ranks_of_a_gpu(options.run); // a rank that answers has started its own
    const substring::gpu_resources resources{
        .gpus = chosen.gpus,
        .memory = options.run.memory,
        .tile = runtime::forced_tile(),
        .notes = run.notes,
        .check = [&] { workers.check_cancelled(); },
        .compared =
            [&](std::uint64_t done, std::uint64_t total) {
                if (options.run.on_progress) options.run.on_progress({"comparing", done, total, "rows of seeds"});
            },
        .threads = workers.threads(),
        .sharing = options.run.sharing,
        .ranks_of_gpu = ranks_of_gpu};
    substring::gpu_search search(given, resources);
    found_by_device found{search.search(), {}, given.are_supports_exact};
    if (options.per_sequence)
        found.candidates = search.search_each(longest_of_any(given, options, found.windows.length));
    return found;
}

/// All that the steps of the search depend on.
std::vector<runtime::call_fact> facts_of(const sequence_set& sequences, const substring_options& options) {
    // Shards cannot agree on what they have: it is a fact that steers their steps.
    const bool is_sharded = options.run.sharing->is_sharded();
    const std::string memory = is_sharded ? std::to_string(runtime::agreed_memory_budget(options.run)) : "agreed upon";
    return {{"command", "substring"},
            {"input", runtime::digest_of(sequences)},
            {"mismatches", std::to_string(options.mismatches)},
            {"support", std::to_string(options.support)},
            {"min_length", std::to_string(options.min_length)},
            {"per_sequence", options.per_sequence ? "asked for" : "not asked for"},
            {"tile", std::to_string(runtime::forced_tile())},
            {"memory", memory},
            {"device", options.run.device.names_gpus() ? "cuda" : "cpu"}};
}

/// The same of a search that is no plain one.
std::vector<runtime::call_fact> facts_of_variant(const sequence_set& sequences, const substring_options& options) {
    std::vector<runtime::call_fact> facts = facts_of(sequences, options);
    facts.insert(facts.end(), {{"metric", options.metric == substring_metric::levenshtein ? "levenshtein" : "hamming"},
                               {"both_strands", options.both_strands ? "yes" : "no"},
                               {"iupac", options.iupac ? "yes" : "no"},
                               {"from_start", std::to_string(options.from_start)},
                               {"from_end", std::to_string(options.from_end)},
                               {"copies", std::to_string(options.copies)}});
    return facts;
}

found_by_device search_by_any_device(const sequence_set& sequences, const substring::problem& given,
                                     const substring_options& options, runtime::thread_pool& workers, run_report& run) {
    if (options.run.sharing != nullptr) options.run.sharing->begin([&] { return facts_of(sequences, options); });
    run.threads = workers.threads();
    const runtime::device_choice chosen =
        runtime::choose_device(options.run, substring::costs_of(given, workers.threads()), &run.notes);
    if (std::optional<found_by_device> grown = grown_on_cpu(chosen, given, options, workers, run))
        return std::move(*grown);
    return runtime::run_on(
        chosen, &run.notes, [&] { return search_on_gpus(chosen, given, options, workers, run); },
        [&] { return search_on_cpu(given, options, workers, run); });
}

/// The plain problem, as one of several that a call consists of.
substring::longest_windows windows_by_any_device(const sequence_set& sequences, const substring_options& options,
                                                 const substring::plain_question& question, run_report& run) {
    const substring::problem asked(sequences, options, question.first_asked);
    substring::problem given = question.are_strands ? asked.with_other_strands() : asked;
    given.length_before = question.length_before;
    given.known_reach = question.known_reach;
    runtime::thread_pool workers(options.run);
    return search_by_any_device(sequences, given, options, workers, run).windows;
}

substring_result find_longest(const sequence_set& sequences, const substring_options& options) {
    if (substring::is_variant(options)) {
        if (options.run.sharing != nullptr && options.run.sharing->is_sharded())
            options.run.sharing->begin([&] { return facts_of_variant(sequences, options); });
        return substring::find_variants(sequences, options, windows_by_any_device);
    }
    substring::problem given(sequences, options);
    // What a checkpoint keeps may be gone on with where they are asked for.
    given.are_supports_exact = options.ties || options.per_sequence || options.run.sharing != nullptr;
    runtime::thread_pool workers(options.run);
    substring_result result;
    found_by_device found = search_by_any_device(sequences, given, options, workers, result.run);
    given.are_supports_exact = found.are_supports_exact;
    substring::finish(given, options, std::move(found.windows), workers, result);
    result.per_sequence = std::move(found.candidates);
    return result;
}

} // namespace

substring_result longest_common_substring(const sequence_set& sequences, const substring_options& given_options) {
    const substring_options options = sequence::with_support(given_options, sequences);
    if (sequences.alphabet() == alphabet::utf8)
        throw error(error_code::usage, "shared substrings are not found in sequences of the alphabet utf8: take bytes");
    // How many windows are near to each other is found out by the search alone.
    return runtime::first_of_devices(options.run, [&](const run_options& run) {
        substring_options of_run = options;
        of_run.run = run;
        return find_longest(sequences, of_run);
    });
}

} // namespace concord
