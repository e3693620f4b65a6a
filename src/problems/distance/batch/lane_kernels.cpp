// Compiled once for every instruction set: Highway includes this file anew for each.
#define HWY_WANT_AVX3_DL // shifts two words as one: Ice Lake and newer
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "problems/distance/batch/lane_kernels.cpp"
#include <hwy/foreach_target.h>

#include <hwy/highway.h>

#include "problems/distance/batch/lane_band.hpp"
#include "problems/distance/batch/lane_table.hpp"

HWY_BEFORE_NAMESPACE();
namespace concord::edits::HWY_NAMESPACE {

constexpr lane_kernels kernels{
    group_lanes,
    {&compare_whole<levenshtein_law, 2>, &compare_whole<levenshtein_law, 3>, &compare_whole<levenshtein_law, 5>,
     &compare_whole<levenshtein_law, 7>, &compare_whole<levenshtein_law, 8>, &compare_whole<levenshtein_law, 21>},
    {&compare_whole<indel_law, 2>, &compare_whole<indel_law, 3>, &compare_whole<indel_law, 5>,
     &compare_whole<indel_law, 7>, &compare_whole<indel_law, 8>, &compare_whole<indel_law, 21>},
    {&compare_near<2>, &compare_near<3>, &compare_near<5>, &compare_near<7>, &compare_near<8>, &compare_near<21>},
    HWY_STR(HWY_NAMESPACE)};

} // namespace concord::edits::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace concord::edits {

const lane_kernels& lane_kernels_for(simd::vector_target target) {
#if HWY_ARCH_X86
    const auto here = simd::supported_targets();
    if (target == simd::vector_target::avx512) {
#if HWY_TARGETS & HWY_AVX3_DL
        if ((here & HWY_AVX3_DL) != 0) return N_AVX3_DL::kernels;
#endif
#if HWY_TARGETS & HWY_AVX3
        if ((here & HWY_AVX3) != 0) return N_AVX3::kernels;
#endif
    }
#if HWY_TARGETS & HWY_AVX2
    if (target != simd::vector_target::baseline && (here & HWY_AVX2) != 0) return N_AVX2::kernels;
#endif
#endif
    (void)target;
    return HWY_STATIC_DISPATCH(kernels);
}

} // namespace concord::edits
#endif
