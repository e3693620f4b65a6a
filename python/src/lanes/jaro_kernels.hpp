// The matches of Jaro's similarity of many short words and one text, side by side in the lanes of vectors.
//
// The words lie as in kernels.hpp: a row for each letter, with its places in all words. A letter of the text takes in
// every word the first place of its kind that is free and near enough; the matches are in order where the i-th matched
// letter of the text is that of the i-th place that is taken.
//
//     word  m a r h t a       text  m a r t h a
//     taken 1 1 1 1 1 1       in order 1 1 1 0 0 1: two letters are not, which is one transposition
#pragma once

#include "simd/vector_target.hpp"

#include <cstddef>
#include <cstdint>

namespace concord::lanes {

/// The words of a block, and a text.
struct jaro_task {
    const std::uint8_t* rows;  ///< as of block_task
    const std::uint8_t* reach; ///< a row: of each word how far from a letter's place one of the text may be
    const std::uint8_t* near;  ///< a row: the places that are near enough to the text's first letter
    const std::uint32_t* text; ///< rows of its letters
    std::size_t length;        ///< of the text, less than 128
    std::size_t used;          ///< bytes of a row that have words
    std::uint8_t* taken;       ///< scratch: a row for each letter of the text
    std::uint8_t* found;       ///< three rows, see below
};

inline constexpr std::size_t jaro_results = 3;
inline constexpr std::size_t longest_boosted_prefix = 4;

/// Writes three numbers for each lane, in its width, a row of each: the matches; those that are in order; and the
/// letters of the common prefix, at most longest_boosted_prefix. By log2 of the bytes of a lane.
struct jaro_kernels {
    void (*kernel[4])(const jaro_task&);
};

[[nodiscard]] const jaro_kernels& jaro_kernels_for(simd::vector_target target);

} // namespace concord::lanes
