// A member in each lane. Highway includes this file anew for each instruction set.
#define HWY_WANT_AVX3_DL // counts bits in vectors: Ice Lake and newer
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "problems/overlap/cpu/context_screen.cpp"
#include <hwy/foreach_target.h>

#include <hwy/highway.h>

#include "problems/overlap/cpu/context_screen.hpp"
#include "simd/dispatch.hpp"

HWY_BEFORE_NAMESPACE();
namespace concord::overlap::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using word_tag = hn::CappedTag<std::uint64_t, 8>;
using words = hn::Vec<word_tag>;

/// Differences as of context_filter::differences(): a letter before the seed at its lowest bit, one behind it at its
/// highest.
HWY_INLINE std::uint64_t differences(const screened_position& one, const seed_context& other) {
    const std::uint64_t before = one.context.before ^ other.before;
    const std::uint64_t behind = one.context.behind ^ other.behind;
    return ((before | before >> 1U) & one.lowest_bits) | ((behind | behind << 1U) & one.lowest_bits << 1U);
}

HWY_INLINE bool passes(const screened_position& one, std::uint64_t differences) {
    bool any = false;
    for (std::size_t group = 0; group < 4; ++group)
        any |= hwy::PopCount(differences & one.groups.data()[group]) <= one.mismatches;
    return any;
}

std::size_t screen(const screened_position& one, const seed_context* members, std::size_t count, std::uint32_t* found) {
    const word_tag lanes;
    const hn::RebindToSigned<word_tag> numbers; // AVX2 compares signed ones
    const std::size_t at_once = hn::Lanes(lanes);
    const words before = hn::Set(lanes, one.context.before);
    const words behind = hn::Set(lanes, one.context.behind);
    const words low = hn::Set(lanes, one.lowest_bits);
    const words high = hn::Set(lanes, one.lowest_bits << 1U);
    const words first = hn::Set(lanes, one.groups.data()[0]);
    const words second = hn::Set(lanes, one.groups.data()[1]);
    const words third = hn::Set(lanes, one.groups.data()[2]);
    const words fourth = hn::Set(lanes, one.groups.data()[3]);
    const auto too_many = hn::Set(numbers, static_cast<std::int64_t>(one.mismatches + 1));
    std::size_t passed = 0;
    std::size_t nth = 0;
    for (; nth + at_once <= count; nth += at_once) {
        static_assert(sizeof(seed_context) == 2 * sizeof(std::uint64_t)); // before and behind take turns
        words of_before;
        words of_behind;
        hn::LoadInterleaved2(lanes, &members[nth].before, of_before, of_behind);
        of_before = hn::Xor(of_before, before);
        of_behind = hn::Xor(of_behind, behind);
        const words differ = hn::Or(hn::And(hn::Or(of_before, hn::ShiftRight<1>(of_before)), low),
                                    hn::And(hn::Or(of_behind, hn::Add(of_behind, of_behind)), high));
        const auto few_in = [&](words group) HWY_ATTR {
            return hn::Lt(hn::BitCast(numbers, hn::PopulationCount(hn::And(differ, group))), too_many);
        };
        const auto few = hn::Or(hn::Or(few_in(first), few_in(second)), hn::Or(few_in(third), few_in(fourth)));
        std::uint64_t bits = 0;
        hn::StoreMaskBits(numbers, few, reinterpret_cast<std::uint8_t*>(&bits));
        for (; bits != 0; bits &= bits - 1)
            found[passed++] = static_cast<std::uint32_t>(nth + hwy::Num0BitsBelowLS1Bit_Nonzero64(bits));
    }
    for (; nth < count; ++nth) {
        found[passed] = static_cast<std::uint32_t>(nth); // stays only if it passes
        passed += passes(one, differences(one, members[nth])) ? 1U : 0U;
    }
    return passed;
}

} // namespace concord::overlap::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace concord::overlap {

context_screen context_screen_for(simd::vector_target target) { return &CONCORD_DISPATCH(screen, target); }

} // namespace concord::overlap
#endif
