// The common prefixes of pairs of suffixes: a few words of letters are compared first; only where that does not decide,
// the tables are read.
#include "problems/overlap/costs.hpp"
#include "problems/overlap/gpu/gpu.hpp"
#include "problems/overlap/resources.hpp"
#include "problems/overlap/tables.hpp"
#include "problems/overlap/tuning.hpp"
#include "runtime/gpu/gpus.hpp"

#include <algorithm>
#include <string>

namespace concord {
namespace {

/// The position of a place in the text; the number of letters for one past the end of a sequence, where the common
/// prefix is empty.
std::uint64_t position_of(const overlap::index_tables& held, const overlap_place& place) {
    if (place.on != strand::forward)
        throw error(error_code::usage, "common prefixes are those of places on the forward strand");
    if (place.sequence >= held.given.size())
        throw error(error_code::usage, "there is no sequence " + std::to_string(place.sequence));
    const std::uint64_t length = sequence::packed(held.set).length(place.sequence);
    if (place.start > length)
        throw error(error_code::usage, "sequence " + std::to_string(place.sequence) + " has " + std::to_string(length) +
                                           " letters, and no place " + std::to_string(place.start));
    return place.start == length ? held.text.size : sequence::packed(held.set).offset(place.sequence) + place.start;
}

/// Letters from a position to the next ambiguous one, or to the end of its sequence.
std::uint64_t to_border(const overlap::index_tables& held, std::uint64_t position) {
    const sequence::packed_sequences& packed = sequence::packed(held.set);
    const std::uint64_t end = packed.offset(held.map.sequence_of(position) + 1);
    return std::min(end, packed.next_ambiguous(position)) - position;
}

template <class Position>
std::uint64_t shared_from(const overlap::index_tables& held, const overlap::arrays<Position>& arrays, std::uint64_t a,
                          std::uint64_t b) {
    if (a == held.text.size || b == held.text.size) return 0;
    if (a == b) return to_border(held, a); // the tables are for different suffixes only
    const std::uint64_t scanned = overlap::common_prefix(held.text, a, b, 0, overlap::tuning::scanned_before_minima);
    if (scanned < overlap::tuning::scanned_before_minima) return scanned;
    return arrays.shared(arrays.ranks[a], arrays.ranks[b]);
}

/// The index on a GPU: if one is named, or if it is there and faster.
std::shared_ptr<const overlap::gpu_index> gpu_to_ask(const overlap::index_tables& held, std::size_t pairs,
                                                     const run_options& run, const runtime::thread_pool& workers) {
    if (held.on_gpu != nullptr) {
        const runtime::device_costs costs = overlap::costs_of_prefixes(
            static_cast<double>(pairs), held.on_gpu->seconds_of_a_question(), workers.threads());
        return runtime::worth_a_started_gpu(run, costs) ? held.on_gpu : nullptr;
    }
    if (!run.device.names_gpus()) return nullptr;
    const auto* const arrays = std::get_if<overlap::arrays<std::uint32_t>>(&held.arrays());
    runtime::check_device(run, arrays == nullptr ? "this index is too large for it" : "");
    const int gpu = runtime::named_gpus(run.device).front();
    runtime::wait_for_gpus({gpu});
    return overlap::index_to_gpu({held.text, overlap::offsets_of(held.set)},
                                 {{}, arrays->ranks, arrays->prefixes, arrays->table},
                                 {.gpu = gpu, .memory = run.memory, .threads = workers.threads()});
}

} // namespace

void common_prefixes(const overlap_index& index, std::span<const place_pair> pairs, std::span<std::uint64_t> lengths,
                     const run_options& run) {
    if (pairs.size() != lengths.size())
        throw error(error_code::usage, "there are " + std::to_string(pairs.size()) + " pairs of places, and room for " +
                                           std::to_string(lengths.size()) + " lengths");
    const overlap::index_tables& held = overlap::index_access::tables_of(index);
    runtime::thread_pool workers(run);
    static_cast<void>(overlap::report_on_cpu(run, workers));
    if (const auto gpu = gpu_to_ask(held, pairs.size(), run, workers)) {
        if (gpu->common_prefixes(held.given.size(), pairs, lengths, [&] { workers.check_cancelled(); })) return;
        for (const place_pair& pair : pairs) { // one of these is invalid: report which
            static_cast<void>(position_of(held, pair.a));
            static_cast<void>(position_of(held, pair.b));
        }
    }
    constexpr std::size_t per_task = overlap::tuning::places_per_task;
    workers.run((pairs.size() + per_task - 1) / per_task, [&](std::size_t task, unsigned) {
        std::visit(
            [&](const auto& arrays) {
                const std::size_t end = std::min(pairs.size(), (task + 1) * per_task);
                for (std::size_t at = task * per_task; at < end; ++at)
                    lengths[at] =
                        shared_from(held, arrays, position_of(held, pairs[at].a), position_of(held, pairs[at].b));
            },
            held.arrays());
    });
}

} // namespace concord
