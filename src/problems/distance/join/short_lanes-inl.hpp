// Bounded distances of pairs of sequences that fit a word, a pair a lane.
//
// By furthest-reaching points: reached(e, d) are all rows from the furthest one on that e edits reach on diagonal d
// (Ukkonen 1985), as ones of a word. So the further of two is their intersection, and what lies behind the equal
// letters that follow is found by a negation:
//
//   rows from the furthest one of neighbours on    ...1111000      x: those of them whose letters differ
//   letters that differ                            ...0100101
//   x | -x: from the first of x on                 ...1100000      two letters further
//
// Behind their ends sequences have letters that equal none, and costs do not fall along a diagonal; so no row has to be
// kept within the matrix. A transposition starts at the furthest row itself: from an earlier one it leads no further
// than a substitution from there. Only cells from which the last diagonal can still be reached are computed, which is
// known at compile time.
//
// Compiled for each instruction set (join_kernels.cpp).
#if defined(CONCORD_SHORT_LANES_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef CONCORD_SHORT_LANES_INL_HPP
#undef CONCORD_SHORT_LANES_INL_HPP
#else
#define CONCORD_SHORT_LANES_INL_HPP
#endif

#include <hwy/highway.h>

#include "problems/distance/join/join_kernels.hpp"
#include "simd/vector_logic-inl.hpp"

#include <cstdint>
#include <utility>

HWY_BEFORE_NAMESPACE();
namespace concord::edit_distance::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

template <int Value>
struct constant {
    static constexpr int value = Value;
};

/// Calls step(constant<i>()) for all i from First up to Last.
template <int First, int Last, class Step>
HWY_INLINE void for_each_of(const Step& step) {
    [&]<int... Index>(std::integer_sequence<int, Index...>) HWY_ATTR { (step(constant<First + Index>()), ...); }
    (std::make_integer_sequence<int, (Last < First ? 0 : Last - First + 1)>());
}

/// Which cells lead to the distance of sequences of which b is longer by Goal letters.
template <short_metric Metric, int Bound, int Goal>
struct short_cells {
    static constexpr bool may_substitute = Metric != short_metric::indel;
    /// Edits of a transposition, with those of the letters between the two.
    static constexpr int most_of_transposition = Metric == short_metric::damerau_levenshtein ? Bound
                                                 : Metric == short_metric::osa               ? 1
                                                                                             : 0;

    static constexpr int distance(int one, int other) { return one < other ? other - one : one - other; }

    static constexpr bool has(int edits, int diagonal) {
        return edits >= 0 && distance(diagonal, 0) <= edits && distance(diagonal, Goal) <= Bound - edits &&
               (may_substitute || ((edits + diagonal) & 1) == 0);
    }

    /// A transposition, with letters inserted and deleted between the two, that leads to a cell: where it starts.
    static constexpr bool has_transposition(int edits, int diagonal, int inserted, int deleted) {
        const int own = 1 + inserted + deleted;
        return own <= most_of_transposition && has(edits, diagonal) && has(edits - own, diagonal - inserted + deleted);
    }

    /// Whether it has to be known which letters of a diagonal differ.
    static constexpr bool needs(int diagonal) {
        for (int edits = 0; edits <= Bound; ++edits) {
            if (has(edits, diagonal)) return true;
            for (int to = -Bound; to <= Bound; ++to)
                for (int inserted = 0; inserted < most_of_transposition; ++inserted)
                    for (int deleted = 0; inserted + deleted < most_of_transposition; ++deleted) {
                        if (!has_transposition(edits, to, inserted, deleted)) continue;
                        const int from = to - inserted + deleted;
                        if (diagonal == from + 1 + inserted || diagonal == from - 1 - deleted) return true;
                    }
        }
        return false;
    }
};

/// Pairs in lanes; words of a sequence as short_list has them.
struct short_lane_pairs {
    using tag = simd::HWY_NAMESPACE::word_tag;
    using signed_tag = hn::RebindToSigned<tag>;

    const std::uint64_t* words_of_a; ///< of the shorter ones, or of both
    const std::uint64_t* words_of_b;
    const std::int64_t* begins_of_a; ///< of each lane's, in words
    const std::int64_t* begins_of_b;
    unsigned ordinary; ///< planes
    bool last_is_ambiguous;
};

template <short_metric Metric, int Bound, int Goal>
class short_lanes {
  public:
    using word = simd::HWY_NAMESPACE::words;

    /// Writes the distances, or more than Bound.
    static void compare(const short_lane_pairs& pairs, std::uint64_t* distances) {
        short_lanes lanes;
        const word length = lanes.load(pairs);
        lanes.fill();
        // Not reached within so many edits.
        const word within = below(length);
        const word one = hn::Set(tag(), 1);
        word distance = hn::Set(tag(), static_cast<std::uint64_t>(Goal));
        for_each_of<Goal, Bound>([&](auto edits) HWY_ATTR {
            constexpr int e = decltype(edits)::value;
            if constexpr (cells::has(e, Goal)) {
                const auto is_beyond = hn::Ne(hn::And(lanes.reached_[e][at<Goal>()], within), hn::Zero(tag()));
                distance = hn::Add(distance, hn::IfThenElseZero(is_beyond, one));
                if constexpr (!cells::may_substitute) distance = hn::Add(distance, hn::IfThenElseZero(is_beyond, one));
            }
        });
        hn::StoreU(distance, tag(), distances);
    }

  private:
    using tag = short_lane_pairs::tag;
    using cells = short_cells<Metric, Bound, Goal>;
    static constexpr int reach = 2 * Bound + 1; ///< of diagonals whose letters are compared

