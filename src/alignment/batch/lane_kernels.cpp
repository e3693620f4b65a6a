// Compiled once for every instruction set: Highway includes this file anew for each.
#define HWY_WANT_AVX3_DL // shifts two words as one: Ice Lake and newer
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "alignment/batch/lane_kernels.cpp"
#include <hwy/foreach_target.h>

#include <hwy/highway.h>

#include "alignment/batch/lane_band-inl.hpp"
#include "alignment/batch/lane_matrix-inl.hpp"
#include "alignment/recurrences/damerau-inl.hpp"
#include "alignment/recurrences/lcs-inl.hpp"
#include "alignment/recurrences/levenshtein-inl.hpp"
#include "alignment/recurrences/osa-inl.hpp"
#include "simd/dispatch.hpp"

HWY_BEFORE_NAMESPACE();
namespace concord::edit_distance::HWY_NAMESPACE {

using levenshtein = pairwise::HWY_NAMESPACE::levenshtein<vector_word>;
using osa = pairwise::HWY_NAMESPACE::osa<vector_word>;
using damerau = pairwise::HWY_NAMESPACE::damerau<vector_word>;
using lcs = pairwise::HWY_NAMESPACE::lcs<vector_word>;

template <class Recurrence>
constexpr kernels_by_planes whole_matrix() {
    return {&compare_whole<Recurrence, 2>, &compare_whole<Recurrence, 3>, &compare_whole<Recurrence, 5>,
            &compare_whole<Recurrence, 7>, &compare_whole<Recurrence, 8>, &compare_whole<Recurrence, 12>,
            &compare_whole<Recurrence, 21>};
}

template <class Recurrence>
constexpr kernels_by_planes narrow_band() {
    return {&compare_near<Recurrence, 2>, &compare_near<Recurrence, 3>, &compare_near<Recurrence, 5>,
            &compare_near<Recurrence, 7>, &compare_near<Recurrence, 8>, &compare_near<Recurrence, 12>,
            &compare_near<Recurrence, 21>};
}

// In the order of distance_metric, and exact_damerau behind.
static constexpr kernels_by_planes whole_matrices[] = {
    whole_matrix<levenshtein>(), whole_matrix<lcs>(), {},
    whole_matrix<osa>(),         whole_matrix<osa>(), whole_matrix<damerau>()};
static constexpr kernels_by_planes narrow_bands[] = {
    narrow_band<levenshtein>(), {}, {}, narrow_band<osa>(), narrow_band<osa>()};

static constexpr lane_kernels kernels{group_lanes, whole_matrices, narrow_bands, HWY_STR(HWY_NAMESPACE)};

} // namespace concord::edit_distance::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace concord::edit_distance {

const lane_kernels& lane_kernels_for(simd::vector_target target) { return CONCORD_DISPATCH(kernels, target); }

} // namespace concord::edit_distance
#endif
