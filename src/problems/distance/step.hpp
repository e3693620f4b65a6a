// The law of the Levenshtein distance, a word of columns and a row at a time.
//
//   D(r, c): edits that turn the first c letters of a into the first r of b.
//   state: bit c of `plus` is 1 where D(r, c + 1) - D(r, c) = 1, of `minus` where it is -1.
//   signal: the same for D(r + 1, c) - D(r, c) at the word's right border.
//
// Source: Myers, "A Fast Bit-Vector Algorithm for Approximate String Matching Based on Dynamic Programming", section 4;
// Hyyrö's form of it.
#pragma once

#include "core/host_device.hpp"

#include <cstdint>

namespace concord::edits {

inline constexpr unsigned states = 2;  ///< plus, minus
inline constexpr unsigned signals = 2; ///< plus, minus

/// One row of a word. `in_plus` and `in_minus` are 0 or 1, in and out, and never both 1.
template <class Word>
CONCORD_HD inline void step(Word differ, Word& plus, Word& minus, Word& signal_plus, Word& signal_minus) {
    constexpr unsigned top = sizeof(Word) * 8 - 1;
    const Word equal = static_cast<Word>(~differ) | signal_minus;
    const Word vertical = static_cast<Word>(~differ) | minus;
    const Word diagonal = ((static_cast<Word>(equal & plus) + plus) ^ plus) | equal;
    const Word down_plus = minus | static_cast<Word>(~(diagonal | plus));
    const Word down_minus = plus & diagonal;
    const Word shifted_plus = static_cast<Word>(down_plus << 1U) | signal_plus;
    const Word shifted_minus = static_cast<Word>(down_minus << 1U) | signal_minus;
    signal_plus = static_cast<Word>(down_plus >> top);
    signal_minus = static_cast<Word>(down_minus >> top);
    plus = shifted_minus | static_cast<Word>(~(vertical | shifted_plus));
    minus = shifted_plus & vertical;
}

} // namespace concord::edits
