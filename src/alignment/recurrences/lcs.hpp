// The law of insertions and deletions alone, a word of columns and a row at a time: what the longest common subsequence
// and the indel distance have in common.
//
//   L(r, c): the longest common subsequence of the first r letters of b and the first c of a.
//   state: bit c is 0 where L(r, c + 1) = L(r, c) + 1, so the zeros of a row, counted, are L.
//   signal: the carry that leaves a word to the right.
//
// In every run of ones that ends in a 0, the lowest match of the run becomes the place of the 0; adding the matches
// does that to all runs at once (Hyyrö, "Bit-Parallel LCS-length Computation Revisited", section 4).
#pragma once

#include "base/bits.hpp"
#include "base/carry.hpp"
#include "base/host_device.hpp"

#include <cstdint>

namespace concord::pairwise::lcs {

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

/// One row of a chain of words, lowest columns first, as kernels have them. `matches` has ones where a column's letter
/// is the row's. Signals are collected over rows: what enters comes from the highest bit of `entering`, and what leaves
/// goes into the lowest of `leaving`; both move up.
struct row_law {
    /// How many edits more there are behind the last of a word's columns than before the first, of those in `mask`.
    template <unsigned Words>
    CONCORD_HD static int edits(const std::uint32_t (&state)[lcs::states][Words], unsigned word, std::uint32_t mask) {
        return static_cast<int>(base::count_ones(state[0][word] & mask)) -
               static_cast<int>(base::count_ones(~state[0][word] & mask));
    }

    static constexpr unsigned states = lcs::states;
    static constexpr unsigned signals = lcs::signals;

    template <unsigned Words>
    CONCORD_HD static void step(const std::uint32_t (&matches)[Words], std::uint32_t (&state)[states][Words],
                                std::uint32_t (&entering)[signals], std::uint32_t (&leaving)[signals]) {
        std::uint32_t sums[Words];
        base::carry_chain chain(entering[0]);
        for (unsigned w = 0; w < Words; ++w)
            sums[w] = chain.add(state[0][w], state[0][w] & matches[w]);
        chain.end(leaving[0]);
        for (unsigned w = 0; w < Words; ++w)
            state[0][w] = sums[w] | (state[0][w] & ~matches[w]);
    }
};

} // namespace concord::pairwise::lcs
