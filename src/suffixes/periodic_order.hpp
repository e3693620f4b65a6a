// The suffix array of a text of periodic runs (periodic_text.hpp): known without sorting more than the suffixes at
// their ends.
//
//   ACGACGACGAC, period 3     the suffixes of a run that begin at the same place of the word follow each other,
//   the C  CGAC  CGACGAC ...      shortest first, each of which shares all of the one before, where a border, or a
//   words GAC  GACGAC ...           smaller letter than the next of the word ends the run: it falls; longest first
//                                 where a greater one does: it rises. Long suffixes of two runs differ within fewer
//                                 letters than both periods have (Fine and Wilf), or not before one of the runs ends.
//
// So of each run only the suffixes are sorted that have fewer of its letters than `least`, and one more of each place
// of the word. Where the latter are of the same word, from several runs, they are a group:
//
//   sorted        CGACGAC| (of one) CGACGACG| (of another)    and then each of them a period longer, and so on:
//                                                             round by round, until a run has no more letters; those
//                                                             of runs that rise from the other end of the group
//
// Two suffixes are compared run by run, too: what they share of a run is known from its ends.
#pragma once

#include "runtime/parts.hpp"
#include "suffixes/periodic_text.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace concord::suffixes {

/// Suffixes of a text of runs, compared by them. The end of a run is where what follows it begins.
class run_comparison {
  public:
    /// Time O(runs² · log(runs)) at most, if runs end within sequences.
    run_comparison(const text_view& text, const periodic_runs& of)
        : text_(text), of_(of), place_of_end_(of.runs.size(), at_border) {
        std::vector<std::size_t> sorted;
        for (std::size_t run = 0; run < of.runs.size(); ++run)
            if (!text.is_cut(of.runs[run].end)) sorted.push_back(run);
        const auto end = [&](std::size_t nth) { return of.runs[sorted[nth]].end; };
        std::ranges::sort(sorted,
                          [&](std::size_t a, std::size_t b) { return is_before(of.runs[a].end, of.runs[b].end); });
        std::vector<std::uint64_t> shared_ends(sorted.size());
        for (std::size_t nth = 1; nth < sorted.size(); ++nth)
            shared_ends[nth] = shared(end(nth - 1), end(nth));
        for (std::size_t nth = 0; nth < sorted.size(); ++nth)
            place_of_end_[sorted[nth]] = nth;
        shared_ends_ = std::move(shared_ends);
    }

    /// What two suffixes share.
    [[nodiscard]] std::uint64_t shared(std::uint64_t a, std::uint64_t b) const {
        std::uint64_t total = 0;
        for (;;) {
            const stretch of_a = stretch_at(a);
            const stretch of_b = stretch_at(b);
            const std::uint64_t both = std::min(of_a.letters, of_b.letters);
            const bool is_long = both >= of_.least && of_a.run != none && of_b.run != none;
            const std::uint64_t looked_at = is_long ? of_.least : both;
            const std::uint64_t equal = common_prefix(text_, a, b, 0, looked_at);
            if (equal < looked_at) return total + equal;
            total += both;
            if (is_long && of_a.letters != of_b.letters) return total; // one of the same two words ends here
            if (of_a.letters == of_b.letters && of_a.run != none && of_b.run != none && !shared_ends_.empty())
                return total + shared_by_ends(of_a.run, of_b.run);
            a += both;
            b += both;
            if (text_.is_cut(a) || text_.is_cut(b)) return total;
        }
    }

    [[nodiscard]] bool is_before(std::uint64_t a, std::uint64_t b) const {
        if (a == b) return false;
        const std::uint64_t length = shared(a, b);
        const bool ends_a = length > 0 && text_.is_cut(a + length);
        const bool ends_b = length > 0 && text_.is_cut(b + length);
        if (ends_a || ends_b) return ends_a && ends_b ? a < b : ends_a;
        return text_.letter(a + length) < text_.letter(b + length);
    }

    /// Of two suffixes that share what is left of their runs, which are as long.
    [[nodiscard]] bool is_before_by_ends(std::uint64_t a, std::size_t run_a, std::uint64_t b, std::size_t run_b) const {
        const std::size_t end_a = place_of_end_[run_a] + 1; // 0 at a border
        const std::size_t end_b = place_of_end_[run_b] + 1;
        return end_a != end_b ? end_a < end_b : a < b;
    }

