// The suffixes of sequences with which other sequences begin, found in the order of the suffix array.
//
// A suffix is smaller than all longer ones that begin with it. So whole sequences behind it begin with it exactly if
// the next of them shares as many letters with it as it has; and that many it shares with the next suffix, too, as
// every suffix between the two begins with it. A walk from right to left keeps the first number, the LCP array has the
// second:
//
//   rank                       r   r+1  r+2   w    (the next whole sequence)
//   shared with the one before      7    9    8
//   shared with w              7    8    8
//
// Few ranks have both equal and at least the minimum length (r, and r + 2), and only of these the text is asked whether
// the suffix ends there. Whole sequences in front of a suffix that begin with it are equal to it up to a border: only
// there, and behind them, such suffixes are looked for one by one.
#pragma once

#include "problems/overlap/cpu/ordered_answers.hpp"
#include "problems/overlap/nested_ranges.hpp"
#include "problems/overlap/tables.hpp"
#include "runtime/far_array.hpp"
#include "runtime/test_settings.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>

namespace concord::overlap {

/// The sequences that have letters, in the order of their suffixes. Memory: two positions a sequence, and 1/4 byte a
/// letter while they are put in order.
template <class Position>
class ordered_sequences {
  public:
    ordered_sequences(const index_tables& held, const arrays<Position>& of) {
        const std::span<const std::uint64_t> offsets = offsets_of(held.set);
        const std::uint64_t sequences = held.set.size();
        marked_ranks marks(of.ranks.size());
        const auto for_each_rank = [&](auto take) {
            for (std::uint64_t sequence = 0; sequence < sequences; ++sequence) {
                if (sequence + tuning::far_ahead < sequences)
                    __builtin_prefetch(of.ranks.data() + offsets[sequence + tuning::far_ahead]);
                if (offsets[sequence] < offsets[sequence + 1]) take(sequence, of.ranks[offsets[sequence]]);
            }
        };
        for_each_rank([&](std::uint64_t /*sequence*/, std::uint64_t rank) { marks.mark(rank); });
        const std::uint64_t count = marks.count_marks();
        ranks_ = runtime::far_array<Position>(count);
        sequences_ = runtime::far_array<Position>(count);
        for_each_rank([&](std::uint64_t sequence, std::uint64_t rank) {
            const std::uint64_t nth = marks.before(rank);
            ranks_[nth] = static_cast<Position>(rank);
            sequences_[nth] = static_cast<Position>(sequence);
        });
    }

    [[nodiscard]] std::span<const Position> ranks() const { return ranks_.view(); }
    [[nodiscard]] std::uint64_t sequence(std::uint64_t nth) const { return sequences_[nth]; }

    /// How many have lower ranks, looked for from a guess on. Time O(log distance).
    [[nodiscard]] std::uint64_t before(std::uint64_t rank, std::uint64_t guess) const {
        const std::span<const Position> all = ranks();
        std::uint64_t low = guess;
        std::uint64_t high = guess;
        for (std::uint64_t step = 1; high < all.size() && all[high] < rank; step *= 2) {
            low = high + 1;
            high = std::min<std::uint64_t>(all.size(), high + step);
        }
        for (std::uint64_t step = 1; low > 0 && all[low - 1] >= rank; step *= 2) {
            high = low - 1;
            low -= std::min(low, step);
        }
        const auto from = all.begin() + static_cast<std::ptrdiff_t>(low);
        return static_cast<std::uint64_t>(
            std::lower_bound(from, all.begin() + static_cast<std::ptrdiff_t>(high), rank) - all.begin());
    }

  private:
    runtime::far_array<Position> ranks_;
    runtime::far_array<Position> sequences_;
};

/// Of a suffix, from its rank on, `length` letters up to the end of its sequence.
struct ending_suffix {
    std::uint64_t rank;
    std::uint64_t length;
    std::uint64_t near; ///< about as many whole sequences have lower ranks
};

template <class Position>
class prefix_suffixes {
  public:
    prefix_suffixes(const index_tables& held, const arrays<Position>& of, const ordered_sequences<Position>& wholes,
                    std::uint64_t min_length)
        : held_(held), arrays_(of), wholes_(wholes), min_length_(min_length) {}

