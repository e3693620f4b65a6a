// Two vectors of AVX-512 for each parity of a sequence of 400 letters, four of AVX2; they stay in registers. Highway
// includes this file anew for each instruction set.
#define HWY_WANT_AVX3_DL
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "problems/adapters/band_kernels.cpp"
#include <hwy/foreach_target.h>

#include <hwy/highway.h>

#include "problems/adapters/band_kernels.hpp"
#include "simd/dispatch.hpp"

HWY_BEFORE_NAMESPACE();
namespace concord::adapters::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// A band of so many lanes of each parity.
template <std::size_t Lanes>
class band {
  public:
    HWY_INLINE explicit band(const band_steps& steps) : steps_(steps) {
        for (std::size_t v = 0; v < vectors; ++v) {
            even_[v] = hn::LoadU(tag(), steps.even + v * lanes);
            odd_[v] = hn::LoadU(tag(), steps.odd + v * lanes);
            read_[v] = letters_at(steps.read - 1 + v * lanes);
        }
    }

    /// Cells of the next step. `Beginning`: some lanes have not begun; they stay as they are.
    template <bool Beginning>
    HWY_INLINE void step(std::ptrdiff_t t) {
        const tag lane;
        const cells match = hn::Set(lane, equal_letter + 2 * difference_cost);
        const cells difference = hn::Set(lane, difference_cost);
        const auto up = hn::SetTableIndices(lane, turns_.up);
        const auto down = hn::SetTableIndices(lane, turns_.down);
        cells letters[vectors];
        cells before = hn::Zero(lane); // the lanes before, turned
        for (std::size_t v = 0; v < vectors; ++v) {
            letters[v] = letters_at(steps_.letters - (t - steps_.first) + v * lanes);
            const cells turned = hn::TableLookupLanes(odd_[v], up);
            const cells left = hn::IfThenElse(hn::FirstN(lane, 1), before, turned);
            before = turned;
            const cells made =
                better(even_[v], hn::Eq(letters[v], read_[v]), hn::Max(odd_[v], left), match, difference);
            even_[v] = Beginning ? hn::IfThenElse(begun(t, v, 0), made, even_[v]) : made;
        }
        cells behind = hn::Zero(lane);
        for (std::size_t v = vectors; v-- > 0;) {
            read_[v] = letters_at(steps_.read + (t - steps_.first) + v * lanes);
            const cells turned = hn::TableLookupLanes(even_[v], down);
            const cells above = hn::IfThenElse(hn::FirstN(lane, lanes - 1), turned, behind);
            behind = turned;
            cells made = better(odd_[v], hn::Eq(letters[v], read_[v]), hn::Max(even_[v], above), match, difference);
            made = hn::IfThenElseZero(hn::Lt(lane_numbers(v), hn::Set(lane, to_lane(steps_.odd_lanes))), made);
            odd_[v] = Beginning ? hn::IfThenElse(begun(t, v, 1), made, odd_[v]) : made;
        }
    }

    /// Whether a lane is of use. All have begun, and none is beyond the last row or column.
    [[nodiscard]] HWY_INLINE bool is_of_use(std::ptrdiff_t t) const {
        const tag lane;
        const std::ptrdiff_t anti_diagonal = 2 * t + steps_.first_diagonal + 1; // of odd k
        const std::ptrdiff_t least = steps_.least_score + t;                    // of lane 0
        // Where the limit of some lane is below 0, as cells are kept, every cell is above it.
        if (least + 3 * anti_diagonal <= static_cast<std::ptrdiff_t>(steps_.odd_lanes)) return true;
        const cells below = hn::Set(lane, (static_cast<std::uint32_t>(least) << score_bit) +
                                              static_cast<std::uint32_t>(anti_diagonal) * difference_cost - 1);
        cells of_use = hn::Zero(lane);
        for (std::size_t v = 0; v < vectors; ++v) {
            const cells number = lane_numbers(v);
            const cells below_here = hn::Sub(below, hn::ShiftLeft<score_bit>(number));
            const cells best = hn::Max(hn::Add(even_[v], hn::Set(lane, difference_cost)), odd_[v]);
            const auto in_band = hn::Lt(number, hn::Set(lane, to_lane(steps_.odd_lanes + 1)));
            of_use = hn::Or(of_use, hn::IfThenElseZero(hn::And(in_band, hn::Gt(best, below_here)), best));
        }
        return !hn::AllTrue(lane, hn::Eq(of_use, hn::Zero(lane)));
    }