    /// What follows two runs.
    [[nodiscard]] std::uint64_t shared_by_ends(std::size_t a, std::size_t b) const {
        const auto [first, last] = std::minmax(place_of_end_[a], place_of_end_[b]);
        if (last == at_border) return 0;
        return *std::min_element(shared_ends_.begin() + static_cast<std::ptrdiff_t>(first) + 1,
                                 shared_ends_.begin() + static_cast<std::ptrdiff_t>(last) + 1);
    }

    /// Whether a greater letter ends the run than that which continues it.
    [[nodiscard]] bool rises(std::size_t nth) const {
        const periodic_run& run = of_.runs[nth];
        return !text_.is_cut(run.end) && text_.letter(run.end) > text_.letter(run.end - run.period);
    }

  private:
    static constexpr std::size_t none = std::numeric_limits<std::size_t>::max();
    static constexpr std::size_t at_border = none;

    /// Letters to the end of a run, or between runs to the next one.
    struct stretch {
        std::uint64_t letters;
        std::size_t run;
    };
    [[nodiscard]] stretch stretch_at(std::uint64_t position) const {
        const auto next = std::ranges::upper_bound(of_.runs, position, {}, &periodic_run::begin);
        if (next != of_.runs.begin() && position < (next - 1)->end)
            return {(next - 1)->end - position, static_cast<std::size_t>(next - of_.runs.begin()) - 1};
        return {(next == of_.runs.end() ? text_.size : next->begin) - position, none};
    }

    const text_view& text_;
    const periodic_runs& of_;
    std::vector<std::size_t> place_of_end_;  ///< among the ends of runs within sequences, by the suffixes there
    std::vector<std::uint64_t> shared_ends_; ///< of neighbours among them; empty until all are sorted
};

/// The order of the suffixes of such a text.
template <class Position>
class periodic_order {
  public:
    /// Time O(suffixes at ends · log), without what they share.
    periodic_order(const text_view& text, const periodic_runs& of) : text_(text), of_(of), comparison_(text, of) {
        add_suffixes_at_ends();
        std::ranges::sort(sorted_, [this](const last_suffix& a, const last_suffix& b) { return is_before(a, b); });
        for (std::size_t nth = 1; nth < sorted_.size(); ++nth)
            sorted_[nth].shared = comparison_.shared(sorted_[nth - 1].position, sorted_[nth].position);
        std::uint64_t rank = 0;
        for (std::size_t first = 0, end = 0; first < sorted_.size(); first = end) {
            group found = {rank, first, first, first, 0, 0};
            do {
                found.suffixes += 1 + sorted_[end].longer;
                if (!sorted_[end].rises) {
                    found.falling = found.suffixes;
                    found.rising = end + 1;
                }
                ++end;
            } while (end < sorted_.size() && sorted_[end].shared >= of_.least && sorted_[end - 1].is_long() &&
                     sorted_[end].is_long());
            found.end = end;
            groups_.push_back(found);
            rank += found.suffixes;
        }
    }

    /// Fills the suffix array and the LCP array. Time O(letters / threads).
    void fill(runtime::thread_pool& workers, std::span<Position> suffixes, std::span<Position> prefixes) const {
        runtime::for_parts(
            workers, text_.size, tuning::ranks_of_runs_per_task, [&](std::uint64_t first, std::uint64_t end) {
                auto nth = static_cast<std::size_t>(std::ranges::upper_bound(groups_, first, {}, &group::rank) -
                                                    groups_.begin()) -
                           1;
                for (std::uint64_t rank = first; rank < end; ++nth)
                    rank = fill_group(groups_[nth], rank, end, suffixes.data(), prefixes.data());
            });
    }

  private:
    struct last_suffix {
        prefix_key front; ///< its first window
        std::uint64_t position;
        std::uint64_t letters; ///< of its run; 0 if these are fewer than `least`
        std::uint64_t to_end;  ///< the same of all; 0 between runs
        std::uint64_t longer;  ///< suffixes by 1, 2 ... periods, of the same run
        std::uint64_t shared;  ///< with the one in front of it
        std::size_t run;
        bool rises;

