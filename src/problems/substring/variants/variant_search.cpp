#include "problems/substring/variants/variant_search.hpp"

#include "problems/substring/tuning.hpp"
#include "problems/substring/variants/variant_engine.hpp"
#include "runtime/distributed/task_sharing.hpp"

#include <algorithm>
#include <utility>

namespace concord::substring {
namespace {

search_habits habits_now{tuning::starts_grown_at_once,
                         tuning::least_sampled_sequences,
                         tuning::bytes_of_variant_rows,
                         tuning::most_variant_blocks,
                         tuning::least_asked_in_rounds,
                         false,
                         false,
                         tuning::lanes_walked_at_once,
                         false};

/// Windows that are `by` letters longer, all of whose parts of the shorter length have the support.
window_starts lengthened(const piece_collection& of, const supported_starts& shorter, std::uint64_t by) {
    window_starts starts;
    for (std::size_t index = 0; index + by < shorter.starts.size(); ++index) {
        const std::uint64_t start = shorter.starts[index];
        if (shorter.starts[index + by] != start + by) continue;
        const piece& in = of.piece_at(start);
        if (start + shorter.length + by <= in.first + in.length) starts.push_back(start);
    }
    return starts;
}

} // namespace

longest_windows windows_of(const piece_collection& of, const supported_starts& found) {
    longest_windows windows;
    if (found.starts.empty()) return windows;
    windows.length = found.length;
    for (std::size_t index = 0; index < found.starts.size(); ++index) {
        const piece& in = of.piece_at(found.starts[index]);
        windows.windows.push_back({in.sequence, in.origin + found.starts[index] - in.first, found.supports[index]});
    }
    return windows;
}

const search_habits& current_search_habits() noexcept { return habits_now; }

scoped_search_habits::scoped_search_habits(const search_habits& habits) : before_(std::exchange(habits_now, habits)) {}
scoped_search_habits::~scoped_search_habits() { habits_now = before_; }

supported_starts longest_supported(const piece_collection& of, supported_starts best, const count_starts& count) {
    for (std::uint64_t step = 1, end = 0; !best.starts.empty() && (end == 0 || best.length + 1 < end);) {
        const std::uint64_t by = end == 0 ? step : std::min(step, end - 1 - best.length);
        const window_starts likely = lengthened(of, best, by);
        supported_starts longer = likely.empty() ? supported_starts{} : count(likely, best.length + by);
        if (longer.starts.empty()) {
            end = best.length + by;
            step = std::max<std::uint64_t>(1, by / 2);
        } else {
            best = std::move(longer);
            step *= 2;
        }
    }
    return best;
}

longest_windows search_variants(const variant_problem& given, variant_engine& engine,
                                const variant_resources& resources) {
    const std::uint64_t reached = engine.reached_length();
    resources.notes.push_back("some windows reach " + std::to_string(reached));
    const std::uint64_t length = std::max(reached, given.min_length);
    filtered judged = engine.filter(length);
    if (resources.sharing != nullptr && resources.sharing->is_sharded())
        std::erase_if(judged.starts, [&](std::uint64_t start) {
            return !resources.sharing->is_ours(given.of.piece_at(start).sequence);
        });
    if (std::optional<longest_windows> found = engine.search_by_anchors(judged, length)) return std::move(*found);
    const supported_starts best =
        longest_supported(given.of, count_supported(given, engine, resources, judged, judged.starts, length),
                          [&](const window_starts& likely, std::uint64_t longer) {
                              return count_supported(given, engine, resources, judged, likely, longer);
                          });
    return windows_of(given.of, best);
}

longest_windows search_variants(const variant_problem& given, const variant_resources& resources) {
    return search_variants(given, *make_cpu_engine(given, resources), resources);
}

longest_windows supported_windows(const variant_problem& given, variant_engine& engine,
                                  const variant_resources& resources, const window_starts& starts,
                                  std::uint64_t length) {
    return windows_of(given.of, count_supported(given, engine, resources, {}, starts, length));
}

} // namespace concord::substring
