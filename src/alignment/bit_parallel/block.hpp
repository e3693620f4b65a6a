// One block of a DP matrix that is kept as bits: 2,048 columns by some rows.
//
// Neighbouring cells of such a matrix (Levenshtein, longest common subsequence) differ by very little, so a row is kept
// as the differences between its columns, 64 columns a word: the block's vertical deltas. From one row to the next a
// word needs the letters of its columns, the letter of the row, and a bit or two from the word to its left, the
// horizontal deltas:
//
//                    vertical deltas of the row above
//                     |    |    |    |
//     horizontal -> [word][word][word][word] -> horizontal     one row
//     deltas          |    |    |    |          deltas
//                    vertical deltas of this row
//
// A recurrence says what a word's row does (recurrences/); how the words lie in the lanes of vectors is its kernel's
// matter (systolic-inl.hpp).
#pragma once

#include <cstddef>
#include <cstdint>

namespace concord::pairwise {

inline constexpr std::size_t block_columns = 2048;
inline constexpr std::size_t block_words = block_columns / 64;
inline constexpr std::size_t most_block_rows = 2048;
inline constexpr unsigned most_planes = 3;        ///< bits of a letter's code that are compared one by one
inline constexpr std::size_t units = 4;           ///< vectors that are worked on side by side
inline constexpr std::size_t most_vertical = 2;   ///< words of vertical deltas that a recurrence has
inline constexpr std::size_t most_horizontal = 2; ///< bits of horizontal deltas

/// Arrays with an element a row may be read, and the horizontal deltas written, this far beyond both ends.
inline constexpr std::size_t row_margin = 64;

/// A block, its input and its output. Nothing here is owned.
struct block {
    std::size_t rows = 0; ///< 1 to most_block_rows
    unsigned planes = 2;  ///< 2 or 3 bits of a letter's code; 0: more, and the letters come as a table

    // Two or three planes:
    /// [plane][block_words], `column_stride` words from plane to plane: bit c % 64 of word c / 64 belongs to column c.
    const std::uint64_t* columns = nullptr;
    std::size_t column_stride = 0;
    /// [plane][rows]: all ones where the row's letter has the plane's bit, else 0.
    const std::uint64_t* row_masks = nullptr;

    // A table:
    /// [letter][block_words], aligned to a vector: ones where a column's letter differs from this one, words where
    /// lane_position() puts them.
    const std::uint64_t* differ = nullptr;
    const std::uint32_t* row_letters = nullptr; ///< [rows]: which of them; readable in the margins

    const std::uint64_t* active = nullptr; ///< [rows]: all ones; 0 in the margins
    std::size_t row_stride = 0;            ///< words from one plane, or horizontal delta, to the next
    /// [vertical delta][block_words], `vertical_stride` apart: of the row above, then of the last row.
    std::uint64_t* vertical = nullptr;
    std::size_t vertical_stride = 0;
    /// [horizontal delta][rows]: in the highest bit what enters each row from the left, then what leaves it to the
    /// right.
    std::uint64_t* horizontal = nullptr;
    /// Null, or room for history_words(): the vertical deltas of all rows, to be read by history_column().
    std::uint64_t* history = nullptr;
};

/// Where a word stands in vectors of so many lanes: within a vector the rightmost comes first.
[[nodiscard]] constexpr std::size_t lane_position(std::size_t word, std::size_t lanes) noexcept {
    return word / lanes * lanes + (lanes - 1 - word % lanes);
}

/// Words of a history of a recurrence with so many vertical deltas.
[[nodiscard]] constexpr std::size_t history_words(std::size_t vertical) noexcept {
    return (most_block_rows + block_words) * block_words * vertical;
}

/// Where the words of a column of words begin in a history that a vector target with so many words side by side has
/// written; the word of vertical delta i behind a row is `(row * vertical + i) * strip_words` further on. Strips follow
/// each other, in each of them steps, in each of them vertical deltas, and word g of a strip is g rows behind.
[[nodiscard]] inline const std::uint64_t* history_column(const std::uint64_t* history, std::size_t vertical,
                                                         std::size_t strip_words, std::size_t word) noexcept {
    const std::size_t strip = word / strip_words;
    const std::size_t g = word % strip_words;
    return history + strip * strip_words * (most_block_rows + block_words) * vertical + g * vertical * strip_words +
           lane_position(g, strip_words / units);
}

/// How a recurrence fills a block, by one vector target.
struct block_kernel {
    void (*run)(const block&);
    /// Horizontal deltas of most_block_rows rows as bits, one a row: the highest bit of each.
    void (*pack)(const std::uint64_t* horizontal, std::uint64_t* bits);
    std::size_t strip_words;  ///< for history_column()
    const char* compiled_for; ///< the instruction set as Highway names it: proof of what runs
};

} // namespace concord::pairwise
