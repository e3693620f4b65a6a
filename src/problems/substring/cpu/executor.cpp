// The plan of search_plan.hpp on a CPU: a scan finds all lengths at once; few windows are joined, length by length.
#include "problems/substring/counting_tuning.hpp"
#include "problems/substring/cpu/cpu_search.hpp"
#include "problems/substring/cpu/equal_groups.hpp"
#include "problems/substring/cpu/filter/filter.hpp"
#include "problems/substring/cpu/growth/pattern_growth.hpp"
#include "problems/substring/cpu/join/asked_sequences.hpp"
#include "problems/substring/cpu/join/join.hpp"
#include "problems/substring/cpu/join/join_cost.hpp"
#include "problems/substring/cpu/join/piece_index.hpp"
#include "problems/substring/cpu/scan/scan.hpp"
#include "problems/substring/cpu/sequence_candidates.hpp"
#include "problems/substring/cpu/word_search.hpp"
#include "problems/substring/cpu/words/aligned_bounds.hpp"
#include "problems/substring/cpu/words/counted_bounds.hpp"
#include "problems/substring/cpu/words/piece_bounds.hpp"
#include "problems/substring/cpu/words/spaced_words.hpp"
#include "problems/substring/exact_substrings.hpp"
#include "problems/substring/search_plan.hpp"
#include "problems/substring/tuning.hpp"
#include "runtime/distributed/task_sharing.hpp"

#include <algorithm>
#include <limits>
#include <optional>
#include <string>
#include <utility>

namespace concord::substring {
namespace {

class cpu_executor {
  public:
    using window_sets = candidate_windows;

    struct reached {
        longest_windows found;
        [[nodiscard]] bool any() const { return !found.windows.empty(); }
        [[nodiscard]] std::uint64_t length() const { return found.length; }
    };

    static constexpr unsigned most_raises = std::numeric_limits<unsigned>::max(); ///< while samples reach further
    static constexpr std::uint64_t growth_of_climb = 2; ///< few windows are left, but all that may be near to them

    cpu_executor(const problem& given, const cpu_resources& resources)
        : given_(given), resources_(resources), words_(given, resources), distinct_(given, resources.workers) {}

    // grow

    [[nodiscard]] std::optional<longest_windows> grow_if_cheaper() {
        if (resources_.path == search_path::automatic && resources_.workers.options().sharing == nullptr)
            if (auto longest = join_longest(given_, resources_, [&] { return repetition(); })) return longest;
        return words_.find_if_cheaper(std::numeric_limits<double>::infinity());
    }
    [[nodiscard]] std::optional<longest_windows> grow_if_cheaper(window_sets& windows) {
        drop_by_counts(given_, resources_, windows, [&] {
            return cost_of_joining_distinct(given_, resources_.kernels, windows, distinct_, repetition());
        });
        if (!counted_) counted_ = drop_by_diagonals(given_, resources_, windows, cost_of_rest(windows));
        const double rest = cost_of_rest(windows) / 2;
        return rest > 2 * words_.cost_of_growth() ? words_.grow(rest) : std::nullopt;
    }

    // sample: what seeds or windows that are equal reach, and scans of some spans
    [[nodiscard]] std::uint64_t known_reach() { return poll_of(given_) ? words_.reached() : words_.reached_by_rare(); }

    [[nodiscard]] longest_windows answer_of(const poll& asked, std::uint64_t longest) const {
        const auto [polled, among] = polled_by(given_, asked);
        for (std::uint64_t length = longest;; length = next_lower(length)) {
            if (length <= given_.mismatches || is_known_below(length)) return {}; // all of them are near each other
            const auto some = sample_of(spans_among(polled, length, among), tuning::sampled_spans);
            const longest_windows sampled = scan_all(polled, resources_, {some, among, "sampling"}, length);
            if (sampled.length > 0) {
                const auto all = spans_among(polled, sampled.length, among);
                return is_worth_scanning(polled, all, among, sampled.length)
                           ? scan_all(polled, resources_, {all, among, "sampling"}, sampled.length)
                           : sampled;
            }
            if (length == given_.min_length) return {};
        }
    }

