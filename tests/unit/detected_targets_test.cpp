// The instruction sets of a processor, from what CPUID says: those that Highway would find.
#include "simd/detected_targets.hpp"

#include <gtest/gtest.h>
#include <hwy/highway.h>
#include <initializer_list>

namespace concord::detected_targets_test {
namespace {

using simd::processor_features;

#if HWY_ARCH_X86

/// But for that of the build, which always runs.
constexpr std::int64_t of_interest = (HWY_AVX2 | HWY_AVX3 | HWY_AVX3_DL) & ~HWY_STATIC_TARGET;
constexpr std::int64_t avx2 = HWY_AVX2 & of_interest;
constexpr std::int64_t avx3 = HWY_AVX3 & of_interest;

std::uint32_t bits(std::initializer_list<unsigned> set) {
    std::uint32_t word = 0;
    for (const unsigned bit : set)
        word |= 1U << bit;
    return word;
}

/// Haswell of 2013, and the registers that a system saves for it: XMM and YMM.
processor_features haswell() {
    processor_features features;
    features.leaf_1_ecx = bits({1, 9, 12, 13, 19, 20, 22, 23, 25, 26, 27, 28, 29, 30});
    features.leaf_7_ebx = bits({3, 5, 8, 9});
    features.leaf_80000001_ecx = bits({0, 5});
    features.saved_state = bits({0, 1, 2});
    return features;
}

/// Skylake-X of 2017: AVX-512 F, DQ, CD, BW and VL; masks and ZMM are saved, too.
processor_features skylake_x() {
    processor_features features = haswell();
    features.leaf_7_ebx |= bits({16, 17, 28, 30, 31});
    features.saved_state |= bits({5, 6, 7});
    return features;
}

/// Ice Lake of 2019: VBMI, VBMI2, GFNI, VAES, VPCLMULQDQ, VNNI, BITALG and VPOPCNTDQ.
processor_features ice_lake() {
    processor_features features = skylake_x();
    features.leaf_7_ecx = bits({1, 6, 8, 9, 10, 11, 12, 14});
    return features;
}

std::int64_t targets(const processor_features& features) { return simd::targets_of(features) & of_interest; }

TEST(detected_targets, of_generations_of_processors) {
    EXPECT_EQ(targets({}), 0);
    EXPECT_EQ(targets(haswell()), avx2);
    EXPECT_EQ(targets(skylake_x()), avx2 | avx3);
    EXPECT_EQ(targets(ice_lake()), of_interest);
}

TEST(detected_targets, only_what_the_system_saves) {
    processor_features without_zmm = ice_lake();
    without_zmm.saved_state = bits({0, 1, 2});
    EXPECT_EQ(targets(without_zmm), avx2);
    processor_features without_ymm = ice_lake();
    without_ymm.saved_state = bits({0, 1});
    EXPECT_EQ(targets(without_ymm), 0);
    processor_features without_xsave = ice_lake();
    without_xsave.leaf_1_ecx &= ~bits({27});
    EXPECT_EQ(targets(without_xsave), 0);
}

/// The compiler may use any of them in a kernel for the target.
TEST(detected_targets, one_feature_less_is_one_target_less) {
    for (const unsigned bit : {1U, 9U, 12U, 19U, 20U, 25U, 28U, 29U}) {
        processor_features less = ice_lake();
        less.leaf_1_ecx &= ~bits({bit});
        EXPECT_EQ(targets(less), 0) << "leaf 1, ECX " << bit;
    }
    for (const unsigned bit : {3U, 5U, 8U}) {
        processor_features less = ice_lake();
        less.leaf_7_ebx &= ~bits({bit});
        EXPECT_EQ(targets(less), 0) << "leaf 7, EBX " << bit;
    }
    for (const unsigned bit : {16U, 17U, 28U, 30U, 31U}) {
        processor_features less = ice_lake();
        less.leaf_7_ebx &= ~bits({bit});
        EXPECT_EQ(targets(less), avx2) << "leaf 7, EBX " << bit;
    }
    for (const unsigned bit : {1U, 6U, 8U, 9U, 10U, 11U, 12U, 14U}) {
        processor_features less = ice_lake();
        less.leaf_7_ecx &= ~bits({bit});
        EXPECT_EQ(targets(less), avx2 | avx3) << "leaf 7, ECX " << bit;
    }
    processor_features without_lzcnt = ice_lake();
    without_lzcnt.leaf_80000001_ecx = 0;
    EXPECT_EQ(targets(without_lzcnt), 0);
}

/// Highway's own library, which the tests link, as the judge.
TEST(detected_targets, of_this_processor_are_those_of_highway) {
    EXPECT_EQ(simd::detect_targets() & of_interest, hwy::SupportedTargets() & of_interest);
}

#endif

TEST(detected_targets, the_target_of_the_build_always_runs) {
    EXPECT_NE(simd::targets_of({}) & HWY_STATIC_TARGET, 0);
    EXPECT_NE(simd::detect_targets() & HWY_STATIC_TARGET, 0);
}

} // namespace
} // namespace concord::detected_targets_test
