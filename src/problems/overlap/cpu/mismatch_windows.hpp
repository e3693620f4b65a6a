// The recurrence of matches with mismatches: the maximal windows of a diagonal with at most k of them.
//
//   a    . . . . x . . . . x . . x . . . . |      x: a mismatch, |: a sequence ends
//   k=1  [---------------)                        a window reaches from behind one mismatch to before the (k + 1)-th
//                  [-----------)                  after it; no other can be extended on neither side
//                            [------------)
//
// From a seed (a maximal run of q equal letters or more) only those windows are reported whose first such run it is: so
// each of at least L letters, which holds one, is reported once, and no table of diagonals is needed.
#pragma once

#include "problems/overlap/suffix_names.hpp"
#include "suffixes/maximal_pairs.hpp" // seed_length

#include <algorithm>
#include <cstdint>
#include <vector>

namespace concord::overlap {

/// A place between the windows of a diagonal: a mismatch, or just outside of it where a sequence ends.
struct window_border {
    std::int64_t at = 0; ///< letters from the start that the caller chose
    bool is_end = false;
};

/// Calls report(begin, end, mismatches) for each maximal window of the diagonal's letters [0, letters) of at least
/// `min_length`, in order. next_mismatch(p) is the first mismatch at or behind p, or at least `letters`.
template <class NextMismatch, class Report>
void for_each_window(std::int64_t letters, std::uint64_t mismatches, std::uint64_t min_length,
                     std::vector<std::int64_t>& borders, NextMismatch next_mismatch, Report report) {
    borders.assign(1, -1);
    std::size_t oldest = 0; // borders before it have been left
    const auto check = [&](std::int64_t end) {
        const std::int64_t begin = borders[oldest] + 1;
        if (end - begin >= static_cast<std::int64_t>(min_length)) report(begin, end, borders.size() - oldest - 1);
    };
    for (std::int64_t from = 0;;) {
        const std::int64_t next = next_mismatch(from);
        if (next >= letters) return check(letters);
        if (borders.size() - oldest == mismatches + 1) {
            check(next);
            ++oldest;
        }
        borders.push_back(next);
        from = next + 1;
    }
}

/// The borders on one side of a seed, nearest first: at most `mismatches` + 1 of them, the last one perhaps the end.
struct seed_borders {
    std::vector<window_border> before;
    std::vector<window_border> behind;
};

/// Calls report(begin, end, mismatches) for each pair of borders around a seed that bounds a maximal window.
template <class Report>
void for_each_window_of_seed(const seed_borders& borders, std::uint64_t mismatches, std::uint64_t min_length,
                             Report report) {
    for (std::uint64_t left = 0; left < borders.before.size() && left <= mismatches; ++left) {
        std::uint64_t right = mismatches - left;
        if (right >= borders.behind.size()) { // the sequences end before so many mismatches
            if (!borders.before[left].is_end) continue;
            right = borders.behind.size() - 1;
        }
        const std::int64_t begin = borders.before[left].at + 1;
        const std::int64_t end = borders.behind[right].at;
        if (end - begin >= static_cast<std::int64_t>(min_length)) report(begin, end, left + right);
    }
}

} // namespace concord::overlap
