// The dense path over many groups of spans: tiles of sources, each against all sequences, so that a support count never
// crosses a tile; the greatest length found so far is shared by all.
#pragma once

#include "problems/substring/scan.hpp"
#include "problems/substring/search.hpp"

#include <span>
#include <vector>

namespace concord::substring {

/// Spans that cover all windows of `length` letters of the given sequences (all where `sequences` is empty).
[[nodiscard]] std::vector<source_span> spans_of(const problem& given, std::uint64_t length, std::uint64_t tile);

/// All windows in the spans of the greatest length >= threshold that have the support.
[[nodiscard]] longest_windows scan_all(const problem& given, const search_means& means,
                                       std::span<const source_span> spans, std::uint64_t threshold, bool show_progress);

/// A length >= min_length that some window is known to reach with the support, from a sample of all windows; 0: none
/// found. Never more than the answer.
[[nodiscard]] std::uint64_t sampled_length(const problem& given, const search_means& means);

} // namespace concord::substring
