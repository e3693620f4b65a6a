// Which of the instruction sets that kernels are compiled for this processor runs.
#pragma once

#include <cstdint>

namespace concord::simd {

/// What instructions CPUID and XGETBV tell of an x86-64 processor: the registers that detect_targets() looks at, named
/// by leaf and register. Intel, Software Developer's Manual, volume 2, CPUID.
struct processor_features {
    std::uint32_t leaf_1_ecx = 0;
    std::uint32_t leaf_7_ebx = 0;
    std::uint32_t leaf_7_ecx = 0;
    std::uint32_t leaf_80000001_ecx = 0;
    std::uint32_t saved_state = 0; ///< XCR0: the registers that the operating system keeps for each thread
};

/// Those of HWY_AVX2, HWY_AVX3 and HWY_AVX3_DL for which `features` has all that Highway may let the compiler use, and
/// Highway's target of the build's baseline. O(1).
[[nodiscard]] std::int64_t targets_of(const processor_features& features) noexcept;

/// The same of this processor; where kernels have one target, that one. Says what hwy::SupportedTargets() does of these
/// targets. The program does not call that: linked, Highway's library measures the processor's clock whenever it is
/// loaded, for a benchmark of its own, which took 4 ms, half of a call that has little to do (EPYC, virtual machine).
[[nodiscard]] std::int64_t detect_targets() noexcept;

} // namespace concord::simd
