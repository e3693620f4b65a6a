#include "problems/substring/variants/variant_search.hpp"

#include "problems/substring/tuning.hpp"
#include "problems/substring/variants/anchored_search.hpp"
#include "runtime/distributed/task_sharing.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace concord::substring {
namespace {

search_habits habits_now{tuning::starts_grown_at_once,
                         tuning::least_sampled_sequences,
                         tuning::bytes_of_variant_rows,
                         tuning::most_variant_blocks,
                         tuning::least_filtered_again,
                         false,
                         false};

std::vector<lane_block> blocks_of_all(const variant_problem& given, const word_letters& letters, reading direction,
                                      runtime::thread_pool& workers) {
    std::vector<std::uint64_t> sequences(given.of.sequences());
    std::iota(sequences.begin(), sequences.end(), 0);
    // Each block has its own walk along all words: not more of them than are worth it.
    const std::size_t all_words = given.of.sequences() + given.of.text().size() / sequence::letters_per_word;
    const std::size_t words = std::max(habits_now.bytes_of_rows / sizeof(std::uint64_t) / (given.allowed.edits + 1),
                                       all_words / habits_now.most_blocks);
    return make_lane_blocks(given.of, letters, sequences, words, direction, workers);
}

variant_lanes make_lanes(const variant_problem& given, runtime::thread_pool& workers) {
    variant_lanes lanes{word_letters(given.of), {}, {}};
    lanes.blocks = blocks_of_all(given, lanes.letters, reading::forward, workers);
    return lanes;
}

/// Windows that have the support, and how many sequences hold each.
struct supported {
    std::uint64_t length = 0;
    window_starts starts;
    std::vector<std::uint64_t> supports;
};

supported count(const variant_problem& given, const variant_resources& resources, variant_lanes& lanes,
                const filtered& judged, const window_starts& starts, std::uint64_t length) {
    struct counted {
        std::uint64_t start;
        std::uint64_t support;
    };
    std::vector<counted> found;
    std::size_t distinct = 0;
    for (const reading direction : {reading::forward, reading::backward}) {
        window_starts some;
        for (const std::uint64_t start : starts)
            if (judged.direction_of(start, length) == direction) some.push_back(start);
        if (some.empty()) continue;
        if (direction == reading::backward && lanes.backward.empty())
            lanes.backward = blocks_of_all(given, lanes.letters, reading::backward, resources.workers);
        const window_classes classes = group_windows(given.of, some, length, direction, resources.workers);
        const std::vector<std::uint64_t> supports = count_windows(given, resources, lanes, classes, length);
        distinct += classes.size();
        for (std::size_t index = 0; index < classes.size(); ++index)
            for (std::uint64_t at = classes.first[index];
                 supports[index] >= given.support && at < classes.first[index + 1]; ++at)
                found.push_back({classes.members[at], supports[index]});
    }
    std::ranges::sort(found, {}, &counted::start);
    resources.notes.push_back("windows of length " + std::to_string(length) + ": " + std::to_string(starts.size()) +
                              ", " + std::to_string(distinct) + " of them distinct; " + std::to_string(found.size()) +
                              " have the support");
    supported made{length, {}, {}};
    for (const counted& each : found) {
        made.starts.push_back(each.start);
        made.supports.push_back(each.support);
    }
    return made;
}

/// A length by whose windows to filter those of `length` letters: 0 where that does not pay. A few of the windows tell
/// how far words from their starts have the support; to count windows of d letters that start every (length - d + 1)-th
/// place costs their letters, and leaves those windows that have them.
std::uint64_t length_to_filter_by(const variant_problem& given, const variant_resources& resources,
                                  const variant_lanes& lanes, std::uint64_t length, const window_starts& starts) {
    window_starts some(std::min<std::size_t>(starts.size(), tuning::windows_that_tell));
    for (std::size_t index = 0; index < some.size(); ++index)
        some[index] = starts[index * starts.size() / some.size()];
    std::vector<std::uint64_t> reaches = reaches_of(given, resources, lanes, some);
    std::ranges::sort(reaches);
    std::uint64_t best = 0;
    double least = static_cast<double>(length) * tuning::worth_a_filter;
    for (std::size_t index = 0; index < reaches.size() && reaches[index] + 1 < length; ++index) {
        const std::uint64_t dead = reaches[index] + 1; // of so many letters these and those before do not have it
        const double alive = static_cast<double>(reaches.size() - index - 1) / static_cast<double>(reaches.size());
        const double cost =
            static_cast<double>(dead) / static_cast<double>(length - dead + 1) + alive * static_cast<double>(length);
        if (cost >= least) continue;
        least = cost;
        best = dead;
    }
    return best;
}

/// Drops windows that have a shorter one without the support: one of those that start every so many places, which each
/// longer window has.
///
///     shorter windows, counted   [-----]     [-----]     [-----]      (length - their letters + 1) apart
///     a window                      [-----------]                     has the second one; without its support it is
///     out
void filter_by_shorter(const variant_problem& given, const variant_resources& resources, variant_lanes& lanes,
                       std::uint64_t length, filtered& judged) {
    window_starts& starts = judged.starts;
    // What an effective filter left is not random: read from its frequent end on, it is counted at once.
    if (static_cast<double>(starts.size()) < tuning::left_by_filter * static_cast<double>(judged.all)) return;
    for (std::uint64_t round = 0;
         round < tuning::most_filters_again && starts.size() >= habits_now.least_filtered_again; ++round) {
        const std::uint64_t shorter = length_to_filter_by(given, resources, lanes, length, starts);
        if (shorter == 0) return;
        const std::uint64_t apart = length - shorter + 1;
        const std::uint64_t phase = round % 2 * apart / 2;
        const auto first_from = [&](std::uint64_t start) {
            return (start + phase + apart - 1) / apart * apart - phase;
        };
        window_starts counted;
        for (const std::uint64_t start : starts)
            if (const std::uint64_t at = first_from(start); counted.empty() || counted.back() != at)
                counted.push_back(at);
        const supported found = count(given, resources, lanes, judged, counted, shorter);
        const std::size_t before = starts.size();
        std::erase_if(
            starts, [&](std::uint64_t start) { return !std::ranges::binary_search(found.starts, first_from(start)); });
        if (starts.size() > before * 3 / 4) return;
    }
}

/// Instructions, roughly, of counting so many windows in all sequences as a trie. A lane is as long as its sequence,
/// and a long one holds a prefix of any word somewhere.
double cost_of_trie(const variant_problem& given, std::size_t windows) {
    const double sequences = static_cast<double>(given.of.sequences());
    const double words = 1 + static_cast<double>(given.of.text().size()) / sequences / sequence::letters_per_word;
    return static_cast<double>(windows) * sequences * words * words * static_cast<double>(given.allowed.edits + 1) *
           tuning::cost_of_counted_row;
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
    variant_lanes lanes = make_lanes(given, resources.workers);
    const std::uint64_t reached = reached_length(given, resources, lanes);
    resources.notes.push_back("some windows reach " + std::to_string(reached));
    const std::uint64_t length = std::max(reached, given.min_length);
    filtered judged = filtered_windows(given, resources, length);
    if (resources.sharing != nullptr && resources.sharing->is_sharded())
        std::erase_if(judged.starts, [&](std::uint64_t start) {
            return !resources.sharing->is_ours(given.of.piece_at(start).sequence);
        });
    const std::vector<anchor_index> anchors = make_anchors(given, resources, length);
    const auto are_anchored = [&](double otherwise) {
        return !anchors.empty() && cost_of_anchors(given, anchors, judged.starts, length) <= otherwise;
    };
    if (are_anchored(cost_of_edited_blocks(given, length, judged.starts.size())))
        return search_by_anchors(given, resources, anchors, judged.starts, length);
    filter_by_edited_blocks(given, resources, length, judged);
    if (are_anchored(cost_of_trie(given, judged.starts.size())))
        return search_by_anchors(given, resources, anchors, judged.starts, length);
    filter_by_shorter(given, resources, lanes, length, judged);
    supported best = count(given, resources, lanes, judged, judged.starts, length);
    for (std::uint64_t step = 1, end = 0; !best.starts.empty() && (end == 0 || best.length + 1 < end);) {
        const std::uint64_t by = end == 0 ? step : std::min(step, end - 1 - best.length);
        const window_starts likely = lengthened(given.of, best, by);
        supported longer =
            likely.empty() ? supported{} : count(given, resources, lanes, judged, likely, best.length + by);
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
    variant_lanes lanes = make_lanes(given, resources.workers);
    return windows_of(given.of, count(given, resources, lanes, {}, starts, length));
}

} // namespace concord::substring
