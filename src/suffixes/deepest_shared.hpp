// Of every suffix, the longest prefix that suffixes of t sequences share with it.
//
// A walk over the array keeps a stack of the open LCP intervals (suffixes that share a prefix). A suffix whose sequence
// occurred before takes one from the smallest open interval that holds both, so that the size of an interval less what
// was taken, from it and from those inside, is its number of distinct sequences (Hui). Intervals close from the inside
// outwards: the first one with the support that a suffix is in is the one sought.
#pragma once

#include "suffixes/shared_intervals.hpp"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <vector>

namespace concord::suffixes {

/// Calls found(rank, length, support) for every suffix that shares a prefix with those of `support` (>= 2) sequences,
/// itself included, with the longest such prefix and the number of its sequences; and check() now and then. Time
/// O(letters log depth), memory 8 bytes a letter at most.
template <class Position, class Check, class Found>
void for_deepest_shared(const suffix_arrays<Position>& of, std::uint64_t sequences, std::uint64_t support,
                        const Check& check, const Found& found) {
    struct interval {
        std::uint64_t first; ///< rank
        std::uint64_t length;
        std::uint64_t taken; ///< suffixes of sequences that were counted already
    };
    constexpr std::uint64_t ranks_between_checks = 1U << 20U;
    std::vector<interval> open{{0, 0, 0}};
    std::vector<std::uint64_t> waiting;            // ranks that no closed interval has served, in ascending order
    std::vector<std::uint64_t> last(sequences, 0); // behind the last suffix of each sequence
    for (std::uint64_t rank = 0; rank <= of.size(); ++rank) {
        if (rank % ranks_between_checks == 0) check();
        const std::uint64_t shared = rank < of.size() && rank > 0 ? of.prefixes[rank] : 0;
        std::uint64_t first = rank == 0 ? 0 : rank - 1;
        std::uint64_t taken = 0;
        while (open.back().length > shared) {
            const interval closed = open.back();
            open.pop_back();
            first = closed.first;
            taken += closed.taken;
            const std::uint64_t distinct = rank - first - taken;
            if (distinct < support) continue;
            for (; !waiting.empty() && waiting.back() >= first; waiting.pop_back())
                found(waiting.back(), closed.length, distinct);
        }
        if (open.back().length < shared)
            open.push_back({first, shared, taken});
        else
            open.back().taken += taken;
        if (rank == of.size()) return;
        if (shared == 0) waiting.clear();
        waiting.push_back(rank);
        std::uint64_t& before = last[of.sequence_of(rank)];
        if (before > 0) // the smallest open interval that holds both
            ++std::prev(std::partition_point(open.begin(), open.end(), [&](const interval& each) {
                  return each.first < before;
              }))->taken;
        before = rank + 1;
    }
}

} // namespace concord::suffixes