    /// Scans the windows inside those of the guess, and a few before them, among all.
    [[nodiscard]] std::uint64_t reach_of_likely(const longest_windows& guess, std::uint64_t length, std::uint64_t) {
        if (short_answer_) return short_answer_->length;
        if (is_by_chance(length)) // the poll may have missed what few sequences hold
            if (const std::uint64_t reach = words_.reached_by_rare(); reach > length) return reach;
        const std::vector<source_span> likely = likely_spans(given_, guess, length);
        if (likely.empty()) return reach_of_sample(length, 0);
        comparison asked{sample_of(likely, tuning::sampled_spans), {}, "sampling"};
        if (given_.sequences() >= tuning::sequences_of_second_poll) {
            asked.sources = best_of_second_poll(given_, resources_, asked.sources, length);
            if (asked.sources.empty()) return 0;
        }
        return scan_all(given_, resources_, asked, length).length;
    }

    [[nodiscard]] std::uint64_t reach_of_sample(std::uint64_t length, std::uint64_t) {
        if (is_known_below(length)) return short_answer_->length;
        if (length > long_window_of_diagonals && length < longest_possible(given_) && !reach_of_short_)
            reach_of_short_ = reach_along_diagonals(given_, resources_, length);
        if (reach_of_short_ && *reach_of_short_ < not_along_diagonals)
            return *reach_of_short_ >= length ? *reach_of_short_ : 0;
        return scan_all(given_, resources_,
                        {sample_of_all(given_, resources_.workers, length, tuning::sampled_spans), {}, "sampling"},
                        length)
            .length;
    }

    [[nodiscard]] std::uint64_t next_lower(std::uint64_t length) const { return lowered_sample(given_, length); }

    // bound
    [[nodiscard]] window_sets all_windows(std::uint64_t length) {
        scheduler_.emplace(resources_.workers);
        window_sets windows{given_, length};
        ask_few_sequences(given_, resources_, repetition(), distinct_, windows);
        if (const piece_words words = words_of_pieces_beside_filter(given_, resources_, length); words.letters > 0) {
            piece_bounds bounds(given_, resources_, words, length);
            const std::uint64_t all = windows.source_count;
            bounds.drop_sources(windows);
            if (!is_forced() && windows.source_count > all / 8 * 7) return windows; // nearly all pieces are frequent
            if (const auto missed = bounds.drop_targets(windows)) {
                bounded_.emplace(given_);
                bounded_->support -= *missed;
                bounded_->strands = 0; // the other strand of a source may be one of those
            }
            const double rest = cost_of_rest_near(windows);
            counted_ = drop_by_diagonals(given_, resources_, windows, rest) || bounds.drop_by_groups(windows, rest);
        }
        return windows;
    }
    [[nodiscard]] window_counts counts(const window_sets& windows) const { return windows.counts(); }

    // filter

    [[nodiscard]] std::uint64_t first_filter_level(const window_sets& windows) {
        std::uint64_t level = substring::first_filter_level(given_, windows.counts());
        if (is_forced()) return std::max<std::uint64_t>(1, level); // scan_if_cheaper has asked whether it pays
        if (counted_) return 0;
        if (bounded_) { // few windows are left, and lower levels may do
            rest_ = cost_of_rest(windows);
            while (level > 0 && cost_of_filtering(given_, memory_of_filter(), windows.counts(), level) >
                                    rest_ * tuning::filter_beside_rest)
                --level;
            return level;
        }
        const bool pays = level > 0 && cost_of_filtering(given_, memory_of_filter(), windows.counts(), level) <=
                                           cost_of_all_left(windows);
        return pays ? level : 0;
    }

    /// The same level pays for raised windows, which are fewer, in any case.
    [[nodiscard]] bool filter_pays(const window_sets& windows, std::uint64_t intact) {
        if (raised_) return true;
        rest_ = cost_of_rest(windows);
        return cost_of_filtering(given_, memory_of_filter(), windows.counts(), intact) <= rest_ / 4;
    }

