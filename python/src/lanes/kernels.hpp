// Many short words against one text, side by side in the lanes of vectors.
//
// A word is a pattern of at most as many letters as its lane has bits (8, 16, 32 or 64), and for each letter of the
// texts a row of 128 bytes holds the places of that letter in all words of a block:
//
//     letter a   |word 0: 01000100|word 1: 00000001|word 2 ...
//     letter b   |word 0: 00100000|word 1: 00001000|
//
// A letter of the text takes one row, and a handful of operations for all words: the recurrences of Hyyrö (Nordic J. of
// Computing 10, 2003, for Levenshtein and OSA; AWOCA 2004, for the longest common subsequence). Nothing is counted on
// the way; the bits of the last column tell the distance.
#pragma once

#include "simd/vector_target.hpp"

#include <cstddef>
#include <cstdint>

namespace concord::lanes {

inline constexpr std::size_t row_bytes = 128;

enum class recurrence : std::uint8_t { levenshtein, lcs, hamming, osa };
inline constexpr std::size_t recurrences = 4;

inline constexpr std::size_t most_texts = 8; ///< of a task

/// The words of a block, and texts of one length.
struct block_task {
    const std::uint8_t* rows; ///< row_bytes for each letter; row 0: letters that no word has. Aligned to row_bytes.
    const std::uint8_t* ends; ///< a row: the bits of each lane that are places of its word
    const void* const* texts; ///< of each the rows of its letters, of 4 bytes; or its letters as they lie
    std::size_t count;        ///< of the texts
    std::size_t length;       ///< of each text
    std::size_t used;         ///< bytes of a row that have words
    std::uint8_t* found;      ///< a row for each text, see below
    bool are_bytes = false;   ///< the texts: byte b has row b + 1. Not for hamming.
    std::size_t found_step = row_bytes; ///< from row to row
    bool are_found_bytes = false;       ///< a row of them has the lowest byte of each number, which needs no alignment
};

/// Writes a number for each lane and text: of Levenshtein and OSA the distance less the length of the text (in the
/// lane's width, two's complement), of lcs the length of a longest common subsequence, of hamming the equal places.
using lane_kernel = void (*)(const block_task&);

inline constexpr std::size_t longest_of_bytes = 64;
/// Writes for each of `count` words the places at which it has the same byte as the text. All are longest_of_bytes long
/// and aligned to it.
using byte_kernel = void (*)(const std::uint8_t* words, std::size_t count, const std::uint8_t* text,
                             std::int64_t* found);

/// The places at which two texts of one length have the same letter.
template <class Letter>
using place_kernel = std::uint64_t (*)(const Letter* a, const Letter* b, std::size_t letters);

/// Writes for each letter of a text the places at which a pattern of up to 64 letters has it. 64 letters can be read
/// from `pattern`, whatever stands behind it: any places there.
template <class Letter>
using letter_kernel = void (*)(const Letter* pattern, std::size_t length, const Letter* text, std::size_t letters,
                               std::uint64_t* places);

/// By recurrence, and by log2 of the bytes of a lane.
struct lane_kernels {
    lane_kernel kernel[recurrences][4];
    byte_kernel equal_bytes;
    place_kernel<std::uint16_t> equal_pairs; ///< of letters of two bytes
    place_kernel<std::uint32_t> equal_quads; ///< of four
    letter_kernel<std::uint16_t> places_of_pairs;
    letter_kernel<std::uint32_t> places_of_quads;
};

[[nodiscard]] const lane_kernels& kernels_for(simd::vector_target target);

} // namespace concord::lanes
