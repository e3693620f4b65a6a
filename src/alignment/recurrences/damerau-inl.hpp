// The recurrence of the unrestricted Damerau-Levenshtein distance, one row of a word of columns at a time.
//
//   A transposition turns the letters x, y of a, with others between them, into y, x of b, with others between them; it
//   costs one, and one for each letter between. In some alignment of least cost one of the two gaps is empty (Zhao and
//   Sahni). The picture, Pv, Mv, Ph and Mh are those of levenshtein-inl.hpp, D0 is that of osa-inl.hpp; '' is the row
//   above.
//
//   Gap among the rows: y, the letter of row r, is that of column c - 1; x, that of column c, is the letter of an
//   earlier row p. The transposition costs P(r) = D(p - 1, c - 2) + (r - p), one more with each row.
//
//            c-2 c-1  c               With x matched and the letter of column c - 1 deleted,
//                                     D(r, c) <= P(r) + 1, so that one bit says all: whether D(r, c) = P(r) + 1.
//      p-1    P0                      It is set where the letters match and D rose from column c - 2 to c - 1 in
//      p               x              the row above, stays set while D rises from row to row, and is gone then
//      r           y  P0+(r-p)        for good.
//
//   Pending  = Eq ? Pv'' << 1 : Pending'' & Ph        bit c: the last match of column c in row r or above
//   Tr       = (Eq << 1) & Pending'' & ~Pv''          no use where D rose: then a substitution costs as much
//
//   Gap among the columns: the same with rows and columns exchanged. Along a row the bits go on from match to match as
//   far as D rises, which an addition computes, as it does for D0:
//
//   Start    = Eq & (Ph'' << 1)
//   Reach    = Start | run of Pv & ~Eq behind it
//   Tr       = Eq'' & ((Reach & ~Ph) << 1)
//
//   These need the row itself, which is therefore computed twice, the second time with Tr among the matches. That is
//   enough: no Tr changes the cost of a column that matches, so that all starts stay; from a start on, D rises up to
//   the first Tr, and is the same up to there; behind it D is lower than the first time, but no longer Pv, so that
//   Reach ends there. What the first time found further on in that run are alignments that exist, though not the
//   cheapest.
//
// Sources: Hyyrö, "A bit-vector algorithm for computing Levenshtein and Damerau edit distances", Nordic J. Computing
// 10(1), 2003, whose transpositions are those without a gap; Zhao and Sahni, "String correction using the
// Damerau-Levenshtein distance", BMC Bioinformatics 20(11), 2019 (one of the gaps is empty; the last matches suffice).
#if defined(CONCORD_DAMERAU_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef CONCORD_DAMERAU_INL_HPP
#undef CONCORD_DAMERAU_INL_HPP
#else
#define CONCORD_DAMERAU_INL_HPP
#endif

#include "alignment/recurrences/word.hpp"
#include "base/bits.hpp"

CONCORD_BEFORE_RECURRENCE();
namespace concord::pairwise::CONCORD_RECURRENCE_NAMESPACE {

template <class Operations>
struct damerau {
    using op = Operations;
    using word = typename Operations::word;
    static constexpr unsigned vertical = 5; ///< words passed from row to row: Pv, Mv, Ph, ~Eq, Pending
    /// Bits passed from word to word of a row: of Ph, Mh, ~Eq, Pv'', Ph'', Reach.
    static constexpr unsigned horizontal = 6;
    static constexpr unsigned rows_above = 2; ///< as for transpositions without a gap: what is pending, columns keep

    /// Whether the bits of word `index` are set above the first row: D(0, c) = c, and no letter matches.
    CONCORD_HD static constexpr bool is_set_above(unsigned index) { return index == 0 || index == 3; }
    /// Whether bit `index` is set left of the first column: D(r, 0) = r, and no letter matches.
    CONCORD_HD static constexpr bool is_set_left(unsigned index) { return index == 0 || index == 2 || index == 4; }

    /// How much D rises over the columns of a word in `mask`.
    template <class Word>
    CONCORD_ROW static int rise(const Word (&v)[vertical], Word mask) {
        return static_cast<int>(base::count_ones(static_cast<Word>(v[0] & mask))) -
               static_cast<int>(base::count_ones(static_cast<Word>(v[1] & mask)));
    }

