// The search of the variants by anchors, for nucleotides with insertions and deletions (anchored_search.cpp).
#pragma once

#include "problems/substring/variants/anchor_index.hpp"
#include "problems/substring/variants/variant_search.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace concord::substring {

/// Indexes of words that are blocks of windows of this length; none where the problem is another one (other letters,
/// many edits, copies, windows of fewer letters than blocks) or memory does not suffice. Time O(letters).
[[nodiscard]] std::vector<anchor_index> make_anchors(const variant_problem& given, const variant_resources& resources,
                                                     std::uint64_t length);

/// Instructions, roughly, that search_by_anchors takes: a few of the windows tell how many anchors they have.
[[nodiscard]] double cost_of_anchors(const variant_problem& given, std::span<const anchor_index> indexes,
                                     const window_starts& starts, std::uint64_t length);

/// All windows of the greatest length >= `length` that have the support, of those that begin at `starts`. `indexes` is
/// not empty. Time O(anchors k^2 length / 64), for the anchors of those windows that no other one rules out.
[[nodiscard]] longest_windows search_by_anchors(const variant_problem& given, const variant_resources& resources,
                                                std::span<const anchor_index> indexes, const window_starts& starts,
                                                std::uint64_t length);

} // namespace concord::substring
