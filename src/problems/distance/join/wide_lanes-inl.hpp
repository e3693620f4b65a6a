// Bounded distances of pairs of sequences that fit a word, a pair a lane, for greater bounds than short_lanes-inl.hpp
// has: by the same furthest-reaching points, whose diagonals and edits are loops here.
//
// Compiled for each instruction set (join_kernels.cpp).
#if defined(CONCORD_WIDE_LANES_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef CONCORD_WIDE_LANES_INL_HPP
#undef CONCORD_WIDE_LANES_INL_HPP
#else
#define CONCORD_WIDE_LANES_INL_HPP
#endif

#include <hwy/highway.h>

#include "problems/distance/join/join_kernels.hpp"
#include "problems/distance/join/short_lanes-inl.hpp"
#include "simd/vector_logic-inl.hpp"

#include <algorithm>
#include <cstdint>

HWY_BEFORE_NAMESPACE();
namespace concord::edit_distance::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

template <short_metric Metric>
class wide_lanes {
  public:
    using word = simd::HWY_NAMESPACE::words;

    /// Writes the distances, or more than `bound`, of sequences of which b is longer by `goal` letters.
    static void compare(const short_lane_pairs& pairs, int bound, int goal, std::uint64_t* distances) {
        wide_lanes lanes(bound, goal);
        lanes.fill(lanes.load(pairs), distances);
    }

  private:
    using tag = short_lane_pairs::tag;
    static constexpr int most = static_cast<int>(most_wide_bound);
    static constexpr bool may_substitute = Metric != short_metric::indel;
    /// Further than the bound, since a transposition looks at the diagonals beside its own.
    static constexpr int reach = most + 1;

    wide_lanes(int bound, int goal) : bound_(bound), goal_(goal) {}

    static constexpr unsigned at(int diagonal) { return static_cast<unsigned>(diagonal + reach); }
    static HWY_INLINE word from_first(word bits) { return hn::Or(bits, hn::Sub(hn::Zero(tag()), bits)); }

    /// Furthest diagonals from which the last one can be reached.
    [[nodiscard]] int least() const { return (goal_ - bound_) / 2; }
    [[nodiscard]] int greatest() const { return (goal_ + bound_) / 2; }

    /// The letters that differ on all diagonals; returns bits of all letters of a.
    HWY_INLINE word load(const short_lane_pairs& pairs) {
        const auto begin_a = hn::LoadU(short_lane_pairs::signed_tag(), pairs.begins_of_a);
        const auto begin_b = hn::LoadU(short_lane_pairs::signed_tag(), pairs.begins_of_b);
        const word one = hn::Set(tag(), 1);
        const word within = hn::Sub(hn::Shl(one, hn::GatherIndex(tag(), pairs.words_of_a, begin_a)), one);
        for (int d = least() - 1; d <= greatest() + 1; ++d) // rows of a diagonal end where a or b ends
            differ_[at(d)] = hn::Not(d > goal_ ? hn::ShiftRightSame(within, d - goal_) : within);
        const unsigned planes = pairs.ordinary + (pairs.last_is_ambiguous ? 1U : 0U);
        for (unsigned plane = 0; plane < planes; ++plane) {
            const word here_a = hn::GatherIndex(tag(), pairs.words_of_a + 1 + plane, begin_a);
            const word here_b = hn::GatherIndex(tag(), pairs.words_of_b + 1 + plane, begin_b);
            const bool is_ambiguous = plane == pairs.ordinary;
            for (int d = least() - 1; d <= greatest() + 1; ++d) {
                const word moved = d >= 0 ? hn::ShiftRightSame(here_b, d) : hn::ShiftLeftSame(here_b, -d);
                word& differ = differ_[at(d)];
                differ = is_ambiguous ? hn::Or(differ, hn::Or(here_a, moved))
                                      : simd::HWY_NAMESPACE::or_xor(differ, here_a, moved);
            }
        }
        return within;
    }

    HWY_INLINE void fill(word within, std::uint64_t* distances) {
        word distance = hn::Set(tag(), static_cast<std::uint64_t>(goal_));
        for (int edits = 0; edits <= bound_; ++edits) {
            const word* const before = reached_[(edits & 1) ^ 1];
            word* const now = reached_[edits & 1];
            const int left = bound_ - edits;
            for (int d = std::max(-edits, goal_ - left); d <= std::min(edits, goal_ + left); ++d) {
                if (!may_substitute && ((edits + d) & 1) != 0) continue; // leads nowhere
                word rows = hn::Not(hn::Zero(tag()));
                if (d - 1 > -edits) rows = before[at(d - 1)];
                if (d + 1 < edits) rows = hn::And(rows, hn::ShiftLeft<1>(before[at(d + 1)]));
                if (may_substitute && -edits < d && d < edits) rows = hn::And(rows, beyond_one_edit(before[at(d)], d));
                now[at(d)] = from_first(hn::And(rows, differ_[at(d)]));
            }
            if (edits < goal_ || (!may_substitute && ((edits + goal_) & 1) != 0)) continue;
            const auto is_open = hn::Ne(hn::And(now[at(goal_)], within), hn::Zero(tag()));
            distance = hn::Add(distance, hn::IfThenElseZero(is_open, hn::Set(tag(), may_substitute ? 1 : 2)));
        }
        hn::StoreU(distance, tag(), distances);
    }

    /// By a substitution, or by a transposition, which starts at the furthest row itself.
    HWY_INLINE word beyond_one_edit(word before, int diagonal) const {
        const word beyond = hn::ShiftLeft<1>(before);
        if constexpr (Metric != short_metric::osa) return beyond;
        const word differ = hn::Or(differ_[at(diagonal + 1)], hn::ShiftRight<1>(differ_[at(diagonal - 1)]));
        const word row = hn::AndNot(beyond, before);
        return hn::AndNot(hn::ShiftLeft<1>(hn::AndNot(differ, row)), beyond);
    }

    int bound_;
    int goal_;
    word differ_[static_cast<unsigned>(2 * reach + 1)];
    word reached_[2][static_cast<unsigned>(2 * reach + 1)];
};

} // namespace concord::edit_distance::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
