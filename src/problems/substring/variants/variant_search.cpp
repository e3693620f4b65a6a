#include "problems/substring/variants/variant_search.hpp"

#include "problems/substring/tuning.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace concord::substring {
namespace {

search_habits habits_now{tuning::starts_grown_at_once, tuning::least_sampled_sequences, tuning::bytes_of_variant_rows,
                         false};

variant_lanes make_lanes(const variant_problem& given) {
    variant_lanes lanes{word_letters(given.of), {}};
    std::vector<std::uint64_t> sequences(given.of.sequences());
    std::iota(sequences.begin(), sequences.end(), 0);
    const std::size_t words = habits_now.bytes_of_rows / sizeof(std::uint64_t) / (given.allowed.edits + 1);
    lanes.blocks = make_lane_blocks(given.of, lanes.letters, sequences, words);
    return lanes;
}

/// Windows that have the support, and how many sequences hold each.
struct supported {
    std::uint64_t length = 0;
    window_starts starts;
    std::vector<std::uint64_t> supports;
};

supported count(const variant_problem& given, const variant_resources& resources, const variant_lanes& lanes,
                const window_starts& starts, std::uint64_t length) {
    const window_classes classes = group_windows(given.of, starts, length);
    const std::vector<std::uint64_t> supports = count_windows(given, resources, lanes, classes, length);
    struct counted {
        std::uint64_t start;
        std::uint64_t support;
    };
    std::vector<counted> found;
    for (std::size_t index = 0; index < classes.size(); ++index)
        for (std::uint64_t at = classes.first[index]; supports[index] >= given.support && at < classes.first[index + 1];
             ++at)
            found.push_back({classes.members[at], supports[index]});
    std::ranges::sort(found, {}, &counted::start);
    resources.notes.push_back("windows of length " + std::to_string(length) + ": " + std::to_string(starts.size()) +
                              ", " + std::to_string(classes.size()) + " of them distinct; " +
                              std::to_string(found.size()) + " have the support");
    supported made{length, {}, {}};
    for (const counted& each : found) {
        made.starts.push_back(each.start);
        made.supports.push_back(each.support);
    }
    return made;
}

/// Windows that are `by` letters longer, all of whose parts of the shorter length have the support.
window_starts lengthened(const piece_collection& of, const supported& shorter, std::uint64_t by) {
    window_starts starts;
    for (std::size_t index = 0; index + by < shorter.starts.size(); ++index) {
        const std::uint64_t start = shorter.starts[index];
        if (shorter.starts[index + by] != start + by) continue;
        const piece& in = of.piece_at(start);
        if (start + shorter.length + by <= in.first + in.length) starts.push_back(start);
    }
    return starts;
}

longest_windows windows_of(const piece_collection& of, const supported& found) {
    longest_windows windows;
    if (found.starts.empty()) return windows;
    windows.length = found.length;
    for (std::size_t index = 0; index < found.starts.size(); ++index) {
        const piece& in = of.piece_at(found.starts[index]);
        windows.windows.push_back({in.sequence, in.origin + found.starts[index] - in.first, found.supports[index]});
    }
    return windows;
}

} // namespace

const search_habits& current_search_habits() noexcept { return habits_now; }

scoped_search_habits::scoped_search_habits(const search_habits& habits) : before_(std::exchange(habits_now, habits)) {}
scoped_search_habits::~scoped_search_habits() { habits_now = before_; }

longest_windows search_variants(const variant_problem& given, const variant_resources& resources) {
    const variant_lanes lanes = make_lanes(given);
    const std::uint64_t reached = reached_length(given, resources, lanes);
    resources.notes.push_back("some windows reach " + std::to_string(reached));
    const std::uint64_t length = std::max(reached, given.min_length);
    supported best = count(given, resources, lanes, filtered_windows(given, resources, length), length);
    for (std::uint64_t step = 1, end = 0; !best.starts.empty() && (end == 0 || best.length + 1 < end);) {
        const std::uint64_t by = end == 0 ? step : std::min(step, end - 1 - best.length);
        const window_starts starts = lengthened(given.of, best, by);
        supported longer = starts.empty() ? supported{} : count(given, resources, lanes, starts, best.length + by);
        if (longer.starts.empty()) {
            end = best.length + by;
            step = std::max<std::uint64_t>(1, by / 2);
        } else {
            best = std::move(longer);
            step *= 2;
        }
    }
    return windows_of(given.of, best);
}

longest_windows supported_windows(const variant_problem& given, const variant_resources& resources,
                                  const window_starts& starts, std::uint64_t length) {
    return windows_of(given.of, count(given, resources, make_lanes(given), starts, length));
}

} // namespace concord::substring