    template <int Diagonal>
    static constexpr int at() {
        return Diagonal + Bound;
    }
    template <int Diagonal>
    static constexpr int differ_at() {
        return Diagonal + reach;
    }

    /// Bits below `count`, which is less than 64.
    static HWY_INLINE word below(word count) {
        const word one = hn::Set(tag(), 1);
        return hn::Sub(hn::Shl(one, count), one);
    }

    template <int Diagonal>
    static HWY_INLINE word moved(word of_b) {
        if constexpr (Diagonal >= 0)
            return hn::ShiftRight<Diagonal>(of_b);
        else
            return hn::ShiftLeft<-Diagonal>(of_b);
    }

    /// The letters that differ on all diagonals; returns the lengths of a.
    HWY_INLINE word load(const short_lane_pairs& pairs) {
        const auto begin_a = hn::LoadU(short_lane_pairs::signed_tag(), pairs.begins_of_a);
        const auto begin_b = hn::LoadU(short_lane_pairs::signed_tag(), pairs.begins_of_b);
        const word length = hn::GatherIndex(tag(), pairs.words_of_a, begin_a);
        const word within = below(length);
        for_each_needed([&](auto diagonal) HWY_ATTR {
            constexpr int d = decltype(diagonal)::value;
            // Rows of this diagonal end where a or b ends.
            differ_[differ_at<d>()] = hn::Not(d > Goal ? hn::ShiftRight<(d > Goal ? d - Goal : 0)>(within) : within);
        });
        const std::uint64_t* of_a = pairs.words_of_a + 1;
        const std::uint64_t* of_b = pairs.words_of_b + 1;
        for (unsigned plane = 0; plane < pairs.ordinary; ++plane, ++of_a, ++of_b) {
            const word here_a = hn::GatherIndex(tag(), of_a, begin_a);
            const word here_b = hn::GatherIndex(tag(), of_b, begin_b);
            for_each_needed([&](auto diagonal) HWY_ATTR {
                constexpr int d = decltype(diagonal)::value;
                word& differ = differ_[differ_at<d>()];
                differ = simd::HWY_NAMESPACE::or_xor(differ, here_a, moved<d>(here_b));
            });
        }
        if (pairs.last_is_ambiguous) {
            const word here_a = hn::GatherIndex(tag(), of_a, begin_a);
            const word here_b = hn::GatherIndex(tag(), of_b, begin_b);
            for_each_needed([&](auto diagonal) HWY_ATTR {
                constexpr int d = decltype(diagonal)::value;
                word& differ = differ_[differ_at<d>()];
                differ = hn::Or(differ, hn::Or(here_a, moved<d>(here_b)));
            });
        }
        return length;
    }

    template <class Step>
    static HWY_INLINE void for_each_needed(const Step& step) {
        for_each_of<-reach, reach>([&](auto diagonal) HWY_ATTR {
            if constexpr (cells::needs(decltype(diagonal)::value)) step(diagonal);
        });
    }

    HWY_INLINE void fill() {
        for_each_of<0, Bound>([&](auto edits) HWY_ATTR {
            for_each_of<-Bound, Bound>([&](auto diagonal) HWY_ATTR {
                constexpr int e = decltype(edits)::value;
                constexpr int d = decltype(diagonal)::value;
                if constexpr (cells::has(e, d)) {
                    const word behind = hn::And(begin<e, d>(), differ_[differ_at<d>()]);
                    reached_[e][at<d>()] = hn::Or(behind, hn::Sub(hn::Zero(tag()), behind));
                }
            });
        });
    }

    /// Where the equal letters of a cell begin: the furthest of the cells that lead to it.
    template <int Edits, int Diagonal>
    HWY_INLINE word begin() const {
        word rows = hn::Not(hn::Zero(tag()));
        if constexpr (cells::has(Edits - 1, Diagonal - 1)) rows = reached_[Edits - 1][at<Diagonal - 1>()];
        if constexpr (cells::has(Edits - 1, Diagonal + 1))
            rows = hn::And(rows, hn::ShiftLeft<1>(reached_[Edits - 1][at<Diagonal + 1>()]));
        if constexpr (cells::may_substitute && cells::has(Edits - 1, Diagonal))
            rows = hn::And(rows, hn::ShiftLeft<1>(reached_[Edits - 1][at<Diagonal>()]));
        for_each_of<0, cells::most_of_transposition - 1>([&](auto inserted) HWY_ATTR {
            for_each_of<0, cells::most_of_transposition - 1>([&](auto deleted) HWY_ATTR {
                constexpr int ins = decltype(inserted)::value;
                constexpr int del = decltype(deleted)::value;
                if constexpr (cells::has_transposition(Edits, Diagonal, ins, del)) {
                    // Letters r and r + 1 + del of a are letters c + 1 + ins and c of b. Edits of these letters one by
                    // one lead to row r + 1 + del.
                    constexpr int from = Diagonal - ins + del;
                    const word before = reached_[Edits - 1 - ins - del][at<from>()];
                    const word differ = hn::Or(differ_[differ_at<from + 1 + ins>()],
                                               hn::ShiftRight<1 + del>(differ_[differ_at<from - 1 - del>()]));
                    const word row = hn::AndNot(hn::ShiftLeft<1>(before), before);
                    rows = hn::AndNot(hn::ShiftLeft<1 + del>(hn::AndNot(differ, row)), rows);
                }
            });
        });
        return rows;
    }

    word differ_[static_cast<unsigned>(2 * reach + 1)];
    word reached_[static_cast<unsigned>(Bound + 1)][static_cast<unsigned>(2 * Bound + 1)];
};

} // namespace concord::edit_distance::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
