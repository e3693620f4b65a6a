// Windows of nucleotides, counted by anchors: a sequence holds a word only near places where one of k + 1
// blocks of the word stands unchanged, and from each of these a kernel tells how far the word reaches (reach_kernels).
//
//   a piece     ...[GATTACAG]..[CCATGCAA].[TTGACCGT]....     k + 1 blocks of a window, the rarest ones
//                  |<------- no window is longer ------>|    each sequence: the furthest of what its anchors reach;
//                                                            the t-th furthest of these is how far the word has the
//                                                            support
//
// What a word reaches bounds all words that begin before it: a longer one would hold a longer one of it. So a piece is
// read from its last window to its first, and most windows are skipped.
#pragma once

#include "problems/substring/variants/anchor_index.hpp"
#include "problems/substring/variants/variant_search.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace concord::substring {

/// Indexes of words that are blocks of windows of one length, and the sequences that these leave out.
struct window_anchors {
    letterwise_sequences without;
    std::vector<anchor_index> indexes; ///< empty: windows are counted in another way
};

/// None where the problem is another one (other letters, many edits, copies, windows of fewer letters than blocks) or
/// memory does not suffice. Time O(letters).
[[nodiscard]] window_anchors make_anchors(const variant_problem& given, const variant_resources& resources,
                                          std::uint64_t length);

/// Instructions, roughly, that search_by_anchors takes: a few of the windows tell how many anchors they have.
/// `is_shared`: whether as many sequences as are wanted share words (variant_costs.hpp).
[[nodiscard]] double cost_of_anchors(const variant_problem& given, const window_anchors& anchors,
                                     const window_starts& starts, std::uint64_t length, bool is_shared);

/// All windows of the greatest length >= `length` that have the support, of those that begin at `starts`, but for
/// windows without blocks: those are what is left of the starts. `anchors` has indexes. Time O(anchors k^2 length /
/// 64), for the anchors of those windows that no other one rules out.
[[nodiscard]] supported_starts search_by_anchors(const variant_problem& given, const variant_resources& resources,
                                                 const window_anchors& anchors, window_starts& starts,
                                                 std::uint64_t length);

} // namespace concord::substring
