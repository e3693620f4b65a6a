// The vector kernel of the filter. Compiled once for every instruction set: Highway includes this file anew for each.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "problems/substring/cpu/combination_hashes.cpp"
#include <hwy/foreach_target.h>

#include <hwy/highway.h>

#include "problems/substring/cpu/combination_hashes.hpp"

HWY_BEFORE_NAMESPACE();
namespace concord::substring::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

void hash_combination(const std::uint64_t* blocks, std::size_t stride, const std::uint32_t* combination,
                      std::size_t chosen, std::size_t windows, std::uint64_t* hashes) {
    const hn::CappedTag<std::uint64_t, windows_padding> lanes;
    const auto multiplier = hn::Set(lanes, combination_multiplier);
    for (std::size_t first = 0; first < windows; first += hn::Lanes(lanes)) {
        auto sum = hn::LoadU(lanes, blocks + combination[0] * stride + first);
        for (std::size_t index = 1; index < chosen; ++index)
            sum = hn::Add(sum, hn::LoadU(lanes, blocks + combination[index] * stride + first));
        hn::StoreU(hn::Mul(hn::Xor(sum, hn::ShiftRight<32>(sum)), multiplier), lanes, hashes + first);
    }
}

constexpr combination_kernel kernel = &hash_combination;

} // namespace concord::substring::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace concord::substring {

combination_kernel combination_kernel_for(simd::vector_target target) {
#if HWY_ARCH_X86
    const std::int64_t here = simd::supported_targets();
#if HWY_TARGETS & HWY_AVX3
    if (target == simd::vector_target::avx512 && (here & HWY_AVX3) != 0) return N_AVX3::kernel;
#endif
#if HWY_TARGETS & HWY_AVX2
    if (target != simd::vector_target::baseline && (here & HWY_AVX2) != 0) return N_AVX2::kernel;
#endif
#endif
    (void)target;
    return HWY_STATIC_DISPATCH(kernel);
}

} // namespace concord::substring
#endif
