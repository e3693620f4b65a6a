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

/// Codes 0 to 3.
using codes = std::vector<std::uint8_t>;

/// Letters on one side of a core in one read, read away from the core.
using flank = codes;

/// The letters that flanks agree on, one after the other. With `may_shift`, a flank may have insertions and deletions.
/// Time: O(flanks · letters).
[[nodiscard]] codes agreed_letters(const std::vector<flank>& flanks, bool may_shift);

/// The consensus of the reads around a core.
[[nodiscard]] codes extended_core(const sequence::packed_sequences& set, std::uint32_t core,
                                  std::span<const word_place> places, bool may_shift);

[[nodiscard]] codes reverse_complement(const codes& of);
/// The word's letters.
[[nodiscard]] codes letters_of(std::uint32_t word);

} // namespace concord::adapters
