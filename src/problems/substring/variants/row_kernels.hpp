// The vector kernels of the variants: a word becomes one letter longer, in all sequences of a block at once.
//
// Of a word u and of every number e of edits from 0 to k, each sequence has a row of bits: bit j is set where an
// occurrence of u with at most e edits ends before letter j (Wu and Manber 1992, with the text in place of the
// pattern). One more letter c, X being the places behind a letter that matches c and V those behind any letter but a
// barrier:
//
//     R'e = (Re << 1) & X           c stands there
//         | (Re-1 << 1) & V         another letter does
//         | Re-1                    nothing does: c is inserted                        (only where indels are allowed)
//         | (R'e-1 << 1) & V        one letter more does, which is deleted             (only where indels are allowed)
//
//     text            A C | G A C          | is a barrier: a shift does not lead across it
//     u = A, e = 0   . 1 .  . . 1 .        u = AC: . . 1  . . . 1
//
// Rows of a word v that is read from its end tell where it begins, in the same places: Le of c v, by a shift that leads
// back. Then u v occurs with at most k edits where, for some e, both Re(u) and Lk-e(v) have a bit. So rows of few
// halves tell which lanes hold the many words made of them.
#pragma once

#include "simd/vector_target.hpp"

#include <cstddef>
#include <cstdint>

namespace concord::substring {

/// Lanes are padded to this many, with zeros; rows have room for as many again.
inline constexpr std::size_t row_padding = 8;

/// One lane for each sequence. Word w of row e of a lane is at (e * words + w) * stride + lane.
///
/// Where windows are nearly as long as sequences, their words end along a few diagonals alone: then bit j of the rows
/// of a word is not a place, but that diagonal. A letter that matches, or another one, stays on a diagonal; one that is
/// inserted leads back by one, one that is deleted forward. X and V are still rows of places, of more words, which are
/// read from the place of the first diagonal on.
///
///     a sequence      . . . . . . . . . . . . . . . . . . . .       64 places a word
///     a window        [- - - - - - - - - - - - - - - -]             five places that it can begin at, and k diagonals
///     a beginning     [- - - - - -]                                 more on both sides: one word
struct row_shape {
    std::size_t lanes; ///< a multiple of row_padding
    std::size_t stride;
    unsigned words; ///< of 64 places, of each sequence, or of 64 diagonals
    unsigned edits; ///< k: rows 0 to k
    bool indels;
    unsigned words_of_places = 0; ///< of X and V, where the rows of the word are diagonals; else 0
    std::int64_t first_place = 0; ///< where the longer word ends on the first diagonal; it may be before all places

    [[nodiscard]] constexpr bool has_diagonals() const noexcept { return words_of_places > 0; }
};

/// Rows that are copied: row r from `from` + r * shape.stride to `to` + r * to_stride.
struct kept_rows {
    const std::uint64_t* from;
    std::uint64_t* to;
    std::size_t count;
};

/// A word's beginning, and what follows it in many words. `rows` vectors of row_padding lanes each: those of the
/// beginning, and of each end, the row of k - e edits in the place of the beginning's row of e edits.
struct half_rows {
    const std::uint64_t* beginning;
    const std::uint64_t* ends;   ///< of all ends, one after the other
    const std::uint64_t* filled; ///< of each end words_of_filled(rows), as set_filled_rows sets them
    std::size_t rows;
};

/// Rows of a half, at most; and so many of which all are looked at, but for those in front that are empty.
inline constexpr std::size_t most_rows_of_halves = 1024;
inline constexpr std::size_t most_rows_at_once = 12;

/// Words of 64 bits that have a bit for each row of a half.
[[nodiscard]] constexpr std::size_t words_of_filled(std::size_t rows) noexcept { return (rows + 63) / 64; }

/// Sets the bits of the rows of a half that have any bit.
inline void set_filled_rows(const std::uint64_t* half, std::size_t rows, std::uint64_t* filled) noexcept {
    for (std::size_t first = 0; first < rows; first += 64) {
        std::uint64_t some = 0;
        for (std::size_t row = first; row < rows && row < first + 64; ++row) {
            std::uint64_t any = 0;
            for (std::size_t lane = 0; lane < row_padding; ++lane)
                any |= half[row * row_padding + lane];
            some |= std::uint64_t{any != 0} << row % 64;
        }
        filled[first / 64] = some;
    }
}

/// Rows of a word that extend_holders makes at once, at most.
inline constexpr std::size_t most_rows_of_holders = 64;

struct row_kernels {
    /// Lanes that hold the word with one more letter. Of its rows only whether any bit is set matters: with indels that
    /// is where one of Rk-1 is, for c may be inserted, or one of (Rk << 1) & X; what a deletion adds has such a bit.
    std::size_t (*count)(const row_shape& shape, const std::uint64_t* rows, const std::uint64_t* matching,
                         const std::uint64_t* steps);
    /// Rows of the word with one more letter. `longer` is no part of `rows`.
    void (*extend)(const row_shape& shape, const std::uint64_t* rows, const std::uint64_t* matching,
                   const std::uint64_t* steps, std::uint64_t* longer);
    /// Rows that tell where the word with one more letter before it begins.
    void (*extend_before)(const row_shape& shape, const std::uint64_t* rows, const std::uint64_t* matching,
                          const std::uint64_t* steps, std::uint64_t* longer);
    /// Sets held[i] to which of row_padding lanes, a bit each, hold the beginning with the end which[i], for i < count.
    void (*mark_halves)(const half_rows& halves, const std::uint32_t* which, std::size_t count, std::uint8_t* held);
    /// Writes where the bits of a row of row_padding lanes are, each its word times 64 and its place in it, in
    /// ascending order, and tells how many. `words` of 64 places in all lanes; `bits` has room for all places.
    std::size_t (*list_bits)(const std::uint64_t* row, std::size_t words, std::uint32_t* bits);
    /// count and extend in one: the rows of `word` with one more letter, at most most_rows_of_holders, and those of the
    /// block, of the lanes that hold it.
    void (*extend_holders)(const row_shape& shape, const kept_rows& word, const std::uint64_t* matching,
                           const std::uint64_t* steps, const kept_rows& block, std::size_t to_stride);
    /// Copies the lanes that hold the word of `word.from`, without gaps. Lanes up to the next multiple of row_padding
    /// are zero; beyond them as many again may be overwritten.
    void (*keep_holders)(const row_shape& shape, const kept_rows& word, const kept_rows& block, std::size_t to_stride);
};

/// The kernels for a target that this processor runs (simd::choose_vectors).
[[nodiscard]] const row_kernels& row_kernels_for(simd::vector_target target);

} // namespace concord::substring
