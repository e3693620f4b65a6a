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
// Rows are rotated by 0 to 63 letters once for some sources, and a rotation by more begins at a later word.
//
//     planes    start so that the highest is set just where the mismatches are more than k: no comparison is needed
#pragma once

#include "problems/substring/lcp_with_mismatches.hpp"
#include "simd/vector_target.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

namespace concord::substring {

/// Targets of equally many words, one lane each, laid out like a growth_block.
struct diagonal_shape {
    std::size_t lanes; ///< a multiple of growth_padding
    std::size_t stride;
    unsigned words;               ///< of 64 letters, of each target
    std::size_t longest;          ///< letters of the longest target, or more
    std::size_t window;           ///< letters of a window, at least 1
    std::uint64_t mismatches;     ///< k
    const std::uint64_t* ends;    ///< where windows may end; word w of a lane is at w * stride + lane
    const std::uint64_t* weights; ///< by lane; null: 1 each
    const std::uint64_t* rows;    ///< of positions that hold a letter, one row of all words after the other
    std::size_t letters;          ///< rows
};

struct diagonal_source {
    std::span<const std::uint8_t> letters; ///< numbers of rows; the number of rows: one that is nowhere
    std::uint64_t* supports;               ///< by the first letter of a window
};

/// The most letters of a source, and digits of a counter, that there is code for.
inline constexpr std::size_t most_diagonal_letters = 511;
inline constexpr unsigned most_diagonal_planes = 10;

/// Mismatches up to which windows are counted in two parts (split_windows-inl.hpp), words of diagonals side by side,
/// and vectors of rows that are stored for a part, about: half of a second-level cache.
inline constexpr std::uint64_t most_split_mismatches = 5;
inline constexpr unsigned most_split_words = 4;
inline constexpr std::size_t stored_of_part = 2048;

/// Starts of a part: of as many windows in so many words of diagonals.
[[nodiscard]] constexpr std::size_t starts_of_part(std::size_t window, std::size_t starts, unsigned words,
                                                   std::uint64_t mismatches) noexcept {
    const std::size_t most = std::min(window, stored_of_part / (words * (mismatches + 1)));
    const std::size_t parts = (starts + most - 1) / most;
    return (starts + parts - 1) / parts;
}

/// Instructions of a source of so many letters against one word of the diagonals of some lanes, about: by counters, in
/// two parts, and by whichever takes less.
[[nodiscard]] constexpr std::size_t steps_of_counters(std::size_t letters, std::size_t window,
                                                      std::uint64_t mismatches) noexcept {
    return letters * (4 + 5 * std::size_t{planes_of_diagonals(window, mismatches)}) / 2;
}
[[nodiscard]] constexpr std::size_t steps_of_split(std::size_t letters, std::size_t window,
                                                   std::uint64_t mismatches) noexcept {
    const std::size_t starts = letters + 1 - window;
    const std::size_t of_part = starts_of_part(window, starts, most_split_words, mismatches);
    const std::size_t read = (starts + of_part - 1) / of_part * window + starts;
    return read * (mismatches + 2) + starts * 3 * (mismatches + 1);
}
[[nodiscard]] constexpr bool is_split(std::size_t letters, std::size_t window, std::uint64_t mismatches) noexcept {
    return mismatches <= most_split_mismatches && letters >= window &&
           steps_of_split(letters, window, mismatches) < steps_of_counters(letters, window, mismatches);
}
[[nodiscard]] constexpr std::size_t steps_of_diagonals(std::size_t letters, std::size_t window,
                                                       std::uint64_t mismatches) noexcept {
    return is_split(letters, window, mismatches) ? steps_of_split(letters, window, mismatches)
                                                 : steps_of_counters(letters, window, mismatches);
}

/// Words that `count` needs beside its arguments for sources of `most` letters at most and `all` together: hits, what
/// is stored of a part, all rows rotated by 0 to 63 letters, and where each letter of a source stands among these.
[[nodiscard]] constexpr std::size_t scratch_of_diagonals(std::size_t rows, unsigned words, std::size_t most,
                                                         std::size_t all) noexcept {
    const std::size_t of_target = std::size_t{64} * words;
    return 8 * (most + stored_of_part + (rows + 2) * 2 * of_target) + (most + of_target + all) / 2 + 1;
}

struct diagonal_kernels {
    /// Adds to supports[p] of each source the weights of the lanes that hold its window at letter p. `scratch` is
    /// aligned to a cache line.
    void (*count)(const diagonal_shape& shape, std::span<const diagonal_source> sources, std::uint64_t* scratch);
};

/// The kernel for a target that this processor runs (simd::choose_vectors).
[[nodiscard]] const diagonal_kernels& diagonal_kernels_for(simd::vector_target target);

} // namespace concord::substring
