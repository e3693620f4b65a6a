// The vector kernel of lacking_words.hpp: a walk along the beginnings of words, one letter more of some of them at a
// time.
//
//     beginnings of d letters     ACG      ACT   ...     their planes: in how many letters each window agrees
//     of d + 1                    ACGA  ACGC  ACTG ...   those in which no window agrees in enough, side by side
#pragma once

#include "simd/vector_target.hpp"

#include <cstddef>
#include <cstdint>

namespace concord::substring {

/// Windows of a block, which is two words of 64 bits; blocks of a sequence, at most.
inline constexpr std::size_t windows_of_block = 128;
inline constexpr std::size_t most_blocks_of_walk = 2;
/// Letters of a word, at most: its number has 32 bits.
inline constexpr unsigned most_letters_of_walk = 16;
/// Planes of counters, at most: up to 2^planes letters are enough.
inline constexpr unsigned most_planes_of_walk = 3;
/// Beginnings that are looked at together; a list has room for all that follow, besides as many that are left, and for
/// what a vector writes beyond.
inline constexpr std::size_t beginnings_at_once = 64;
inline constexpr std::size_t most_beginnings = 5 * beginnings_at_once + 8;

/// Beginnings of as many letters each.
struct beginning_list {
    std::uint64_t planes[most_planes_of_walk * most_blocks_of_walk][2 * most_beginnings];
    std::uint32_t numbers[most_beginnings];
    std::size_t count;
};

struct lacking_walk {
    unsigned length; ///< of a word
    unsigned enough; ///< letters in which a near window agrees, 1 to 8
    std::size_t blocks;
    const std::uint64_t* agreeing;        ///< by letter of the word, block and letter: windows, as two words
    const std::uint64_t* const* existing; ///< by letters: a bit for each beginning that some word has
    beginning_list* lists;                ///< by letters, from none to length - 1; empty before and after
    void (*visit)(void* to, const std::uint32_t* words, std::size_t count); ///< words that no window is near to
    void* to;
};

struct lacking_kernels {
    void (*walk)(const lacking_walk& along);
};

/// The kernel for a target that this processor runs (simd::choose_vectors).
[[nodiscard]] const lacking_kernels& lacking_kernels_for(simd::vector_target target);

} // namespace concord::substring
