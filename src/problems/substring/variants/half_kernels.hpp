// The vector kernel of listed_places.hpp: how many edits one word of nucleotides has with what some texts begin with. A
// lane has a text, and the column of the matrix of edits between the word and the text in bits (Myers 1999).
#pragma once

#include "simd/vector_target.hpp"

#include <array>
#include <cstddef>
#include <cstdint>

namespace concord::substring {

/// Letters of a text as a number, the first one lowest, two bits each.
using packed_letters = std::uint32_t;
inline constexpr unsigned letters_of_text = 16;
/// Texts and what is written of them have room for so many more, which are of no account.
inline constexpr std::size_t padding_of_texts = 128;

struct compared_texts {
    /// By nucleotide, where the word has it: the last letter of the word is the highest bit, and bits below its first
    /// one are zeros.
    std::array<std::uint16_t, 4> matching;
    unsigned letters;            ///< of the word, at most letters_of_text
    unsigned read;               ///< letters of each text, at most letters_of_text
    unsigned most;               ///< edits with which a text is marked
    const packed_letters* texts; ///< any number of them
    std::size_t count;
    std::uint8_t* edits; ///< of the word with a beginning of each text: the fewest
    std::uint8_t* marks; ///< a bit for each text
};

struct half_kernels {
    /// Time O(count read).
    void (*compare)(const compared_texts& of);
};

/// The kernels for a target that this processor runs (simd::choose_vectors).
[[nodiscard]] const half_kernels& half_kernels_for(simd::vector_target target);

} // namespace concord::substring
