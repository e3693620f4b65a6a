// Highway includes this file anew for each instruction set.
#define HWY_WANT_AVX3_DL
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "problems/substring/cpu/words/place_kernels.cpp"
#include <hwy/foreach_target.h>

#include <hwy/highway.h>

#include "problems/substring/cpu/words/place_kernels.hpp"
#include "simd/dispatch.hpp"

HWY_BEFORE_NAMESPACE();
namespace concord::substring::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using place_lanes = hn::CappedTag<std::uint32_t, padding_of_places>;

template <bool has_unknown>
HWY_INLINE std::size_t find_in(const word_row& row, std::uint32_t word, unsigned mismatches) {
    const place_lanes lanes;
    const hn::RebindToSigned<place_lanes> compared; // Highway 1.0.3 compares no unsigned ones
    const auto asked = hn::Set(lanes, word);
    const auto lower_bits = hn::Set(lanes, 0x55555555U);
    const auto farther = hn::Set(compared, static_cast<std::int32_t>(mismatches + 1));
    for (std::size_t at = 0; at < row.count; at += hn::Lanes(lanes)) {
        const auto differ = hn::Xor(hn::LoadU(lanes, row.words + at), asked);
        auto letters = hn::And(hn::Or(differ, hn::ShiftRight<1>(differ)), lower_bits);
        if constexpr (has_unknown) letters = hn::Or(letters, hn::LoadU(lanes, row.unknown + at));
        const auto are_near = hn::Lt(hn::BitCast(compared, hn::PopulationCount(letters)), farther);
        if (hn::AllFalse(compared, are_near)) continue;
        const std::size_t place = at + static_cast<std::size_t>(hn::FindFirstTrue(compared, are_near));
        return place < row.count ? place : row.count;
    }
    return row.count;
}

std::size_t find(const word_row& row, std::uint32_t word, unsigned mismatches) {
    return row.unknown == nullptr ? find_in<false>(row, word, mismatches) : find_in<true>(row, word, mismatches);
}

constexpr place_kernels kernels_of_places{&find};

} // namespace concord::substring::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace concord::substring {

const place_kernels& place_kernels_for(simd::vector_target target) {
    return CONCORD_DISPATCH(kernels_of_places, target);
}

} // namespace concord::substring
#endif
