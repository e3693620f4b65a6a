// Normalized scores of the words of a row, made in vectors of what their lanes count. For float, the type of an array
// that they have by default: others are made where they are stored.
#pragma once

#include "simd/vector_target.hpp"

#include <cstddef>
#include <cstdint>

namespace concord::lanes {

/// A text and words, of which word i is at_zero[i] + factor * (what its lane counts) away.
struct row_of_scores {
    const std::int32_t* at_zero;
    const double* greatest; ///< distance of each word, or 1
    std::size_t words;
    std::int32_t factor;
    double within; ///< others are 1, or 0 where they are similarities
    double scale;  ///< and by the multiplier after it
    double multiplier;
};

/// `counts`: a signed number for each word.
using score_kernel = void (*)(const row_of_scores& row, const void* counts, float* to);

/// By log2 of the bytes of a count.
struct score_kernels {
    score_kernel distance[4];
    score_kernel similarity[4];
};

[[nodiscard]] const score_kernels& score_kernels_for(simd::vector_target target);

} // namespace concord::lanes
