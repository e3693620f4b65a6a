// How many letters each suffix of a sequence shares with some suffix of every other one: matching statistics (Chang
// and Lawler 1994), of one sequence with all of them at once.
//
//   rank      suffix     of    letters shared with the nearest suffix before, of
//   10        ACCT       b     b: all
//   11        ACGT       a     b: 2                        least prefix between the two
//   12        ACGTA      c     a: 4, b: 2                  owners whose number is the same are one list: where the
//   13        CGA        a     c, a, b: 0                  prefix falls, lists become one, in constant time
//
// The suffix of an owner that shares most with a given one is the nearest before it, or the nearest behind it: the
// array is walked once in each direction.
#pragma once

#include "runtime/thread_pool.hpp"
#include "sequence/packed_sequences.hpp"

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace concord::suffixes {

/// Suffixes that begin at places [first, last) of the collection.
struct suffix_range {
    std::uint64_t first;
    std::uint64_t last;
};

class matching_statistics {
  public:
    /// Sorts all suffixes. `owner_of`: of each sequence of the set a number below `owners`; sequences with the same
    /// number are one, such as both strands. All that it is given must outlive it. Appends to `notes` how they were
    /// sorted. Time close to linear. Memory: memory_of_longest_shared(). Throws error: resource, cancelled.
    matching_statistics(const sequence::packed_sequences& set, std::span<const std::uint64_t> owner_of,
                        std::uint64_t owners, runtime::thread_pool& workers, std::vector<std::string>& notes);
    ~matching_statistics();

    /// reaches[(place - first) * owners + owner]: letters that the suffix at that place of the collection shares with
    /// one at another place, of that owner; an ambiguous letter equals none. Time O(letters + reaches), memory
    /// O(owners) for each thread. Throws error (cancelled).
    void find(suffix_range of, std::span<std::uint32_t> reaches) const;

    class sorted; ///< with 32 or 64 bits a position

  private:
    std::unique_ptr<const sorted> sorted_;
};

} // namespace concord::suffixes
