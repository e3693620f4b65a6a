#include "problems/overlap/regions_on_gpu.hpp"

#include "problems/overlap/gpu/gpu.hpp"
#include "problems/overlap/gpu/ranges.hpp"
#include "problems/overlap/region_answer.hpp"
#include "problems/overlap/resources.hpp"
#include "problems/overlap/strands.hpp"
#include "problems/overlap/streamed_regions.hpp"
#include "problems/overlap/suffix_names.hpp"
#include "suffixes/text.hpp"

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

struct region_question {
    const sequence_set& sequences;
    const sequence_set& of_text; ///< with the reverse complements, for both strands
    const shared_region_options& options;
    runtime::thread_pool& workers;

    /// Tables without arrays.
    void describe(const text& letters, index_tables& held) const {
        held.given = sequences;
        held.set = of_text;
        held.text = letters.view();
        held.map = letters.map();
    }
};

void ask_one(const region_question& asked, const text& letters, int gpu, shared_region_result& result) {
    const cancel_check check = [&] { asked.workers.check_cancelled(); };
    const auto index = index_on_gpu(
        {letters.view(), offsets_of(asked.of_text)},
        {.gpu = gpu, .memory = asked.options.run.memory, .threads = asked.workers.threads()}, check, result.run.notes);
    index_tables held;
    asked.describe(letters, held);
    regions_of_index(*index, held, asked.options, check, result);
}

template <class Position>
void ask_in_ranges(const region_question& asked, const text& letters, const std::vector<int>& gpus,
                   shared_region_result& result) {
    const std::uint64_t allowed = runtime::memory_budget(asked.options.run);
    const std::uint64_t of_text = asked.options.run.memory > 0 ? letters.memory_bytes() : 0; // else it is free no more
    const range_resources resources{.gpus = gpus,
                                    .memory = asked.options.run.memory,
                                    .host_memory =
                                        allowed > of_text ? (allowed - of_text) / 2 : 0, // the walk has the other half
                                    .threads = asked.workers.threads(),
                                    .room = most_kept_for_next_chunk};
    const chunk_source<Position> source = [&](const take_chunk<Position>& take) {
        ranges_on_gpus<Position>(
            letters.view(), resources, [&] { asked.workers.check_cancelled(); }, result.run.notes, take);
    };
    index_tables held;
    asked.describe(letters, held);
    regions_of_chunks<Position>(held, asked.options, source, asked.workers, result);
}

shared_region_result ask(const region_question& asked, const index_device& device) {
    shared_region_result result;
    result.run.threads = asked.workers.threads();
    runtime::wait_for_device(device.chosen, result.run);
    const text letters(sequence::packed(asked.of_text), asked.workers);
    if (!device.in_ranges) {
        try {
            shared_region_result of_one = result;
            ask_one(asked, letters, device.chosen.gpus.front(), of_one);
            return of_one;
        } catch (const error& trouble) {
            if (trouble.code() != error_code::resource || !can_be_in_ranges(asked.of_text)) throw;
            result.run.notes.push_back(std::string(trouble.what()) + "; in ranges instead");
        }
    }
    if (needs_wide(sequence::packed(asked.of_text)))
        ask_in_ranges<std::uint64_t>(asked, letters, device.chosen.gpus, result);
    else
        ask_in_ranges<std::uint32_t>(asked, letters, device.chosen.gpus, result);
    return result;
}

} // namespace

std::optional<shared_region_result> regions_on_gpu(const sequence_set& sequences, const shared_region_options& options,
                                                   runtime::thread_pool& workers, std::vector<std::string>& notes) {
    if (options.support < 2) return {};
    const sequence_set of_text = options.both_strands ? with_reverse_complements(sequences) : sequences;
    std::vector<std::string> of_choice; // if the CPU is chosen, the builder of its index says why
    const bool walks =
        options.every_support ? sequences.size() > 2 : options.support > 2; // else neighbours are compared
    const index_device device = choose_device(of_text, options.run, {}, tuning::gpu_bytes_of_regions, of_choice, walks);
    if (!device.chosen.on_gpus()) return {};
    try {
        std::vector<std::string> of_time;
        const region_question asked{sequences, of_text, options, workers};
        shared_region_result result =
            runtime::compared_with(device.chosen.gpu_seconds, "the GPU", &of_time, [&] { return ask(asked, device); });
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
