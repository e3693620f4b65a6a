// Highway includes this file anew for each instruction set.
#define HWY_WANT_AVX3_DL
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "problems/substring/cpu/words/shared_piece_kernels.cpp"
#include <hwy/foreach_target.h>

#include <hwy/highway.h>

#include "problems/substring/cpu/words/shared_piece_kernels.hpp"
#include "simd/dispatch.hpp"

HWY_BEFORE_NAMESPACE();
namespace concord::substring::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using window_lanes = hn::CappedTag<std::uint32_t, padding_of_pieces>;
using window_vector_of_lanes = hn::Vec<window_lanes>;

/// Letters in which windows from `at` on differ from one, a bit each, by so many planes.
template <unsigned Planes>
HWY_INLINE window_vector_of_lanes differences_at(const window_planes& windows, const std::uint32_t* words,
                                                 unsigned planes, std::size_t at) {
    const window_lanes lanes;
    const unsigned all = Planes > 0 ? Planes : planes;
    auto differ = hn::Xor(hn::LoadU(lanes, windows.plane[0] + at), hn::Set(lanes, words[0]));
    for (unsigned plane = 1; plane < all; ++plane)
        differ = hn::Or(differ, hn::Xor(hn::LoadU(lanes, windows.plane[plane] + at), hn::Set(lanes, words[plane])));
    return differ;
}

HWY_INLINE auto have_at_most(window_vector_of_lanes differences, unsigned most) {
    const window_lanes lanes;
    const hn::RebindToSigned<window_lanes> compared; // Highway 1.0.3 compares no unsigned ones
    return hn::RebindMask(lanes, hn::Lt(hn::BitCast(compared, hn::PopulationCount(differences)),
                                        hn::Set(compared, static_cast<std::int32_t>(most + 1))));
}

/// Of those that are near, the ones that are not within the radius of a piece that was asked before.
HWY_INLINE auto not_asked_before(const window_planes& windows, const std::uint32_t* words, const near_rule& rule,
                                 std::size_t at, hn::Mask<window_lanes> near) {
    const window_lanes lanes;
    const auto differ = differences_at<0>(windows, words, rule.ordinary_planes, at);
    for (unsigned index = 0; index < rule.before; ++index)
        near = hn::AndNot(
            have_at_most(hn::And(differ, hn::Set(lanes, rule.piece[index].mask())), rule.piece[index].radius), near);
    return near;
}

/// visit(at, which are near) where any are.
template <unsigned Planes, class Visit>
HWY_INLINE void for_each_near(const window_planes& windows, const std::uint32_t* words, const near_rule& rule,
                              const Visit& visit) {
    const window_lanes lanes;
    for (std::size_t at = 0; at < windows.count; at += hn::Lanes(lanes)) {
        auto near = have_at_most(differences_at<Planes>(windows, words, rule.planes, at), rule.limit);
        if (HWY_LIKELY(hn::AllFalse(lanes, near))) continue;
        if (windows.count - at < hn::Lanes(lanes)) near = hn::And(near, hn::FirstN(lanes, windows.count - at));
        if (rule.before > 0) near = not_asked_before(windows, words, rule, at, near);
        visit(at, near);
    }
}

template <unsigned Planes>
HWY_INLINE std::uint32_t count_in(const window_planes& windows, const std::uint32_t* words, const near_rule& rule) {
    const window_lanes lanes;
    std::uint32_t all = 0;
    for_each_near<Planes>(windows, words, rule, [&](std::size_t, auto near) HWY_ATTR {
        all += static_cast<std::uint32_t>(hn::CountTrue(lanes, near));
    });
    return all;
}

template <unsigned Planes>
HWY_INLINE std::size_t list_in(const window_planes& windows, const std::uint32_t* words, const near_rule& rule,
                               std::uint32_t* places) {
    const window_lanes lanes;
    std::size_t listed = 0;
    for_each_near<Planes>(windows, words, rule, [&](std::size_t at, auto near) HWY_ATTR {
        hn::StoreU(hn::Compress(hn::LoadU(lanes, windows.places + at), near), lanes, places + listed);
        listed += hn::CountTrue(lanes, near);
    });
    return listed;
}

std::uint32_t count(const window_planes& windows, const std::uint32_t* words, const near_rule& rule) {
    return rule.planes == 2 ? count_in<2>(windows, words, rule) : count_in<0>(windows, words, rule);
}

std::size_t list(const window_planes& windows, const std::uint32_t* words, const near_rule& rule,
                 std::uint32_t* places) {
    return rule.planes == 2 ? list_in<2>(windows, words, rule, places) : list_in<0>(windows, words, rule, places);
}

constexpr shared_piece_kernels kernels_of_shared_pieces{&count, &list};

} // namespace concord::substring::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace concord::substring {

const shared_piece_kernels& shared_piece_kernels_for(simd::vector_target target) {
    return CONCORD_DISPATCH(kernels_of_shared_pieces, target);
}

} // namespace concord::substring
#endif
