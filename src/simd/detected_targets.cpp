#include "simd/detected_targets.hpp"

#include <hwy/highway.h>

#if HWY_ARCH_X86
#include <cpuid.h>
#endif

namespace concord::simd {

#if HWY_ARCH_X86

namespace {

template <class... Bits>
constexpr std::uint32_t mask(Bits... bits) {
    return (0U | ... | (1U << bits));
}

constexpr bool has(std::uint32_t word, std::uint32_t wanted) { return (word & wanted) == wanted; }

// Leaf 1, ECX: PCLMULQDQ, SSSE3, FMA, SSE4.1, SSE4.2, AES, XSAVE enabled by the system, AVX, F16C.
constexpr std::uint32_t avx2_of_leaf_1 = mask(1, 9, 12, 19, 20, 25, 27, 28, 29);
// Leaf 7, EBX: BMI1, AVX2, BMI2.
constexpr std::uint32_t avx2_of_leaf_7 = mask(3, 5, 8);
constexpr std::uint32_t lzcnt = mask(5); // leaf 80000001, ECX
constexpr std::uint32_t ymm_state = mask(1, 2);
// Leaf 7, EBX: AVX-512 F, DQ, CD, BW, VL.
constexpr std::uint32_t avx3_of_leaf_7 = mask(16, 17, 28, 30, 31);
constexpr std::uint32_t zmm_state = mask(1, 2, 5, 6, 7);
// Leaf 7, ECX: VBMI, VBMI2, GFNI, VAES, VPCLMULQDQ, VNNI, BITALG, VPOPCNTDQ.
constexpr std::uint32_t avx3_dl_of_leaf_7 = mask(1, 6, 8, 9, 10, 11, 12, 14);

struct registers {
    std::uint32_t eax, ebx, ecx, edx;
};

registers cpuid(std::uint32_t leaf) {
    registers got{};
    __cpuid_count(leaf, 0, got.eax, got.ebx, got.ecx, got.edx);
    return got;
}

std::uint32_t xcr0() {
    std::uint32_t low = 0, high = 0;
    __asm__("xgetbv" : "=a"(low), "=d"(high) : "c"(0)); // the intrinsic wants -mxsave
    return low;
}

/// Under a hypervisor a CPUID takes 5 microseconds; what cannot be there is not asked for. A system that saves AVX's
/// state has the leaves 7 and D.
processor_features features_here() {
    processor_features features;
    features.leaf_1_ecx = cpuid(1).ecx;
    if (!has(features.leaf_1_ecx, avx2_of_leaf_1)) return features;
    features.saved_state = xcr0();
    const registers leaf_7 = cpuid(7);
    features.leaf_7_ebx = leaf_7.ebx;
    features.leaf_7_ecx = leaf_7.ecx;
    features.leaf_80000001_ecx = cpuid(0x80000001).ecx;
    return features;
}

} // namespace

std::int64_t targets_of(const processor_features& features) noexcept {
    std::int64_t targets = HWY_STATIC_TARGET;
    if (!has(features.leaf_1_ecx, avx2_of_leaf_1) || !has(features.leaf_7_ebx, avx2_of_leaf_7) ||
        !has(features.leaf_80000001_ecx, lzcnt) || !has(features.saved_state, ymm_state))
        return targets;
    targets |= HWY_AVX2;
    if (!has(features.leaf_7_ebx, avx3_of_leaf_7) || !has(features.saved_state, zmm_state)) return targets;
    targets |= HWY_AVX3;
    if (has(features.leaf_7_ecx, avx3_dl_of_leaf_7)) targets |= HWY_AVX3_DL;
    return targets;
}

std::int64_t detect_targets() noexcept { return targets_of(features_here()); }

#else

std::int64_t targets_of(const processor_features& /*features*/) noexcept { return HWY_STATIC_TARGET; }
std::int64_t detect_targets() noexcept { return HWY_STATIC_TARGET; }

#endif

} // namespace concord::simd
