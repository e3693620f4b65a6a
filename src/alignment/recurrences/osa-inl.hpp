// The recurrence of the optimal string alignment (OSA) distance, the Levenshtein distance with transpositions of
// neighbouring letters, one row of a word of columns at a time.
//
//   D(r, c): edits that turn the first c letters of a into the first r of b, of which no letter is edited twice. As for
//   Levenshtein, neighbouring cells differ by -1, 0 or 1. The picture, Pv, Mv, Ph and Mh are those of
//   levenshtein-inl.hpp; in addition
//
//     D0     bit c: D(r, c + 1) = D(r - 1, c)                       Tr   bit c: the letters of rows r - 1 and r are
//     those Eq''   Eq of the row above                                         of columns c and c - 1, in the other
//     order, and D0''   D0 of the row above                                         the diagonal rose by one in the row
//     above
//
//   Tr  = ((~D0'' & Eq) << 1) & Eq''      where the shift moves in the bit of the word before
//   D0  = (((Eq' & Pv) + Pv) ^ Pv) | Eq' | Mv | Tr
//   Ph  = Mv | ~(D0 | Pv)             Mh = Pv & D0
//   Pv  = (Mh << 1) | ~(D0 | (Ph << 1))      Mv = (Ph << 1) & D0
//
// A transposition costs one: where the diagonal rose by one in the row above, it does not rise again. Where it did not
// rise there, the cell is as cheap without a transposition.
//
// Source: Hyyrö, "A bit-vector algorithm for computing Levenshtein and Damerau edit distances", Nordic J. Computing
// 10(1), 2003, sections 3.2 and 4 (transpositions; words in a row).
#if defined(CONCORD_OSA_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef CONCORD_OSA_INL_HPP
#undef CONCORD_OSA_INL_HPP
#else
#define CONCORD_OSA_INL_HPP
#endif

#include "alignment/recurrences/word.hpp"
#include "base/bits.hpp"

#include <cstdint>

CONCORD_BEFORE_RECURRENCE();
namespace concord::pairwise::CONCORD_RECURRENCE_NAMESPACE {

template <class Operations>
struct osa {
    using op = Operations;
    using word = typename Operations::word;
    static constexpr unsigned vertical = 4;   ///< words passed from row to row: Pv, Mv, ~D0, ~Eq
    static constexpr unsigned horizontal = 3; ///< bits passed from word to word of a row: of Ph, Mh, ~D0'' & Eq
    static constexpr unsigned band = 4;       ///< words passed from row to row of a band: the same as `vertical`
    static constexpr unsigned rows_above = 2; ///< rows that a cell depends on, beside its own

    /// Whether the bits of vertical delta word `index` are set above the first row: D(0, c) = c, and no diagonal rises.
    CONCORD_HD static constexpr bool is_set_above(unsigned index) { return index == 0; }
    /// Whether horizontal delta `index` is set left of the first column: D(r, 0) = r.
    CONCORD_HD static constexpr bool is_set_left(unsigned index) { return index == 0; }

    /// A word's columns at which D rises by one, and those at which it falls by one.
    template <class Word>
    CONCORD_ROW static Word rises(const Word (&v)[vertical]) {
        return v[0];
    }
    template <class Word>
    CONCORD_ROW static Word falls(const Word (&v)[vertical]) {
        return v[1];
    }
    /// How much D rises over the columns of a word in `mask`.
    template <class Word>
    CONCORD_ROW static int rise(const Word (&v)[vertical], Word mask) {
        return static_cast<int>(base::count_ones(v[0] & mask)) - static_cast<int>(base::count_ones(v[1] & mask));
    }

    /// One row of one word. `v` holds Pv, Mv, ~D0 and ~Eq; `h` holds in the highest bit Ph, Mh and ~D0'' & Eq of the
    /// word before, then of this one.
    CONCORD_ROW static void row(word differ, word (&v)[vertical], word (&h)[horizontal]) {
        const word inv_eq = op::and_not(differ, op::highest(h[1]));
        const word sum = op::add(op::and_not(v[0], inv_eq), v[0]);
        const word may_swap = op::and_not(v[2], differ);
        const word mv_or_swap = op::or_and_not(v[1], op::shift_in(may_swap, h[2]), v[3]);
        const word inv_d0 = op::and_not(op::and_not_xor(inv_eq, sum, v[0]), mv_or_swap);
        const word ph = op::or_and_not(v[1], inv_d0, v[0]);
        const word mh = op::and_not(v[0], inv_d0);
        const word ph_left = op::shift_in(ph, h[0]);
        const word mh_left = op::shift_in(mh, h[1]);
        v[0] = op::or_and_not(mh_left, inv_d0, ph_left);
        v[1] = op::and_not(ph_left, inv_d0);
        v[2] = inv_d0;
        v[3] = differ;
        h[0] = ph;
        h[1] = mh;
        h[2] = may_swap;
    }

    /// One row where one word holds all columns: hin is that of the left edge.
    CONCORD_ROW static void row(word differ, word (&v)[vertical]) {
        const word sum = op::add(op::and_not(v[0], differ), v[0]);
        const word may_swap = op::and_not(v[2], differ);
        const word mv_or_swap = op::or_and_not(v[1], op::add(may_swap, may_swap), v[3]);
        const word inv_d0 = op::and_not(op::and_not_xor(differ, sum, v[0]), mv_or_swap);
        const word ph = op::or_and_not(v[1], inv_d0, v[0]);
        const word mh = op::and_not(v[0], inv_d0);
        const word ph_left = op::shift_one_in(ph);
        v[0] = op::or_and_not(op::add(mh, mh), inv_d0, ph_left);
        v[1] = op::and_not(ph_left, inv_d0);
        v[2] = inv_d0;
        v[3] = differ;
    }

    /// One row of a band of diagonals, as levenshtein::band_row; returns ~D0. Bit i of a row is one column to the right
    /// of bit i of the row above, so the columns of Tr are the bit before and, in the row above, the bit behind. What
    /// is shifted in at either end is taken to match: on the outermost diagonals a transposition is then found where
    /// there is none, but only where the diagonal rose before, and so beyond the greatest distance of a band.
    CONCORD_ROW static word band_row(word differ, word (&v)[band]) {
        const word sum = op::add(op::and_not(v[0], differ), v[0]);
        const word swap = op::and_not(op::and_not(v[2], op::add(differ, differ)), op::shift_down(v[3]));
        const word inv_d0 = op::and_not(op::and_not(differ, op::or_xor(v[1], sum, v[0])), swap);
        const word ph = op::or_and_not(v[1], inv_d0, v[0]);
        const word mh = op::and_not(v[0], inv_d0);
        const word inv_d0_below = op::shift_down(inv_d0);
        v[0] = op::or_and_not(mh, inv_d0_below, ph);
        v[1] = op::and_not(ph, inv_d0_below);
        v[2] = inv_d0;
        v[3] = differ;
        return inv_d0;
    }
};

} // namespace concord::pairwise::CONCORD_RECURRENCE_NAMESPACE
CONCORD_AFTER_RECURRENCE();

#endif
