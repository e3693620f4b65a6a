// Bounded distances of two sequences that fit a word, on one thread of a GPU. Lanes of the host have
// short_lanes-inl.hpp.
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

/// Letters that differ; of sequences of one length, at most 63.
template <class Letters>
CONCORD_ROW unsigned letters_substituted(const Letters& a, const Letters& b) {
    const std::uint64_t within = (std::uint64_t{1} << a.length) - 1;
    return base::count_ones(letters_that_differ(a, b, 0) & within);
}

} // namespace concord::edit_distance::CONCORD_RECURRENCE_NAMESPACE
CONCORD_AFTER_RECURRENCE();

#endif