    HWY_INLINE void store(std::uint32_t* list) const {
        for (std::size_t v = 0; v < vectors; ++v) {
            hn::StoreU(even_[v], tag(), list + v * lanes);
            hn::StoreU(odd_[v], tag(), list + Lanes + v * lanes);
        }
    }

  private:
    using tag = hn::CappedTag<std::uint32_t, Lanes>;
    using cells = hn::Vec<tag>;
    static constexpr std::size_t lanes = hn::MaxLanes(tag());
    static constexpr std::size_t vectors = Lanes / lanes;

    static HWY_INLINE std::uint32_t to_lane(std::size_t number) { return static_cast<std::uint32_t>(number); }
    static HWY_INLINE cells lane_numbers(std::size_t v) { return hn::Iota(tag(), to_lane(v * lanes)); }
    static HWY_INLINE cells letters_at(const std::uint8_t* from) {
        return hn::PromoteTo(tag(), hn::LoadU(hn::Rebind<std::uint8_t, tag>(), from));
    }
    static HWY_INLINE cells better(cells before, hn::Mask<tag> equal, cells gap, cells match, cells difference) {
        return hn::Max(hn::Add(before, hn::IfThenElse(equal, match, difference)), gap);
    }
    /// Cells that are neither in the first row or column nor before it: row and column are 1 or more.
    HWY_INLINE hn::Mask<tag> begun(std::ptrdiff_t t, std::size_t v, std::ptrdiff_t odd) const {
        const hn::RebindToSigned<tag> lane;
        const auto number = hn::BitCast(lane, lane_numbers(v));
        const auto row = hn::Set(lane, static_cast<std::int32_t>(t));
        const auto column = hn::Add(number, hn::Set(lane, static_cast<std::int32_t>(t + steps_.first_diagonal + odd)));
        return hn::RebindMask(tag(), hn::And(hn::Lt(number, row), hn::Gt(column, hn::Zero(lane))));
    }

    /// A vector turned by a lane, to either side.
    struct turns {
        std::uint32_t up[lanes];
        std::uint32_t down[lanes];
    };
    static constexpr turns make_turns() {
        turns made{};
        for (std::size_t lane = 0; lane < lanes; ++lane) {
            made.up[lane] = static_cast<std::uint32_t>((lane + lanes - 1) % lanes);
            made.down[lane] = static_cast<std::uint32_t>((lane + 1) % lanes);
        }
        return made;
    }
    static constexpr turns turns_ = make_turns();

    band_steps steps_;
    cells even_[vectors];
    cells odd_[vectors];
    cells read_[vectors]; ///< the letters of the columns of even k
};

template <std::size_t Lanes>
bool align(const band_steps& steps) {
    band<Lanes> held(steps);
    std::uint32_t* list = steps.list;
    std::ptrdiff_t t = steps.first;
    const auto list_from = [&](std::ptrdiff_t from) HWY_ATTR {
        if (t < from) return;
        held.store(list);
        list += 2 * Lanes;
    };
    for (; t <= steps.last && t < steps.all_begun; ++t) {
        held.template step<true>(t);
        list_from(steps.listed);
    }
    constexpr std::ptrdiff_t steps_a_look = 16;
    for (; t < steps.listed; ++t) {
        held.template step<false>(t);
        if (t % steps_a_look == 0 && !held.is_of_use(t)) return false;
    }
    for (; t <= steps.last; ++t) {
        held.template step<false>(t);
        list_from(steps.listed);
    }
    return true;
}

constexpr band_kernels kernels{{&align<least_band_lanes>, &align<2 * least_band_lanes>, &align<4 * least_band_lanes>,
                                &align<8 * least_band_lanes>}};

} // namespace concord::adapters::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace concord::adapters {

const band_kernels& band_kernels_for(simd::vector_target target) { return CONCORD_DISPATCH(kernels, target); }

} // namespace concord::adapters
#endif
