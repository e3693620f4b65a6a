// Distances of texts of many words: the columns of a window of up to 64 words of the pattern, which are one long number
// in vectors of AVX-512.
#pragma once

#include "simd/vector_target.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace concord::lanes {

inline constexpr std::size_t most_words_of_window = 64;

/// Words of the pattern of which any may be in one of 64 columns that follow each other, where so many edits at most
/// are of interest. `length`: letters of the pattern.
[[nodiscard]] constexpr std::size_t words_of_window(std::size_t length, std::uint64_t most) noexcept {
    const std::size_t words = (length + 63) / 64;
    if (most >= length) return words;
    constexpr std::size_t two_words = 128; // where the window begins and ends within words
    constexpr std::size_t of_swap = 2;     // by which a transposition leaves its diagonal
    return std::min(words, (static_cast<std::size_t>(most) + of_swap + two_words + 62) / 64);
}

/// A pattern and a text, of which words_of_window() are at most most_words_of_window.
struct column_task {
    const std::uint64_t* const* equal; ///< of each letter of the text, the places at which the pattern has it; followed
                                       ///< by most_words_of_window words more, whatever they hold
    std::size_t columns;               ///< letters of the text
    std::size_t length;                ///< of the pattern, 1 or more
    std::uint64_t most;                ///< edits of interest
};

/// The distance; where it is greater than `most`, any number greater than that. Time: O(text * vectors of the window),
/// less where there are many more edits.
using column_kernel = std::uint64_t (*)(const column_task&);

struct column_kernels {
    column_kernel levenshtein;
    column_kernel osa;
    column_kernel indel;
};

/// Null kernels where the processor has no AVX-512.
[[nodiscard]] const column_kernels& column_kernels_for(simd::vector_target target);

} // namespace concord::lanes
