// Compiled once for every instruction set: Highway includes this file anew for each.
#define HWY_WANT_AVX3_DL // counts the bits of words in vectors: Ice Lake and newer
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "alignment/batch/trie_kernels.cpp"
#include <hwy/foreach_target.h>

#include <hwy/highway.h>

#include "alignment/batch/trie_kernels.hpp"
#include "alignment/batch/trie_rows-inl.hpp"
#include "alignment/recurrences/damerau-inl.hpp"
#include "alignment/recurrences/lcs-inl.hpp"
#include "alignment/recurrences/levenshtein-inl.hpp"
#include "alignment/recurrences/osa-inl.hpp"
#include "simd/dispatch.hpp"

HWY_BEFORE_NAMESPACE();
namespace concord::edit_distance::HWY_NAMESPACE {

template <template <class> class Recurrence, class Lane, unsigned Words = 1>
constexpr trie_kernel kernel() {
    using rows = trie_rows<Recurrence, Lane, Words>;
    return {8 * sizeof(Lane), Words, rows::lanes, rows::states, &rows::sweep};
}

/// Nothing where there are more words than are worth it.
template <template <class> class Recurrence, distance_metric Metric, unsigned Words>
constexpr trie_kernel kernel_if() {
    if constexpr (Words <= most_trie_words(Metric))
        return kernel<Recurrence, std::uint64_t, Words>();
    else
        return {};
}

template <template <class> class Recurrence, distance_metric Metric>
constexpr trie_kernel_list of_widths() {
    return {kernel<Recurrence, std::uint16_t>(),    kernel<Recurrence, std::uint32_t>(),
            kernel<Recurrence, std::uint64_t>(),    kernel<Recurrence, std::uint64_t, 2>(),
            kernel<Recurrence, std::uint64_t, 3>(), kernel<Recurrence, std::uint64_t, 4>(),
            kernel<Recurrence, std::uint64_t, 5>(), kernel_if<Recurrence, Metric, 6>(),
            kernel_if<Recurrence, Metric, 8>(),     kernel_if<Recurrence, Metric, 12>(),
            kernel_if<Recurrence, Metric, 16>()};
}

namespace recurrences = pairwise::HWY_NAMESPACE;

static constexpr trie_kernels kernels{{of_widths<recurrences::levenshtein, distance_metric::levenshtein>(),
                                       of_widths<recurrences::lcs, distance_metric::indel>(),
                                       of_widths<substituted, distance_metric::hamming>(),
                                       of_widths<recurrences::osa, distance_metric::osa>(),
                                       of_widths<recurrences::damerau, distance_metric::damerau_levenshtein>()}};

} // namespace concord::edit_distance::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace concord::edit_distance {

const trie_kernels& trie_kernels_for(simd::vector_target target) { return CONCORD_DISPATCH(kernels, target); }

} // namespace concord::edit_distance
#endif
