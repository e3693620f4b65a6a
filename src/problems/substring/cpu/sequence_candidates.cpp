#include "problems/substring/cpu/sequence_candidates.hpp"

#include "problems/substring/candidate_tuning.hpp"
#include "problems/substring/cpu/filter/filter.hpp"
#include "problems/substring/cpu/growth/grown_candidates.hpp"
#include "problems/substring/cpu/join/join.hpp"
#include "problems/substring/cpu/join/join_cost.hpp"
#include "problems/substring/cpu/join/piece_index.hpp"
#include "problems/substring/cpu/scan/scan.hpp"
#include "problems/substring/cpu/scan/spans.hpp"
#include "problems/substring/cpu/words/counted_bounds.hpp"
#include "problems/substring/cpu/words/supported_words.hpp"
#include "problems/substring/join_tuning.hpp"
#include "problems/substring/tuning.hpp"

#include <algorithm>
#include <limits>
#include <optional>

namespace concord::substring {
namespace {

/// All spans of some sequences.
std::vector<source_span> spans_of_all(const problem& given, const cpu_resources& resources,
                                      const equal_sequences& groups, const std::vector<std::uint64_t>& sequences,
                                      std::uint64_t length) {
    std::vector<source_span> spans = spans_of(given, length, resources.tile, &groups);
    std::erase_if(spans, [&](const source_span& span) {
        return !std::binary_search(sequences.begin(), sequences.end(), span.sequence);
    });
    return spans;
}

/// One of each group of equal sequences, where it has windows left.
target_list targets_left(const problem& given, const cpu_resources& resources, const equal_sequences& groups,
                         const window_bits& windows) {
    target_list left = groups.targets();
    const std::vector<std::uint64_t> near = sequences_left(given, resources.workers, windows);
    std::erase_if(left.sequences,
                  [&](std::uint64_t sequence) { return !std::binary_search(near.begin(), near.end(), sequence); });
    return left;
}

/// Where windows of `length` letters begin that have an ambiguous one.
std::vector<source_span> spans_with_ambiguous(const problem& given, const std::vector<std::uint64_t>& sequences,
                                              std::uint64_t length) {
    std::vector<source_span> spans;
    for (const std::uint64_t sequence : sequences) {
        const std::uint64_t offset = given.offset(sequence);
        const std::uint64_t end = given.offset(sequence + 1);
        if (end - offset < length) continue;
        source_span run{sequence, 0, 0}; // starts of windows that overlap one another
        const auto add = [&] {
            for (; run.starts > 0; run = {sequence, run.first + spans.back().starts, run.starts - spans.back().starts})
                spans.push_back({sequence, run.first, std::min(run.starts, tuning::starts_per_span)});
        };
        for (std::uint64_t at = given.set.next_ambiguous(offset); at < end; at = given.set.next_ambiguous(at + 1)) {
            const std::uint64_t here = at - offset;
            const std::uint64_t first = here + 1 > length ? here + 1 - length : 0;
            const std::uint64_t behind = std::min(here, end - offset - length) + 1;
            if (first > run.first + run.starts) {
                add();
                run.first = first;
            }
            run.starts = behind - run.first;
        }
        add();
    }
    return spans;
}

/// The candidates of the sequences of these windows, as far as they have the support: joined, and then with a letter
/// more for as long as any has it. Of a sequence no window that is longer than the last ones is left out: all of its
/// shorter ones are among these.
void join_each(const problem& given, const cpu_resources& resources, candidate_windows& windows,
               distinct_sources& sources, std::vector<substring_candidate>& candidates) {
    while (windows.source_count > 0) {
        const longest_windows found = join(given, resources.workers, resources.kernels, windows, sources.of(windows));
        windows.sources.clear();
        for (const window& each : found.windows) {
            substring_candidate& best = candidates[each.sequence];
            if (windows.length > best.length || each.start < best.start)
                best = {each.sequence, each.start, windows.length, each.support};
            windows.sources.set(given.offset(each.sequence) + each.start);
        }
        ++windows.length;
        windows.sources.lengthen(given, windows.length);
        windows.targets.lengthen(given, windows.length);
        windows.count();
    }
}

/// Whether words that grow have given all candidates. They are asked where one letter is by far the most frequent, or
/// mismatches make words many: else tables and joins of few windows take less.
bool are_grown(const problem& given, const cpu_resources& resources, const equal_sequences& groups,
               const std::vector<std::uint64_t>& sequences, std::uint64_t longest,
               std::vector<substring_candidate>& candidates) {
    const auto letters = static_cast<double>(growth_alphabet(given).ordinary());
    const bool are_uneven = given.chance_match * letters > tuning::unevenness_for_growth_of_candidates;
    const double share = static_cast<double>(given.support) / static_cast<double>(given.sequences());
    if (!are_uneven &&
        (given.mismatches < tuning::mismatches_for_growth_of_candidates || share < tuning::least_support_of_growth))
        return false;
    return grown_candidates::are_possible(given, resources, longest) &&
           grown_candidates(given, resources, groups, longest)
               .find(sequences, tuning::growth_of_candidates * static_cast<double>(given.set.letters()), candidates);
}

} // namespace

void find_candidates_of(const problem& given, const cpu_resources& resources, const equal_sequences& groups,
                        const std::vector<std::uint64_t>& sequences, std::uint64_t longest, const drop_windows& filter,
                        std::vector<substring_candidate>& candidates) {
    const auto cost = [&](std::uint64_t spans, std::uint64_t length) {
        return cost_of_scanning(given, spans, given.sequences(), length);
    };
    const std::optional<counted_bounds> bounds =
        filter ? counted_bounds::find(given, resources) : std::optional<counted_bounds>();
    const double repetition = filter ? repetition_of_words(given) : 1;
    if (filter && are_grown(given, resources, groups, sequences, longest, candidates)) return;
    const auto words_beside_scan = [&]() -> std::optional<supported_words> {
        if (!filter || bounds) return std::nullopt;
        const std::uint64_t length = std::max<std::uint64_t>(given.min_length, tuning::length_of_estimates);
        const double scan = cost(count_spans(given, resources.workers, length), length);
        return supported_words::find(given, resources, scan * tuning::tables_beside_scan);
    };
    std::optional<supported_words> words = words_beside_scan();
    const auto scan_at = [&](std::uint64_t length, const supported_words* known,
                             const std::vector<std::uint64_t>& open) {
        if (!filter)
            return scan_each(given, resources, groups.targets(), spans_of_all(given, resources, groups, open, length),
                             length, candidates);
        candidate_windows windows(given, length);
        if (known != nullptr) windows.sources = known->windows(length);
        if (bounds && length >= bounds->letters()) windows.sources = bounds->windows(length);
        windows.sources.keep(given, open);
        windows.count();
        distinct_sources distinct(given, resources.workers); // at one length their number tells, and lengths rise
        const auto joining = [&] {
            return memory_of_joining(given, windows.counts()) > static_cast<double>(resources.memory)
                       ? std::numeric_limits<double>::infinity()
                       : cost_of_joining_distinct(given, resources.kernels, windows, distinct, repetition) +
                             static_cast<double>(windows.target_count) * tuning::cost_of_joined_target;
        };
        const std::size_t notes = resources.notes.size();
        std::vector<source_span> spans = spans_left(given, resources.workers, windows.sources);
        const std::uint64_t level = first_filter_level(given, windows.counts());
        const double filtering =
            level > 0 ? cost_of_filtering(given, resources.memory / 4, windows.counts(), level) : 0;
        if (level > 0 && std::min(cost(spans.size(), length), joining()) > tuning::worth_a_filter * filtering) {
            filter(windows);
            spans = spans_left(given, resources.workers, windows.sources);
        }
        resources.notes.resize(notes); // one line for each level of each length
        if (spans.empty() || windows.target_count == 0) return;
        const target_list targets = targets_left(given, resources, groups, windows.targets);
        if (joining() < cost_of_scanning(given, spans.size(), targets.sequences.size(), length))
            return join_each(given, resources, windows, distinct, candidates);
        if (!targets.sequences.empty()) scan_each(given, resources, targets, spans, length, candidates);
    };
    std::vector<std::uint64_t> open = sequences;
    const auto scan_down = [&](std::uint64_t from, std::uint64_t least) {
        for (std::uint64_t length = from; length >= least && !open.empty();) {
            scan_at(length, words && length >= words->letters() ? &*words : nullptr, open);
            std::erase_if(open, [&](std::uint64_t sequence) { return candidates[sequence].length > 0; });
            if (length == least) return;
            length -= std::max<std::uint64_t>(1, (length - least) / 4); // shorter windows cost more: the steps shrink
        }
    };
    if (bounds) {
        const std::uint64_t least = std::max(bounds->letters() + 1, given.min_length);
        if (longest >= least) scan_down(longest, least);
        return bounds->settle(open, std::min(longest, bounds->letters()), candidates);
    }
    if (!words) return scan_down(longest, given.min_length);
    scan_down(longest, std::max(words->letters() + 1, given.min_length));
    const std::vector<std::uint64_t> unsettled = open;
    words->settle(open, candidates);
    // A window with an ambiguous letter is no word, and may be better than those of its sequence.
    for (std::uint64_t length = std::min(longest, words->letters()); length >= given.min_length; --length) {
        open = unsettled;
        std::erase_if(open, [&](std::uint64_t sequence) { return candidates[sequence].length > length; });
        const std::vector<source_span> spans = spans_with_ambiguous(given, open, length);
        if (!spans.empty()) scan_each(given, resources, groups.targets(), spans, length, candidates);
    }
}

} // namespace concord::substring
