// Bounded distances of two sequences that fit a word, on one thread: of the host, for every vector target, and of a
// GPU.
//
// By furthest-reaching points: point(e, d) is the furthest row that e edits reach on diagonal d (Ukkonen 1985; Landau
// and Vishkin 1989); a diagonal's run of equal letters is counted by one instruction.
//
// Letters are bit planes, a word each: bit i of word p is bit p of the code of letter i. Letters: planes(), plane(p),
// length, ambiguous(), and whether that is to be looked at.
#if defined(CONCORD_SHORT_DISTANCE_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef CONCORD_SHORT_DISTANCE_INL_HPP
#undef CONCORD_SHORT_DISTANCE_INL_HPP
#else
#define CONCORD_SHORT_DISTANCE_INL_HPP
#endif

#include "alignment/recurrences/word.hpp"
#include "base/bits.hpp"

#include <cstdint>

CONCORD_BEFORE_RECURRENCE();
namespace concord::edit_distance::CONCORD_RECURRENCE_NAMESPACE {

/// Bit i is set where letter i of a differs from letter i + diagonal of b, and where one of them is none.
template <class Letters>
CONCORD_ROW std::uint64_t letters_that_differ(const Letters& a, const Letters& b, int diagonal) {
    const auto moved = [&](std::uint64_t bits) { return diagonal >= 0 ? bits >> diagonal : bits << -diagonal; };
    std::uint64_t differ = 0;
    for (unsigned plane = 0; plane < a.planes(); ++plane)
        differ |= a.plane(plane) ^ moved(b.plane(plane));
    if (a.has_ambiguous()) differ |= a.ambiguous() | moved(b.ambiguous());
    const int end = static_cast<int>(b.length) - diagonal;
    const int rows = end < static_cast<int>(a.length) ? end : static_cast<int>(a.length);
    return differ | ~std::uint64_t{0} << (rows < 0 ? 0 : rows);
}

/// The distance, or `bound` + 1 if it is greater; the lengths, at most 63, differ by no more than the bound. Exact: the
/// bound, where it is known at compile time, and then everything stays in registers; else -1, and bound is at most
/// Most.
template <bool MaySubstitute, int Exact, int Most, class Letters>
CONCORD_ROW unsigned distance_by_diagonals(const Letters& a, const Letters& b, unsigned bound) {
    constexpr int width = 2 * (Exact >= 0 ? Exact : Most) + 3;
    constexpr int none = -100;
    const int goal = static_cast<int>(b.length) - static_cast<int>(a.length);
    const int last = static_cast<int>(a.length);
    const int most = Exact >= 0 ? Exact : static_cast<int>(bound);
    // Diagonal d stands at d + most + 1, with a border on either side.
    std::uint64_t differ[static_cast<unsigned>(width)];
    int points[2][static_cast<unsigned>(width)];
    for (int place = 0; place < 2 * most + 3; ++place)
        points[0][place] = points[1][place] = none;
#ifdef __CUDA_ARCH__
#pragma unroll
#endif
    for (int edits = 0; edits <= most; ++edits) {
        const int* before = points[(edits & 1) ^ 1];
        int* now = points[edits & 1];
#ifdef __CUDA_ARCH__
#pragma unroll
#endif
        for (int d = -edits; d <= edits; ++d) {
            const int place = d + most + 1;
            if (d == -edits || d == edits) differ[place] = letters_that_differ(a, b, d);
            // More edits than are left would be needed to come from here to the diagonal of the end.
            if ((d > goal ? d - goal : goal - d) > most - edits) continue;
            int row = edits == 0                                  ? 0
                      : before[place - 1] > before[place + 1] + 1 ? before[place - 1]
                                                                  : before[place + 1] + 1;
            if (MaySubstitute && edits > 0 && before[place] + 1 > row) row = before[place] + 1;
            const int end = static_cast<int>(b.length) - d;
            if (row > last) row = last;
            if (row > end) row = end;
            if (row < 0 || row < -d) {
                now[place] = none;
                continue;
            }
            row += static_cast<int>(base::lowest_one(differ[place] >> row | std::uint64_t{1} << 63U));
            now[place] = row;
            if (d == goal && row >= last) return static_cast<unsigned>(edits);
        }
    }
    return static_cast<unsigned>(most) + 1;
}

/// letters_that_differ among the letters that both have.
template <class Letters>
CONCORD_ROW std::uint64_t differing_rows(const Letters& a, const Letters& b, int diagonal) {
    const int end = static_cast<int>(b.length) - diagonal;
    const int rows = end < static_cast<int>(a.length) ? end : static_cast<int>(a.length);
    return letters_that_differ(a, b, diagonal) & ((std::uint64_t{1} << (rows < 0 ? 0 : rows)) - 1);
}

/// Bit i is set where letters i and i + 1 of a are letters i + 1 and i of b, all moved to a diagonal.
template <class Letters>
CONCORD_ROW std::uint64_t transposed_rows(const Letters& a, const Letters& b, int diagonal) {
    return ~(letters_that_differ(a, b, diagonal + 1) | letters_that_differ(a, b, diagonal - 1) >> 1U);
}

/// What distance_by_diagonals gives for a bound of 1, and with transpositions the same of OSA. One edit lies between
/// the longest common prefix and the longest common suffix: a gap where the lengths are not equal.
template <bool MaySubstitute, bool MayTranspose, class Letters>
CONCORD_ROW unsigned distance_within_one(const Letters& a, const Letters& b) {
    constexpr unsigned beyond = 2;
    if (a.length == b.length) {
        const std::uint64_t differ = differing_rows(a, b, 0);
        const unsigned apart = base::count_ones(differ);
        if (MayTranspose && apart == 2) return (differ & differ >> 1U & transposed_rows(a, b, 0)) != 0 ? 1 : beyond;
        return apart == 0 ? 0 : MaySubstitute && apart == 1 ? 1 : beyond;
    }
    const Letters& shorter = a.length < b.length ? a : b;
    const Letters& longer = a.length < b.length ? b : a;
    const unsigned common = base::lowest_one(letters_that_differ(shorter, longer, 0));
    return differing_rows(shorter, longer, 1) >> common == 0 ? 1 : beyond;
}

/// Substitutions and transpositions by which the letters of these rows, of sequences of one length, become equal; 3 if
/// there are more than two.
template <bool MayTranspose, class Letters>
CONCORD_ROW unsigned edits_without_gaps(const Letters& a, const Letters& b, std::uint64_t differ) {
    const unsigned apart = base::count_ones(differ);
    if (!MayTranspose || apart < 2 || apart > 4) return apart <= 2 ? apart : 3;
    const std::uint64_t transposed = differ & differ >> 1U & transposed_rows(a, b, 0);
    if (apart < 4) return transposed != 0 ? apart - 1 : apart;
    const std::uint64_t ends = (differ & (~differ + 1)) | std::uint64_t{1} << (62U - base::leading_zeros(differ));
    return (transposed & ends) == ends ? 2 : 3;
}

/// What distance_by_diagonals gives for a bound of 2, and with transpositions the same of OSA. Each gap is as far to
/// the right as the letters before it allow.
///
///   one length        two substitutions or transpositions; or a gap in either: between the first and the last letter
///                     that differ on diagonal 0 all are equal on diagonal 1 or -1
///   one letter more   a gap; and a substitution or transposition before it, on diagonal 0, or behind it, on diagonal 1
///   two letters more  a gap on diagonal 0 and one on diagonal 1
template <bool MaySubstitute, bool MayTranspose, class Letters>
CONCORD_ROW unsigned distance_within_two(const Letters& a, const Letters& b) {
    constexpr unsigned beyond = 3;
    if (a.length == b.length) {
        const std::uint64_t differ = differing_rows(a, b, 0);
        if (differ == 0) return 0;
        if (MaySubstitute)
            if (const unsigned edits = edits_without_gaps<MayTranspose>(a, b, differ); edits <= 2) return edits;
        const unsigned first = base::lowest_one(differ);
        const unsigned last = 63 - base::leading_zeros(differ);
        // Rows (first, last] on diagonal -1, or [first, last) on diagonal 1.
        const std::uint64_t between = (std::uint64_t{1} << last) - (std::uint64_t{1} << first);
        return (letters_that_differ(a, b, -1) & between << 1U) == 0 || (letters_that_differ(a, b, 1) & between) == 0
                   ? 2
                   : beyond;
    }
    const Letters& shorter = a.length < b.length ? a : b;
    const Letters& longer = a.length < b.length ? b : a;
    const std::uint64_t before = letters_that_differ(shorter, longer, 0); // set in the row behind the last one
    const unsigned common = base::lowest_one(before);
    const std::uint64_t behind = differing_rows(shorter, longer, 1) >> common << common;
    if (longer.length - shorter.length == 1) {
        if (behind == 0) return 1;
        if (!MaySubstitute) return beyond;
        if ((behind & (behind - 1)) == 0) return 2;
        const std::uint64_t rest = before & (before - 1);
        const unsigned next = base::lowest_one(rest);
        if (behind >> next == 0) return 2;
        if (!MayTranspose) return beyond;
        const std::uint64_t pair = behind & (~behind + 1);
        if (behind == (pair | pair << 1U) && (transposed_rows(shorter, longer, 1) & pair) != 0) return 2;
        return next == common + 1 && (transposed_rows(shorter, longer, 0) >> common & 1U) != 0 &&
                       behind >> base::lowest_one(rest & (rest - 1)) == 0
                   ? 2
                   : beyond;
    }
    const unsigned second = behind == 0 ? shorter.length : base::lowest_one(behind);
    return differing_rows(shorter, longer, 2) >> second == 0 ? 2 : beyond;
}

/// Letters that differ; of sequences of one length, at most 63.
template <class Letters>
CONCORD_ROW unsigned letters_substituted(const Letters& a, const Letters& b) {
    const std::uint64_t within = (std::uint64_t{1} << a.length) - 1;
    return base::count_ones(letters_that_differ(a, b, 0) & within);
}

} // namespace concord::edit_distance::CONCORD_RECURRENCE_NAMESPACE
CONCORD_AFTER_RECURRENCE();

#endif
