// The vector kernels of tables of nucleotide words: a bit for every word of some letters, set where it is near to what
// a sequence holds. One edit of all words at once is some operations on whole entries.
//
//   entry (address)     64 bits: the last three letters         substitute: OR of what differs in one letter only, for
//   ACGTA               AAA AAC AAG ... TTT                     each letter of a word
//   ACGTC               AAA AAC AAG ... TTT                     insert: what is left of a word without one letter is
//                                                               in a table of words of one letter less
//
// The first letter of a word counts most. Words of fewer than three letters are the lowest bits of one entry.
#pragma once

#include "simd/vector_target.hpp"

#include <cstddef>
#include <cstdint>

namespace concord::substring {

inline constexpr unsigned letters_of_entry = 3;
inline constexpr unsigned most_edits_of_neighbourhoods = 15;

/// Entries of a table of words of so many letters, and zeros behind them that are read and written as zeros.
[[nodiscard]] constexpr std::size_t entries_of_words(unsigned letters) noexcept {
    return letters <= letters_of_entry ? 1 : std::size_t{1} << 2 * (letters - letters_of_entry);
}
inline constexpr std::size_t padding_of_entries = 8;

/// Tables for each number of edits from 0 on, row after row.
struct neighbourhood_rows {
    std::uint64_t* rows;
    std::size_t of_row; ///< from one row to the next
    unsigned edits;     ///< the last row
    unsigned letters;
};

/// The last letters of a word whose bits are one vector: four entries.
inline constexpr unsigned letters_of_vector = 4;
inline constexpr std::size_t entries_of_vector = 4;

/// Where a window is set in the tables of words that begin alike (substituted_words.hpp).
struct seeded_window {
    std::uint32_t vector;    ///< by the letters in the middle
    std::uint32_t masks;     ///< of its last letters
    std::uint32_t beginning; ///< four bits for each of the first letters: the nucleotides that it matches
    std::uint32_t row;       ///< letters in the middle that match nothing
};

/// Tables of the words with one beginning, row after row, which are all zeros before windows are set.
struct words_of_beginning {
    std::uint64_t* rows;
    std::size_t of_row;
    unsigned edits;          ///< the last row
    unsigned middle;         ///< letters that tell vectors apart: two or four
    std::uint32_t beginning; ///< as of windows, one bit for each letter
    unsigned letters;        ///< of the beginning
};

/// Words of so many letters that are near to each place of a text, a bit each, in rows of no edit to `edits`, of one
/// place after the other; and of words with one letter more in front (place_neighbourhoods.hpp).
struct widened_sets {
    const std::uint64_t* shorter;
    std::uint64_t* longer;
    std::size_t
        of_shorter;        ///< words of 64 bits of a set, 1, 4 or 16, of which a longer one has as many for this letter
    std::size_t of_longer; ///< from one longer set to the next
    const std::uint8_t* matching; ///< by place, a bit for each nucleotide that the letter there matches, or `no_letter`
    std::size_t places;           ///< behind the last one there is no letter, so that it is one itself
    unsigned edits;
    unsigned first_row; ///< of the longer sets that is kept
    unsigned letter;
    bool indels;
};
/// Of a place at which no letter stands.
inline constexpr std::uint8_t no_letter = 1U << 4U;

/// Lanes of which each has a set of words.
inline constexpr std::size_t lanes_of_sets = 8;
/// A set that is united for a lane, as one number: which set, the lane, and whether it is not the first one of the
/// lane. The sets of a lane are next to each other, and each lane has one.
inline constexpr unsigned bits_of_set_number = 28;
inline constexpr std::uint32_t is_further_set = std::uint32_t{1} << 31U;

/// Sets and classes are fetched so many before they are used, so that as many stand behind the last ones.
inline constexpr std::size_t fetched_ahead = 12;

/// Sets of words, united by lanes, and words of which it is asked in which of these they are.
struct united_sets {
    const std::uint64_t* sets;
    std::size_t of_set; ///< words of 64 bits: 4 or 16
    const std::uint32_t* united;
    std::size_t count;
    const std::uint16_t* asked;   ///< number of a word
    const std::uint32_t* classes; ///< to which byte of `held` the lanes are added that have it, a bit each
    std::size_t words;
    std::uint8_t* held;
};

struct neighbourhood_kernels {
    /// Each row receives the words that differ from those of the row before it in one letter, of each letter: then the
    /// last one has all within so many substitutions. Time O(letters edits entries).
    void (*substitute)(const neighbourhood_rows& table);
    /// Adds to `longer` the words of `letters` letters that are in `shorter` without one of these. Time O(letters
    /// entries).
    void (*insert)(const std::uint64_t* shorter, std::uint64_t* longer, unsigned letters);
    /// Adds bits of the same weight: the sum stays in `sum`, and `carry` has what is worth twice as much.
    void (*add)(std::uint64_t* sum, const std::uint64_t* one, const std::uint64_t* other, std::uint64_t* carry,
                std::size_t entries);
    /// Sets the words that differ from some windows in their first and last letters alone, each in the rows of as many
    /// mismatches; `masks` has the last letters within none, one, two and three. False: there are none.
    bool (*seed)(const words_of_beginning& table, const seeded_window* windows, std::size_t count,
                 const std::uint64_t* masks);
    /// The same as `substitute` of the letters in the middle, for the last row alone: the others are zeros thereafter.
    void (*substitute_middle)(const words_of_beginning& table);
    /// Makes the sets of all places, for one letter in front. Time O(places edits).
    void (*widen)(const widened_sets& of);
    /// Time O(count + words).
    void (*mark_united)(const united_sets& of);
};

/// The kernels for a target that this processor runs (simd::choose_vectors).
[[nodiscard]] const neighbourhood_kernels& neighbourhood_kernels_for(simd::vector_target target);

} // namespace concord::substring