        [[nodiscard]] bool is_long() const { return letters > 0; }
    };
    /// Some of the sorted ones, and what is longer than they are: those that fall, and then those that rise.
    struct group {
        std::uint64_t rank;
        std::size_t first;
        std::size_t rising;
        std::size_t end;
        std::uint64_t falling; ///< suffixes
        std::uint64_t suffixes;
    };
    /// Those of a group that fall, or rise, in the order of their letters in the run: the n-th is sorted[n * step].
    struct direction {
        const last_suffix* sorted;
        std::ptrdiff_t step;
        std::size_t count;

        [[nodiscard]] const last_suffix& operator[](std::size_t nth) const {
            return sorted[static_cast<std::ptrdiff_t>(nth) * step];
        }
        /// Suffixes in the first rounds.
        [[nodiscard]] std::uint64_t in_rounds(std::uint64_t rounds) const {
            std::uint64_t suffixes = 0;
            for (std::size_t nth = 0; nth < count; ++nth)
                suffixes += std::min(rounds, 1 + (*this)[nth].longer);
            return suffixes;
        }
        [[nodiscard]] std::uint64_t most_letters(std::uint64_t period) const {
            std::uint64_t most = 0;
            for (std::size_t nth = 0; nth < count; ++nth)
                most = std::max(most, (*this)[nth].letters + (*this)[nth].longer * period);
            return most;
        }
    };
    struct growing {
        std::uint64_t position;
        std::uint64_t letters;
        std::uint64_t left; ///< rounds, this one included
        std::size_t run;
        std::uint64_t beyond; ///< shared with the one in front of it in the round, if they have as many letters
    };

    void add_suffixes_at_ends() {
        const auto add = [this](std::uint64_t position, std::uint64_t letters, std::uint64_t longer, std::size_t run) {
            const prefix_key front = key_at(text_, position, text_.letters_per_window());
            const bool is_in_run = position >= of_.runs[run].begin && position < of_.runs[run].end;
            sorted_.push_back({front, position, letters, is_in_run ? of_.runs[run].end - position : 0, longer, 0, run,
                               letters > 0 && comparison_.rises(run)});
        };
        std::uint64_t next = 0;
        for (std::size_t nth = 0; nth < of_.runs.size(); ++nth) {
            const periodic_run& run = of_.runs[nth];
            for (; next < run.begin; ++next)
                add(next, 0, 0, nth == 0 ? 0 : nth - 1);
            const std::uint64_t all = run.end - run.begin;
            if (all < of_.least) continue;
            for (std::uint64_t letters = std::min(all, of_.least + run.period - 1); letters >= of_.least; --letters)
                add(run.end - letters, letters, (all - letters) / run.period, nth);
            next = run.end - of_.least + 1;
        }
        for (; next < text_.size; ++next)
            add(next, 0, 0, of_.runs.size() - 1);
    }

    [[nodiscard]] bool is_before(const last_suffix& a, const last_suffix& b) const {
        if (a.front.letters != b.front.letters) return a.front.letters < b.front.letters;
        if (a.front.reach != b.front.reach) return a.front.reach < b.front.reach;
        if (a.to_end == b.to_end && a.to_end > 0 && a.to_end < text_.letters_per_window())
            return comparison_.is_before_by_ends(a.position, a.run, b.position, b.run);
        return comparison_.is_before(a.position, b.position);
    }

