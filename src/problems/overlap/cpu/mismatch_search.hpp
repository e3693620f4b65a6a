// Matches with mismatches of a range of positions: from seeds, along all diagonals, or from where they begin.
#pragma once

#include "problems/overlap/cpu/mismatch_delivery.hpp"
#include "problems/overlap/cpu/mismatch_windows.hpp"
#include "problems/overlap/cpu/seed_groups.hpp"
#include "problems/overlap/cpu/window_join.hpp"
#include "problems/overlap/tables.hpp"
#include "problems/overlap/tuning.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace concord::overlap {

template <class Position>
class mismatch_search {
  public:
    mismatch_search(const index_tables& held, const arrays<Position>& arrays, std::uint64_t min_length,
                    std::uint64_t mismatches)
        : held_(held), arrays_(arrays), text_(held.text), offsets_(offsets_of(held.set)), min_length_(min_length),
          mismatches_(mismatches), seed_(seed_length(min_length, mismatches)) {}

    /// Before find(): groups the seeds, unless they are so short that all diagonals are scanned instead.
    void group_seeds(bool room_for_contexts, runtime::thread_pool& workers) {
        if (seed_ >= tuning::least_seed)
            groups_.emplace(held_, arrays_, min_length_, mismatches_, room_for_contexts, workers);
    }

    /// Letters behind the begin of a match at which its first seed is, at most: mismatches, and runs below a seed.
    /// Nothing where matches are found along whole diagonals.
    [[nodiscard]] std::optional<std::uint64_t> lag() const noexcept {
        if (groups_) return mismatches_ * seed_;
        return std::nullopt;
    }

    /// Finds matches that begin at, or whose first seed is at, a position [first, last) of the earlier sequence, or of
    /// fewer once they are more than `most`. Returns the end of these positions.
    std::uint64_t find(std::uint64_t first, std::uint64_t last, const later_sequences& later, std::uint64_t most,
                       std::vector<mismatch_match>& found) const {
        seed_borders borders;
        std::vector<std::int64_t> scanned;
        const std::uint64_t given = held_.given.letters();
        const std::uint64_t end = std::min<std::uint64_t>(later.end, held_.given.size());
        const bool on_reverse = later.reverse && held_.both_strands();
        std::uint64_t i = first < last ? held_.map.sequence_of(first) : 0;
        for (std::uint64_t a = first; a < last; ++a) {
            if (found.size() > most) return a;
            while (a >= offsets_[i + 1])
                ++i;
            const std::uint64_t begin = std::max(i + 1, later.first);
            if (groups_) {
                if (begin >= end || !groups_->may_have_seeds(a)) continue;
                const std::uint64_t before = a - offsets_[i];
                const std::uint64_t left = offsets_[i + 1] - a;
                const auto take = [&](std::uint64_t b) { extend(i, a, b, borders, found); };
                if (later.forward) groups_->for_each_seed(a, before, left, offsets_[begin], offsets_[end], take);
                if (on_reverse)
                    groups_->for_each_seed(a, before, left, given + offsets_[begin], given + offsets_[end], take);
                continue;
            }
            const auto scan_with = [&](std::uint64_t j) {
                if (later.in_order)
                    add_all_from(a, j, found);
                else
                    scan(i, a, j, most, scanned, found);
            };
            for (std::uint64_t j = begin; later.forward && j < end; ++j)
                scan_with(j);
            for (std::uint64_t j = begin; on_reverse && j < end; ++j)
                scan_with(held_.given.size() + j);
            if (!later.in_order && found.size() > most) return a; // perhaps not all of its diagonals
        }
        return last;
    }

    /// Whether a position is in one of these sequences.
    [[nodiscard]] bool is_of(const later_sequences& later, std::uint64_t position) const {
        const std::uint64_t given = held_.given.letters();
        const bool is_forward = position < given;
        const std::uint64_t of_forward = is_forward ? position : position - given; // of the sequence's first letter
        return (is_forward ? later.forward : later.reverse) &&
               of_forward < offsets_[std::min<std::uint64_t>(later.end, held_.given.size())] &&
               of_forward >= offsets_[std::min<std::uint64_t>(later.first, held_.given.size())];
    }

    /// The match that begins at two positions, of a window with up to k mismatches of which the letters before differ,
    /// if no match that begins before holds it.
    void add_from(place_pair<Position> at, std::vector<mismatch_match>& found) const {
        const std::uint64_t i = held_.map.sequence_of(at.a);
        const std::uint64_t j = held_.map.sequence_of(at.b);
        const std::uint64_t most = std::min(offsets_[i + 1] - at.a, offsets_[j + 1] - at.b);
        std::uint64_t length = 0;
        std::uint64_t mismatches = 0;
        for (;; ++length, ++mismatches) {
            if (length < most) length = std::min(most, length + equal_from(at.a + length, at.b + length));
            if (length == most || mismatches == mismatches_) break;
        }
        const bool is_first = held_.map.is_first_letter(at.a) || held_.map.is_first_letter(at.b);
        if (is_first || mismatches == mismatches_) add(i, at.a, at.b, mismatches, length, found);
    }

