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

#if HWY_TARGET > HWY_AVX3
/// The set bits of each number of four bits, ascending.
static constexpr std::array<std::array<std::int32_t, 4>, 16> bits_of_four = [] {
    std::array<std::array<std::int32_t, 4>, 16> made{};
    for (std::size_t number = 0; number < made.size(); ++number)
        for (std::int32_t bit = 0, set = 0; bit < 4; ++bit)
            if ((number >> bit & 1U) != 0) made[number][static_cast<std::size_t>(set++)] = bit;
    return made;
}();
#endif

/// Writes `first` and the numbers of the true lanes, added; returns their number. Whole vectors are written.
template <class Tag, class Mask>
static std::size_t list(Tag tag, Mask lanes, std::int32_t first, std::int32_t* out) {
#if HWY_TARGET <= HWY_AVX3
    hn::StoreU(hn::Compress(hn::Add(hn::Iota(tag, 0), hn::Set(tag, first)), lanes), tag, out);
    return hn::CountTrue(tag, lanes);
#else // Compress() of this version would read a table that it makes each time
    std::uint8_t stored = 0; // not more than eight lanes
    static_cast<void>(hn::StoreMaskBits(tag, lanes, &stored));
    unsigned bits = stored;
    std::size_t count = 0;
    for (std::size_t lane = 0; lane < hn::Lanes(tag); lane += 4, bits >>= 4U) {
        const std::array<std::int32_t, 4>& set = bits_of_four[bits & 0xFU];
        for (std::size_t i = 0; i < set.size(); ++i)
            out[count + i] = first + static_cast<std::int32_t>(lane) + set[i];
        count += static_cast<std::size_t>(std::popcount(bits & 0xFU));
    }
    return count;
#endif
}

template <bool WantsCandidates>
static std::size_t next_with(const wavefront_part& part) {
    const hn::ScalableTag<std::int32_t> tag;
    const std::size_t lanes = hn::Lanes(tag);
    const auto one = hn::Set(tag, 1);
    const auto two = hn::Set(tag, 2);
    const auto minus_one = hn::Set(tag, -1);
    const auto substituted = hn::Set(tag, part.substituted);
    const auto most = hn::Set(tag, part.most);
    const auto next_lanes = hn::Set(tag, static_cast<std::int32_t>(lanes));
    const auto first_lanes = hn::Iota(tag, 0);
    auto most_of_b = hn::Add(first_lanes, hn::Set(tag, part.most_of_b));
    std::size_t candidates = 0;
    std::size_t n = 0;
    for (; n + lanes <= part.count; n += lanes) {
        const auto insert = hn::Add(hn::LoadU(tag, part.here + n - 1), one);
        const auto here = hn::LoadU(tag, part.here + n);
        const auto replace = hn::Add(here, substituted);
        const auto erase = hn::LoadU(tag, part.here + n + 1);
        const auto gap = hn::Max(insert, erase);
        const auto longest = hn::Max(gap, replace);
        hn::StoreU(hn::Min(longest, hn::Min(most, most_of_b)), tag, part.out + n);
        most_of_b = hn::Add(most_of_b, next_lanes);
        if constexpr (WantsCandidates) {
            // Not from a point that is unreached.
            const auto further = hn::And(hn::Lt(gap, hn::Add(here, two)), hn::Gt(here, minus_one));
            candidates += list(tag, further, static_cast<std::int32_t>(n), part.candidates + candidates);
        }
    }
    for (; n < part.count; ++n) {
        const std::int32_t* here = part.here + n;
        const std::int32_t gap = HWY_MAX(here[-1] + 1, here[1]);
        const std::int32_t longest = HWY_MAX(gap, here[0] + part.substituted);
        part.out[n] = HWY_MIN(longest, HWY_MIN(part.most, part.most_of_b + static_cast<std::int32_t>(n)));
        if constexpr (WantsCandidates)
            if (here[0] >= 0 && gap < here[0] + 2) part.candidates[candidates++] = static_cast<std::int32_t>(n);
    }
    return candidates;
}

static std::size_t next(const wavefront_part& part) {
    return part.candidates == nullptr ? next_with<false>(part) : next_with<true>(part);
}

} // namespace concord::pairwise::diagonals::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace concord::pairwise::diagonals {

next_wavefront next_wavefront_for(simd::vector_target target) { return &CONCORD_DISPATCH(next, target); }

} // namespace concord::pairwise::diagonals
#endif
