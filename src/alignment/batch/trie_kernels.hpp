// The inner loop of comparing short words in lanes with words in order, compiled for every vector target
// (trie_rows-inl.hpp).
#pragma once

#include "simd/vector_target.hpp"

#include <concord/distance.hpp>

#include <array>
#include <cstddef>
#include <cstdint>

namespace concord::edit_distance {

/// Words of 64 columns, at most. 1,500 random reads with each other, the nearest, one thread, beside whole matrices:
/// 500 letters took 2.8 s by Levenshtein (4.0) and 1.3 s by indel (2.2), 700 letters 6.9 s (5.3) and 2.9 s (3.1), 1,000
/// letters by indel 5.2 s (10.9); by Hamming 321 letters took twice as long.
[[nodiscard]] constexpr unsigned most_trie_words(distance_metric metric) noexcept {
    switch (metric) {
    case distance_metric::indel: return 16;
    case distance_metric::hamming: return 5;
    default: return 8;
    }
}
/// Letters along the columns, at most.
[[nodiscard]] constexpr std::uint64_t most_trie_columns(distance_metric metric) noexcept {
    return std::uint64_t{64} * most_trie_words(metric);
}
/// Letters along the rows, at most.
inline constexpr std::uint64_t most_trie_rows = 1024;
/// Bits of a letter, at most.
inline constexpr unsigned most_trie_planes = 8;

struct trie_hit {
    std::uint32_t word;
    std::uint32_t lane;
    std::uint32_t distance;
};

/// Words of one length along the rows, in an order in which many begin as the word before, and words in lanes along the
/// columns. A group is the bits of all columns of all lanes: the first 8, 16, 32 or 64 columns of each, then the next.
struct trie_sweep {
    const std::uint8_t* letters; ///< of word i from i * rows on
    const std::uint16_t* common; ///< of word i: letters that it has in common with the word before; 0 behind the last
    std::uint32_t rows;          ///< letters of each word
    std::uint32_t next;          ///< word to be compared; moves on
    std::uint32_t end;           ///< of the words
    std::uint32_t kept;          ///< rows whose states are those of the word before `next`; changes
    const std::uint64_t* differ; ///< for each letter a group: the columns that have another
    const std::uint64_t* within; ///< after 0, 1 ... rows a group: the columns up to the diagonal of the last cell
    const std::uint64_t* bounds; ///< of each lane the greatest distance, as a signed number
    std::uint64_t* states;       ///< after 0, 1 ... rows the recurrence's words, a group each
    std::uint32_t look_every;    ///< multiples of so many rows: whether no lane can be within its bound; 0: never
    std::uint32_t looks;         ///< counts these
    std::uint32_t hopeless;      ///< and how often none could
    trie_hit* hits;
    std::size_t most_hits; ///< room for them; at least the lanes of a group
};

/// Goes on until all words are compared or there is no room for the hits of another; returns how many hits there are.
using sweep_trie = std::size_t (*)(trie_sweep& sweep);

struct trie_kernel {
    unsigned lane_bits = 0;
    unsigned words = 0;  ///< of columns, in a lane each
    unsigned lanes = 0;  ///< of a group
    unsigned states = 0; ///< words of the recurrence
    sweep_trie sweep = nullptr;

    [[nodiscard]] constexpr std::uint32_t most_columns() const noexcept { return lane_bits * words; }
    /// Words of 64 bits.
    [[nodiscard]] constexpr std::size_t group_size() const noexcept {
        return (std::size_t{lanes} * most_columns() + 63) / 64;
    }
};

/// Of one metric: lanes of 16, 32 and 64 bits, then of 2 and more times 64, ascending in columns; behind those of
/// most_trie_words() empty ones.
using trie_kernel_list = std::array<trie_kernel, 11>;

struct trie_kernels {
    std::array<trie_kernel_list, 5> of_metric; ///< in the order of distance_metric
};

[[nodiscard]] const trie_kernels& trie_kernels_for(simd::vector_target target);

} // namespace concord::edit_distance
