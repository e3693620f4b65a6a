// The optimal string alignment distance for the solver of pairs: its blocks in vectors, and its deltas. Compiled once
// for every instruction set: Highway includes this file anew for each.
#define HWY_WANT_AVX3_DL // shifts two words as one: Ice Lake and newer
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "alignment/recurrences/osa.cpp"
#include <hwy/foreach_target.h>

#include <hwy/highway.h>

#include "alignment/bit_parallel/systolic-inl.hpp"
#include "alignment/recurrences/osa-inl.hpp"
#include "alignment/recurrences/pair_recurrence.hpp"
#include "alignment/tuning.hpp"
#include "simd/dispatch.hpp"

HWY_BEFORE_NAMESPACE();
namespace concord::pairwise::HWY_NAMESPACE {

using recurrence = osa<simd::HWY_NAMESPACE::vector_word>;

static constexpr block_kernel osa_kernel{&run_block<recurrence>, &pack_horizontal, strip_words, HWY_STR(HWY_NAMESPACE)};
static constexpr matrix_boundary osa_boundary = boundary_of<recurrence>();

} // namespace concord::pairwise::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace concord::pairwise {
namespace {

block_kernel kernel_for(simd::vector_target target) { return CONCORD_DISPATCH(osa_kernel, target); }

column_deltas deltas(const std::uint64_t* vertical, std::size_t stride, std::size_t word) {
    return {vertical[word], vertical[stride + word]};
}

} // namespace

constinit const pair_recurrence osa_recurrence{.boundary = HWY_STATIC_DISPATCH(osa_boundary),
                                               .by_diagonals = true,
                                               .may_substitute = true,
                                               .may_transpose = true,
                                               .cells_a_diagonal = tuning::osa_cells_a_diagonal,
                                               .kernel_for = kernel_for,
                                               .trace = nullptr,
                                               .deltas = deltas,
                                               .on_gpus = nullptr};

} // namespace concord::pairwise
#endif
