// The recurrence of the unrestricted Damerau-Levenshtein distance, one row at a time, where one word holds all columns.
//
//   A transposition turns the letters x, y of a, with others between them, into y, x of b, with others between them; it
//   costs one, and one for each letter between. In some alignment of least cost one of the two gaps is empty (Zhao and
//   Sahni). The picture, Pv, Mv, Ph and Mh are those of levenshtein-inl.hpp, D0 is that of osa-inl.hpp; '' is the row
//   above.
//
//   Gap among the rows: y, the letter of row r, is that of column c - 1; x, that of column c, is the letter of an
//   earlier row p. The transposition costs P(r) = D(p - 1, c - 2) + (r - p), one more with each row.
//
//            c-2 c-1  c               With x matched and the letter of column c - 1 deleted, D(r, c) <= P(r) + 1, so
//      p-1    P0                      that one bit says all: whether D(r, c) = P(r) + 1. It is set where the letters
//      p               x              match and D rose from column c - 2 to c - 1 in the row above, stays set as long
//      as
//                                     D rises from row to row, and is gone then for good.
//      r           y  P0+(r-p)
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

    /// Whether the bits of word `index` are set above the first row: D(0, c) = c, and no letter matches.
    CONCORD_HD static constexpr bool is_set_above(unsigned index) { return index == 0 || index == 3; }

    /// How much D rises over the columns of a word in `mask`.
    template <class Word>
    CONCORD_ROW static int rise(const Word (&v)[vertical], Word mask) {
        return static_cast<int>(base::count_ones(static_cast<Word>(v[0] & mask))) -
               static_cast<int>(base::count_ones(static_cast<Word>(v[1] & mask)));
    }

    CONCORD_ROW static void row(word differ, word (&v)[vertical]) {
        const word pv = v[0];
        const word mv = v[1];
        const word no_match_before = op::shift_one_in(differ); // in the column before
        const word inv_eq = op::and_not(differ, op::and_not(op::and_not(v[4], no_match_before), pv));
        const word start = op::and_not(op::shift_one_in(v[2]), differ);
        fill(inv_eq, pv, mv, v);
        const word rises = op::both(v[0], differ);
        const word begin = op::both(op::add(start, start), rises);
        const word reach = op::or_and(start, op::or_xor(begin, op::add(begin, rises), rises), rises);
        const word end = op::and_not(reach, v[2]);
        const word swap = op::and_not(op::add(end, end), v[3]);
        fill(op::and_not(inv_eq, swap), pv, mv, v);
        v[4] = op::or_and_not(op::both(op::both(v[4], v[2]), differ), op::add(pv, pv), differ);
        v[3] = differ;
    }

  private:
    /// Pv, Mv and Ph of a row from the Pv and Mv above it; `inv_eq` is ~(Eq | Tr).
    CONCORD_ROW static void fill(word inv_eq, word pv, word mv, word (&v)[vertical]) {
        const word sum = op::add(op::and_not(pv, inv_eq), pv);
        const word inv_d0 = op::and_not(op::and_not_xor(inv_eq, sum, pv), mv);
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
