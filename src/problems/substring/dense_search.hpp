// The dense path over many groups of spans: tiles of sources, each against all sequences, so that a support count never
// crosses a tile; the greatest length found so far is shared by all.
#pragma once

#include "problems/substring/scan.hpp"
#include "problems/substring/search.hpp"
#include "runtime/distributed/step.hpp"

#include <string_view>
#include <vector>

namespace concord::substring {

/// What of the collection is compared: spans of sources with the sequences that are their targets.
struct comparison {
    std::vector<source_span> sources;
    target_list targets;
    std::string_view shown; ///< what the progress report calls it; empty: no report
    runtime::divided_among division = runtime::divided_among::ranks;
};

/// Spans that cover all windows of `length` letters, of at most `tile` starts each (0: chosen).
/// Of equal sequences, where they are given as groups, only the one that stands for the others is covered.
[[nodiscard]] std::vector<source_span> spans_of(const problem& given, std::uint64_t length, std::uint64_t tile,
                                                const distinct_sequences* distinct = nullptr);

/// How many spans that would be.
[[nodiscard]] std::uint64_t count_spans(const problem& given, std::uint64_t length);

/// At most `count` of them, evenly spread, without listing them all.
[[nodiscard]] std::vector<source_span> sample_of_all(const problem& given, std::uint64_t length, std::uint64_t count);

/// At most `count` of the spans, evenly spread.
[[nodiscard]] std::vector<source_span> sample_of(const std::vector<source_span>& spans, std::uint64_t count);

/// All windows in the sources of the greatest length >= threshold that have the support among the targets.
[[nodiscard]] longest_windows scan_all(const problem& given, const search_means& means, const comparison& compared,
                                       std::uint64_t threshold);

/// The same with all sequences against all, each distinct one once.
[[nodiscard]] longest_windows scan_distinct(const problem& given, const search_means& means, std::uint64_t threshold);

/// The next length to try where `length` > min_length is reached by none: lower ones cost more, so the steps shrink.
[[nodiscard]] inline std::uint64_t lowered_length(const problem& given, std::uint64_t length) {
    const std::uint64_t step = (length - given.min_length) / 4;
    return length - (step > 0 ? step : 1);
}

/// Instructions that scan_all is estimated to take.
[[nodiscard]] double cost_of_scanning(const problem& given, std::uint64_t spans, std::uint64_t targets,
                                      std::uint64_t length);

/// A length >= min_length that some window is known to reach with the support, from a sample of all windows; 0: none
/// found. Never more than the answer.
[[nodiscard]] std::uint64_t sampled_length(const problem& given, const search_means& means);

} // namespace concord::substring
