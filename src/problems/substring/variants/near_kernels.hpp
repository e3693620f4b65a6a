// The vector kernels of counts of what is near to all nucleotide words of some letters (near_words.hpp): another
// position of the words adds to each word of row e those of row e - 1 that differ from it there, of all rows at once.
//
//     row e     AA' = AA + (CA + GA + TA of row e - 1)        four words a position, `step` entries from one to the
//     next block     the last letters of a word, of words that begin alike: these stand side by side in a vector
#pragma once

#include "simd/vector_target.hpp"

#include <cstddef>
#include <cstdint>

namespace concord::substring {

/// Counts of 16 bits stay at their greatest value, those of 32 are never exceeded.
template <class Count>
struct near_rows {
    Count* rows;
    std::size_t of_row;  ///< from one row to the next
    unsigned mismatches; ///< the last row
};

/// The last letters of words that are spread within a block of so many entries.
inline constexpr std::size_t letters_of_near_block = 3;
inline constexpr std::size_t entries_of_near_block = 64;

template <class Count>
struct near_kernels {
    /// Adds each row to the next one, from the first on, and spreads the last letters of all entries, which are a
    /// multiple of a block.
    void (*spread_blocks)(const near_rows<Count>& table, std::size_t entries);
    /// Spreads a position of `entries` words next to each other, a multiple of a block, which are those with its first
    /// value; those with the next one are `step` entries behind.
    void (*spread_position)(const near_rows<Count>& table, std::size_t step, std::size_t entries);
};

/// The kernels for a target that this processor runs (simd::choose_vectors). Count: std::uint16_t or std::uint32_t.
template <class Count>
[[nodiscard]] const near_kernels<Count>& near_kernels_for(simd::vector_target target);

} // namespace concord::substring