    void filter(window_sets& windows, std::uint64_t intact) {
        filter_windows(bounded_ ? *bounded_ : given_, *scheduler_, memory_of_filter(), intact, windows,
                       [&](const auto& left) { return std::min(cost_of_joining(given_, left, repetition()), rest_); });
    }

    [[nodiscard]] bool dropped_much(const window_sets& windows) {
        return std::exchange(raised_, false) || cost_of_rest(windows) <= rest_ * 0.9;
    }

    [[nodiscard]] bool raise_by_sample(window_sets& windows) {
        const comparison sample{sample_of(sources_of(windows), tuning::resampled_spans), targets_of(windows),
                                "sampling"};
        // To climb takes a letter at a time.
        const double sampling =
            cost_of_scanning(given_, sample.sources.size(), sample.targets.size(given_), windows.length);
        const double worth = poll_of(given_) ? tuning::rest_worth_a_sample_after_poll : tuning::rest_worth_a_sample;
        if (sampling * worth > cost_of_rest(windows)) return false;
        const longest_windows longer = scan_all(given_, resources_, sample, windows.length + 1);
        if (longer.length == 0) return false;
        lengthen(windows, longer.length - windows.length);
        raised_ = true;
        return true;
    }

    // compare

    /// By a scan of everything: of little, without memory for sets of windows, or where neither filter nor join pays.
    [[nodiscard]] std::optional<longest_windows> scan_if_cheaper(std::uint64_t length) {
        if (short_answer_) return std::move(short_answer_);
        if (resources_.path == search_path::dense || resources_.path == search_path::diagonals)
            return scan_groups(given_, resources_, length);
        if (is_forced()) return std::nullopt;
        const double scan = probed_cost_of_scanning_all(given_, resources_, length);
        const double bytes_of_sets = static_cast<double>(given_.set.letters()) / 4 / 8;
        if (is_quick_scan(given_, count_spans(given_, resources_.workers, length), length, scan) ||
            bytes_of_sets > memory())
            return scan_groups(given_, resources_, length);
        const window_counts windows = count_all_windows(given_, length);
        const std::uint64_t level = substring::first_filter_level(given_, windows);
        const double filtering = level > 0 ? cost_of_filtering(given_, memory_of_filter(), windows, level) : 0;
        const double joining = cost_of_joining(given_, windows, repetition());
        const piece_words words = words_of_pieces_beside_filter(given_, resources_, length);
        const bool may_filter = (level > 0 && filtering <= scan * tuning::filter_beside_scan) ||
                                (words.letters > 0 && words.cost <= scan * tuning::pieces_beside_scan);
        const bool may_join =
            joining <= scan * tuning::joining_beside_scan && memory_of_joining(given_, windows) <= memory();
        const bool is_cheaper = !may_filter && !may_join; // a scan
        const double others = is_cheaper ? scan : may_filter ? filtering * 4 : joining;
        if (auto counted =
                words_.count_from(length, is_cheaper ? std::max(scan, words_.bearable_beside(scan)) : others))
            return counted;
        if (others / 2 > words_.cost_of_growth() && is_short_for_growth(given_, length))
            if (auto grown = words_.grow(others / 2)) return grown;
        return is_cheaper ? std::optional(scan_groups(given_, resources_, length)) : std::nullopt;
    }

    /// By a scan of the sequences that have windows left.
    [[nodiscard]] std::optional<longest_windows> scan_if_cheaper(const window_sets& windows) {
        scheduler_->release_zeros();
        if (joining_is_better(windows)) return std::nullopt;
        note("comparing the sequences of these windows densely");
        const target_list targets = bounded_ ? target_list() : targets_of(windows);
        return scan_all(given_, resources_, {sources_of(windows), targets, "comparing", runtime::divided_among::shards},
                        windows.length);
    }

    [[nodiscard]] reached compare(window_sets&& windows) {
        windows_.emplace(std::move(windows));
        if (bounded_) ask_all_targets(*windows_);
        return {joined(given_, *windows_, runtime::divided_among::shards)};
    }

    // climb

    [[nodiscard]] reached compare_longer(const reached& best, std::uint64_t by) {
        // All parts of a longer window that are as long as these have its support: few are left to be tried.
        windows_->keep_sources(given_, best.found);
        candidate_windows shorter = *windows_;
        reached longer{joined_longer(by)};
        if (!longer.any()) windows_.emplace(std::move(shorter));
        return longer;
    }

