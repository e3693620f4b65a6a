// The recurrence of the Levenshtein distance, one row of a word of columns at a time.
//
//   D(r, c): edits that turn the first c letters of a into the first r of b. Neighbouring cells differ by -1, 0 or 1,
//   so a row of the matrix is kept as two bits a column, and a word holds as many columns as it has bits:
//
//                         word of columns
//                    Pv, Mv of the row above          Pv, Mv   bit c: D(r, c + 1) - D(r, c) is +1, is -1
//                           |                         Ph, Mh   bit c: D(r, c + 1) - D(r - 1, c + 1) is +1, is -1
//                  +--------v---------+               hin      Ph, Mh of the column before the word
//     hin (Ph, Mh) |                  | hout          hout     Ph, Mh of the word's last column
//     ------------>|                  |------>        Eq       bit c: the letters of row r and column c are equal
//                  +--------|---------+               Xh | Mv  bit c: D(r, c + 1) = D(r - 1, c); Hyyrö's D0
//                           v
//                    Pv, Mv of this row
//
//   Eq' = Eq | Mh of hin              Xv = Eq | Mv
//   Xh  = (((Eq' & Pv) + Pv) ^ Pv) | Eq'
//   Ph  = Mv | ~(Xh | Pv)             Mh = Pv & Xh
//   Pv  = (Mh << 1) | ~(Xv | (Ph << 1))      Mv = (Ph << 1) & Xv      where the shifts move hin in
//
// The addition carries a match along the run of ones of Pv behind it. The names are those of the sources, whose
// pattern, here a, is vertical: v is along a, and h, "horizontal", along b.
//
// Sources: Myers, "A Fast Bit-Vector Algorithm for Approximate String Matching Based on Dynamic Programming", J. ACM
// 46(3), 1999, section 4.2 (the block formula); Hyyrö, "A bit-vector algorithm for computing Levenshtein and Damerau
// edit distances", Nordic J. Computing 10(1), 2003 (D0, and the band of section 5).
#if defined(CONCORD_LEVENSHTEIN_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef CONCORD_LEVENSHTEIN_INL_HPP
#undef CONCORD_LEVENSHTEIN_INL_HPP
#else
#define CONCORD_LEVENSHTEIN_INL_HPP
#endif

#include "alignment/recurrences/word.hpp"
#include "base/bits.hpp"

#include <cstdint>

CONCORD_BEFORE_RECURRENCE();
namespace concord::pairwise::CONCORD_RECURRENCE_NAMESPACE {

template <class Operations>
struct levenshtein {
    using op = Operations;
    using word = typename Operations::word;
    static constexpr unsigned vertical = 2;   ///< words passed from row to row: Pv, Mv
    static constexpr unsigned horizontal = 2; ///< bits passed from word to word of a row: of Ph, Mh
    static constexpr unsigned band = 2;       ///< words passed from row to row of a band: Pv, Mv
    static constexpr unsigned rows_above = 1; ///< rows that a cell depends on, beside its own

    /// Whether the bits of vertical delta word `index` are set above the first row: D(0, c) = c.
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

    /// One row of one word. `v` holds Pv and Mv; `h` holds Ph and Mh, hin before and hout after, in the highest bit.
    CONCORD_ROW static void row(word differ, word (&v)[vertical], word (&h)[horizontal]) {
        const word inv_eq = op::and_not(differ, op::highest(h[1]));
        finish_row(differ, inv_eq, op::add(op::and_not(v[0], inv_eq), v[0]), v[0], v[1], h[0], h[1]);
    }

    /// One row where one word holds all columns: hin is that of the left edge.
    CONCORD_ROW static void row(word differ, word (&v)[vertical]) {
        const word sum = op::add(op::and_not(v[0], differ), v[0]);
        const word inv_d0 = op::and_not(op::and_not_xor(differ, sum, v[0]), v[1]);
        const word ph = op::or_and_not(v[1], inv_d0, v[0]);
        const word mh = op::and_not(v[0], inv_d0);
        const word ph_left = op::shift_one_in(ph);
        v[0] = op::or_and_not(op::add(mh, mh), inv_d0, ph_left);
        v[1] = op::and_not(ph_left, inv_d0);
    }

    /// One row of a chain of words in a GPU's lane, lowest columns first. `matches` is Eq. hin is the highest bit of
    /// `entering`, and hout becomes the lowest of `leaving`; both shift up, so that they collect the bits of as many
    /// rows as a word has. The words are added as one number, which takes an instruction a word and no Mh between
    /// words, before the rest of the row, because the carry is a flag that other instructions would change.
    template <unsigned Words>
    CONCORD_ROW static void row(const std::uint32_t (&matches)[Words], std::uint32_t (&v)[vertical][Words],
                                std::uint32_t (&entering)[horizontal], std::uint32_t (&leaving)[horizontal]) {
        const std::uint32_t first_eq = matches[0] | op::highest(entering[1]);
        std::uint32_t sums[Words];
        base::carry_chain chain(first_eq & v[0][0], v[0][0], sums[0]);
        for (unsigned w = 1; w < Words; ++w)
            sums[w] = chain.add(matches[w] & v[0][w], v[0][w]);
        std::uint32_t ph = entering[0];
        std::uint32_t mh = entering[1];
        for (unsigned w = 0; w < Words; ++w)
            finish_row(~matches[w], ~(w == 0 ? first_eq : matches[w]), sums[w], v[0][w], v[1][w], ph, mh);
        entering[0] <<= 1U;
        entering[1] <<= 1U;
        leaving[0] = op::shift_in(leaving[0], ph);
        leaving[1] = op::shift_in(leaving[1], mh);
    }

    /// One row of a band of diagonals that moves one column to the right with every row, so that bit i of all rows is
    /// on one diagonal (Hyyrö 2003, section 5). `differ` and the deltas are those of the columns of the band in this
    /// row. Returns ~D0: the diagonals on which this row costs one more than the row before. A word needs no hin: the
    /// cell to the left of its first column is outside the band, and the cell to the right of its last one is taken to
    /// cost no more than its upper left neighbour.
    CONCORD_ROW static word band_row(word differ, word (&v)[band]) {
        const word sum = op::add(op::and_not(v[0], differ), v[0]);
        const word inv_d0 = op::and_not(differ, op::or_xor(v[1], sum, v[0]));
        const word ph = op::or_and_not(v[1], inv_d0, v[0]);
        const word mh = op::and_not(v[0], inv_d0);
        const word inv_d0_below = op::shift_down(inv_d0);
        v[0] = op::or_and_not(mh, inv_d0_below, ph);
        v[1] = op::and_not(ph, inv_d0_below);
        return inv_d0;
    }

  private:
    /// The part after the addition. Eq, Xv and Xh are inverted: SSE and AVX2 have a & ~b, but no ~.
    CONCORD_ROW static void finish_row(word differ, word inv_eq, word sum, word& pv, word& mv, word& ph, word& mh) {
        const word inv_xv = op::and_not(differ, mv);
        const word inv_xh = op::and_not_xor(inv_eq, sum, pv);
        const word ph_here = op::or_and_not(mv, inv_xh, pv);
        const word mh_here = op::and_not(pv, inv_xh);
        const word ph_left = op::shift_in(ph_here, ph);
        const word mh_left = op::shift_in(mh_here, mh);
        pv = op::or_and_not(mh_left, inv_xv, ph_left);
        mv = op::and_not(ph_left, inv_xv);
        ph = ph_here;
        mh = mh_here;
    }
};

} // namespace concord::pairwise::CONCORD_RECURRENCE_NAMESPACE
CONCORD_AFTER_RECURRENCE();

#endif
