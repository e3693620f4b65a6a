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
#include <utility>

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
/// more for as long as any has it, or, of many lengths, counted along diagonals where that takes less. Of a sequence no
/// window that is longer than the last ones is left out: all of its shorter ones are among these.
void join_each(const problem& given, const cpu_resources& resources, const equal_sequences& groups, std::uint64_t most,
               double repetition, candidate_windows& windows, distinct_sources& sources,
               std::vector<substring_candidate>& candidates) {
    for (std::uint64_t joined = 1; windows.source_count > 0; ++joined) {
        longest_windows found = join(given, resources.workers, resources.kernels, windows, sources.of(windows));
        windows.sources.clear();
        for (const window& each : found.windows) {
            substring_candidate& best = candidates[each.sequence];
            if (windows.length > best.length || each.start < best.start)
                best = {each.sequence, each.start, windows.length, each.support};
            windows.sources.set(given.offset(each.sequence) + each.start);
        }
        if (joined >= tuning::joins_before_diagonals && !found.windows.empty()) {
            std::ranges::sort(found.windows);
            const comparison compared{spans_left(given, resources.workers, windows.sources), groups.targets(),
                                      "candidates of each sequence"};
            const double joins = tuning::joins_saved_by_diagonals *
                                 (cost_of_joining(given, windows.counts(), repetition) +
                                  static_cast<double>(windows.target_count) * tuning::cost_of_joined_target);
            if (cost_of_candidates_along_diagonals(given, compared.sources.size(), groups.size(), windows.length) <
                joins)
                return candidates_along_diagonals(given, resources, compared, found, windows.length + 1, most,
                                                  candidates);
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
    double most = tuning::growth_of_candidates * static_cast<double>(given.set.letters());
    // Most candidates are shorter.
    const std::uint64_t typical = longest - longest / 4;
    if (given.mismatches > 0)
        most = std::min(most, tuning::growth_beside_diagonals *
                                  cost_of_candidates_along_diagonals(given, sequences.size(), groups.size(), typical));
    return grown_candidates::are_possible(given, resources, longest) &&
           grown_candidates(given, resources, groups, longest).find(sequences, most, candidates);
}

/// Of the sequences that are open, those with a candidate are settled.
class candidate_search {
  public:
    candidate_search(const problem& given, const cpu_resources& resources, const equal_sequences& groups,
                     const std::vector<std::uint64_t>& sequences, const drop_windows& filter,
                     std::vector<substring_candidate>& candidates)
        : given_(given), resources_(resources), groups_(groups), filter_(filter), open_(sequences),
          candidates_(candidates) {}

    void find(std::uint64_t longest) {
        if (filter_ && resources_.known != nullptr && resources_.known->length == longest) {
            take_known();
            --longest;
            is_first_ = false;
        }
        if (open_.empty() || longest < given_.min_length) return;
        if (filter_) {
            if (are_grown(given_, resources_, groups_, open_, longest, candidates_)) return;
            repetition_ = repetition_of_words(given_);
            if (auto bounds = counted_bounds::find(given_, resources_))
                bounds_.emplace(std::move(*bounds));
            else if (auto words = words_beside_scan())
                words_.emplace(std::move(*words));
        }
        if (bounds_) {
            scan_down(longest, std::max(bounds_->letters() + 1, given_.min_length));
            return bounds_->settle(open_, std::min(longest, bounds_->letters()), candidates_);
        }
        if (!words_) return scan_down(longest, given_.min_length);
        scan_down(longest, std::max(words_->letters() + 1, given_.min_length));
        words_->settle(open_, candidates_);
        scan_ambiguous(std::min(longest, words_->letters()));
    }

  private:
    /// The windows of the greatest length are the candidates of their sequences.
    void take_known() {
        for (const window& each : resources_.known->windows) {
            if (!std::ranges::binary_search(open_, each.sequence)) continue;
            substring_candidate& best = candidates_[each.sequence];
            if (best.length == 0 || each.start < best.start)
                best = {each.sequence, each.start, resources_.known->length, each.support};
        }
        drop_settled();
    }

    [[nodiscard]] std::optional<supported_words> words_beside_scan() const {
        const std::uint64_t length = std::max<std::uint64_t>(given_.min_length, tuning::length_of_estimates);
        const double scan =
            cost_of_scanning(given_, count_spans(given_, resources_.workers, length), given_.sequences(), length);
        return supported_words::find(given_, resources_, scan * tuning::tables_beside_scan);
    }

    /// Those of the open sequences that may have the support.
    [[nodiscard]] candidate_windows windows_of(std::uint64_t length) const {
        candidate_windows windows(given_, length);
        if (words_ && length >= words_->letters()) windows.sources = words_->windows(length);
        if (bounds_ && length >= bounds_->letters()) windows.sources = bounds_->windows(length);
        windows.sources.keep(given_, open_);
        windows.count();
        return windows;
    }

    /// Looks for candidates of `most` letters at most, and `least` at least.
    void scan_down(std::uint64_t most, std::uint64_t least) {
        while (most >= least && !open_.empty()) {
            // Shorter windows cost more: the steps shrink.
            const std::uint64_t length =
                is_first_ ? most : most + 1 - std::max<std::uint64_t>(1, (most + 1 - least) / 4);
            is_first_ = false;
            if (is_asked_along_diagonals()) return scan_along_diagonals(most, least);
            if (!filter_)
                scan_each(given_, resources_, groups_.targets(),
                          spans_of_all(given_, resources_, groups_, open_, length), length, candidates_);
            else if (!scan_at(length, most))
                return scan_along_diagonals(most, least);
            drop_settled();
            most = length - 1;
        }
    }

    [[nodiscard]] bool is_asked_along_diagonals() const {
        return resources_.path == search_path::diagonals && resources_.workers.options().sharing == nullptr &&
               cost_of_candidates_along_diagonals(given_, open_.size(), groups_.size(), longest_possible(given_)) <
                   std::numeric_limits<double>::infinity();
    }

    void drop_settled() {
        std::erase_if(open_, [&](std::uint64_t sequence) { return candidates_[sequence].length > 0; });
    }

    /// Looks for candidates of `length` to `most` letters. False: it takes less to count all lengths along diagonals.
    [[nodiscard]] bool scan_at(std::uint64_t length, std::uint64_t most) {
        candidate_windows windows = windows_of(length);
        distinct_sources distinct(given_, resources_.workers); // at one length their number tells, and lengths rise
        const auto joining = [&] {
            return memory_of_joining(given_, windows.counts()) > static_cast<double>(resources_.memory)
                       ? std::numeric_limits<double>::infinity()
                       : cost_of_joining_distinct(given_, resources_.kernels, windows, distinct, repetition_) +
                             static_cast<double>(windows.target_count) * tuning::cost_of_joined_target;
        };
        const auto scanning = [&](std::size_t spans, std::uint64_t targets) {
            return cost_of_scanning(given_, spans, targets, length);
        };
        const std::size_t notes = resources_.notes.size();
        std::vector<source_span> spans = spans_left(given_, resources_.workers, windows.sources);
        const std::uint64_t level = first_filter_level(given_, windows.counts());
        const double filtering =
            level > 0 ? cost_of_filtering(given_, resources_.memory / 4, windows.counts(), level) : 0;
        if (level > 0 &&
            std::min(scanning(spans.size(), given_.sequences()), joining()) > tuning::worth_a_filter * filtering) {
            filter_(windows);
            spans = spans_left(given_, resources_.workers, windows.sources);
        }
        resources_.notes.resize(notes); // one line for each level of each length
        if (spans.empty() || windows.target_count == 0) return true;
        const target_list targets = targets_left(given_, resources_, groups_, windows.targets);
        const double join = joining();
        const bool is_joined = join < scanning(spans.size(), targets.sequences.size());
        const double along =
            cost_of_candidates_along_diagonals(given_, std::max(open_.size(), spans.size()), groups_.size(), length);
        const comparison compared{std::move(spans), targets, {}};
        // A join tells of one length, and so does each of those that follow it.
        const double others = is_joined ? join * static_cast<double>(most + 1 - length)
                                        : probed_cost_of_scanning_each(given_, resources_, compared, length, along);
        if (along < others) return false;
        if (is_joined)
            join_each(given_, resources_, groups_, most, repetition_, windows, distinct, candidates_);
        else if (!targets.sequences.empty())
            scan_each(given_, resources_, targets, compared.sources, length, candidates_);
        return true;
    }

    void scan_along_diagonals(std::uint64_t most, std::uint64_t least) {
        const comparison compared{spans_left(given_, resources_.workers, windows_of(least).sources), groups_.targets(),
                                  "candidates of each sequence"};
        candidates_along_diagonals(given_, resources_, compared, {}, least, most, candidates_);
        drop_settled();
    }

    /// A window with an ambiguous letter is no word, and may be better than those of its sequence.
    void scan_ambiguous(std::uint64_t most) {
        for (std::uint64_t length = most; length >= given_.min_length; --length) {
            std::vector<std::uint64_t> shorter = open_;
            std::erase_if(shorter, [&](std::uint64_t sequence) { return candidates_[sequence].length > length; });
            const std::vector<source_span> spans = spans_with_ambiguous(given_, shorter, length);
            if (!spans.empty()) scan_each(given_, resources_, groups_.targets(), spans, length, candidates_);
        }
    }

    const problem& given_;
    const cpu_resources& resources_;
    const equal_sequences& groups_;
    const drop_windows& filter_;
    std::vector<std::uint64_t> open_;
    std::vector<substring_candidate>& candidates_;
    std::optional<counted_bounds> bounds_;
    double repetition_ = 1;
    std::optional<supported_words> words_;
    bool is_first_ = true; ///< no length has been tried
};

} // namespace

void find_candidates_of(const problem& given, const cpu_resources& resources, const equal_sequences& groups,
                        const std::vector<std::uint64_t>& sequences, std::uint64_t longest, const drop_windows& filter,
                        std::vector<substring_candidate>& candidates) {
    candidate_search(given, resources, groups, sequences, filter, candidates).find(longest);
}

} // namespace concord::substring
