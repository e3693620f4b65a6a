// The law: the few lines of arithmetic that define the inner step, on every device.
//
//   letter        A C G T     code 0 1 2 3 = bits (plane 1, plane 0)
//   source plane  0 1 0 1
//   target plane  0 0 0 1     XOR shows where this plane differs;
//   differences   0 1 0 0     OR over all planes shows where the letters differ; its ones are counted.
#pragma once

#include "base/bits.hpp"
#include "base/host_device.hpp"

#include <cstdint>

namespace concord::substring {

/// Adds one plane's differences. Word is an integer or a vector of integers.
template <class Word>
[[nodiscard]] CONCORD_HD inline Word add_plane(Word differences, Word source, Word target) {
    return differences | (source ^ target);
}

/// Whether any of the windows of `length` letters at starts 0 .. last_start of a word of differences has at most k
/// ones. last_start + length <= 64.
[[nodiscard]] CONCORD_HD inline bool any_window_within(std::uint64_t differences, unsigned last_start, unsigned length,
                                                       std::uint64_t k) {
    std::uint64_t ones = base::count_ones(differences & base::low_bits<std::uint64_t>(length));
    for (unsigned start = 0; ones > k; ++start) { // slide by one: a letter leaves, a letter enters
        if (start == last_start) return false;
        ones += ((differences >> (start + length)) & 1U) - ((differences >> start) & 1U);
    }
    return true;
}

/// For each start x in [first, last] on a diagonal: how far the common prefix with up to k mismatches reaches (LCP_k).
///
/// The queue of the last k + 1 mismatches (Flouri et al., Inf. Process. Lett. 115, 2015) holds those at or behind x:
///
///   source  ....x....m....m....m....      k = 2: the prefix from x, and from every start up to the first m,
///                q0   q1   q2              ends before q2. Then the queue moves on by one mismatch.
///
/// `next_mismatch(p)` is the first mismatch at or behind p, or at least `end`, where the diagonal ends. `queue` has
/// room for k + 1 numbers. Calls report(from, to, reach) with from <= to for starts whose prefix ends at `reach`, where
/// reach - from >= length; starts of [from, to] closer to reach are the receiver's to leave out.
template <class NextMismatch, class Report>
CONCORD_HD void for_each_reach(std::uint64_t first, std::uint64_t last, std::uint64_t end, std::uint64_t k,
                               std::uint64_t length, NextMismatch next_mismatch, std::uint64_t* queue, Report report) {
    std::uint64_t head = 0;   // the oldest mismatch of the queue
    std::uint64_t queued = 0; // at most k + 1
    std::uint64_t x = first;
    std::uint64_t position = first;
    for (;;) {
        position = next_mismatch(position);
        if (position >= end) { // no start of the rest meets k + 1 mismatches
            if (end - x >= length) report(x, last, end);
            return;
        }
        queue[head + queued <= k ? head + queued : head + queued - k - 1] = position;
        ++queued;
        if (queued == k + 1) {
            const std::uint64_t oldest = queue[head];
            if (position - x >= length) report(x, oldest < last ? oldest : last, position);
            x = oldest + 1;
            if (x > last) return;
            head = head == k ? 0 : head + 1;
            --queued;
        }
        ++position;
    }
}

} // namespace concord::substring
