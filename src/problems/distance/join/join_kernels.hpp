// The inner loops of joins, compiled for every vector target: sketches are compared in vectors, and short sequences
// diagonal by diagonal.
#pragma once

#include "simd/vector_target.hpp"

#include <cstddef>
#include <cstdint>

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

/// Letters of a short sequence in bit planes, a word each; the last plane is of ambiguous letters where there are any.
struct short_letters {
    const std::uint64_t* planes = nullptr;
    std::uint32_t length = 0;
};

/// Letters of the longest sequences that bounded_distance takes.
inline constexpr std::uint64_t longest_in_word = 63;
/// The greatest bound that it takes, and that of OSA.
inline constexpr unsigned most_short_bound = 8;
inline constexpr unsigned most_short_osa_bound = 2;

enum class short_metric : std::uint8_t { levenshtein, indel, hamming, osa };

/// The distance, or `bound` + 1 if it is greater. The lengths differ by no more than the bound (hamming: not at all).
/// Bounds of 1 and 2 by common prefixes and suffixes, others by furthest-reaching points (short_distance-inl.hpp).
using bounded_distance = unsigned (*)(const short_letters& a, const short_letters& b, unsigned planes,
                                      bool last_is_ambiguous, unsigned bound, short_metric metric);

struct join_kernels {
    find_similar similar;
    find_similar united;
    bounded_distance distance;
};

[[nodiscard]] const join_kernels& join_kernels_for(simd::vector_target target);

} // namespace concord::edit_distance
