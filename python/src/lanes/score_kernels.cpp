// Compiled once for every instruction set: Highway includes this file anew for each. The loops are plain, as compilers
// make vectors of them; what a score takes is in the order of score_rule, so that none is rounded otherwise.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "lanes/score_kernels.cpp"
#include <hwy/foreach_target.h>

#include <hwy/highway.h>

#include "lanes/score_kernels.hpp"
#include "simd/dispatch.hpp"

HWY_BEFORE_NAMESPACE();
namespace concord::lanes::HWY_NAMESPACE {

/// The distance of a word.
template <class Count>
HWY_INLINE std::int32_t apart(const row_of_scores& row, const Count* counts, std::size_t word) {
    return row.at_zero[word] + row.factor * static_cast<std::int32_t>(counts[word]);
}

template <class Count>
void normalized_distances(const row_of_scores& given, const void* counts, float* HWY_RESTRICT to) {
    const row_of_scores row = given;
    const auto* const found = static_cast<const Count*>(counts);
#pragma GCC ivdep
    for (std::size_t word = 0; word < row.words; ++word) {
        const double value = apart(row, found, word) / row.greatest[word];
        to[word] = static_cast<float>(row.multiplier * (row.scale * (value > row.within ? 1.0 : value)));
    }
}

template <class Count>
void normalized_similarities(const row_of_scores& given, const void* counts, float* HWY_RESTRICT to) {
    const row_of_scores row = given;
    const auto* const found = static_cast<const Count*>(counts);
#pragma GCC ivdep
    for (std::size_t word = 0; word < row.words; ++word) {
        const double value = 1.0 - apart(row, found, word) / row.greatest[word];
        to[word] = static_cast<float>(row.multiplier * (row.scale * (value < row.within ? 0.0 : value)));
    }
}

static constexpr score_kernels all_score_kernels{
    {&normalized_distances<std::int8_t>, &normalized_distances<std::int16_t>, &normalized_distances<std::int32_t>,
     &normalized_distances<std::int64_t>},
    {&normalized_similarities<std::int8_t>, &normalized_similarities<std::int16_t>,
     &normalized_similarities<std::int32_t>, &normalized_similarities<std::int64_t>},
};

} // namespace concord::lanes::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace concord::lanes {

const score_kernels& score_kernels_for(simd::vector_target target) {
    return CONCORD_DISPATCH(all_score_kernels, target);
}

} // namespace concord::lanes
#endif
