// The recurrence of the longest common subsequence, and so of the distance by insertions and deletions alone, one row
// of a word of columns at a time.
//
//   L(r, c): letters of the longest common subsequence of the first r letters of b and the first c of a. Along a row it
//   grows by 0 or 1 a column, so a row is kept as a bit a column, and a word holds as many columns as it has bits:
//
//                         word of columns
//                       V of the row above            V     bit c is 0 where L(r, c + 1) = L(r, c) + 1: the zeros of a
//                           |                               row, counted, are L
//                  +--------v---------+               hin   the carry of the addition, from the word before
//          hin --->|                  |---> hout      hout  the carry that leaves the word
//                  +--------|---------+               M     bit c: the letters of row r and column c are equal
//                           v
//                       V of this row
//
//   V = (V + (V & M) + hin) | (V & ~M)
//
// In every run of ones of V that ends in a 0, the 0 moves to the lowest match of the run; the addition does that to all
// runs at once.
//
// Sources: Crochemore, Iliopoulos, Pinzon, Reid, "A fast and practical bit-vector algorithm for the longest common
// subsequence problem", Inf. Proc. Letters 80(6), 2001; Hyyrö, "Bit-Parallel LCS-length Computation Revisited", AWOCA
// 2004, section 4.
#if defined(CONCORD_LCS_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef CONCORD_LCS_INL_HPP
#undef CONCORD_LCS_INL_HPP
#else
#define CONCORD_LCS_INL_HPP
#endif

#include "alignment/recurrences/word.hpp"
#include "base/bits.hpp"

#include <cstdint>

CONCORD_BEFORE_RECURRENCE();
namespace concord::pairwise::CONCORD_RECURRENCE_NAMESPACE {

template <class Operations>
struct lcs {
    using op = Operations;
    using word = typename Operations::word;
    static constexpr unsigned vertical = 1;   ///< words passed from row to row: V
    static constexpr unsigned horizontal = 1; ///< bits passed from word to word of a row: the carry
    static constexpr unsigned rows_above = 1; ///< rows that a cell depends on, beside its own

    /// Whether the bits of V are set above the first row: L(0, c) = 0.
    CONCORD_HD static constexpr bool is_set_above(unsigned /*index*/) { return true; }
    /// Whether a carry enters from the left of the first column.
    CONCORD_HD static constexpr bool is_set_left(unsigned /*index*/) { return false; }

    /// A word's columns at which the indel distance c + r - 2 L(r, c) rises by one, and those at which it falls by one.
    template <class Word>
    CONCORD_ROW static Word rises(const Word (&v)[vertical]) {
        return v[0];
    }
    template <class Word>
    CONCORD_ROW static Word falls(const Word (&v)[vertical]) {
        return static_cast<Word>(~v[0]);
    }
    /// How much it rises over the columns of a word in `mask`.
    template <class Word>
    CONCORD_ROW static int rise(const Word (&v)[vertical], Word mask) {
        return static_cast<int>(base::count_ones(mask)) - 2 * static_cast<int>(base::count_ones(~v[0] & mask));
    }

    /// One row of one word. `v` holds V; `h` holds the carry, hin before and hout after, in the highest bit.
    CONCORD_ROW static void row(word differ, word (&v)[vertical], word (&h)[horizontal]) {
        const word matches = op::and_not(v[0], differ);
        const word sum = op::add(op::add(v[0], matches), op::highest(h[0]));
        h[0] = op::or_and_not(matches, v[0], sum);
        v[0] = op::or_and(sum, v[0], differ);
    }

    /// One row where one word holds all columns.
    CONCORD_ROW static void row(word differ, word (&v)[vertical]) {
        v[0] = op::or_and(op::add(v[0], op::and_not(v[0], differ)), v[0], differ);
    }

    /// One row of a chain of words in a GPU's lane, lowest columns first. `matches` is M. hin is the highest bit of
    /// `entering`, and hout becomes the lowest of `leaving`; both shift up, so that they collect the bits of as many
    /// rows as a word has. The words are added as one number, an instruction each, before the rest of the row, because
    /// the carry is a flag that other instructions would change.
    template <unsigned Words>
    CONCORD_ROW static void row(const std::uint32_t (&matches)[Words], std::uint32_t (&v)[vertical][Words],
                                std::uint32_t (&entering)[horizontal], std::uint32_t (&leaving)[horizontal]) {
        std::uint32_t sums[Words];
        base::carry_chain chain(entering[0]);
        for (unsigned w = 0; w < Words; ++w)
            sums[w] = chain.add(v[0][w], v[0][w] & matches[w]);
        chain.end(leaving[0]);
        for (unsigned w = 0; w < Words; ++w)
            v[0][w] = op::or_and_not(sums[w], v[0][w], matches[w]);
    }
};

} // namespace concord::pairwise::CONCORD_RECURRENCE_NAMESPACE
CONCORD_AFTER_RECURRENCE();

#endif
