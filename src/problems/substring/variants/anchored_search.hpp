// The search of the variants by anchors (anchored_search.cpp), for nucleotides with insertions and deletions.
#pragma once

#include "problems/substring/variants/anchor_index.hpp"
#include "problems/substring/variants/variant_search.hpp"

#include <cstdint>

namespace concord::substring {

/// A window of `length` letters at a place of the text that so many sequences hold.
struct anchored_window {
    std::uint64_t start;
    std::uint64_t length;
    std::uint64_t support;
};

/// Whether this search knows the problem: nucleotides, insertions and deletions, few edits, one copy; windows with a
/// letter for each block at least.
[[nodiscard]] bool can_be_anchored(const variant_problem& given, std::uint64_t length);

/// All windows of the greatest length >= `length` that have the support, of those that begin at `starts`.
[[nodiscard]] longest_windows search_by_anchors(const variant_problem& given, const variant_resources& resources,
                                                std::span<const anchor_index> indexes,
                                                const window_starts& starts, std::uint64_t length);

} // namespace concord::substring
