// The inner loops of joins, compiled for every vector target: sketches are compared in vectors, and short sequences
// in lanes, diagonal by diagonal.
#pragma once

#include "simd/vector_target.hpp"

#include <cstddef>
#include <cstdint>
#include <span>

namespace concord::edit_distance {

/// Sequences beside each other that one is compared with. Either array of numbers may be null: all have equal keys.
struct sketch_list {
    const std::uint64_t* sketches = nullptr;
    const std::uint32_t* keys = nullptr;
    std::size_t begin = 0;
    std::size_t end = 0;
};

/// Writes the indices of those whose sketches differ from `sketch` in at most `most` bits (similar) or have together
/// with it at most `most` bits (united), and whose keys are `key`; returns how many. `found` has room for all and 8
/// more.
using find_similar = std::size_t (*)(const sketch_list& among, std::uint64_t sketch, std::uint32_t key, unsigned most,
                                     std::uint32_t* found);

inline constexpr unsigned most_extended_pieces = 4; ///< behind an equal one, that are looked at
inline constexpr unsigned extension_bits = 48;      ///< of letters in a word; above them four bits a piece

/// Letters of b behind a piece (piece_extension.hpp): a bit of each of them, then the next bit of each, and then the
/// numbers of letters of the next pieces, up to 15.
using extension_word = std::uint64_t;
/// Letters of a behind a window: a word for each of two or four bits of a letter.
struct extension_letters {
    std::uint64_t bits[4] = {};
    unsigned bits_of_letter = 2;
};

/// Writes the indices of those with words that the letters of a can go on with (behind the piece j pieces have at most
/// j edits of the metric, for each j) and whose keys are `key`. Behind the words there is room for 8 more, and `found`
/// has room for all and 8.
using find_extended = std::size_t (*)(const sketch_list& among, const extension_letters& letters, std::uint32_t key,
                                      std::uint32_t* found);

inline constexpr unsigned most_word_planes = 8; ///< of letters of which words are hashed and sketched

/// Letters in groups: bits [begin, begin + bits) of a sketch count those of a group. `bits` is a power of two, up
/// to 32.
struct sketch_letters {
    struct group {
        std::uint32_t first; ///< of its codes
        std::uint32_t count;
        std::uint32_t begin;
        std::uint32_t bits;
    };
    std::span<const group> groups;
    std::span<const std::uint8_t> codes;
    unsigned planes = 0;
    bool in_place = false; ///< no groups: bits of letters in their places
};

/// Windows of sequences of one length (word_keys.hpp). Of each plane the letters of a window's parts, put together, are
/// multiplied by the plane's factor; to the sum `added` is added, it is mixed, and its lowest bit becomes `lowest`.
struct word_windows {
    struct part {
        std::uint64_t within; ///< ones, as many as it has letters
        std::uint32_t begin;  ///< letter
        std::uint32_t before; ///< letters of the parts before
    };
    struct window {
        std::uint64_t added;
        std::uint64_t lowest;
        std::uint32_t first; ///< of its parts
        std::uint32_t count;
    };
    std::span<const window> windows;
    std::span<const part> parts;
    const std::uint64_t* factors = nullptr;
    unsigned planes = 0;
    std::size_t stride = 0; ///< of the hashes of a window
};

/// How letters are left out of sequences of one length (left_out_words-inl.hpp).
struct left_out_rule {
    const std::uint64_t* factors = nullptr; ///< of the planes
    unsigned planes = 1;                    ///< at least
    std::uint32_t length = 0;               ///< at most longest_in_word
    std::uint32_t omitted = 0;              ///< up to most_left_out, and less than `length`
    std::size_t stride = 0;                 ///< from the hashes of one choice of letters to those of the next
};
inline constexpr std::uint32_t most_left_out = 2;

/// Letters of the longest sequences that bounded_distances takes.
inline constexpr std::uint64_t longest_in_word = 63;
/// The greatest bound that it takes, but for hamming, which has none: by cells that are known at compile time, and by
/// loops over them, which damerau_levenshtein does not have.
inline constexpr unsigned most_short_bound = 4;
inline constexpr unsigned most_wide_bound = 16;

enum class short_metric : std::uint8_t { levenshtein, indel, hamming, osa, damerau_levenshtein };

/// Short sequences by rank, `stride` words each: the length, and a word a plane; the last plane is of ambiguous letters
/// where there are any.
struct short_list {
    const std::uint64_t* words = nullptr;
    unsigned stride = 0;
};

struct rank_pair {
    std::uint32_t a;
    std::uint32_t b;
};

/// How they are compared.
struct short_rule {
    short_metric metric = short_metric::levenshtein;
    unsigned bound = 0;
    bool last_is_ambiguous = false;
};

/// Instead of the distance of sequences that do not fit a word.
inline constexpr std::uint32_t not_short = 0xFFFF'FFFFU;

/// Writes of every pair the distance, or `bound` + 1 if it is greater, by furthest-reaching points in lanes
/// (short_lanes-inl.hpp, wide_lanes-inl.hpp).
using bounded_distances = void (*)(const short_list& a, const short_list& b, const short_rule& rule,
                                   std::span<const rank_pair> pairs, std::uint32_t* distances);

/// Of the ranks from `first` to `end`, whose words are there: the sketch of each, or the hashes of all windows.
using sketch_words = void (*)(const short_list& words, std::size_t first, std::size_t end,
                              const sketch_letters& letters, std::uint64_t* sketches);
using hash_words = void (*)(const short_list& words, std::size_t first, std::size_t end, const word_windows& windows,
                            std::uint64_t* hashes);
/// The same with letters left out: of each choice of these, in ascending order.
using hash_left_out = void (*)(const short_list& words, std::size_t first, std::size_t end, const left_out_rule& rule,
                               std::uint64_t* hashes);

/// Writes what each of `rows` profiles of `bins` counts has in common with each of `count` others, row by row: the sum
/// of the smaller counts. Profiles follow each other; `bins` is a multiple of 64, counts are at most 15.
using count_common = void (*)(const std::uint8_t* profiles, std::size_t rows, const std::uint8_t* others,
                              std::size_t bins, std::size_t count, std::uint32_t* common);

struct join_kernels {
    sketch_words sketches;
    hash_words hashes;
    hash_left_out left_out;
    find_similar similar;
    find_similar united;
    bounded_distances distances;
    find_extended extended[5]; ///< by short_metric
    count_common common;
};

[[nodiscard]] const join_kernels& join_kernels_for(simd::vector_target target);

} // namespace concord::edit_distance
