// Hamming distances of short seeds, a vector of lanes at a time: XOR and OR the planes (add_plane of
// lcp_with_mismatches.hpp), count the ones, compare. Functions that take vectors must be compiled for the instruction
// set that they use, so the one line is written here once more; tests/agree holds every target to add_plane. Compiled
// once for every instruction set: Highway includes this file anew for each.
#define HWY_WANT_AVX3_DL // counts bits in vectors: Ice Lake and newer
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "problems/substring/cpu/scan/near_seeds.cpp"
#include <hwy/foreach_target.h>

#include <hwy/highway.h>

#include "problems/substring/cpu/scan/near_seeds.hpp"
#include "simd/dispatch.hpp"

#include <type_traits>

HWY_BEFORE_NAMESPACE();
namespace concord::substring::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// Planes is known at compile time for the alphabets that there are, so that the source stays in registers.
template <class Lane, unsigned Planes>
std::size_t near_with_planes(const Lane* const* targets, const Lane* source, std::size_t count, unsigned limit,
                             std::uint32_t* survivors) {
    const hn::ScalableTag<Lane> lanes;
    using vector = hn::Vec<decltype(lanes)>;
    const std::size_t step = hn::Lanes(lanes);
    const hn::RebindToSigned<decltype(lanes)> counts; // signed comparisons are the cheap ones before AVX-512
    const auto too_many = hn::Set(counts, static_cast<hn::TFromD<decltype(counts)>>(limit + 1));
    vector wanted[Planes];
    for (unsigned plane = 0; plane < Planes; ++plane)
        wanted[plane] = hn::Set(lanes, source[plane]);
    const auto near_from = [&](std::size_t first) HWY_ATTR {
        vector differences = hn::Zero(lanes);
        for (unsigned plane = 0; plane < Planes; ++plane)
            differences = hn::Or(differences, hn::Xor(wanted[plane], hn::LoadU(lanes, targets[plane] + first)));
        return hn::Lt(hn::BitCast(counts, hn::PopulationCount(differences)), too_many);
    };
    std::size_t found = 0;
    const auto note = [&](std::size_t first, auto near) HWY_ATTR {
        std::uint64_t bits = 0;
        hn::StoreMaskBits(counts, near, reinterpret_cast<std::uint8_t*>(&bits));
        for (; bits != 0; bits &= bits - 1) {
            const std::size_t index = first + static_cast<unsigned>(__builtin_ctzll(bits));
            if (index < count) survivors[found++] = static_cast<std::uint32_t>(index);
        }
    };
    // Two vectors a round: nearly always neither has a survivor, and one branch says so.
    for (std::size_t first = 0; first < count; first += 2 * step) {
        const auto near_here = near_from(first);
        const auto near_next = near_from(first + step);
        if (HWY_LIKELY(hn::AllFalse(counts, hn::Or(near_here, near_next)))) continue;
        note(first, near_here);
        note(first + step, near_next);
    }
    return found;
}

template <class Lane>
std::size_t near(const Lane* const* targets, const Lane* source, unsigned planes, std::size_t count, unsigned limit,
                 std::uint32_t* survivors) {
    switch (planes) {
    case 2: return near_with_planes<Lane, 2>(targets, source, count, limit, survivors);
    case 3: return near_with_planes<Lane, 3>(targets, source, count, limit, survivors);
    case 5: return near_with_planes<Lane, 5>(targets, source, count, limit, survivors);
    default: return near_with_planes<Lane, 8>(targets, source, count, limit, survivors);
    }
}

// Of windows of one stretch or of two, which is known when this is compiled, or of any number of them (0).
template <class Lane, unsigned Planes, unsigned Stretches>
class window_comparison {
  public:
    using tag = hn::ScalableTag<Lane>;
    using counts = hn::RebindToSigned<tag>;

    HWY_ATTR window_comparison(const window_block<Lane>& windows, const Lane* source, unsigned limit)
        : rows_(windows.rows), source_(source), stretches_(Stretches > 0 ? Stretches : windows.stretches),
          too_many_(hn::Set(counts(), static_cast<hn::TFromD<counts>>(limit + 1))) {}

    // Whether the windows from `first` on are near.
    HWY_ATTR hn::Mask<counts> operator()(std::size_t first) const {
        auto mismatches = of_stretch(0, first);
        for (unsigned stretch = 1; stretch < (Stretches > 0 ? Stretches : stretches_); ++stretch)
            mismatches = hn::Add(mismatches, of_stretch(stretch, first));
        return hn::Lt(hn::BitCast(counts(), mismatches), too_many_);
    }