  private:
    /// All matches that begin at position a and in sequence j.
    void add_all_from(std::uint64_t a, std::uint64_t j, std::vector<mismatch_match>& found) const {
        for (std::uint64_t b = offsets_[j]; b < offsets_[j + 1]; ++b) {
            const bool begins = held_.map.is_first_letter(a) || held_.map.is_first_letter(b) ||
                                text_.is_ambiguous(a - 1) || text_.is_ambiguous(b - 1) ||
                                text_.letter(a - 1) != text_.letter(b - 1);
            if (!begins) continue;
            const std::size_t before = found.size();
            add_from({static_cast<Position>(a), static_cast<Position>(b)}, found);
            if (found.size() > before && found.back().length < min_length_) found.pop_back();
        }
    }

    /// Equal letters from two positions of different sequences on; both below the ends of their sequences.
    [[nodiscard]] std::uint64_t equal_from(std::uint64_t a, std::uint64_t b) const {
        constexpr std::uint64_t most = tuning::scanned_before_minima;
        const std::uint64_t scanned = common_prefix(text_, a, b, 0, most);
        return scanned < most ? scanned : arrays_.shared(arrays_.ranks[a], arrays_.ranks[b]);
    }

    /// Equal letters before two positions, neither the first of its sequence; any number from q on if there are so
    /// many. The letters at the positions may be ambiguous: then there is a border, beyond which common_suffix() does
    /// not look.
    [[nodiscard]] std::uint64_t equal_before(std::uint64_t a, std::uint64_t b) const {
        if (text_.is_ambiguous(a - 1) || text_.is_ambiguous(b - 1) || text_.letter(a - 1) != text_.letter(b - 1))
            return 0;
        return 1 + common_suffix(text_, a - 1, b - 1, seed_);
    }

    void extend(std::uint64_t i, std::uint64_t a, std::uint64_t b, seed_borders& borders,
                std::vector<mismatch_match>& found) const {
        const std::uint64_t j = held_.map.sequence_of(b);
        const std::uint64_t before = std::min(a - offsets_[i], b - offsets_[j]);
        const std::uint64_t behind = std::min(offsets_[i + 1] - a, offsets_[j + 1] - b);
        borders.before.clear();
        for (std::uint64_t at = 0;;) { // letters before the seed up to and without the border
            const bool is_end = at == before;
            borders.before.push_back({-static_cast<std::int64_t>(at) - 1, is_end});
            if (is_end || borders.before.size() > mismatches_) break;
            ++at; // over the mismatch
            const std::uint64_t equal = at == before ? 0 : equal_before(a - at, b - at);
            if (equal >= seed_) break; // windows beyond hold an earlier seed
            at += equal;
        }
        borders.behind.clear();
        for (std::uint64_t at = 0;; ++at) {
            if (at < behind) at = std::min(behind, at + equal_from(a + at, b + at));
            borders.behind.push_back({static_cast<std::int64_t>(at), at >= behind});
            if (at >= behind || borders.behind.size() > mismatches_) break;
        }
        for_each_window_of_seed(
            borders, mismatches_, min_length_, [&](std::int64_t begin, std::int64_t end, std::uint64_t mismatches) {
                const auto start = static_cast<std::uint64_t>(begin); // which may be below 0
                add(i, a + start, b + start, mismatches, static_cast<std::uint64_t>(end - begin), found);
            });
    }

    /// A match of two positions of the text, unless it is on the reverse strand and one on the forward strand, too.
    void add(std::uint64_t i, std::uint64_t a, std::uint64_t b, std::uint64_t mismatches, std::uint64_t length,
             std::vector<mismatch_match>& found) const {
        const overlap_place of_b = held_.place_of(b, length);
        const std::uint64_t j = of_b.sequence;
        if (of_b.on == strand::reverse &&
            is_on_both_strands(text_, {a, offsets_[j] + of_b.start, length},
                               {offsets_[i], offsets_[i + 1], offsets_[j], offsets_[j + 1]}, mismatches, mismatches_))
            return;
        found.push_back({{i, a - offsets_[i]}, of_b, mismatches, length});
    }

    /// The diagonals of i and j that begin at position a of i: all that begin at j's first letter, and where a is i's
    /// own first letter those of j's other letters, too.
    void scan(std::uint64_t i, std::uint64_t a, std::uint64_t j, std::uint64_t most, std::vector<std::int64_t>& scanned,
              std::vector<mismatch_match>& found) const {
        const std::uint64_t last = a == offsets_[i] ? offsets_[j + 1] : std::min(offsets_[j] + 1, offsets_[j + 1]);
        for (std::uint64_t b = offsets_[j]; b < last && found.size() <= most; ++b) {
            const std::uint64_t letters = std::min(offsets_[i + 1] - a, offsets_[j + 1] - b);
            const auto next_mismatch = [&](std::int64_t from) {
                const auto at = static_cast<std::uint64_t>(from);
                return at >= letters ? from : from + static_cast<std::int64_t>(equal_from(a + at, b + at));
            };
            for_each_window(static_cast<std::int64_t>(letters), mismatches_, min_length_, scanned, next_mismatch,
                            [&](std::int64_t begin, std::int64_t end, std::uint64_t mismatches) {
                                const auto at = static_cast<std::uint64_t>(begin);
                                add(i, a + at, b + at, mismatches, static_cast<std::uint64_t>(end - begin), found);
                            });
        }
    }

    const index_tables& held_;
    const arrays<Position>& arrays_;
    const text_view& text_;
    std::span<const std::uint64_t> offsets_;
    std::uint64_t min_length_;
    std::uint64_t mismatches_;
    std::uint64_t seed_;
    std::optional<seed_groups<Position>> groups_; ///< none: all diagonals are scanned
};

} // namespace concord::overlap
