// The tile kernels of the longest common subsequence. Functions that take vectors must be
// compiled for the instruction set that they use, so the law of step.hpp is written here once more; pair_steps_test and
// pairs_agree_test hold both to the same textbook.
#define HWY_WANT_AVX3_DL // shifts two words as one: Ice Lake and newer
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "alignment/recurrences/lcs_blocks.cpp"
#include <hwy/foreach_target.h>

#include <hwy/highway.h>

#include "alignment/bit_parallel/systolic-inl.hpp"
#include "alignment/recurrences/lcs.hpp"
#include "alignment/recurrences/lcs_blocks.hpp"

HWY_BEFORE_NAMESPACE();
namespace concord::pairwise::lcs::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;
namespace vectors = pairwise::HWY_NAMESPACE;
using vectors::words;

struct law {
    static constexpr unsigned states = lcs::states;
    static constexpr unsigned signals = lcs::signals;

    static HWY_INLINE void step(words differ, const words* carry, words* state, words* sent) {
        const words matches = hn::AndNot(differ, state[0]);
        const words sum = hn::Add(hn::Add(state[0], matches), hn::ShiftRight<63>(carry[0]));
        sent[0] = vectors::or_and_not(matches, state[0], sum);
        state[0] = vectors::or_and(sum, state[0], differ);
    }
};

void run_tile(const pairwise::tile& given) { vectors::run_tile<law>(given); }

constexpr pairwise::tile_kernel kernel{&run_tile, &vectors::pack_signals, vectors::strip_words, HWY_STR(HWY_NAMESPACE)};

} // namespace concord::pairwise::lcs::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace concord::pairwise::lcs {
pairwise::tile_kernel tiles_for(simd::vector_target target) {
#if HWY_ARCH_X86
    const auto here = simd::supported_targets();
    if (target == simd::vector_target::avx512) {
#if HWY_TARGETS & HWY_AVX3_DL
        if ((here & HWY_AVX3_DL) != 0) return N_AVX3_DL::kernel;
#endif
#if HWY_TARGETS & HWY_AVX3
        if ((here & HWY_AVX3) != 0) return N_AVX3::kernel;
#endif
    }
#if HWY_TARGETS & HWY_AVX2
    if (target != simd::vector_target::baseline && (here & HWY_AVX2) != 0) return N_AVX2::kernel;
#endif
#endif
    static_cast<void>(target);
    return HWY_STATIC_DISPATCH(kernel);
}

} // namespace concord::pairwise::lcs
#endif
