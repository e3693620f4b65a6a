// Distances within few edits: a band of diagonals, 64 a word (Hyyrö, Nordic J. of Computing 10, 2003; for the longest
// common subsequence AWOCA 2004). No table of the pattern's letters is made: those of the band are compared with each
// letter of the text, in vectors.
#pragma once

#include "simd/vector_target.hpp"

#include <cstddef>
#include <cstdint>
#include <limits>

namespace concord::lanes {

/// Words of a band in which so many edits are looked for: they have a bit for each of its diagonals.
[[nodiscard]] constexpr std::size_t words_of_band(std::uint64_t most) noexcept {
    return static_cast<std::size_t>(most / 64 + 1);
}
/// The same of insertions and deletions: rows stand still for 16 columns or more, as many as there are bits to spare.
[[nodiscard]] constexpr std::size_t words_of_indel_band(std::uint64_t most) noexcept {
    return words_of_band(most + 15);
}
inline constexpr std::uint64_t most_edits_in_band = 2047; ///< of 32 words
inline constexpr std::size_t least_pattern_of_band = 64;  ///< letters

/// A pattern of at least least_pattern_of_band letters and a text, of letters of one width.
struct band_task {
    const void* pattern;
    std::size_t length; ///< letters of the pattern
    const void* text;
    std::size_t columns; ///< letters of the text
    std::uint64_t most;  ///< up to most_edits_in_band
    /// The edits of the first `look` columns, or some more, say whether there seem to be `few` in all, where other ways
    /// take less time. 0: no look.
    std::size_t look = 0;
    std::size_t few = 0;
};
/// What a look ends with.
inline constexpr std::uint64_t seem_few = std::numeric_limits<std::uint64_t>::max();

/// The distance, or most + 1 if it is greater, or seem_few. Time: O(text * words of the band), less where there are
/// many more edits.
using band_kernel = std::uint64_t (*)(const band_task&);

/// By log2 of the bytes of a letter.
struct band_kernels {
    band_kernel levenshtein[3];
    band_kernel indel[3];
};

[[nodiscard]] const band_kernels& band_kernels_for(simd::vector_target target);

} // namespace concord::lanes
