// Scores of the words of a row, made in vectors of what their lanes count. Of the types that arrays have by default,
// float for normalized scores and whole numbers of four bytes: others are made where they are stored.
#pragma once

#include "simd/vector_target.hpp"

#include <cstddef>
#include <cstdint>

namespace concord::lanes {

/// Up to here a multiplication by the inverse, corrected once, rounds every quotient of whole numbers of which the
/// first is not the greater one as a division does: all of them were tried.
inline constexpr std::int32_t most_with_inverse = 4096;

/// A text and words, of which word i is at_zero[i] + factor * (what its lane counts) away.
struct row_of_scores {
    const std::int32_t* at_zero;
    const double* greatest; ///< distance of each word, or 1: of normalized scores
    const double* inverse;  ///< of each, where none is greater than most_with_inverse; else null
    std::size_t words;
    std::int32_t factor;
    std::int32_t cut; ///< whole distances beyond it are 1 greater than it, whole similarities below it 0
    double within;    ///< others are 1, or 0 where they are similarities
    double scale;     ///< and by the multiplier after it
    double multiplier;
};

/// `counts`: a signed number for each word.
template <class Number>
using score_kernel = void (*)(const row_of_scores& row, const void* counts, Number* to);

/// The order of the words of a tile, whose lanes are in another one.
struct order_of_words {
    std::size_t words;
    const std::uint16_t* places; ///< of each word, its lane
    // The same for vectors of 64 bytes:
    const std::uint8_t* bytes;   ///< of each word, its lane in a vector of 64; and more, to fill one
    const std::uint64_t* chosen; ///< of each vector of words, for each vector of lanes, which words are in it
};

/// `counts`: a byte for each lane, and more to fill 64; so is `to`, where to[i] = counts[places[i]].
using order_kernel = void (*)(const order_of_words& order, const std::uint8_t* counts, std::int8_t* to);

/// By log2 of the bytes of a count.
struct score_kernels {
    score_kernel<std::uint32_t> distance[4];
    score_kernel<std::uint32_t> similarity[4];
    score_kernel<float> normalized_distance[4];
    score_kernel<float> normalized_similarity[4];
    order_kernel in_order;
};

[[nodiscard]] const score_kernels& score_kernels_for(simd::vector_target target);

} // namespace concord::lanes
