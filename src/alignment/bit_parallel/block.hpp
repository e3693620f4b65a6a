// One tile of a table of differences: 2,048 columns by some rows, a bit a cell.
//
// Neighbouring cells of such a table (Levenshtein, longest common subsequence) differ by very little, so a row is kept
// as bits, 64 columns a word: the tile's *state*. From one row to the next a word needs the letters of its columns, the
// letter of the row, and a *signal* of a bit or two from the word to its left:
//
//                 state of the row above
//                   |    |    |    |
//      signal  -> [word][word][word][word] -> signal     one row
//                   |    |    |    |
//                 state of the next row
//
// What the words do to each other is the problem's law; how they are laid into the lanes of a vector is not.
#pragma once

#include <cstddef>
#include <cstdint>

namespace concord::pairwise {

inline constexpr std::size_t tile_columns = 2048;
inline constexpr std::size_t tile_words = tile_columns / 64;
inline constexpr std::size_t most_tile_rows = 2048;
inline constexpr unsigned most_planes = 3; ///< bits of a letter's code that are compared one by one
inline constexpr std::size_t units = 4;    ///< vectors that are worked on side by side
inline constexpr std::size_t most_states = 2;
inline constexpr std::size_t most_signals = 2;

/// Arrays with an element a row may be read, and the signals written, this far beyond both ends.
inline constexpr std::size_t row_margin = 64;

/// A tile and where it comes from and goes to. Nothing here is owned.
struct tile {
    std::size_t rows = 0; ///< 1 to most_tile_rows
    unsigned planes = 2;  ///< 2 or 3 bits of a letter's code, or 0: more, and the letters come as a table

    // Two or three planes:
    /// [plane][tile_words], `column_stride` words from plane to plane: bit c % 64 of word c / 64 belongs to column c.
    const std::uint64_t* columns = nullptr;
    std::size_t column_stride = 0;
    /// [plane][rows]: all ones where the row's letter has the plane's bit, else 0.
    const std::uint64_t* row_masks = nullptr;

    // A table:
    /// [letter][tile_words], aligned to a vector: ones where a column's letter differs from this one, words where
    /// lane_place() puts them.
    const std::uint64_t* differ = nullptr;
    const std::uint32_t* row_letters = nullptr; ///< [rows]: which of them; readable in the margins

    const std::uint64_t* active = nullptr; ///< [rows]: all ones; 0 in the margins
    std::size_t row_stride = 0;            ///< words from one plane, or signal, to the next
    /// [state][tile_words], `state_stride` apart: of the row above, then of the last row.
    std::uint64_t* state = nullptr;
    std::size_t state_stride = 0;
    /// [signal][rows]: in the highest bit what enters each row from the left, then what leaves it to the right.
    std::uint64_t* signals = nullptr;
    /// Null, or room for history_words(states): all states of all rows, to be read by history_column().
    std::uint64_t* history = nullptr;
};

/// Where a word stands in vectors of so many lanes: within a vector the rightmost comes first.
[[nodiscard]] constexpr std::size_t lane_place(std::size_t word, std::size_t lanes) noexcept {
    return word / lanes * lanes + (lanes - 1 - word % lanes);
}

/// Words of a history.
[[nodiscard]] constexpr std::size_t history_words(std::size_t states) noexcept {
    return (most_tile_rows + tile_words) * tile_words * states;
}

/// Where the words of a column of words begin in a history that a vector target with so many words side by side has
/// written; the word of a state behind a row is `(row * states + state) * strip_words` further on. Strips follow each
/// other, in each of them steps, in each of them states, and word g of a strip is g rows behind.
[[nodiscard]] inline const std::uint64_t* history_column(const std::uint64_t* history, std::size_t states,
                                                         std::size_t strip_words, std::size_t word) noexcept {
    const std::size_t strip = word / strip_words;
    const std::size_t g = word % strip_words;
    return history + strip * strip_words * (most_tile_rows + tile_words) * states + g * states * strip_words +
           lane_place(g, strip_words / units);
}

/// How a tile is run, by one vector target.
struct tile_kernel {
    void (*run)(const tile&);
    /// Signals of most_tile_rows rows as bits, one a row: the highest bit of each.
    void (*pack)(const std::uint64_t* signals, std::uint64_t* bits);
    std::size_t strip_words;  ///< for history_column()
    const char* compiled_for; ///< the instruction set as Highway names it: proof of what runs
};

} // namespace concord::pairwise
