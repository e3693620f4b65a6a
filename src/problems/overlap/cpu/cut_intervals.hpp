// The intervals that borders of pieces cut (walk_in_pieces.hpp). They have few letters and many suffixes, so the pieces
// find all others, and of these the sequences are counted apart, each suffix once.
//
//   prefixes     0 1 3 1 2 2 4 2 1 0 1 1
//   borders              |     |           cut [3, 8) of 2 letters, [0, 9) of 1
//   fragments    .     .         . .       between their ends: a set of sequences each, of which intervals are unions
#pragma once

#include "problems/overlap/cpu/neighbouring_pair.hpp"
#include "problems/overlap/cpu/walk_in_pieces.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <limits>
#include <tuple>
#include <vector>

namespace concord::overlap {

template <class Position>
class cut_intervals {
  public:
    /// The arguments must outlive it. Time O(n), by all threads.
    cut_intervals(const arrays<Position>& of, const index_tables& held, const walk_cuts& cuts,
                  runtime::thread_pool& workers)
        : of_(of), held_(held), cuts_(cuts), workers_(workers), size_(of.suffixes.size()) {
        if (cuts.pieces() == 1 || cuts.least > tuning::most_letters_of_cut) return;
        look_through_pieces();
        for (std::size_t border = 1; border < cuts.pieces(); ++border)
            list_those_at(border);
        std::ranges::sort(all_);
        all_.erase(std::unique(all_.begin(), all_.end()), all_.end());
        divide();
    }

    /// False: they have so many letters that they may be many, and nothing is known of them.
    [[nodiscard]] bool are_known() const noexcept { return !fragments_.empty(); }
    /// Of the sets of sequences.
    [[nodiscard]] std::uint64_t bytes() const noexcept { return fragments_.size() * words() * sizeof(std::uint64_t); }

    /// Whether an interval that a piece has found is whole.
    [[nodiscard]] bool is_whole(const region_interval& met) const {
        const auto first = static_cast<std::size_t>(met.rank + 1 - met.count);
        const std::uint64_t behind = met.rank + 1;
        return met.length >= cuts_.least ||
               (of_.prefixes[first] < met.length && (behind == size_ || of_.prefixes[behind] < met.length));
    }

    /// Calls at_interval(worker, region_interval) for all that are cut, from several threads. Time O(n + sequences ·
    /// intervals / 64).
    template <class AtInterval>
    void for_each(AtInterval at_interval) {
        std::vector<std::uint64_t> sets(fragments_.size() * words());
        workers_.run(fragments_.size(), [&](std::size_t index, unsigned) {
            workers_.check_cancelled();
            fill(fragments_[index], sets.data() + index * words());
        });
        workers_.run(all_.size(), [&](std::size_t index, unsigned worker) {
            workers_.check_cancelled();
            at_interval(worker, counted(all_[index], sets));
        });
    }

  private:
    /// Ranks [first, last) that share so many letters.
    struct interval {
        std::uint64_t first;
        std::uint64_t last;
        std::uint64_t length;

        friend auto operator<=>(const interval&, const interval&) = default;
    };
    struct fragment {
        std::uint64_t first;
        std::uint64_t last;
        std::uint64_t position = 0; ///< the lowest one
    };
    static constexpr std::uint64_t none = std::numeric_limits<std::uint64_t>::max();

    [[nodiscard]] std::uint64_t words() const noexcept { return held_.given.size() / 64 + 1; }

    /// The first rank of each piece whose prefix has fewer than so many letters, and the last one.
    void look_through_pieces() {
        first_below_.assign(cuts_.pieces() * cuts_.least, none);
        last_below_.assign(cuts_.pieces() * cuts_.least, none);
        workers_.run(cuts_.pieces(), [&](std::size_t piece, unsigned) {
            const std::uint64_t begin = cuts_.borders[piece];
            const std::uint64_t end = cuts_.borders[piece + 1];
            const auto note = [&](std::vector<std::uint64_t>& below, std::uint64_t rank, std::uint64_t& fewest) {
                for (const std::uint64_t here = of_.prefixes[rank]; here < fewest; --fewest)
                    below[piece * cuts_.least + fewest] = rank;
            };
            std::uint64_t fewest = cuts_.least - 1;
            for (std::uint64_t rank = begin; rank < end && fewest > 0; ++rank)
                note(first_below_, rank, fewest);
            fewest = cuts_.least - 1;
            for (std::uint64_t rank = end; rank > begin && fewest > 0; --rank)
                note(last_below_, rank - 1, fewest);
        });
    }