  private:
    HWY_ATTR hn::Vec<tag> of_stretch(unsigned stretch, std::size_t first) const {
        const tag lanes;
        auto differences = hn::Zero(lanes);
        for (unsigned plane = 0; plane < Planes; ++plane) {
            const unsigned row = stretch * Planes + plane;
            differences =
                hn::Or(differences, hn::Xor(hn::Set(lanes, source_[row]), hn::LoadU(lanes, rows_[row] + first)));
        }
        return hn::PopulationCount(differences);
    }

    const Lane* const* rows_;
    const Lane* source_;
    unsigned stretches_;
    hn::Vec<counts> too_many_;
};

template <class Lane, unsigned Planes, unsigned Stretches>
std::uint64_t sum_with(const window_block<Lane>& windows, const Lane* source, unsigned limit, const Lane* weights) {
    const window_comparison<Lane, Planes, Stretches> is_near(windows, source, limit);
    const hn::ScalableTag<Lane> lanes;
    const std::size_t step = hn::Lanes(lanes);
    auto sum = hn::Zero(lanes);
    for (std::size_t first = 0; first < windows.count; first += step)
        sum =
            hn::Add(sum, hn::IfThenElseZero(hn::RebindMask(lanes, is_near(first)), hn::LoadU(lanes, weights + first)));
    return hn::GetLane(hn::SumOfLanes(lanes, sum));
}

template <class Lane, unsigned Planes, unsigned Stretches>
void mark_with(const window_block<Lane>& windows, const Lane* source, unsigned limit, std::uint64_t* bits) {
    const window_comparison<Lane, Planes, Stretches> is_near(windows, source, limit);
    const hn::RebindToSigned<hn::ScalableTag<Lane>> counts;
    const std::size_t step = hn::Lanes(counts);
    for (std::size_t first = 0; first < windows.count; first += 64) {
        std::uint64_t near = 0;
        for (std::size_t lane = 0; lane < 64; lane += step) {
            std::uint64_t here = 0;
            hn::StoreMaskBits(counts, is_near(first + lane), reinterpret_cast<std::uint8_t*>(&here));
            near |= (step >= 64 ? here : here & ((std::uint64_t{1} << step) - 1)) << lane;
        }
        const std::size_t left = windows.count - first;
        bits[first / 64] = left < 64 ? near & ((std::uint64_t{1} << left) - 1) : near;
    }
}

// call(of_planes, of_stretches) with both as constants.
template <class Call>
auto with_constants(unsigned planes, unsigned stretches, Call call) {
    const auto of_planes = [&](auto planes_known) {
        switch (stretches) {
        case 1: return call(planes_known, std::integral_constant<unsigned, 1>());
        case 2: return call(planes_known, std::integral_constant<unsigned, 2>());
        default: return call(planes_known, std::integral_constant<unsigned, 0>());
        }
    };
    switch (planes) {
    case 2: return of_planes(std::integral_constant<unsigned, 2>());
    case 3: return of_planes(std::integral_constant<unsigned, 3>());
    case 5: return of_planes(std::integral_constant<unsigned, 5>());
    default: return of_planes(std::integral_constant<unsigned, 8>());
    }
}

template <class Lane>
std::uint64_t sum(const window_block<Lane>& windows, const Lane* source, unsigned limit, const Lane* weights) {
    return with_constants(windows.planes, windows.stretches, [&](auto planes, auto stretches) {
        return sum_with<Lane, decltype(planes)::value, decltype(stretches)::value>(windows, source, limit, weights);
    });
}

template <class Lane>
void mark(const window_block<Lane>& windows, const Lane* source, unsigned limit, std::uint64_t* bits) {
    with_constants(windows.planes, windows.stretches, [&](auto planes, auto stretches) {
        mark_with<Lane, decltype(planes)::value, decltype(stretches)::value>(windows, source, limit, bits);
    });
}

constexpr seed_kernels kernels{&near<std::uint16_t>, &near<std::uint32_t>,  &near<std::uint64_t>,
                               &sum<std::uint32_t>,  &sum<std::uint64_t>,   &mark<std::uint32_t>,
                               &mark<std::uint64_t>, HWY_STR(HWY_NAMESPACE)};

} // namespace concord::substring::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace concord::substring {

const seed_kernels& seed_kernels_for(simd::vector_target target) { return CONCORD_DISPATCH(kernels, target); }

} // namespace concord::substring
#endif
