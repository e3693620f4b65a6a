// The longest region that stands twice in one sequence.
#include "problems/overlap/interval_walk.hpp"
#include "problems/overlap/resources.hpp"

#include <algorithm>
#include <mutex>

namespace concord {
namespace {

/// Longer, then further to the left.
void keep_better(overlap::region_pair& best, const overlap::region_pair& other) {
    if (other.length > best.length || (other.length == best.length && other.position < best.position)) best = other;
}

/// All suffixes are of one sequence, so each one's neighbour is.
template <class Position>
overlap::region_pair longest_pair_of_one(const overlap::arrays<Position>& arrays, runtime::thread_pool& workers) {
    const std::uint64_t size = arrays.suffixes.size();
    const std::uint64_t each = overlap::tuning::places_per_task;
    std::mutex merging;
    overlap::region_pair best{};
    workers.run((size + each - 1) / each, [&](std::size_t task, unsigned) {
        overlap::region_pair longest{};
        for (std::uint64_t rank = std::max<std::uint64_t>(1, task * each); rank < std::min(size, (task + 1) * each);
             ++rank)
            if (arrays.prefixes[rank] > 0 && arrays.prefixes[rank] >= longest.length)
                keep_better(longest, {arrays.prefixes[rank],
                                      std::min<std::uint64_t>(arrays.suffixes[rank - 1], arrays.suffixes[rank]), rank});
        const std::scoped_lock lock(merging);
        keep_better(best, longest);
    });
    return best;
}

template <class Position>
overlap::region_pair longest_pair(const overlap_index::tables& held, const overlap::arrays<Position>& arrays,
                                  const run_options& run, const runtime::thread_pool& workers) {
    overlap::region_pair best{};
    const overlap::room_beside room(held, run);
    overlap::interval_walk<Position>(arrays, held.map, held.set.size())
        .run([](const overlap::region_interval&) {}, [&](const overlap::region_pair& met) { keep_better(best, met); },
             [&](std::uint64_t bytes) {
                 workers.check_cancelled();
                 room.require(bytes);
             });
    return best;
}

template <class Position>
repeat_result longest_repeat_of(const overlap_index::tables& held, const overlap::arrays<Position>& arrays,
                                const repeat_options& options, runtime::thread_pool& workers) {
    const overlap::region_pair best =
        held.set.size() == 1 ? longest_pair_of_one(arrays, workers) : longest_pair(held, arrays, options.run, workers);
    repeat_result result;
    if (best.length < options.min_length) return result;
    result.found = true;
    result.length = best.length;
    result.first = held.place_of(best.position);
    const overlap::rank_range range = overlap::sharing(arrays, best.rank, best.length);
    for (std::uint64_t at = range.first; at < range.last; ++at) {
        const overlap_place place = held.place_of(arrays.suffixes[at]);
        if (place.sequence != result.first.sequence) continue;
        ++result.count;
        if (options.occurrences) result.occurrences.push_back(place);
    }
    std::sort(result.occurrences.begin(), result.occurrences.end());
    return result;
}

} // namespace

repeat_result longest_repeat(const overlap_index& index, const repeat_options& options) {
    if (options.min_length < 1) throw error(error_code::usage, "the minimum length must be at least 1");
    const overlap_index::tables& held = index.inner();
    runtime::thread_pool workers(options.run);
    static_cast<void>(overlap::report_of_question(index, options.run, workers));
    return std::visit([&](const auto& arrays) { return longest_repeat_of(held, arrays, options, workers); },
                      held.arrays);
}

} // namespace concord
