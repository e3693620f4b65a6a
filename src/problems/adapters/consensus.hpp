// From a core to the whole: the letters on both sides of it on which the reads agree.
//
//   reads     ...GCTTA AGATCGGAAGAG CACACG        the core is extended to the right, then to the left: each read votes
//             .....CAG AGATCGGAAGAG CACACGTCTG     for the next letter, as long as it reaches so far and has followed
//             TTGCATGC AGATCGGAAGAG C              the consensus; where the votes disagree, the sequence ends
#pragma once

#include "problems/adapters/word_counts.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace concord::adapters {

class read_passes;

/// Codes 0 to 3.
using codes = std::vector<std::uint8_t>;

/// Letters on one side of a core in one read, read away from the core.
using flank = codes;

/// The letters that flanks agree on, one after the other. With `may_shift`, a flank may have insertions and deletions.
/// `before`: reads that hold the letter in front of the first one; if nearly all of them end there, the others reach
/// further because of errors alone. Time: O(flanks · letters).
[[nodiscard]] codes agreed_letters(const std::vector<flank>& flanks, bool may_shift, std::uint64_t before = 0);

/// What the reads agree on on both sides of a word, in the order of the reads. `may_end`: the word may be the first or
/// last one of a sequence.
struct surroundings {
    codes before;
    codes behind;
};
[[nodiscard]] surroundings surroundings_of(const sequence::packed_sequences& set, std::span<const word_place> places,
                                           bool may_shift, bool may_end);

/// The consensus of the reads around a core.
[[nodiscard]] codes extended_core(const sequence::packed_sequences& set, std::uint32_t core,
                                  std::span<const word_place> places, bool may_shift);

/// Without the run of one letter that a sequencer writes behind the end of what it reads, if there is one.
[[nodiscard]] codes without_run(codes letters);

/// Lets reads say what stands before and behind each sequence that hold its first or last word, instead of a sample of
/// those that hold its core: few of these reach an end that is far from the core. `counts` are those of the last
/// count_words() of these passes. Time: O(letters) a step.
void lengthen(const sequence::packed_sequences& set, read_passes& passes, const std::vector<std::uint32_t>& counts,
              std::vector<codes*> sequences, bool may_shift);

[[nodiscard]] codes reverse_complement(const codes& of);
/// The word's letters.
[[nodiscard]] codes letters_of(std::uint32_t word);

} // namespace concord::adapters
