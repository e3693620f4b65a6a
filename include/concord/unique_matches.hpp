// Maximal unique matches (MUMs) of two collections, and maximal matches of many sequences that are rare in each of them
// (multi-MUMs, partial multi-MUMs, multi-MEMs), from an index of the sequences; MUMs also without one.
//
// Sources: Delcher and others, "Alignment of whole genomes" (MUMs); Shivakumar and Langmead, "Mumemto: efficient
// maximal matching across pangenomes" (matches in at least some of the sequences, with at most so many copies in each).
// Both are LCP intervals of one suffix array: Abouelkhoda, Kurtz and Ohlebusch, "Replacing suffix trees with enhanced
// suffix arrays".
//
// With an index of both strands, an occurrence of the reverse complement is one of the match. A match and its reverse
// complement are one answer.
#pragma once

#include <concord/overlap.hpp>

#include <cstdint>
#include <functional>
#include <vector>

namespace concord {

/// All maximal exact matches of at least `min_length` (>= 1) letters between a sequence below `sequences_of_a` (A) and
/// one from there on (B), whose letters occur once in all of A and once in all of B; with an index of both strands also
/// those with the reverse complements of B, whose letters then occur once in these. Delivered in the order of
/// maximal_exact_matches(), of which they are some. Returns their number. Time O(letters); memory beside the index: 24
/// bytes a match, bounded by `run.memory`. Throws error: usage, resource, cancelled.
std::uint64_t maximal_unique_matches(const overlap_index& index, std::uint64_t sequences_of_a, std::uint64_t min_length,
                                     const run_options& run, const std::function<void(const exact_match&)>& take);

struct unique_match_list {
    std::vector<exact_match> matches;
    run_report run;
};

/// The same from the sequences, where nothing else is asked: takes less time and memory than an index. Time O(letters ·
/// log letters) at most, close to linear; memory: as overlap_index::build() at most, and 80 bytes a match. Throws
/// error: as overlap_index::build().
[[nodiscard]] unique_match_list maximal_unique_matches(const sequence_set& sequences, std::uint64_t sequences_of_a,
                                                       std::uint64_t min_length, index_strands strands,
                                                       const run_options& run);

struct multi_match_options {
    std::uint64_t support = 2;    ///< distinct sequences that must hold it, 2 <= support <= number of sequences
    std::uint64_t max_copies = 1; ///< >= 1: occurrences in each sequence at most
    std::uint64_t min_length = 1; ///< >= 1
    run_options run;
};

/// Letters that several sequences hold. `places` are all their occurrences, in order; the letters are those of the
/// first place, which is on the forward strand.
struct multi_match {
    std::uint64_t length = 0;
    std::vector<overlap_place> places;

    friend bool operator==(const multi_match&, const multi_match&) = default;
};

/// All strings that occur in at least `support` sequences and at most `max_copies` times in each (on both strands
/// together), and that are maximal: no letter stands before all of their occurrences, and none behind all of them. With
/// max_copies 1 these are the partial multi-MUMs, and if `support` is the number of sequences the multi-MUMs. Delivered
/// in the order of their letters (A, C, G, T for dna; a string before those that it begins). Returns their number.
/// Time: O(letters · log depth) and the occurrences of candidates, of which each has at most max_copies a sequence;
/// memory beside the index: as longest_shared_region(), 24 bytes a candidate, and the occurrences of some thousand
/// answers. Throws error: usage, resource, cancelled.
std::uint64_t multi_matches(const overlap_index& index, const multi_match_options& options,
                            const std::function<void(const multi_match&)>& take);

} // namespace concord
