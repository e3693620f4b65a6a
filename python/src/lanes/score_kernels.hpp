// Scores of the words of a row, made in vectors of what their lanes count. For the types of arrays that scores have by
// default: others are made where they are stored.
#pragma once

#include "simd/vector_target.hpp"

#include <cstddef>
#include <cstdint>

namespace concord::lanes {

/// A text and words, of which word i is at_zero[i] + factor * (what its lane counts) away, or alike.
struct row_of_scores {
    const std::int32_t* at_zero;
    const double* greatest; ///< of normalized scores the greatest distance of each word, or 1
    std::size_t words;
    std::int32_t factor;
    std::int32_t cut; ///< of whole scores: greater distances are cut + 1, smaller similarities 0
    double within;    ///< of normalized scores: others are 1, or 0 where they are similarities
    double scale;     ///< of normalized scores; and by the multiplier after it
    double multiplier;
};

/// `counts`: a signed number for each word.
template <class Score>
using score_kernel = void (*)(const row_of_scores& row, const void* counts, Score* to);

/// By log2 of the bytes of a count.
struct score_kernels {
    score_kernel<std::uint32_t> distance[4];
    score_kernel<std::uint32_t> similarity[4];
    score_kernel<float> normalized_distance[4];
    score_kernel<float> normalized_similarity[4];
};

[[nodiscard]] const score_kernels& score_kernels_for(simd::vector_target target);

} // namespace concord::lanes