    // settle: a join counts exactly
    [[nodiscard]] reached settle(reached&& best) const { return std::move(best); }
    [[nodiscard]] longest_windows list(reached& best) const { return std::move(best.found); }

    // candidates

    [[nodiscard]] std::uint64_t representative_of(std::uint64_t sequence) {
        return groups().representative_of(sequence);
    }
    /// Whole groups of equal sequences are a shard's.
    [[nodiscard]] bool is_ours(std::uint64_t sequence) {
        const task_sharing* sharing = resources_.workers.options().sharing;
        return sharing == nullptr || sharing->is_ours(groups().group_of(sequence));
    }
    void find_candidates(const std::vector<std::uint64_t>& sequences, std::uint64_t longest,
                         std::vector<substring_candidate>& candidates) {
        const bool is_plain = !is_forced() && resources_.workers.options().sharing == nullptr;
        const auto filter = [&](window_sets& windows) {
            scheduler_.emplace(resources_.workers);
            filter_by_blocks(given_, *this, windows, false);
        };
        find_candidates_of(given_, resources_, groups(), sequences, longest,
                           is_plain ? drop_windows(filter) : drop_windows(), candidates);
    }

    void note(std::string text) const { resources_.notes.push_back(std::move(text)); }

  private:
    /// Whether a guess may be improved by a scan of a whole poll. Short windows that nearly every sequence holds have
    /// survivors without number there, and to join all windows of all sequences, which tells more, takes less.
    [[nodiscard]] bool is_worth_scanning(const problem& polled, const std::vector<source_span>& spans,
                                         const target_list& among, std::uint64_t length) const {
        return probed_cost_of_scanning(polled, resources_,
                                       {sample_of(spans, tuning::probed_spans), spans.size(), among}, length) <=
               std::max(tuning::poll_is_quick,
                        cost_of_joining(given_, count_all_windows(given_, length), repetition()));
    }

    [[nodiscard]] bool is_by_chance(std::uint64_t length) const {
        return length <= most_shared_by_chance(given_) + tuning::letters_beyond_spaced;
    }
    /// Whether the answer is known: where samples have come down to what random sequences share, to count takes less.
    [[nodiscard]] bool is_known_below(std::uint64_t length) const {
        if (!is_by_chance(length) || asked_short_) return short_answer_.has_value();
        asked_short_ = true;
        short_answer_ = words_.space(
            std::min(tuning::late_spacing_is_bearable, probed_time_of_scanning_all(given_, resources_, length) / 2));
        return short_answer_.has_value();
    }

    [[nodiscard]] bool is_forced() const {
        return resources_.path != search_path::automatic && !is_by_words(resources_.path);
    }
    [[nodiscard]] double memory() const { return static_cast<double>(resources_.memory); }
    [[nodiscard]] std::uint64_t memory_of_filter() const { return resources_.memory / 4; }

    [[nodiscard]] double repetition() const { return words_.repetition(); }
    [[nodiscard]] const equal_sequences& groups() { return groups_ ? *groups_ : groups_.emplace(given_); }