    /// From the smallest one that the border is in to the largest.
    void list_those_at(std::size_t border) {
        std::uint64_t length = of_.prefixes[cuts_.borders[border]];
        while (length > 0) {
            std::size_t piece = border;
            while (last_below_[--piece * cuts_.least + length] == none) {
            }
            const std::uint64_t first = last_below_[piece * cuts_.least + length];
            piece = border;
            while (piece < cuts_.pieces() && first_below_[piece * cuts_.least + length] == none)
                ++piece;
            const std::uint64_t last = piece < cuts_.pieces() ? first_below_[piece * cuts_.least + length] : size_;
            all_.push_back({first, last, length});
            length = std::max<std::uint64_t>(of_.prefixes[first], last < size_ ? std::uint64_t{of_.prefixes[last]} : 0);
        }
    }

    /// Between the ends of intervals, and in parts that keep all threads busy.
    void divide() {
        std::vector<std::uint64_t> ends;
        for (const interval& each : all_) {
            ends.push_back(each.first);
            ends.push_back(each.last);
        }
        const std::uint64_t most = std::max<std::uint64_t>(1, size_ / (4 * workers_.threads()));
        if (!ends.empty()) {
            const auto [first, last] = std::ranges::minmax(ends);
            for (std::uint64_t at = first; at < last; at += most)
                ends.push_back(at);
        }
        std::ranges::sort(ends);
        ends.erase(std::unique(ends.begin(), ends.end()), ends.end());
        for (std::size_t index = 0; index + 1 < ends.size(); ++index)
            fragments_.push_back({ends[index], ends[index + 1]});
        if (fragments_.empty()) fragments_.push_back({0, 0}); // no border is within an interval
    }

    /// In memory of the thread, as parts and sets lie side by side.
    void fill(fragment& part, std::uint64_t* set) const {
        const suffix_owners<Position> sequence_of(of_, held_);
        std::vector<std::uint64_t> found(words(), 0);
        std::uint64_t lowest = none;
        for (std::uint64_t rank = part.first; rank < part.last; ++rank) {
            if (rank + tuning::far_ahead < size_) held_.map.prefetch(of_.suffixes[rank + tuning::far_ahead]);
            const std::uint64_t position = of_.suffixes[rank];
            const std::uint64_t sequence = sequence_of(rank);
            found[sequence / 64] |= std::uint64_t{1} << sequence % 64;
            lowest = std::min(lowest, position);
        }
        part.position = lowest;
        std::ranges::copy(found, set);
    }

    [[nodiscard]] region_interval counted(const interval& asked, const std::vector<std::uint64_t>& sets) const {
        const auto begin = std::ranges::lower_bound(fragments_, asked.first, {}, &fragment::first);
        const auto end = std::ranges::lower_bound(fragments_, asked.last, {}, &fragment::first);
        region_interval found{asked.length, none, asked.last - 1, 0, asked.last - asked.first};
        for (auto part = begin; part != end; ++part)
            found.position = std::min(found.position, part->position);
        const auto from = static_cast<std::size_t>(begin - fragments_.begin());
        const auto to = static_cast<std::size_t>(end - fragments_.begin());
        for (std::size_t word = 0; word < words(); ++word) {
            std::uint64_t in_any = 0;
            for (std::size_t index = from; index < to; ++index)
                in_any |= sets[index * words() + word];
            found.sequences += static_cast<std::uint64_t>(std::popcount(in_any));
        }
        return found;
    }

    const arrays<Position>& of_;
    const index_tables& held_;
    const walk_cuts& cuts_;
    runtime::thread_pool& workers_;
    std::uint64_t size_;
    std::vector<std::uint64_t> first_below_; ///< by piece and letters
    std::vector<std::uint64_t> last_below_;
    std::vector<interval> all_;
    std::vector<fragment> fragments_; ///< in order
};

} // namespace concord::overlap
