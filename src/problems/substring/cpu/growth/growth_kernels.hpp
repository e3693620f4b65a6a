// The vector kernels of pattern growth: a word becomes one letter longer, in all sequences of a block at once.
//
// Of a word u and of every number e of mismatches from 0 to k, each sequence has a row of bits, set where an occurrence
// of u with at most e mismatches ends (Shift-And; Baeza-Yates and Gonnet 1992, Wu and Manber 1992). One more letter c
// is
//
//     R'e = ((Re << 1) & X) | (Re-1 << 1)            X: the positions that hold c
//
//     sequence   . . . A C G T A C G A      the last letter is the highest bit, so that a shift drops what leaves
//     u = AC     . . . 0 1 0 0 0 1 0 0      the sequence; a sequence of more than 64 letters has several words
//     X of G     . . . 0 0 1 0 0 0 1 0
//     u = ACG    . . . 0 0 1 0 0 0 1 0
#pragma once

#include "simd/vector_target.hpp"

#include <cstddef>
#include <cstdint>
#include <span>

namespace concord::substring {

/// Lanes are padded to this many, with zeros; rows have room for as many again.
inline constexpr std::size_t growth_padding = 8;

/// One lane for each sequence. The rows of a word are `words` times `stride` each: word w of row e of a lane is at
/// (e * words + w) * stride + lane.
struct growth_shape {
    std::size_t lanes; ///< a multiple of growth_padding
    std::size_t stride;
    unsigned words;               ///< of 64 letters, of each sequence
    unsigned mismatches;          ///< k: rows 0 to k
    bool has_literal;             ///< one more row, of literal occurrences; else row 0 is the same
    const std::uint64_t* weights; ///< by lane; null: 1 each
};

/// What is known of a word.
struct growth_count {
    std::uint64_t support = 0; ///< weights of the sequences that hold it
    std::size_t holders = 0;   ///< lanes that do
    bool exists = false;       ///< some sequence holds it literally
};

/// A letter that words end with next.
struct growth_letter {
    const std::uint64_t* positions; ///< where the sequences hold it
    const std::uint64_t* literal;   ///< where they hold it literally: the same but for ambiguous letters
};

/// Where the rows of a longer word go: row r to rows + r * stride.
struct grown_rows {
    std::uint64_t* rows;
    std::size_t stride;
};

/// Rows of a block that are copied with those of a word: row r from `from` + r * shape.stride to `to.rows` + r *
/// to.stride.
struct copied_rows {
    const std::uint64_t* from;
    grown_rows to;
    std::size_t count;
};

/// Tables of words (word_table.hpp), of each number of mismatches, row after row.
struct spread_rows {
    std::uint64_t* rows;
    std::size_t of_row; ///< from one row to the next
    unsigned mismatches;
    std::size_t letters; ///< values of a position
    unsigned positions;  ///< of a word: letters ^ positions entries in a row
    std::size_t words;   ///< of an entry
};

/// Tables of words whose last letters choose a bit of an entry (near_word_bits.hpp), row after row.
struct spread_bits {
    std::uint64_t* rows;
    std::size_t of_row; ///< from one row to the next
    unsigned mismatches;
    std::size_t letters; ///< values of a position
    unsigned positions;  ///< of an entry: letters ^ positions <= 64 bits
    std::size_t entries; ///< of a row
};

/// Above this many mismatches the rows of a word are not kept in registers.
inline constexpr unsigned most_growth_mismatches = 16;
inline constexpr std::size_t most_growth_letters = 32;

struct growth_kernels {
    /// What is known of the words that are one letter longer; their rows are not written.
    void (*count)(const growth_shape& shape, const std::uint64_t* rows, std::span<const growth_letter> letters,
                  growth_count* counts);
    /// The rows of one of them, which may take the place of those that they are made from.
    void (*extend)(const growth_shape& shape, const std::uint64_t* rows, const growth_letter& letter,
                   const grown_rows& longer);
    /// The same of the lanes that hold it, without gaps, and these lanes of other rows. Lanes up to the next multiple
    /// of growth_padding are zero; beyond them as many again may be overwritten.
    void (*extend_holders)(const growth_shape& shape, const std::uint64_t* rows, const growth_letter& letter,
                           const grown_rows& longer, const copied_rows& block);
    /// Ones in the last row of a word: how often it occurs with at most k mismatches.
    std::uint64_t (*occurrences)(const growth_shape& shape, const std::uint64_t* rows);
    /// Each entry of row e receives those of row e - 1 whose words differ from its own in one position, of each
    /// position.
    void (*spread)(const spread_rows& table);
    /// The same of the positions within an entry.
    void (*spread_ends)(const spread_bits& table);
};

/// The kernels for a target that this processor runs (simd::choose_vectors).
[[nodiscard]] const growth_kernels& growth_kernels_for(simd::vector_target target);

} // namespace concord::substring