    /// The whole sequences that begin with a suffix; they are neighbours in their order. Time O(log their distance).
    [[nodiscard]] beginning_range<Position> range_of(const ending_suffix& suffix) const {
        const auto length = static_cast<Position>(suffix.length);
        const std::uint64_t size = arrays_.prefixes.size();
        const std::uint64_t first = arrays_.minima.last_below(suffix.rank, length);
        const std::uint64_t last = arrays_.minima.first_below(suffix.rank + 1, length, size);
        const std::uint64_t from = wholes_.before(first, suffix.near);
        return {static_cast<Position>(from), static_cast<Position>(wholes_.before(last, from)), length};
    }

    /// Calls take(position, ending_suffix) for each suffix of at least the minimum length with rank in [first, last)
    /// with which a whole sequence begins that is not the suffix itself, but for those that only whole sequences in
    /// front of them equal: these come with the last such sequence, wherever they are. Time O(last - first + suffixes),
    /// but for runs of equal ones.
    template <class Take>
    void for_each(std::uint64_t first, std::uint64_t last, Take take) const {
        const Position* const prefixes = arrays_.prefixes.data();
        const std::uint64_t size = arrays_.prefixes.size();
        const std::span<const Position> ranks = wholes_.ranks();
        std::uint64_t next = wholes_.before(last, ranks.size() / 2); // the first whole sequence behind the rank
        Position behind = last < size ? prefixes[last] : 0;          // shared with the next suffix
        Position shared = next < ranks.size() ? arrays_.minima.least(last, ranks[next] + std::uint64_t{1}) : 0;
        waiting_suffixes waiting;
        const auto visit = [&](std::uint64_t rank) {
            if (shared == behind && shared >= min_length_) {
                waiting.add({rank, shared, next}, arrays_.suffixes[rank], held_.map);
                if (waiting.are_full()) take_ending(waiting, take);
            }
        };
        for (std::uint64_t end = last; end > first;) {
            const std::uint64_t whole = next > 0 ? ranks[next - 1] : first; // ranks above it up to `end` are others
            const bool is_here = next > 0 && whole >= first;
            for (std::uint64_t rank = end - 1; rank > (is_here ? whole : first); --rank) {
                visit(rank);
                behind = prefixes[rank];
                shared = std::min(shared, behind);
            }
            end = is_here ? whole : first;
            visit(end);
            if (is_here) {
                take_equal(--next, shared, take);
                behind = prefixes[end];
                shared = behind;
            }
        }
        take_ending(waiting, take);
    }

  private:
    /// Suffixes that end as far behind their positions as they share letters, if a sequence ends there.
    class waiting_suffixes {
      public:
        void add(const ending_suffix& suffix, std::uint64_t position, const sequence_map& map) {
            map.prefetch(position);
            map.prefetch(position + suffix.length);
            suffixes_[count_] = suffix;
            positions_[count_++] = position;
        }
        [[nodiscard]] bool are_full() const { return count_ == suffixes_.size(); }
        /// Calls take(position, suffix) for each.
        template <class Take>
        void empty(Take take) {
            for (std::size_t at = 0; at < count_; ++at)
                take(positions_[at], suffixes_[at]);
            count_ = 0;
        }

      private:
        std::array<ending_suffix, 2 * tuning::far_ahead> suffixes_;
        std::array<std::uint64_t, 2 * tuning::far_ahead> positions_;
        std::size_t count_ = 0;
    };

    template <class Take>
    void take_ending(waiting_suffixes& waiting, Take& take) const {
        waiting.empty([&](std::uint64_t position, const ending_suffix& suffix) {
            if (is_end(position + suffix.length)) take(position, suffix);
        });
    }

