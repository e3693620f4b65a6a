// Which suffixes share the longest prefix with those of t - 1 other sequences.
//
//   suffix    AC   ATTGCTAC  C  CTAC   GCTAC   ...      runs of prefixes greater than the best length so far;
//   prefix    0  | 1       | 0  1    | 0                only runs of t suffixes matter
//             [l       r)                               the shortest window from l on that holds t sequences:
//                                                       what it shares is the least prefix in (l, r)
//
// A run is looked for from its far end backwards, so that of high prefixes and a great t only few are read. Over a run
// two ends move to the right; a queue of rising prefixes gives the least one. So the time is linear whatever the text.
#pragma once

#include "suffixes/text.hpp"

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <span>
#include <vector>

namespace concord::suffixes {

/// The suffix array, and what it is asked for.
template <class Position>
struct suffix_arrays {
    std::span<const Position> suffixes;
    std::span<const Position> prefixes; ///< letters shared with the suffix before; of the first: 0
    const sequence_map& map;
    std::span<const std::uint64_t> owners; ///< as of wanted_support

    [[nodiscard]] std::uint64_t size() const noexcept { return suffixes.size(); }
    [[nodiscard]] std::uint64_t sequence_of(std::uint64_t rank) const noexcept {
        const std::uint64_t position = suffixes[rank];
        return owners.empty() ? map.nth_with_letters(position) : owners[map.sequence_of(position)];
    }

    /// The first rank >= `rank` from which on `support` suffixes share `length` letters; size() if there is none below
    /// `last`. Reads one prefix of `support` where none do.
    [[nodiscard]] std::uint64_t next_run(std::uint64_t rank, std::uint64_t last, std::uint64_t support,
                                         std::uint64_t length) const {
        while (rank < last && rank + support <= size()) {
            std::uint64_t at = rank + support - 1;
            while (at > rank && prefixes[at] >= length)
                --at;
            if (at == rank) return rank;
            rank = at;
        }
        return size();
    }
};

/// How often a window of ranks holds each sequence. Memory: 4 bytes a sequence.
class held_sequences {
  public:
    explicit held_sequences(std::uint64_t sequences) : counts_(sequences) {}

    void add(std::uint64_t sequence) { distinct_ += counts_[sequence]++ == 0 ? 1U : 0U; }
    void remove(std::uint64_t sequence) { distinct_ -= --counts_[sequence] == 0 ? 1U : 0U; }
    [[nodiscard]] std::uint64_t distinct() const noexcept { return distinct_; }

  private:
    std::vector<std::uint32_t> counts_;
    std::uint64_t distinct_ = 0;
};

/// The greatest number of letters that suffixes of `support` (>= 2) sequences share, of those windows that begin at
/// ranks [first, last), if it exceeds `best`, which all threads raise.
template <class Position>
class longest_window {
  public:
    longest_window(const suffix_arrays<Position>& of, std::uint64_t support, held_sequences& held,
                   std::atomic<std::uint64_t>& best)
        : of_(of), support_(support), held_(held), best_(best) {}

    void find(std::uint64_t first, std::uint64_t last) {
        left_ = right_ = first;
        while (left_ < last) {
            if (left_ == right_ && !begin_run(last)) return;
            if (right_ == of_.size() || of_.prefixes[right_] <= best_.load(std::memory_order_relaxed))
                clear();
            else
                add_next();
        }
        clear();
    }

  private:
    struct queued {
        std::uint64_t rank;
        std::uint64_t prefix;
    };

    [[nodiscard]] bool begin_run(std::uint64_t last) {
        const std::uint64_t length = best_.load(std::memory_order_relaxed) + 1;
        left_ = right_ = of_.next_run(left_, last, support_, length);
        if (left_ >= last) return false;
        held_.add(of_.sequence_of(right_++));
        return true;
    }
    void clear() {
        for (; left_ < right_; ++left_)
            held_.remove(of_.sequence_of(left_));
        queue_.clear();
        front_ = 0;
    }
    void add_next() {
        const std::uint64_t prefix = of_.prefixes[right_];
        while (queue_.size() > front_ && queue_.back().prefix >= prefix)
            queue_.pop_back();
        if (queue_.size() == front_) {
            queue_.clear();
            front_ = 0;
        }
        queue_.push_back({right_, prefix});
        held_.add(of_.sequence_of(right_++));
        while (held_.distinct() >= support_) {
            while (queue_[front_].rank <= left_)
                ++front_;
            raise(queue_[front_].prefix);
            held_.remove(of_.sequence_of(left_++));
        }
    }
    void raise(std::uint64_t length) {
        std::uint64_t known = best_.load(std::memory_order_relaxed);
        while (known < length && !best_.compare_exchange_weak(known, length, std::memory_order_relaxed)) {
        }
    }

    const suffix_arrays<Position>& of_;
    std::uint64_t support_;
    held_sequences& held_;
    std::atomic<std::uint64_t>& best_;
    std::uint64_t left_ = 0;
    std::uint64_t right_ = 0;
    std::vector<queued> queue_; ///< from front_ on: the prefixes in (left_, right_) that are less than all behind them
    std::size_t front_ = 0;
};

/// Ranks of suffixes that share `length` letters, all that do, and how many sequences they belong to.
struct shared_run {
    std::uint64_t first;
    std::uint64_t last;
    std::uint64_t support;
};

/// Those that begin in [first, last) and belong to `support` sequences or more.
template <class Position>
[[nodiscard]] std::vector<shared_run> shared_runs(const suffix_arrays<Position>& of, std::uint64_t first,
                                                  std::uint64_t last, std::uint64_t support, std::uint64_t length,
                                                  held_sequences& held) {
    std::vector<shared_run> found;
    while (first < last && first > 0 && of.prefixes[first] >= length)
        ++first; // the run began before
    while (first < last) {
        const std::uint64_t begin = of.next_run(first, last, support, length);
        if (begin >= last) break;
        std::uint64_t end = begin;
        do
            held.add(of.sequence_of(end++));
        while (end < of.size() && of.prefixes[end] >= length);
        const std::uint64_t distinct = held.distinct();
        for (std::uint64_t rank = begin; rank < end; ++rank)
            held.remove(of.sequence_of(rank));
        if (distinct >= support) found.push_back({begin, end, distinct});
        first = end;
    }
    return found;
}

} // namespace concord::suffixes