    [[nodiscard]] bool joining_is_better(const window_sets& windows) {
        if (is_forced()) return resources_.path == search_path::filter_and_join;
        if (memory_of_joining(given_, windows.counts()) > memory()) return false;
        const double joining = cost_of_joining_distinct(given_, resources_.kernels, windows, distinct_, repetition());
        if (joining < tuning::join_is_quick) return true;
        const std::vector<source_span> spans = sources_of(windows);
        const target_list targets = targets_of(windows);
        return joining < probed_cost_of_scanning(given_, resources_,
                                                 {sample_of(spans, tuning::probed_spans), spans.size(), targets},
                                                 windows.length);
    }
    [[nodiscard]] double cost_of_rest(const window_sets& windows) {
        const double all = cost_of_all_left(windows);
        if (memory_of_joining(given_, windows.counts()) > memory()) return all;
        return std::min(all, cost_of_joining_distinct(given_, resources_.kernels, windows, distinct_, repetition()));
    }
    /// The same of sources that are nearly all near to as many targets as the support.
    [[nodiscard]] double cost_of_rest_near(const window_sets& windows) {
        return cost_of_rest(windows) + tuning::cost_of_near_target * static_cast<double>(windows.source_count) *
                                           static_cast<double>(given_.support);
    }
    [[nodiscard]] double cost_of_all_left(const window_sets& windows) const {
        return cost_of_comparing(given_, resources_.workers, windows, repetition());
    }
    [[nodiscard]] longest_windows joined(const problem& asked, window_sets& windows, runtime::divided_among division) {
        longest_windows found =
            join(asked, resources_.workers, resources_.kernels, windows, distinct_.of(windows), division);
        leave_other_strands(asked, found);
        return found;
    }
    /// Of sources that may have the support by the targets that are left: by all of them.
    void ask_all_targets(window_sets& windows) {
        if (!counted_) windows.keep_sources(given_, joined(*bounded_, windows, runtime::divided_among::shards));
        windows.targets = window_bits(given_, windows.length);
        windows.count();
        bounded_.reset();
    }

    /// Of windows so many letters longer.
    [[nodiscard]] longest_windows joined_longer(std::uint64_t by) {
        // A shard goes on alone: longer windows with the same beginning are its own, and others may know their ends.
        const task_sharing* sharing = resources_.workers.options().sharing;
        const bool alone = sharing != nullptr && sharing->is_sharded();
        lengthen(*windows_, by, !alone);
        if (windows_->source_count == 0) return {};
        if (!alone) return joined(given_, *windows_, runtime::divided_among::ranks);
        candidate_windows ours = *windows_; // what is far from these sources may be near to longer ones that begin so
        return joined(given_, ours, runtime::divided_among::ranks);
    }
    /// What holds a longer source without a target that is left holds the shorter one that begins it.
    void lengthen(window_sets& windows, std::uint64_t by, bool by_both_ends = true) const {
        windows.lengthen(given_, by, {.sources = by_both_ends, .targets = !bounded_});
    }

    [[nodiscard]] std::vector<source_span> sources_of(const window_sets& windows) const {
        return spans_left(given_, resources_.workers, windows.sources);
    }
    [[nodiscard]] target_list targets_of(const window_sets& windows) const {
        return {sequences_left(given_, resources_.workers, windows.targets), {}};
    }

    const problem& given_;
    const cpu_resources& resources_;
    word_search words_;
    std::optional<runtime::task_scheduler> scheduler_;    ///< of the filter
    std::optional<equal_sequences> groups_;               ///< made when first needed
    std::optional<window_sets> windows_;                  ///< that are being joined
    distinct_sources distinct_;                           ///< of windows
    std::optional<std::uint64_t> reach_of_short_;         ///< see reach_along_diagonals
    mutable std::optional<longest_windows> short_answer_; ///< see is_known_below; and whether that asked
    mutable bool asked_short_ = false;
    double rest_ = impossible;       ///< instructions of the comparison that a level of the filter may save
    std::optional<problem> bounded_; ///< what is asked of the targets that words of pieces have left
    bool counted_ = false;           ///< and nearly all sources that are left have it
    bool raised_ = false;            ///< and not filtered since
};

static_assert(search_executor<cpu_executor>);

} // namespace

longest_windows search_on_cpu(const problem& given, const cpu_resources& resources) {
    cpu_executor run(given, resources);
    return search(given, run);
}

std::optional<longest_windows> grow_on_cpu(const problem& given, const cpu_resources& resources) {
    if (longest_possible(given) < given.min_length) return longest_windows{};
    return word_search(given, resources).find_if_cheaper(0);
}

std::vector<substring_candidate> search_each_on_cpu(const problem& given, std::uint64_t longest,
                                                    const cpu_resources& resources) {
    if (resources.path == search_path::automatic && is_exact(given, resources.memory, resources.workers))
        return find_each_exactly(given, resources.workers, resources.notes);
    cpu_executor run(given, resources);
    return search_each(given, run, longest);
}

} // namespace concord::substring