    /// The suffixes that reach a border after the same letters as the nth whole sequence, if that shares fewer with the
    /// next one.
    template <class Take>
    void take_equal(std::uint64_t nth, std::uint64_t shared_with_next, Take& take) const {
        const std::uint64_t rank = wholes_.ranks()[nth];
        const std::uint64_t size = arrays_.prefixes.size();
        const std::uint64_t before = arrays_.prefixes[rank];
        const std::uint64_t behind = rank + 1 < size ? arrays_.prefixes[rank + 1] : 0;
        const std::uint64_t length = std::max(before, behind);
        const std::uint64_t start = arrays_.suffixes[rank];
        if (length < min_length_ || shared_with_next >= length || !is_border(start + length)) return;
        if (before == length && is_end(start + length)) take(start, ending_suffix{rank, length, nth});
        const std::uint64_t end = nth + 1 < wholes_.ranks().size() ? wholes_.ranks()[nth + 1] : size;
        for (std::uint64_t at = rank + 1; at < end && arrays_.prefixes[at] >= length; ++at) {
            const std::uint64_t position = arrays_.suffixes[at];
            if (!is_border(position + length)) break;
            if (is_end(position + length)) take(position, ending_suffix{at, length, nth});
        }
    }

    // A forged index has prefixes that reach beyond the text.
    [[nodiscard]] bool is_end(std::uint64_t position) const {
        return position < held_.text.size ? held_.map.is_first_letter(position) : position == held_.text.size;
    }
    [[nodiscard]] bool is_border(std::uint64_t position) const {
        return position <= held_.text.size && held_.text.is_cut(position);
    }

    const index_tables& held_;
    const arrays<Position>& arrays_;
    const ordered_sequences<Position>& wholes_;
    std::uint64_t min_length_;
};

/// The ranges of all such suffixes, by sequences.
template <class Position>
class prefix_suffix_table {
  public:
    [[nodiscard]] static std::uint64_t bytes_of_counts(std::uint64_t sequences) {
        return (sequences + 1) * sizeof(Position);
    }

    /// has_room(bytes) says whether so many may be allocated beside the counts; if not, the table stays empty. Time
    /// O(letters + suffixes · log). Throws error: resource, cancelled.
    template <class HasRoom>
    prefix_suffix_table(const index_tables& held, const arrays<Position>& of, const prefix_suffixes<Position>& suffixes,
                        runtime::thread_pool& workers, HasRoom has_room)
        : ends_(held.set.size() + 1) {
        const auto for_each = [&](auto take) {
            const std::uint64_t size = of.suffixes.size();
            const std::uint64_t piece = runtime::forced_tile() > 0 ? runtime::forced_tile() : tuning::places_per_task;
            workers.run((size + piece - 1) / piece, [&](std::size_t task, unsigned) {
                const std::uint64_t first = task * piece;
                suffixes.for_each(first, std::min(size, first + piece),
                                  [&](std::uint64_t position, const ending_suffix& suffix) {
                                      take(std::atomic_ref<Position>(ends_[held.map.sequence_of(position)]), suffix);
                                  });
            });
        };
        for_each([](std::atomic_ref<Position> count, const ending_suffix& /*suffix*/) {
            count.fetch_add(1, std::memory_order_relaxed);
        });
        std::uint64_t sum = 0;
        for (std::uint64_t sequence = 0; sequence < ends_.size(); ++sequence)
            ends_[sequence] = static_cast<Position>(sum += ends_[sequence]);
        // More than there are suffixes only in a forged index.
        if (sum > of.suffixes.size() || !has_room(sum * sizeof(beginning_range<Position>))) return;
        ranges_ = runtime::far_array<beginning_range<Position>>(sum);
        for_each([&](std::atomic_ref<Position> end, const ending_suffix& suffix) { // which becomes the begin
            ranges_[end.fetch_sub(1, std::memory_order_relaxed) - Position{1}] = suffixes.range_of(suffix);
        });
        is_filled_ = true;
    }

    [[nodiscard]] bool is_filled() const { return is_filled_; }
    /// In any order.
    [[nodiscard]] std::span<const beginning_range<Position>> of(std::uint64_t sequence) const {
        return {ranges_.data() + ends_[sequence], ranges_.data() + ends_[sequence + 1]};
    }

  private:
    runtime::far_array<Position> ends_; ///< of each sequence where its ranges begin
    runtime::far_array<beginning_range<Position>> ranges_;
    bool is_filled_ = false;
};

} // namespace concord::overlap
