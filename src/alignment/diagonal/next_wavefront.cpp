// Adjacent diagonals of the next wavefront. Compiled once for every instruction set.
#include "alignment/diagonal/furthest_reaching.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "alignment/diagonal/next_wavefront.cpp"
#include <hwy/foreach_target.h>

#include <hwy/highway.h>

#include "simd/dispatch.hpp"

HWY_BEFORE_NAMESPACE();
namespace concord::pairwise::diagonals::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

static void next(const wavefront_part& part) {
    const hn::ScalableTag<std::int32_t> tag;
    const std::size_t lanes = hn::Lanes(tag);
    const auto one = hn::Set(tag, 1);
    const auto substituted = hn::Set(tag, part.substituted);
    const auto most = hn::Set(tag, part.most);
    const auto next_lanes = hn::Set(tag, static_cast<std::int32_t>(lanes));
    auto most_of_b = hn::Iota(tag, part.most_of_b);
    std::size_t n = 0;
    for (; n + lanes <= part.count; n += lanes) {
        const auto insert = hn::Add(hn::LoadU(tag, part.here + n - 1), one);
        const auto replace = hn::Add(hn::LoadU(tag, part.here + n), substituted);
        const auto erase = hn::LoadU(tag, part.here + n + 1);
        const auto longest = hn::Max(hn::Max(insert, erase), replace);
        hn::StoreU(hn::Min(longest, hn::Min(most, most_of_b)), tag, part.out + n);
        most_of_b = hn::Add(most_of_b, next_lanes);
    }
    for (; n < part.count; ++n) {
        const std::int32_t* here = part.here + n;
        const std::int32_t gap = HWY_MAX(here[-1] + 1, here[1]);
        const std::int32_t longest = HWY_MAX(gap, here[0] + part.substituted);
        part.out[n] = HWY_MIN(longest, HWY_MIN(part.most, part.most_of_b + static_cast<std::int32_t>(n)));
    }
}

} // namespace concord::pairwise::diagonals::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace concord::pairwise::diagonals {

next_wavefront next_wavefront_for(simd::vector_target target) { return &CONCORD_DISPATCH(next, target); }

} // namespace concord::pairwise::diagonals
#endif
