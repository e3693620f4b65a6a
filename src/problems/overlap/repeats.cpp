// The longest region that stands twice in one sequence.
#include "problems/overlap/interval_walk.hpp"
#include "problems/overlap/means.hpp"

#include <algorithm>

namespace concord {
namespace {

template <class Position>
repeat_result longest_repeat_of(const overlap_index::tables& held, const overlap::arrays<Position>& arrays,
                                const repeat_options& options, const exec::workers& workers) {
    overlap::region_pair best{};
    const overlap::room_beside room(held, options.run);
    overlap::interval_walk<Position>(arrays, held.map, held.set.size())
        .run([](const overlap::region_interval&) {},
             [&](const overlap::region_pair& met) {
                 if (met.length > best.length || (met.length == best.length && met.position < best.position))
                     best = met;
             },
             [&](std::uint64_t bytes) {
                 workers.check_cancelled();
                 room.require(bytes);
             });
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
    const exec::workers workers(options.run);
    static_cast<void>(overlap::report_of_question(index, options.run, workers));
    return std::visit([&](const auto& arrays) { return longest_repeat_of(held, arrays, options, workers); },
                      held.arrays);
}

} // namespace concord
