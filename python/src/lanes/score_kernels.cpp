// Compiled once for every instruction set: Highway includes this file anew for each. The loops are plain, as compilers
// make vectors of them; what a score takes is in the order of score_rule, so that none is rounded otherwise.
#define HWY_WANT_AVX3_DL // chooses among 64 bytes: Ice Lake and newer
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "lanes/score_kernels.cpp"
#include <hwy/foreach_target.h>

#include <hwy/highway.h>

#include "lanes/score_kernels.hpp"
#include "simd/dispatch.hpp"

HWY_BEFORE_NAMESPACE();
namespace concord::lanes::HWY_NAMESPACE {

/// The distance or the whole similarity of a word.
template <class Count>
HWY_INLINE std::int32_t apart(const row_of_scores& row, const Count* counts, std::size_t word) {
    return row.at_zero[word] + row.factor * static_cast<std::int32_t>(counts[word]);
}

template <class Count>
void distances(const row_of_scores& given, const void* counts, std::uint32_t* HWY_RESTRICT to) {
    const row_of_scores row = given;
    const auto* const found = static_cast<const Count*>(counts);
    const std::int32_t most = row.cut + 1;
#pragma GCC ivdep
    for (std::size_t word = 0; word < row.words; ++word) {
        const std::int32_t value = apart(row, found, word);
        to[word] = static_cast<std::uint32_t>(value < most ? value : most);
    }
}

template <class Count>
void similarities(const row_of_scores& given, const void* counts, std::uint32_t* HWY_RESTRICT to) {
    const row_of_scores row = given;
    const auto* const found = static_cast<const Count*>(counts);
#pragma GCC ivdep
    for (std::size_t word = 0; word < row.words; ++word) {
        const std::int32_t value = apart(row, found, word);
        to[word] = static_cast<std::uint32_t>(value < row.cut ? 0 : value);
    }
}

/// The share that the distance of a word is of the greatest one. Where a multiplication and an addition are one
/// operation, two of them correct a product with the inverse (Markstein, IBM J. of Research and Development 34, 1990):
/// 300 × 300 scores of 10 to 64 letters take 0.95 of the time.
template <bool HasInverse>
HWY_INLINE double share(const row_of_scores& row, double apart, std::size_t word) {
#if HWY_ARCH_X86 && HWY_TARGET <= HWY_AVX2
    if constexpr (HasInverse) {
        const double product = apart * row.inverse[word];
        return __builtin_fma(__builtin_fma(-product, row.greatest[word], apart), row.inverse[word], product);
    }
#endif
    return apart / row.greatest[word];
}

template <class Count, bool HasInverse>
HWY_INLINE void normalized_distances_by(const row_of_scores& given, const Count* counts, float* HWY_RESTRICT to) {
    const row_of_scores row = given;
#pragma GCC ivdep
    for (std::size_t word = 0; word < row.words; ++word) {
        const double value = share<HasInverse>(row, apart(row, counts, word), word);
        to[word] = static_cast<float>(row.multiplier * (row.scale * (value > row.within ? 1.0 : value)));
    }
}

template <class Count, bool HasInverse>
HWY_INLINE void normalized_similarities_by(const row_of_scores& given, const Count* counts, float* HWY_RESTRICT to) {
    const row_of_scores row = given;
#pragma GCC ivdep
    for (std::size_t word = 0; word < row.words; ++word) {
        const double value = 1.0 - share<HasInverse>(row, apart(row, counts, word), word);
        to[word] = static_cast<float>(row.multiplier * (row.scale * (value < row.within ? 0.0 : value)));
    }
}

template <class Count>
void normalized_distances(const row_of_scores& row, const void* counts, float* to) {
    const auto* const found = static_cast<const Count*>(counts);
    if (row.inverse != nullptr) return normalized_distances_by<Count, true>(row, found, to);
    normalized_distances_by<Count, false>(row, found, to);
}

template <class Count>
void normalized_similarities(const row_of_scores& row, const void* counts, float* to) {
    const auto* const found = static_cast<const Count*>(counts);
    if (row.inverse != nullptr) return normalized_similarities_by<Count, true>(row, found, to);
    normalized_similarities_by<Count, false>(row, found, to);
}

void in_order(const order_of_words& order, const std::uint8_t* counts, std::int8_t* HWY_RESTRICT to) {
#if HWY_ARCH_X86 && HWY_TARGET <= HWY_AVX3_DL
    constexpr std::size_t at_once = 64;
    const std::size_t vectors = (order.words + at_once - 1) / at_once;
    const std::uint64_t* chosen = order.chosen;
    for (std::size_t first = 0; first < order.words; first += at_once) {
        const __m512i bytes = _mm512_loadu_si512(order.bytes + first);
        __m512i found = _mm512_setzero_si512();
        for (std::size_t from = 0; from < vectors; ++from)
            found = _mm512_mask_permutexvar_epi8(found, *chosen++, bytes, _mm512_loadu_si512(counts + at_once * from));
        _mm512_storeu_si512(to + first, found);
    }
#else
    for (std::size_t word = 0; word < order.words; ++word)
        to[word] = static_cast<std::int8_t>(counts[order.places[word]]);
#endif
}

static constexpr score_kernels all_score_kernels{
    {&distances<std::int8_t>, &distances<std::int16_t>, &distances<std::int32_t>, &distances<std::int64_t>},
    {&similarities<std::int8_t>, &similarities<std::int16_t>, &similarities<std::int32_t>, &similarities<std::int64_t>},
    {&normalized_distances<std::int8_t>, &normalized_distances<std::int16_t>, &normalized_distances<std::int32_t>,
     &normalized_distances<std::int64_t>},
    {&normalized_similarities<std::int8_t>, &normalized_similarities<std::int16_t>,
     &normalized_similarities<std::int32_t>, &normalized_similarities<std::int64_t>},
    &in_order,
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
