// The vector kernels of walked_pairs.hpp: pairs of words that some word may still be near to both of.
//
//     first     A C G T A C      a word that begins with A T has one mismatch with the first one and none with the
//     second    A T G T C C      second; what follows differs in one place, which costs one of them another
//
// So a pair has three numbers: the mismatches that are left with the first and with the second word, and their sum less
// the letters in which the two still differ. It is dropped where one of them falls below 0.
#pragma once

#include "simd/vector_target.hpp"

#include <cstddef>
#include <cstdint>

namespace concord::substring {

/// Pairs that may be written beyond the last one, in every list.
inline constexpr std::size_t padding_of_pairs = 16;
inline constexpr unsigned most_letters_of_pairs = 16;    ///< two bits each, the first letter in the highest ones
inline constexpr unsigned most_mismatches_of_pairs = 15; ///< four bits, and a fifth below which it does not fall
inline constexpr std::size_t most_sequences_of_pairs = 1U << 16U;

/// Pairs of words of one sequence each, side by side.
struct pair_rows {
    std::uint32_t* first;
    std::uint32_t* second;
    std::uint32_t* state; ///< the sequence's number, and what is left

    [[nodiscard]] pair_rows from(std::size_t index) const noexcept {
        return {first + index, second + index, state + index};
    }
};

struct pair_kernels {
    /// Lists the pairs of some words of a sequence that differ in at most 2 * mismatches letters; how many they are.
    /// `words` may be read up to padding_of_pairs beyond the last one.
    std::size_t (*list)(const std::uint32_t* words, std::size_t count, std::uint32_t sequence, unsigned mismatches,
                        const pair_rows& to);
    /// Those that a word may be near to which goes on with a letter, after `shift` / 2 more letters its last; how many.
    std::size_t (*follow)(const pair_rows& from, std::size_t count, unsigned shift, std::uint32_t letter,
                          const pair_rows& to);
    /// The sequences of the pairs whose two words are within `mismatches` of a word; how many they are.
    std::size_t (*near)(const pair_rows& from, std::size_t count, std::uint32_t word, unsigned mismatches,
                        std::uint32_t* sequences);
};

/// A pair of words that differ in `distance` <= 2 * mismatches letters, before any letter is known.
[[nodiscard]] constexpr std::uint32_t state_of_pair(std::uint32_t sequence, unsigned mismatches, unsigned distance) {
    return sequence << 16U | (32 + 2 * mismatches - distance) << 10U | (16 + mismatches) << 5U | (16 + mismatches);
}

/// The kernels for a target that this processor runs (simd::choose_vectors).
[[nodiscard]] const pair_kernels& pair_kernels_for(simd::vector_target target);

} // namespace concord::substring
