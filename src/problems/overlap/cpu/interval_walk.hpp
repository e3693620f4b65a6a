// All regions that occur at two positions or more, from the longest inwards: LCP intervals (Abouelkhoda, Kurtz,
// Ohlebusch) in one walk over the suffix array with a stack.
//
//   rank      prefixes   suffix        intervals
//   0         0          ACG..         [0, 3) of 2: AC     If the sequence of a suffix occurred before, the smallest
//   1         2          ACT..                             interval that holds both counts it twice. Subtracting one
//   2         2          ACT..           [1, 3) of 3: ACT  there, and passing the sum to the parent, leaves the number
//   3         0          CG..                              of distinct sequences (Hui's colour set sizes).
#pragma once

#include "problems/overlap/tables.hpp"
#include "problems/overlap/tuning.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <vector>

namespace concord::overlap {

/// A closed interval. `first` is its lowest position.
struct region_interval {
    std::uint64_t length;
    std::uint64_t position;
    std::uint64_t rank; ///< its last suffix
    std::uint64_t sequences;
    std::uint64_t count; ///< suffixes
};

/// Two positions of one sequence, neighbours among its suffixes, that share `length` letters.
struct region_pair {
    std::uint64_t length;
    std::uint64_t position; ///< the lower of the two
    std::uint64_t rank;
    std::uint64_t other = 0; ///< the higher of the two
};

template <class Position>
class interval_walk {
  public:
    /// Both strands of a sequence are the same sequence.
    interval_walk(const arrays<Position>& of, const index_tables& held)
        : of_(of), map_(held.map), last_(held.given.size()) {
        if (held.both_strands() && held.given.letters() > 0)
            of_one_strand_ = map_.nth_with_letters(held.given.letters() - 1) + 1;
    }

    /// Calls at_interval(region_interval) for each interval of one letter or more, at_pair(region_pair) for each suffix
    /// that is not the first of its sequence, and check(bytes) with the memory of the walk, at first and now and then.
    /// Time O(n log depth).
    template <class AtInterval, class AtPair, class Check>
    void run(AtInterval at_interval, AtPair at_pair, Check check) {
        run({0, of_.suffixes.size()}, at_interval, at_pair, check);
    }
    /// Among these suffixes, as if there were no others. Each range must begin where the one before ended, or behind
    /// it.
    template <class AtInterval, class AtPair, class Check>
    void run(const rank_range& range, AtInterval at_interval, AtPair at_pair, Check check) {
        stack_.assign(1, {0, range.first, nowhere, 0});
        walk(range, of_one_part{}, at_interval, at_pair, check);
    }

    /// Of an array that comes in parts: calls at_interval and check as above for the suffixes [first, last), where
    /// the arrays hold those from `begin` (<= first) on, and the prefix at `last` unless that is behind the last
    /// suffix. Each part begins where the one before ended; the first at 0.
    template <class AtInterval, class Check>
    void go_on(std::uint64_t begin, const rank_range& range, AtInterval at_interval, Check check) {
        if (range.first == 0) stack_.assign(1, {0, 0, nowhere, 0});
        walk(range, begin, at_interval, nullptr, check);
    }

  private:
    struct open_interval {
        std::uint64_t length;
        std::uint64_t first;    ///< rank
        std::uint64_t position; ///< the lowest so far
        std::uint64_t repeated; ///< suffixes whose sequence occurred before
    };
    using of_one_part = std::integral_constant<std::uint64_t, 0>;
    static constexpr std::uint64_t nowhere = std::numeric_limits<std::uint64_t>::max();
    static constexpr std::uint64_t ring = 16; ///< suffixes whose sequence is prefetched

