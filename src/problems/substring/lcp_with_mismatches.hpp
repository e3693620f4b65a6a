// The recurrences of this room, once for the CPU and the GPU: Hamming differences of 64 letters at a time, and LCP_k,
// the longest common prefix with up to k mismatches.
//
//   letter        A C G T     code 0 1 2 3 = bits (plane 1, plane 0)
//   source plane  0 1 0 1
//   target plane  0 0 0 1     XOR shows where this plane differs;
//   differences   0 1 0 0     OR over all planes shows where the letters differ; its ones are counted.
#pragma once

#include "base/bits.hpp"
#include "base/host_device.hpp"
#include "sequence/letters_view.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>

namespace concord::substring {

/// Adds one plane's differences. Word is an integer or a vector of integers.
template <class Word>
[[nodiscard]] CONCORD_HD inline Word add_plane(Word differences, Word source, Word target) {
    return differences | (source ^ target);
}

inline constexpr std::uint64_t too_many_mismatches = ~std::uint64_t{0};

/// Hamming distance of the letters [a, a + length) and [b, b + length) of the collection, or too_many_mismatches where
/// it is more than `most`. Time O(length / 64).
[[nodiscard]] CONCORD_HD inline std::uint64_t mismatches_within(const sequence::letters_view& letters, std::uint64_t a,
                                                                std::uint64_t b, std::uint64_t length,
                                                                std::uint64_t most) {
    std::uint64_t mismatches = 0;
    for (std::uint64_t at = 0; at < length; at += sequence::letters_per_word) {
        const std::uint64_t rest = length - at;
        const auto here = rest < sequence::letters_per_word ? static_cast<unsigned>(rest) : sequence::letters_per_word;
        mismatches += base::count_ones(letters.differences(a + at, b + at) & base::low_bits<std::uint64_t>(here));
        if (mismatches > most) return too_many_mismatches;
    }
    return mismatches;
}

/// LCP_k of the letters from a and from b on, at most so many. Time O(k + letters / 64).
[[nodiscard]] inline std::uint64_t prefix_within(const sequence::letters_view& letters, std::uint64_t a,
                                                 std::uint64_t b, std::uint64_t most, std::uint64_t k) {
    for (std::uint64_t at = 0; at < most; at += sequence::letters_per_word) {
        std::uint64_t differences = letters.differences(a + at, b + at);
        const std::uint64_t here = base::count_ones(differences);
        if (here <= k) {
            k -= here;
            continue;
        }
        for (; k > 0; --k)
            differences &= differences - 1;
        return std::min<std::uint64_t>(most, at + base::lowest_one(differences));
    }
    return most;
}

/// LCP_k for each start x in [first, last] on a diagonal: how far the common prefix with up to k mismatches reaches.
///
/// The queue of the last k + 1 mismatches (Flouri et al., Inf. Process. Lett. 115, 2015) holds those at or behind x:
///
///   source  ....x....m....m....m....      k = 2: the prefix from x, and from every start up to the first m,
///                q0   q1   q2              ends before q2. Then the queue moves on by one mismatch.
///
/// `next_mismatch(p)` is the first mismatch at or behind p, or at least `end`, where the diagonal ends. `queue` has
/// room for k + 1 numbers. Calls report(from, to, reach) with from <= to for starts whose prefix ends at `reach`, where
/// reach - from >= length; the receiver leaves out the starts of [from, to] that are closer to reach.
template <class NextMismatch, class Report>
CONCORD_HD void for_each_reach(std::uint64_t first, std::uint64_t last, std::uint64_t end, std::uint64_t k,
                               std::uint64_t length, NextMismatch next_mismatch, std::uint64_t* queue, Report report) {
    std::uint64_t head = 0;   // the oldest mismatch of the queue
    std::uint64_t queued = 0; // at most k + 1
    std::uint64_t x = first;
    std::uint64_t position = first;
    for (;;) {
        position = next_mismatch(position);
        if (position >= end) { // the prefixes of all further starts have at most k mismatches
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

/// One diagonal of a pair of sequences, a word of differences at a time. Positions are those of the source.
class diagonal {
  public:
    diagonal(const sequence::letters_view& letters, std::uint64_t source_offset, std::uint64_t target_offset)
        : letters_(letters), source_(source_offset), target_(target_offset) {}

    /// The first mismatch at or behind `position`, or something at or behind `end`. Positions never go back.
    std::uint64_t next_mismatch(std::uint64_t position, std::uint64_t end) {
        for (;;) {
            if (position >= base_ + sequence::letters_per_word) {
                if (position >= end) return end;
                base_ = position;
                word_ = letters_.differences(source_ + base_, target_ + base_);
            }
            const std::uint64_t rest = word_ >> (position - base_);
            if (rest != 0) return position + base::lowest_one(rest);
            position = base_ + sequence::letters_per_word;
        }
    }

    /// The least start at or behind `first` with at most k mismatches between it and `position` >= first, where every
    /// window from there on that holds `position` must begin: O(k) steps and a word for each 64 letters between.
    [[nodiscard]] std::uint64_t first_within(std::uint64_t first, std::uint64_t position, std::uint64_t k) const {
        for (std::uint64_t end = position; end > first;) {
            const std::uint64_t letters = std::min<std::uint64_t>(end - first, sequence::letters_per_word);
            end -= letters;
            std::uint64_t word = letters_.differences(source_ + end, target_ + end) &
                                 base::low_bits<std::uint64_t>(static_cast<unsigned>(letters));
            const std::uint64_t mismatches = base::count_ones(word);
            if (mismatches > k) {
                for (std::uint64_t before = k; before < mismatches - 1; ++before) // up to the (k + 1)-th from behind
                    word &= word - 1;
                return end + base::lowest_one(word) + 1;
            }
            k -= mismatches;
        }
        return first;
    }

    void start_at(std::uint64_t position) {
        base_ = position;
        word_ = letters_.differences(source_ + base_, target_ + base_);
    }

    /// After start_at(first), the least start in [first, last] whose window of `length` <= 64 letters has at most k
    /// mismatches; last + 1 if there is none. A window with too many is left by as many mismatches as it has too many.
    [[nodiscard]] std::uint64_t first_window_within(std::uint64_t first, std::uint64_t last, unsigned length,
                                                    std::uint64_t k) {
        std::uint64_t word = word_;
        while (true) {
            const std::uint64_t ones = base::count_ones(word & base::low_bits<std::uint64_t>(length));
            if (ones <= k) return first;
            if (ones - k > last - first) return last + 1; // each start leaves one mismatch at most
            for (std::uint64_t left = ones - k; left > 1; --left)
                word &= word - 1;
            first += base::lowest_one(word) + 1;
            if (first > last) return last + 1;
            start_at(first);
            word = word_;
        }
    }

  private:
    const sequence::letters_view& letters_;
    std::uint64_t source_; // where the source begins in the collection
    std::uint64_t target_; // where the target's letter on this diagonal of source position 0 would stand (modulo 2^64)
    std::uint64_t base_ = 0;
    std::uint64_t word_ = 0;
};

/// Digits of a counter of mismatches of `window` letters that is compared with k by its highest digit.
[[nodiscard]] constexpr unsigned planes_of_diagonals(std::uint64_t window, std::uint64_t mismatches) noexcept {
    const std::uint64_t above = window > mismatches ? window - mismatches : 0;
    const std::uint64_t largest = above > mismatches + 1 ? above : mismatches + 1;
    return 1U + static_cast<unsigned>(std::bit_width(largest - 1));
}

} // namespace concord::substring