    /// Of ranks from `rank` on, below `end`; returns the next one.
    std::uint64_t fill_group(const group& of, std::uint64_t rank, std::uint64_t end, Position* suffixes,
                             Position* prefixes) const {
        const last_suffix& front = sorted_[of.first];
        if (of.suffixes == 1) { // most groups
            suffixes[rank] = static_cast<Position>(front.position);
            prefixes[rank] = static_cast<Position>(front.shared);
            return rank + 1;
        }
        const std::uint64_t period = of_.runs[front.run].period;
        const std::uint64_t behind = of.rank + of.suffixes;
        const std::uint64_t middle = of.rank + of.falling;
        end = std::min(end, behind);
        const direction falling = {sorted_.data() + of.first, 1, of.rising - of.first};
        const direction rising = {sorted_.data() + of.end - 1, -1, of.end - of.rising};
        if (rank < middle) {
            const std::uint64_t first = rank - of.rank;
            walk(falling, period, first, std::min(end, middle) - of.rank,
                 [&, ranks = of.rank](std::uint64_t nth, std::uint64_t position, std::uint64_t shared) {
                     suffixes[ranks + nth] = static_cast<Position>(position);
                     prefixes[ranks + nth] = static_cast<Position>(shared);
                 });
        }
        if (end > middle) { // from the last one on; what a suffix shares is the prefix of the one behind it
            const std::uint64_t lowest = std::max(rank, middle);
            const std::uint64_t first = behind - end;
            const std::uint64_t last = behind - lowest;
            walk(rising, period, first, std::min(last + 1, behind - middle),
                 [&](std::uint64_t nth, std::uint64_t position, std::uint64_t shared) {
                     if (nth > first) prefixes[behind - nth] = static_cast<Position>(shared);
                     if (nth < last) suffixes[behind - 1 - nth] = static_cast<Position>(position);
                 });
            if (lowest == middle) // an end falls and the other one rises, so that no two reach further
                prefixes[middle] =
                    static_cast<Position>(std::min(falling.most_letters(period), rising.most_letters(period)));
        }
        if (rank == of.rank) prefixes[rank] = static_cast<Position>(front.shared);
        return end;
    }

    /// Calls put(nth, position, shared) for the suffixes of a direction from the `nth` = `first` on, below `end`: with
    /// what each shares with the one before it.
    template <class Put>
    void walk(const direction& of, std::uint64_t period, std::uint64_t first, std::uint64_t end, Put put) const {
        std::uint64_t round = 0; // that of the first
        for (std::uint64_t behind = text_.size + 1; behind - round > 1;) {
            const std::uint64_t middle = round + (behind - round) / 2;
            (of.in_rounds(middle) <= first ? round : behind) = middle;
        }
        std::vector<growing> members;
        std::uint64_t before = 0; // letters of the suffix in front, which the next one begins with
        if (round > 0) {
            list_round(of, round - 1, period, members);
            before = members.back().letters;
        }
        list_round(of, round, period, members);
        std::size_t passed = first - of.in_rounds(round); // of this round
        if (passed > 0) before = members[passed - 1].letters;
        for (std::uint64_t nth = first; nth < end;) {
            std::uint64_t rounds = ~std::uint64_t{0};
            for (const growing& each : members)
                rounds = std::min(rounds, each.left);
            if (members.size() == 1) { // as in a text of one run
                growing& only = members.front();
                const std::uint64_t taken = std::min(rounds, end - nth);
                for (const std::uint64_t until = nth + taken; nth < until; ++nth) {
                    put(nth, only.position, before);
                    before = only.letters;
                    only.position -= period;
                    only.letters += period;
                }
                only.left -= taken;
            } else {
                for (std::uint64_t taken = 0; taken < rounds && nth < end; ++taken) {
                    for (std::size_t at = passed; at < members.size() && nth < end; ++at, ++nth) {
                        put(nth, members[at].position, before + members[at].beyond);
                        before = members[at].letters;
                    }
                    for (growing& each : members) {
                        each.position -= period;
                        each.letters += period;
                        --each.left;
                    }
                    passed = 0;
                }
            }
            std::erase_if(members, [](const growing& each) { return each.left == 0; });
            compare_ends(members);
        }
    }

    void list_round(const direction& of, std::uint64_t round, std::uint64_t period,
                    std::vector<growing>& members) const {
        members.clear();
        for (std::size_t nth = 0; nth < of.count; ++nth)
            if (const last_suffix& each = of[nth]; each.longer >= round)
                members.push_back({each.position - round * period, each.letters + round * period,
                                   each.longer - round + 1, each.run, 0});
        compare_ends(members);
    }
    void compare_ends(std::vector<growing>& members) const {
        for (std::size_t at = 0; at < members.size(); ++at)
            members[at].beyond = at > 0 && members[at].letters == members[at - 1].letters
                                     ? comparison_.shared_by_ends(members[at - 1].run, members[at].run)
                                     : 0;
    }

    const text_view& text_;
    const periodic_runs& of_;
    run_comparison comparison_;
    std::vector<last_suffix> sorted_;
    std::vector<group> groups_;
};

} // namespace concord::suffixes
