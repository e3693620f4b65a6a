// The tile kernels of the longest common subsequence. Functions that take vectors must be
// compiled for the instruction set that they use, so the law of step.hpp is written here once more; pair_steps_test and
// pairs_agree_test hold both to the same textbook.
#define HWY_WANT_AVX3_DL // shifts two words as one: Ice Lake and newer
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "problems/subsequence/tiles.cpp"
#include <hwy/foreach_target.h>

#include <hwy/highway.h>

#include "exec/wavefront/systolic-inl.hpp"
#include "problems/subsequence/step.hpp"
#include "problems/subsequence/tiles.hpp"

HWY_BEFORE_NAMESPACE();
namespace concord::subsequence::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;
namespace vectors = exec::HWY_NAMESPACE;
using vectors::words;

struct law {
    static constexpr unsigned states = subsequence::states;
    static constexpr unsigned signals = subsequence::signals;

    static HWY_INLINE void step(words differ, const words* carry, words* state, words* sent) {
        const words matches = hn::AndNot(differ, state[0]);
        const words sum = hn::Add(hn::Add(state[0], matches), hn::ShiftRight<63>(carry[0]));
        sent[0] = vectors::or_and_not(matches, state[0], sum);
        state[0] = vectors::or_and(sum, state[0], differ);
    }
};

void run_tile(const exec::tile& given) { vectors::run_tile<law>(given); }

constexpr exec::tile_kernel kernel{&run_tile, &vectors::pack_signals, vectors::strip_words, HWY_STR(HWY_NAMESPACE)};

} // namespace concord::subsequence::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace concord::subsequence {
exec::tile_kernel tiles_for(exec::vector_target target) {
#if HWY_ARCH_X86
    const auto here = exec::supported_targets();
    if (target == exec::vector_target::avx512) {
#if HWY_TARGETS & HWY_AVX3_DL
        if ((here & HWY_AVX3_DL) != 0) return N_AVX3_DL::kernel;
#endif
#if HWY_TARGETS & HWY_AVX3
        if ((here & HWY_AVX3) != 0) return N_AVX3::kernel;
#endif
    }
#if HWY_TARGETS & HWY_AVX2
    if (target != exec::vector_target::baseline && (here & HWY_AVX2) != 0) return N_AVX2::kernel;
#endif
#endif
    static_cast<void>(target);
    return HWY_STATIC_DISPATCH(kernel);
}

} // namespace concord::subsequence
#endif
