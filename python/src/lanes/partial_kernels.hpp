// The best parts of a text for many words of one length, side by side in the lanes of vectors: fuzz.partial_ratio.
//
// The words lie as in kernels.hpp, and once more from their last letter to their first. A letter of the text makes the
// longest common subsequence of a word longer by one where the addition of its recurrence (Hyyrö, AWOCA 2004) carries
// out of the lane, so the best of all prefixes is known when the last of them is; the suffixes are the prefixes of what
// is reversed. Of texts as long as the words, the last column has the prefixes of each word against the whole text:
//
//     text  →  k = 1  2  3        risen      0 1 1   of the letters k that are taken
//     word  ↓                     column     1 0 0   a place that is 0 is one letter more in common
#pragma once

#include "simd/vector_target.hpp"

#include <cstddef>
#include <cstdint>

namespace concord::lanes {

/// The words of a block, all of one length, and a text that is not shorter; or a text of its own for each word, whose
/// letters have a row each.
struct partial_task {
    const std::uint8_t* rows;          ///< as of block_task
    const std::uint8_t* first_rows;    ///< the same, for as many letters from the first one as the words have
    const std::uint8_t* reversed_rows; ///< those of the reversed words, for as many from the last one
    const std::uint32_t* text;         ///< rows of its letters
    std::size_t length;                ///< of the text
    std::size_t word_length;           ///< 1 or more
    const std::uint32_t* shares;       ///< share_of() for each k from 1 to word_length - 1; the first is not used
    std::size_t used;                  ///< bytes of a row that have words
    std::uint8_t* found;               ///< partial_results rows, see below
};

inline constexpr std::size_t partial_results = 2;

/// Writes two numbers for each lane, in its width, a row of each: the greatest product of letters in common and
/// share_of() among the parts shorter than the words; and the most letters that a part of the words' length has in
/// common with the word. By log2 of the bytes of a lane, of which the first is for none. Time: O(n (m - n + 2)).
struct partial_kernels {
    void (*kernel[4])(const partial_task&);
};

/// What a letter in common counts among `letters` of a word and a part: products of 1 to `letters` / 2 with it are in
/// the order of the shares, and differ by more than 1 << share_shift where the shares differ. For lanes of Word.
template <class Word>
[[nodiscard]] constexpr std::uint32_t share_of(std::size_t letters) {
    if constexpr (sizeof(Word) == 2) return static_cast<std::uint32_t>(131'070 / letters);
    return static_cast<std::uint32_t>((std::uint64_t{1} << 32U) / letters);
}
/// log2 of the width that holds only products of one share, and of the number of such widths. Shares of words of n
/// letters are 1 / (2n (2n - 1)) apart or more, and the products are too small by n at most.
template <class Word>
inline constexpr unsigned share_shift = sizeof(Word) == 2   ? 6
                                        : sizeof(Word) == 4 ? 20
                                                            : 18;
template <class Word>
inline constexpr unsigned share_bits = sizeof(Word) == 2   ? 10
                                       : sizeof(Word) == 4 ? 11
                                                           : 13;

[[nodiscard]] const partial_kernels& partial_kernels_for(simd::vector_target target);

} // namespace concord::lanes
