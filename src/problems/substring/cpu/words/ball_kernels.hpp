// The vector kernels of counting what is near to every word at once (ball_counts.hpp).
//
// Row e of a table has for each word how many of those counted are within e mismatches of it, as far as some positions
// are concerned. Another position adds to each word of row e those of row e - 1 that differ from it there:
//
//     row 1    AA' = AA + (CA + GA + TA of row 0)       first position;   AA' = AA + (AC + AG + AT)   the last one
//
// A few last letters are the lanes of an entry, which are spread when a word is added.
#pragma once

#include "simd/vector_target.hpp"

#include <cstddef>
#include <cstdint>

namespace concord::substring {

/// Entries have a multiple of so many lanes.
inline constexpr std::size_t ball_padding = 32;

/// Counts of 16 bits stay at their greatest value, those of 32 are never exceeded.
template <class Count>
struct ball_table {
    Count* rows;
    std::size_t of_row; ///< from one row to the next
    unsigned mismatches;
    std::size_t lanes; ///< of an entry, a multiple of ball_padding
};

/// Words that are added to a table.
template <class Count>
struct added_words {
    const std::uint32_t* fronts;
    const std::uint8_t* ends;
    const std::uint32_t* holders; ///< how often each is added
    std::size_t words;
    std::uint32_t first_front; ///< of the table's first entry
    unsigned distance;         ///< mismatches that they have already
    unsigned letters_of_end;
    const Count* near_ends;    ///< by mismatches, end and lane: all ones where the lane is so near, else 0
    std::size_t of_mismatches; ///< from one number of mismatches to the next
};

struct spread_positions {
    std::size_t letters; ///< values of a position
    unsigned positions;
    std::size_t entries; ///< that stand side by side for each word of these positions
    unsigned after;      ///< positions that are still to be spread afterwards: lower rows are no longer needed
};

template <class Count>
struct ball_kernels {
    void (*add)(const ball_table<Count>& table, const added_words<Count>& words);
    void (*spread)(const ball_table<Count>& table, const spread_positions& positions);
};

/// The kernels for a target that this processor runs (simd::choose_vectors). Count: std::uint16_t or std::uint32_t.
template <class Count>
[[nodiscard]] const ball_kernels<Count>& ball_kernels_for(simd::vector_target target);

} // namespace concord::substring
