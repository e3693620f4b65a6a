// The law of the longest common subsequence, a word of columns and a row at a time.
//
//   L(r, c): the longest common subsequence of the first r letters of b and the first c of a.
//   state: bit c is 0 where L(r, c + 1) = L(r, c) + 1, so the zeros of a row, counted, are L.
//   signal: the carry that leaves a word to the right.
//
// In every run of ones that ends in a 0, the lowest match of the run becomes the place of the 0; adding the matches
// does that to all runs at once (Hyyrö, "Bit-Parallel LCS-length Computation Revisited", section 4).
#pragma once

#include "core/host_device.hpp"

#include <cstdint>

namespace concord::subsequence {

inline constexpr unsigned states = 1;
inline constexpr unsigned signals = 1;

/// One row of a word. `carry` is 0 or 1, in and out.
template <class Word>
CONCORD_HD inline void step(Word differ, Word& state, Word& carry) {
    const Word matches = state & static_cast<Word>(~differ);
    const Word sum = static_cast<Word>(state + matches + carry);
    carry = static_cast<Word>((matches | (state & static_cast<Word>(~sum))) >> (sizeof(Word) * 8 - 1));
    state = sum | (state & differ);
}

} // namespace concord::subsequence
