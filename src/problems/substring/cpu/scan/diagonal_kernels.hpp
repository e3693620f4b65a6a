// The vector kernel of counting mismatches along diagonals: all windows of one length of a source against many targets,
// 64 positions of a target in each lane. What it takes does not depend on how similar they are, nor much on k.
//
// Position j of a target and letter i of the source are on the diagonal j - i. The mismatches of the windows of L
// letters that end there are those of the windows before them, one letter more and one letter less:
//
//     D[i][j] = D[i-1][j-1] + (s[i] != t[j]) - (s[i-L] != t[j-L])
//
// The bits of a counter are spread over words, one word for each binary digit, and bit x of them is the diagonal x: the
// row of positions that hold s[i] is rotated by i. So one letter is one bit-sliced addition of +1, -1 or 0 (Harley and
// Seal's counters). A diagonal leaves the word at its end and another one enters at its beginning; within L letters
// the counter has forgotten the first, before a window of the second is complete.
//
//     planes    start so that the highest is set just where the mismatches are more than k: no comparison is needed
#pragma once

#include "simd/vector_target.hpp"

#include <cstddef>
#include <cstdint>
#include <span>

namespace concord::substring {

/// Targets of equally many words, one lane each, laid out like a growth_block.
struct diagonal_shape {
    std::size_t lanes; ///< a multiple of growth_padding
    std::size_t stride;
    unsigned words;               ///< of 64 letters, of each target
    std::size_t window;           ///< letters of a window, at least 1
    std::uint64_t mismatches;     ///< k
    const std::uint64_t* ends;    ///< where windows may end; word w of a lane is at w * stride + lane
    const std::uint64_t* weights; ///< by lane; null: 1 each
};

/// The most letters of a source, and digits of a counter, that there is code for.
inline constexpr std::size_t most_diagonal_letters = 511;
inline constexpr unsigned most_diagonal_planes = 10;

/// Words that `count` needs beside its arguments: rows of a source, before them one window, and as many hits.
[[nodiscard]] constexpr std::size_t scratch_of_diagonals(std::size_t window, std::size_t letters) noexcept {
    return (window + 2 * letters) * 8;
}

struct diagonal_kernels {
    /// Adds to supports[p] the weights of the lanes that hold the window of the source at letter p. `letters`: for each
    /// letter of the source, the row of positions where the targets hold it. `scratch` is aligned to a cache line.
    void (*count)(const diagonal_shape& shape, std::span<const std::uint64_t* const> letters, std::uint64_t* scratch,
                  std::uint64_t* supports);
};

/// The kernel for a target that this processor runs (simd::choose_vectors).
[[nodiscard]] const diagonal_kernels& diagonal_kernels_for(simd::vector_target target);

} // namespace concord::substring
