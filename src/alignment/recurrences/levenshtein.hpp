// The law of the Levenshtein distance, a word of columns and a row at a time.
//
//   D(r, c): edits that turn the first c letters of a into the first r of b.
//   state: bit c of `plus` is 1 where D(r, c + 1) - D(r, c) = 1, of `minus` where it is -1.
//   signal: the same for D(r + 1, c) - D(r, c) at the word's right border.
//
// Source: Myers, "A Fast Bit-Vector Algorithm for Approximate String Matching Based on Dynamic Programming", section 4;
// Hyyrö's form of it.
#pragma once

#include "base/bits.hpp"
#include "base/carry.hpp"
#include "base/host_device.hpp"

#include <cstdint>

namespace concord::pairwise::levenshtein {

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

/// One row of a chain of words, lowest columns first, as kernels have them. `matches` has ones where a column's letter
/// is the row's. Signals are collected over rows: what enters comes from the highest bit of `entering`, and what leaves
/// goes into the lowest of `leaving`; both move up.
struct row_law {
    /// How many edits more there are behind the last of a word's columns than before the first, of those in `mask`.
    template <unsigned Words>
    CONCORD_HD static int edits(const std::uint32_t (&state)[levenshtein::states][Words], unsigned word,
                                std::uint32_t mask) {
        return static_cast<int>(base::count_ones(state[0][word] & mask)) -
               static_cast<int>(base::count_ones(state[1][word] & mask));
    }

    static constexpr unsigned states = levenshtein::states;
    static constexpr unsigned signals = levenshtein::signals;

    template <unsigned Words>
    CONCORD_HD static void step(const std::uint32_t (&matches)[Words], std::uint32_t (&state)[states][Words],
                                std::uint32_t (&entering)[signals], std::uint32_t (&leaving)[signals]) {
        std::uint32_t(&plus)[Words] = state[0];
        std::uint32_t(&minus)[Words] = state[1];
        // What is one less on the left makes the first column as good as a match, for the diagonal only.
        const std::uint32_t equal_first = matches[0] | entering[1] >> 31U;
        std::uint32_t sums[Words];
        base::carry_chain chain(equal_first & plus[0], plus[0], sums[0]);
        for (unsigned w = 1; w < Words; ++w)
            sums[w] = chain.add(matches[w] & plus[w], plus[w]);
        std::uint32_t plus_before = entering[0]; // whose highest bit is the column's to the left
        std::uint32_t minus_before = entering[1];
        for (unsigned w = 0; w < Words; ++w) {
            const std::uint32_t diagonal = (sums[w] ^ plus[w]) | (w == 0 ? equal_first : matches[w]);
            const std::uint32_t vertical = matches[w] | minus[w];
            const std::uint32_t down_plus = minus[w] | ~(diagonal | plus[w]);
            const std::uint32_t down_minus = plus[w] & diagonal;
            const std::uint32_t shifted_plus = base::shifted_up(down_plus, plus_before);
            plus[w] = base::shifted_up(down_minus, minus_before) | ~(vertical | shifted_plus);
            minus[w] = shifted_plus & vertical;
            plus_before = down_plus;
            minus_before = down_minus;
        }
        entering[0] <<= 1U;
        entering[1] <<= 1U;
        leaving[0] = base::shifted_up(leaving[0], plus_before);
        leaving[1] = base::shifted_up(leaving[1], minus_before);
    }
};

} // namespace concord::pairwise::levenshtein
