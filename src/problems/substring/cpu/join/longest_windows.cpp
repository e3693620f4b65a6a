// The windows of as many letters as an answer can have, declared in filter.hpp.
//
//   t = 1, k = 1    ACGTAC   ──┐ the blocks ACG or TAC are equal, so that the filter for
//                   ACGTTC   ──┘ two sequences keeps these: joined, 2 each
//                   TTGACA       shares no block with another one: 1
#include "problems/substring/cpu/filter/filter.hpp"
#include "problems/substring/cpu/join/join.hpp"
#include "problems/substring/cpu/join/join_cost.hpp"
#include "problems/substring/join_tuning.hpp"
#include "runtime/distributed/task_scheduler.hpp"
#include "sequence/sequence_at.hpp"

#include <algorithm>
#include <functional>
#include <optional>
#include <string>
#include <utility>

namespace concord::substring {
namespace {

/// Leaves as few of them as can be had cheaply; false where these are too many to be joined.
bool filter_longest(const problem& shared, const cpu_resources& resources, const std::function<double()>& repetition,
                    double most, candidate_windows& windows, distinct_sources& sources) {
    const std::uint64_t memory = resources.memory / 4;
    const auto joining = [&](const window_counts& some) { return cost_of_joining(shared, some, repetition()); };
    runtime::task_scheduler scheduler(resources.workers);
    double spent = 0;
    for (std::uint64_t intact = first_filter_level(shared, windows.counts());
         intact > 0 && windows.source_count > 0 && is_filter_level(shared, windows.length, intact); ++intact) {
        const double filtering = cost_of_filtering(shared, memory, windows.counts(), intact);
        spent += filtering;
        if (spent > most || filtering > joining(windows.counts()) / 2) break;
        const std::uint64_t before = windows.source_count + windows.target_count;
        filter_windows(shared, scheduler, memory, intact, windows, joining);
        resources.notes.push_back(describe_level(windows.counts(), intact));
        if (windows.source_count + windows.target_count > before * 9 / 10) break;
    }
    return windows.source_count == 0 ||
           (cost_of_joining_distinct(shared, resources.kernels, windows, sources, repetition()) <= most &&
            memory_of_joining(shared, windows.counts()) <= static_cast<double>(resources.memory));
}

/// Whether so few sequences are wanted that samples would hardly hold one of them, and blocks are few beside letters.
bool is_worth_asking(const problem& given, std::uint64_t length) {
    const window_counts windows = count_all_windows(given, length);
    const std::uint64_t level = first_filter_level(given, windows);
    return given.support * tuning::least_sequences_for_each <= given.sequences() && level > 0 &&
           static_cast<double>(windows.targets) * combination_count(given.mismatches, level) <=
               static_cast<double>(given.set.letters()) * tuning::blocks_of_longest;
}

/// Adds those of all windows that have themselves alone.
void add_alone(const problem& given, window_bits all, longest_windows& found) {
    for (const window& each : found.windows)
        all.remove(given.offset(each.sequence) + each.start);
    const double sequences_per_letter =
        static_cast<double>(given.sequences()) / static_cast<double>(given.set.letters());
    all.for_each(0, given.set.letters(), [&](std::uint64_t position) {
        const std::uint64_t sequence =
            sequence::sequence_at(given.set.offsets(), given.sequences(), sequences_per_letter, position);
        found.windows.push_back({sequence, position - given.offset(sequence), 1});
    });
}

} // namespace

std::optional<longest_windows> join_longest(const problem& given, const cpu_resources& resources,
                                            const std::function<double()>& repetition) {
    const std::uint64_t length = longest_possible(given);
    if (given.mismatches == 0 || length <= given.mismatches || length < given.min_length) return std::nullopt;
    problem shared = given;
    shared.support = std::max<std::uint64_t>(2, given.support);
    if (given.support > 1 && !is_worth_asking(given, length)) return std::nullopt;
    candidate_windows windows(given, length);
    std::optional<window_bits> all;
    if (given.support == 1) all = windows.sources;
    distinct_sources sources(shared, resources.workers);
    const double most = static_cast<double>(given.set.letters()) *
                        (given.support == 1 ? tuning::cost_of_whole_answer : tuning::cost_of_longest);
    if (given.sequences() > 1 && !filter_longest(shared, resources, repetition, most, windows, sources))
        return std::nullopt;
    longest_windows found;
    if (windows.source_count > 0)
        found = join(shared, resources.workers, resources.kernels, windows, sources.of(windows));
    found.length = length;
    if (all) add_alone(given, std::move(*all), found);
    if (found.windows.empty()) return std::nullopt;
    resources.notes.push_back("windows of " + std::to_string(length) + " letters, as long as any can be, were joined");
    return found;
}

} // namespace concord::substring
