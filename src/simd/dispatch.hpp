// The only dispatch over the instruction sets that a source is compiled for.
//
// A source that Highway compiles once for each target (hwy/foreach_target.h) has an object or a function of the same
// name in each target's namespace: N_SSE4::kernel, N_AVX2::kernel ... In its part for HWY_ONCE,
//
//     const sweep_kernels& kernels_for(simd::vector_target wanted) { return CONCORD_DISPATCH(kernel, wanted); }
//
// is the best of them that this processor runs and `wanted` allows. The name is looked up in the namespace of the
// caller. Include this after hwy/highway.h: the HWY_WANT_... macros of the source determine which targets are compiled.
#pragma once

#include "simd/vector_target.hpp"

#include <hwy/highway.h>

#include <cstdint>
#include <type_traits>

namespace concord::simd {

/// The candidates of CONCORD_DISPATCH: addresses, null where the build has no code for a target.
///
/// avx512 is two targets of Highway. AVX3 has BW and VL; AVX3_DL, which a source enables by HWY_WANT_AVX3_DL, also has
/// the bit-counting and funnel-shifting instructions of Ice Lake.
template <class Pointer>
[[nodiscard]] Pointer best_of(std::type_identity_t<Pointer> avx3_dl, std::type_identity_t<Pointer> avx3,
                              std::type_identity_t<Pointer> avx2, Pointer baseline, vector_target wanted) noexcept {
#if HWY_ARCH_X86
    const std::int64_t here = supported_targets();
    const auto runs = [here](Pointer compiled, std::int64_t target) {
        return compiled != nullptr && (here & target) != 0;
    };
    if (wanted == vector_target::avx512) {
        if (runs(avx3_dl, HWY_AVX3_DL)) return avx3_dl;
        if (runs(avx3, HWY_AVX3)) return avx3;
    }
    if (wanted != vector_target::baseline && runs(avx2, HWY_AVX2)) return avx2;
#else
    static_cast<void>(avx3_dl), static_cast<void>(avx3), static_cast<void>(avx2), static_cast<void>(wanted);
#endif
    return baseline;
}

} // namespace concord::simd

// NOLINTBEGIN(cppcoreguidelines-macro-usage): only the preprocessor knows the names of target namespaces
#define CONCORD_DISPATCH(name, wanted)                                                                                 \
    (*::concord::simd::best_of(HWY_CHOOSE_AVX3_DL(name), HWY_CHOOSE_AVX3(name), HWY_CHOOSE_AVX2(name),                 \
                               &HWY_STATIC_DISPATCH(name), wanted))
// NOLINTEND(cppcoreguidelines-macro-usage)
