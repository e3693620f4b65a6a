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

constexpr seed_kernels kernels{&near<std::uint16_t>, &near<std::uint32_t>, &near<std::uint64_t>,
                               HWY_STR(HWY_NAMESPACE)};

} // namespace concord::substring::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace concord::substring {

const seed_kernels& seed_kernels_for(simd::vector_target target) { return CONCORD_DISPATCH(kernels, target); }

} // namespace concord::substring
#endif
