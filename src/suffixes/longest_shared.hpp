// The longest substrings that t sequences share exactly: all of them, with all their places.
#pragma once

#include "runtime/thread_pool.hpp"
#include "sequence/packed_sequences.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace concord::suffixes {

/// Some equal substrings of the greatest length.
struct shared_substring {
    std::uint64_t first; ///< of its places
    std::uint64_t last;  ///< behind the last of them
    std::uint64_t support;
};

/// `places` are positions of letters in the collection; those of one substring are neighbours, in any order.
struct shared_substrings {
    std::uint64_t length = 0; ///< 0: none
    std::vector<std::uint64_t> places;
    std::vector<shared_substring> substrings;
};

/// What is shared.
struct wanted_support {
    std::uint64_t support; ///< sequences that hold it; 2 at least
    std::uint64_t least;   ///< letters; 1 at least
    /// Of each sequence of the set a number below their number: those with the same number count as one. Empty: each
    /// has its own.
    std::span<const std::uint64_t> owners = {};
};

/// All substrings of the greatest length that have the support. An ambiguous letter equals none. Appends to `notes` how
/// they were found: of two sequences by sampled words, where these are rare enough; else by the suffix array. Time
/// O(letters) beside that. `most_bytes` bounds the sampled words; see memory_of_longest_shared() for the rest. Throws
/// error: resource, cancelled.
[[nodiscard]] shared_substrings longest_shared(const sequence::packed_sequences& set, const wanted_support& wanted,
                                               std::uint64_t most_bytes, runtime::thread_pool& workers,
                                               std::vector<std::string>& notes);

/// The longest substring of one sequence that has the support; of several the first.
struct best_of_sequence {
    std::uint64_t length = 0; ///< 0: none
    std::uint64_t start = 0;  ///< in the sequence
    std::uint64_t support = 0;
};

/// Of every sequence, by the suffix array; the walk over it is one thread's. Without owners. Time and errors as of
/// longest_shared().
[[nodiscard]] std::vector<best_of_sequence> longest_of_each(const sequence::packed_sequences& set,
                                                            const wanted_support& wanted, runtime::thread_pool& workers,
                                                            std::vector<std::string>& notes);

/// Bytes that the suffix array takes at most, and what is counted over it.
[[nodiscard]] std::uint64_t memory_of_longest_shared(const sequence::packed_sequences& set, unsigned threads);

} // namespace concord::suffixes