    /// One row of one word. `h` holds the bits of the word before, then of this one, in the highest bit.
    CONCORD_ROW static void row(word differ, word (&v)[vertical], word (&h)[horizontal]) {
        const word pv = v[0];
        const word mv = v[1];
        const word ph_above = v[2];
        const word inv_eq = op::and_not(inv_matches(differ, op::shift_in(differ, h[2]), v), op::highest(h[1]));
        const word start = op::and_not(op::shift_in(ph_above, h[4]), differ);
        fill(inv_eq, pv, mv, v, h);
        const word end = op::and_not(reach(start, op::shift_in(start, h[5]), op::both(v[0], differ)), v[2]);
        const word swap = op::and_not(op::shift_in(end, op::and_not(h[5], h[0])), v[3]);
        const word mh = fill(op::and_not(inv_eq, swap), pv, mv, v, h);
        v[4] = op::or_and_not(op::both(op::both(v[4], v[2]), differ), op::shift_in(pv, h[3]), differ);
        v[3] = differ;
        h[5] = reach(start, op::shift_in(start, h[5]), op::both(v[0], differ)); // of the row as it is now
        h[0] = v[2];
        h[1] = mh;
        h[2] = differ;
        h[3] = pv;
        h[4] = ph_above;
    }

    /// One row where one word holds all columns.
    CONCORD_ROW static void row(word differ, word (&v)[vertical]) {
        const word pv = v[0];
        const word mv = v[1];
        const word inv_eq = inv_matches(differ, op::shift_one_in(differ), v);
        const word start = op::and_not(op::shift_one_in(v[2]), differ);
        fill(inv_eq, pv, mv, v);
        const word end = op::and_not(reach(start, op::add(start, start), op::both(v[0], differ)), v[2]);
        const word swap = op::and_not(op::add(end, end), v[3]);
        fill(op::and_not(inv_eq, swap), pv, mv, v);
        v[4] = op::or_and_not(op::both(op::both(v[4], v[2]), differ), op::add(pv, pv), differ);
        v[3] = differ;
    }

  private:
    /// ~(Eq | Tr), Tr of gaps among the rows. `differ_before`: ~Eq, of the column before.
    CONCORD_ROW static word inv_matches(word differ, word differ_before, const word (&v)[vertical]) {
        return op::and_not(differ, op::and_not(op::and_not(v[4], differ_before), v[0]));
    }

    /// `next`: the columns behind those of `start`; `rises`: where D rises, and the letters differ.
    CONCORD_ROW static word reach(word start, word next, word rises) {
        const word begin = op::both(next, rises);
        return op::or_and(start, op::or_xor(begin, op::add(begin, rises), rises), rises);
    }

    CONCORD_ROW static word inv_d0_of_row(word inv_eq, word pv, word mv) {
        const word sum = op::add(op::and_not(pv, inv_eq), pv);
        return op::and_not(op::and_not_xor(inv_eq, sum, pv), mv);
    }

    /// The same as below, behind a word with these bits; returns Mh.
    CONCORD_ROW static word fill(word inv_eq, word pv, word mv, word (&v)[vertical], const word (&h)[horizontal]) {
        const word inv_d0 = inv_d0_of_row(inv_eq, pv, mv);
        const word mh = op::and_not(pv, inv_d0);
        v[2] = op::or_and_not(mv, inv_d0, pv);
        const word ph_left = op::shift_in(v[2], h[0]);
        v[0] = op::or_and_not(op::shift_in(mh, h[1]), inv_d0, ph_left);
        v[1] = op::and_not(ph_left, inv_d0);
        return mh;
    }

    /// Pv, Mv and Ph of a row from the Pv and Mv above it; `inv_eq` is ~(Eq | Tr).
    CONCORD_ROW static void fill(word inv_eq, word pv, word mv, word (&v)[vertical]) {
        const word inv_d0 = inv_d0_of_row(inv_eq, pv, mv);
        const word mh = op::and_not(pv, inv_d0);
        v[2] = op::or_and_not(mv, inv_d0, pv);
        const word ph_left = op::shift_one_in(v[2]);
        v[0] = op::or_and_not(op::add(mh, mh), inv_d0, ph_left);
        v[1] = op::and_not(ph_left, inv_d0);
    }
};

} // namespace concord::pairwise::CONCORD_RECURRENCE_NAMESPACE
CONCORD_AFTER_RECURRENCE();

#endif
