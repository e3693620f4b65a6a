// How far a word reaches in a text with k edits, from an anchor: a place where some of its letters stand unchanged.
//
//   word      A C G T T A G C ...        The diagonal of the anchor is 0. Edits before and behind it are k together, so
//   text  . . A C G T A G C A ...        an occurrence stays on the diagonals -k to k. R(e, d) is the furthest letter
//                                        of the word that is reached on diagonal d with e edits, wherever the
//   R(0, 0) = 4, R(1, -1) = 8 ...        occurrence begins (Ukkonen 1985; Landau and Vishkin 1989).
//
// Eight anchors stand side by side. On each diagonal a mask has a bit for every letter of the word that differs, and
// R(e, d) is one bit: the furthest of
//
//     R(e-1, d) << 1     another letter stands there
//     R(e-1, d+1) << 1   nothing does: the letter of the word is inserted
//     R(e-1, d-1)        one letter more does, which is deleted
//
// moved on to the next difference: x = mask & -R has that as its lowest bit, which is x & -x. Without insertions and
// deletions there is one diagonal, and differences are counted.
#pragma once

#include "simd/vector_target.hpp"

#include <cstddef>
#include <cstdint>

namespace concord::substring {

/// Edits that the kernels know.
inline constexpr std::uint64_t most_edits_of_reaches = 6;
/// Anchors are padded to a multiple of this.
inline constexpr std::size_t anchors_at_once = 8;
/// Letters that match nothing stand before and behind a text in planes, so that every diagonal of an anchor has some.
inline constexpr std::uint64_t margin_of_planes = 128;

/// Planes of a text: low bit and high bit of a letter, and whether it matches nothing; or of letters that are sets,
/// whether each nucleotide is one of them.
[[nodiscard]] constexpr std::size_t planes_of_text(bool has_sets) noexcept { return has_sets ? 4 : 3; }

/// A word, which is a part of the text, and the text: planes of bits, word by word of 64 letters. Letter p of the text
/// is at p + margin_of_planes.
struct reached_word {
    const std::uint64_t* planes;
    std::uint64_t first;
    std::uint64_t length; ///< up to here it may reach
    bool has_sets;
};

/// Where the first letter of the word stands if the anchor's diagonal has no edit, and the piece [first, last) that it
/// is in; all three + margin_of_planes.
struct anchor_lists {
    const std::uint64_t* places;
    const std::uint64_t* firsts;
    const std::uint64_t* lasts;
    std::size_t count; ///< a multiple of anchors_at_once
};

/// A part of a word, of at most letters_of_screen(edits) letters: low and high bits of its letters, and which of them
/// are ambiguous.
struct screened_word {
    std::uint32_t low;
    std::uint32_t high;
    std::uint32_t any;
    std::uint32_t length;
};
/// 32 letters of the text, on every diagonal.
[[nodiscard]] constexpr std::uint64_t letters_of_screen(std::uint64_t edits) noexcept { return 31 - 2 * edits; }

/// 32 letters of the text each, from the margin on: low bits below high bits, and which are ambiguous; null: none is.
struct screened_text {
    const std::uint64_t* letters;
    const std::uint32_t* any;
};

/// How an occurrence may differ.
struct reach_edits {
    unsigned count;
    bool indels;
};

/// Keeps those places around which the word may occur, as if letters that match nothing were As, and ambiguous ones
/// matched anything; returns how many. A place is where the first letter of the word stands, + margin_of_planes;
/// `count` is a multiple of 2 * anchors_at_once. Time O(count k^2).
using screen_kernel = std::size_t (*)(const screened_word& word, const screened_text& text, const reach_edits& edits,
                                      std::uint32_t* places, std::size_t count);
/// Letters of the longest prefix of the word with an occurrence within k edits on the diagonals of each anchor.
/// Time O(count k^2 reach / 64).
using reach_kernel = void (*)(const reached_word& word, const anchor_lists& anchors, const reach_edits& edits,
                              std::uint64_t* reached);

struct reach_kernels {
    screen_kernel screen;
    reach_kernel reaches;
};

/// The kernels for a target that this processor runs (simd::choose_vectors).
[[nodiscard]] screen_kernel screen_kernel_for(simd::vector_target target);
[[nodiscard]] reach_kernels reach_kernels_for(simd::vector_target target);

} // namespace concord::substring
