// One block of a DP matrix in bits: 2,048 columns by some rows.
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
// A recurrence defines the row of a word (recurrences/); the kernel defines the arrangement of words in the lanes of
// vectors (systolic-inl.hpp).
#pragma once

#include <cstddef>
#include <cstdint>

namespace concord::pairwise {

inline constexpr std::size_t block_columns = 2048;
inline constexpr std::size_t block_words = block_columns / 64;
inline constexpr std::size_t most_block_rows = 2048;
inline constexpr unsigned most_planes = 3;        ///< bits of a letter's code that are compared plane by plane
inline constexpr std::size_t units = 4;           ///< vectors processed side by side
inline constexpr std::size_t most_vertical = 4;   ///< words of vertical deltas that a recurrence has
inline constexpr std::size_t most_horizontal = 3; ///< bits of horizontal deltas

/// Arrays with an element a row may be read, and the horizontal deltas written, this far beyond both ends.
inline constexpr std::size_t row_margin = 64;

/// A block, its input and its output. It owns nothing.
struct block {
    std::size_t rows = 0; ///< 1 to most_block_rows
    unsigned planes = 2;  ///< 2 or 3 bits of a letter's code; 0: more, with the letters in a table

    // Two or three planes:
    /// [plane][block_words], `column_stride` words from plane to plane: bit c % 64 of word c / 64 belongs to column c.
    const std::uint64_t* columns = nullptr;
    std::size_t column_stride = 0;
    /// [plane][rows]: all ones where the row's letter has the plane's bit, else 0.
    const std::uint64_t* row_masks = nullptr;

    // With a table:
    /// [letter][block_words], aligned to a vector: ones where a column's letter differs from this one, words in the
    /// order of lane_position().
    const std::uint64_t* differ = nullptr;
    const std::uint32_t* row_letters = nullptr; ///< [rows]: indices into the table; readable in the margins

    const std::uint64_t* active = nullptr; ///< [rows]: all ones; 0 in the margins
    std::size_t row_stride = 0;            ///< words from one plane, or horizontal delta, to the next
    /// [vertical delta][block_words], `vertical_stride` apart: of the row above, then of the last row.
    std::uint64_t* vertical = nullptr;
    std::size_t vertical_stride = 0;
    /// [horizontal delta][rows]: in the highest bit first the delta that enters each row from the left, then the one
    /// that leaves it to the right.
    std::uint64_t* horizontal = nullptr;
    /// Null, or space for history_words(): receives the vertical deltas of all rows, for history_column().
    std::uint64_t* history = nullptr;
};

/// The position of a word in vectors of so many lanes: within a vector the rightmost comes first.
[[nodiscard]] constexpr std::size_t lane_position(std::size_t word, std::size_t lanes) noexcept {
    return word / lanes * lanes + (lanes - 1 - word % lanes);
}

/// Words of a history for a recurrence with so many vertical deltas.
[[nodiscard]] constexpr std::size_t history_words(std::size_t vertical) noexcept {
    return (most_block_rows + block_words) * block_words * vertical;
}

/// The offset of a column of words in a history written by a vector target with so many words side by side; the word of
/// vertical delta i after a row is at `(row * vertical + i) * strip_words` from there. The order is strips, then steps,
/// then vertical deltas; word g of a strip is g rows behind.
[[nodiscard]] inline const std::uint64_t* history_column(const std::uint64_t* history, std::size_t vertical,
                                                         std::size_t strip_words, std::size_t word) noexcept {
    const std::size_t strip = word / strip_words;
    const std::size_t g = word % strip_words;
    return history + strip * strip_words * (most_block_rows + block_words) * vertical + g * vertical * strip_words +
           lane_position(g, strip_words / units);
}

/// Fills a block under a recurrence, on one vector target.
struct block_kernel {
    void (*run)(const block&);
    /// Horizontal deltas of most_block_rows rows as bits, one a row: the highest bit of each element.
    void (*pack)(const std::uint64_t* horizontal, std::uint64_t* bits);
    std::size_t strip_words;  ///< for history_column()
    const char* compiled_for; ///< the instruction set under Highway's name, for reports and tests
};

} // namespace concord::pairwise