    /// The walk itself: of ranks [range.first, range.last), where the arrays hold those from `begin` on. Of one part,
    /// the array begins at 0 and nothing outside of the range counts.
    template <class Begin, class AtInterval, class AtPair, class Check>
    void walk(const rank_range& range, Begin begin, AtInterval& at_interval, AtPair&& at_pair, Check& check) {
        constexpr bool is_whole = std::is_same_v<Begin, of_one_part>;
        const std::uint64_t first = is_whole ? range.first : 0;
        const std::uint64_t end = is_whole ? range.last : begin + of_.prefixes.size();
        for (std::uint64_t rank = range.first; rank < std::min(range.first + ring, range.last); ++rank)
            ask_for(rank, begin);
        for (std::uint64_t rank = range.first; rank < range.last; ++rank) {
            if (rank % tuning::places_per_task == 0)
                check(last_.size() * sizeof(Position) + stack_.capacity() * sizeof(open_interval));
            const std::uint64_t sequence = sequences_[rank % ring];
            if (rank + ring < range.last) ask_for(rank + ring, begin);
            const std::uint64_t position = of_.suffixes[rank - begin];
            if (const std::uint64_t before = last_[sequence]; before > first) {
                open_interval& both = holding(before - 1);
                ++both.repeated;
                if constexpr (!std::is_null_pointer_v<std::remove_cvref_t<AtPair>>) {
                    const std::uint64_t other = of_.suffixes[before - 1];
                    at_pair(region_pair{both.length, std::min(other, position), rank, std::max(other, position)});
                }
            }
            last_[sequence] = static_cast<Position>(rank + 1);
            close(rank, rank + 1 < end ? of_.prefixes[rank + 1 - begin] : 0, {0, rank, position, 0}, at_interval);
        }
    }

    template <class Begin>
    void ask_for(std::uint64_t rank, Begin begin) {
        if (rank - begin + tuning::far_ahead < of_.suffixes.size())
            map_.prefetch(of_.suffixes[rank - begin + tuning::far_ahead]);
        std::uint64_t sequence = map_.nth_with_letters(of_.suffixes[rank - begin]);
        if (sequence >= of_one_strand_) sequence -= of_one_strand_;
        sequences_[rank % ring] = sequence;
        __builtin_prefetch(&last_[sequence], 1);
    }

    /// The smallest open interval that holds a rank.
    open_interval& holding(std::uint64_t rank) {
        std::size_t at = stack_.size() - 1;
        for (unsigned step = 0; step < 4; ++step, --at)
            if (stack_[at].first <= rank) return stack_[at];
        const auto above =
            std::upper_bound(stack_.begin(), stack_.begin() + static_cast<std::ptrdiff_t>(at + 1), rank,
                             [](std::uint64_t of, const open_interval& each) { return of < each.first; });
        return *(above - 1);
    }

    /// Closes the intervals that end between `rank` and the next, which share `length` letters; `child` begins as the
    /// suffix itself.
    template <class AtInterval>
    void close(std::uint64_t rank, std::uint64_t length, open_interval child, AtInterval& at_interval) {
        if (stack_.back().length >= length) join(child); // the suffix ends its interval, or belongs to it
        while (stack_.back().length > length) {
            child = stack_.back();
            stack_.pop_back();
            const std::uint64_t count = rank + 1 - child.first;
            at_interval(region_interval{child.length, child.position, rank, count - child.repeated, count});
            if (stack_.back().length >= length) join(child);
        }
        if (stack_.back().length < length) stack_.push_back({length, child.first, child.position, child.repeated});
    }
    void join(const open_interval& child) {
        open_interval& parent = stack_.back();
        parent.position = std::min(parent.position, child.position);
        parent.repeated += child.repeated;
    }

    const arrays<Position>& of_;
    const sequence_map& map_;
    std::uint64_t of_one_strand_ = nowhere; ///< sequences with letters, where the text has both strands of each
    std::vector<Position> last_; ///< for each non-empty sequence, one more than the rank of its last suffix so far
    std::vector<open_interval> stack_;
    std::array<std::uint64_t, ring> sequences_{};
};

} // namespace concord::overlap
