#include "problems/overlap/regions_on_gpu.hpp"

#include "problems/overlap/gpu/gpu.hpp"
#include "problems/overlap/region_answer.hpp"
#include "problems/overlap/resources.hpp"
#include "problems/overlap/strands.hpp"
#include "problems/overlap/text.hpp"

#include <concord/error.hpp>

#include <chrono>

namespace concord::overlap {

void regions_of_index(const gpu_index& index, const index_tables& held, const shared_region_options& options,
                      const cancel_check& check, shared_region_result& result) {
    const auto begin = std::chrono::steady_clock::now();
    const region_table table = index.longest_regions(held.given.size(), check);
    const std::chrono::duration<double, std::milli> taken = std::chrono::steady_clock::now() - begin;
    result.run.notes.push_back("all regions of all numbers of sequences on the GPU, in " +
                               std::to_string(taken.count()) + " ms");

    std::vector<region_candidate> best_of(table.length.size());
    for (std::uint64_t support = 1; support < best_of.size(); ++support)
        if (table.length[support] > 0) best_of[support] = {table.length[support], table.position[support], 0, support};
    accumulate(best_of);
    const auto places = [&](const region_candidate& of) {
        const std::vector<std::uint32_t> positions =
            index.positions_of(static_cast<std::uint32_t>(of.position), of.length);
        return places_of(held, std::span(positions), of.length);
    };
    answer_with(held, options, best_of[options.support], best_of, places, result);
}

namespace {

shared_region_result ask(const sequence_set& sequences, const sequence_set& of_text,
                         const shared_region_options& options, const runtime::device_choice& chosen,
                         runtime::thread_pool& workers) {
    shared_region_result result;
    result.run.threads = workers.threads();
    runtime::wait_for_device(chosen, result.run);
    const text letters(of_text, workers);
    const cancel_check check = [&] { workers.check_cancelled(); };
    const auto index =
        index_on_gpu({letters.view(), offsets_of(of_text)},
                     {.gpu = chosen.gpus.front(), .memory = options.run.memory, .threads = workers.threads()}, check,
                     result.run.notes);
    index_tables held;
    held.given = sequences;
    held.set = of_text;
    held.text = letters.view();
    held.map = letters.map();
    regions_of_index(*index, held, options, check, result);
    return result;
}

} // namespace

std::optional<shared_region_result> regions_on_gpu(const sequence_set& sequences, const shared_region_options& options,
                                                   runtime::thread_pool& workers, std::vector<std::string>& notes) {
    if (options.support < 2) return {};
    const sequence_set of_text = options.both_strands ? with_reverse_complements(sequences) : sequences;
    std::vector<std::string> of_choice; // if the CPU is chosen, the builder of its index says why
    const runtime::device_choice chosen = choose_device(of_text, options.run, {}, of_choice);
    if (!chosen.on_gpus()) return {};
    try {
        std::vector<std::string> of_time;
        shared_region_result result = runtime::compared_with(
            chosen.gpu_seconds, "the GPU", &of_time, [&] { return ask(sequences, of_text, options, chosen, workers); });
        result.run.notes.insert(result.run.notes.begin(), of_choice.begin(), of_choice.end());
        result.run.notes.insert(result.run.notes.end(), of_time.begin(), of_time.end());
        return result;
    } catch (const error& trouble) {
        if (trouble.code() != error_code::resource) throw;
        notes.push_back("not answered on the GPU: " + std::string(trouble.what()));
        return {};
    }
}

} // namespace concord::overlap
