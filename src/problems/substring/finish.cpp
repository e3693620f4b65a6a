// The last step of every device's work, on the host and from the input alone: order, recount, list.
#include "problems/substring/finish.hpp"

#include "problems/substring/mismatches_within.hpp"

#include <algorithm>
#include <limits>
#include <stdexcept>

namespace concord::substring {
namespace {

substring_occurrence best_occurrence(const problem& given, const substring_candidate& source, std::uint64_t target) {
    if (target == source.sequence) return {target, source.start, 0}; // it counts whatever letters it holds
    substring_occurrence best{target, 0, too_many_mismatches};
    std::uint64_t most = given.mismatches;
    const std::uint64_t a = given.offset(source.sequence) + source.start;
    for (std::uint64_t start = 0; start + source.length <= given.length(target); ++start) {
        const std::uint64_t mismatches =
            mismatches_within(given.letters, a, given.offset(target) + start, source.length, most);
        if (mismatches == too_many_mismatches) continue;
        best = {target, start, mismatches};
        if (mismatches == 0) break;
        most = mismatches - 1; // only a better one replaces a place further to the left
    }
    return best;
}

} // namespace

std::vector<substring_occurrence> find_occurrences(const problem& given, const substring_candidate& source,
                                                   exec::workers& workers) {
    constexpr std::uint64_t sequences_per_task = 512;
    const std::uint64_t tasks = (given.sequences() + sequences_per_task - 1) / sequences_per_task;
    std::vector<std::vector<substring_occurrence>> of_task(tasks);
    workers.run(tasks, [&](std::size_t task, unsigned) {
        const std::uint64_t first = task * sequences_per_task;
        const std::uint64_t last = std::min(first + sequences_per_task, given.sequences());
        for (std::uint64_t target = first; target < last; ++target) {
            const substring_occurrence occurrence = best_occurrence(given, source, target);
            if (occurrence.mismatches <= given.mismatches) of_task[task].push_back(occurrence);
        }
    });
    std::vector<substring_occurrence> all;
    for (const auto& part : of_task)
        all.insert(all.end(), part.begin(), part.end());
    return all;
}

void finish(const problem& given, const substring_options& options, longest_windows&& found, exec::workers& workers,
            substring_result& result) {
    result.found = found.length > 0;
    if (!result.found) return;
    std::sort(found.windows.begin(), found.windows.end());

    const window& first = found.windows.front();
    result.best = {first.sequence, first.start, found.length, first.support};
    result.occurrences = find_occurrences(given, result.best, workers);
    if (result.occurrences.size() != first.support || first.support < given.support)
        throw std::logic_error("certification failed: sequence " + std::to_string(first.sequence) + ", start " +
                               std::to_string(first.start) + ", length " + std::to_string(found.length) +
                               " was said to have support " + std::to_string(first.support) + " and has " +
                               std::to_string(result.occurrences.size()));
    if (!options.occurrences) result.occurrences.clear();

    result.tied_positions = found.windows.size();
    std::uint64_t previous = std::numeric_limits<std::uint64_t>::max();
    for (const window& tie : found.windows) {
        result.tied_sequences += tie.sequence != previous ? 1 : 0;
        previous = tie.sequence;
        if (options.ties) result.ties.push_back({tie.sequence, tie.start, found.length, tie.support});
    }
}

} // namespace concord::substring
