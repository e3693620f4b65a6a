// The vector kernel of ball_unions.hpp: of one sequence after the other, which words are near to any of its windows.
//
// A word is a prefix u, one letter c and an end; so is a window. For a prefix u, the windows whose own prefix has d <=
// k mismatches with it leave k - d for letter and end. The ends within so many mismatches of a window's end are a row
// of a table, and of all windows these rows are united:
//
//     A of c    rows of k - d       of the windows whose letter is c
//     B         rows of k - d - 1   of all windows
//     near      A of c, or B        ends of the words u c ...
//
// Most windows that are near to a prefix leave nothing: their row of A is one bit, which is set. Most others leave one
// mismatch: of B theirs is one bit.
#pragma once

#include "simd/vector_target.hpp"

#include <cstddef>
#include <cstdint>

namespace concord::substring {

inline constexpr std::size_t words_of_union_row = 16; ///< of 64 ends each
inline constexpr std::size_t most_union_letters = 4;  ///< values of a letter, which two bits of a prefix tell
inline constexpr unsigned planes_of_union = 10;       ///< binary digits of a count
inline constexpr std::size_t most_united_sequences = 1023;
inline constexpr std::size_t most_united_windows = 8192; ///< of a sequence
/// Windows beyond the last one that may be read.
inline constexpr std::size_t padding_of_union = 64;

inline constexpr unsigned bits_of_end = 10; ///< the number of an end in its row

/// A window with ambiguous letters.
struct partial_window {
    std::uint16_t prefix;
    std::uint16_t known;     ///< a bit for each letter of the prefix that is not ambiguous, the lower one of its two
    std::uint8_t mismatches; ///< those that its ambiguous letters cost
    std::uint8_t letter;     ///< most_union_letters: ambiguous
    std::uint16_t row;       ///< of its end among those with as many mismatches left
};

/// The windows of one sequence.
struct united_sequence {
    const std::uint16_t* prefixes; ///< two bits a letter
    const std::uint16_t* cells;    ///< a letter, and below it the number of an end
    std::uint32_t windows;
    std::uint32_t partials;
    const partial_window* partial;
};

struct united_prefix {
    std::uint16_t prefix;
    std::uint16_t letters_known; ///< 01 for each letter of a prefix
    std::size_t letters;         ///< values of one
    unsigned mismatches;
    const std::uint64_t* table; ///< rows of words_of_union_row words: of all ends with k mismatches left, then of all
                                ///< with one less, down to none; the row of a plain end stands at its number
    std::size_t of_mismatches;  ///< words of the rows with as many left
};

struct union_kernels {
    /// Adds one for each sequence and word to binary digits: digit p of the ends of letter c from `digits` +
    /// (p * letters + c) * words_of_union_row on. `sequences`: at most most_united_sequences.
    void (*count)(const united_prefix& prefix, const united_sequence* sequences, std::size_t count,
                  std::uint64_t* digits);
};

/// The kernel for a target that this processor runs (simd::choose_vectors).
[[nodiscard]] const union_kernels& union_kernels_for(simd::vector_target target);

} // namespace concord::substring
