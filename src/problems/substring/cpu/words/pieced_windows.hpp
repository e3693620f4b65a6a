// The answer where windows share little but by chance, and within many mismatches: all windows of a length are counted
// by the pieces that near ones share (shared_pieces.hpp). A comparison of all with all takes a hundred times as long;
// tables of all words (counted_words.hpp) do not reach words of so many letters.
//
// The first length is one more than random sequences are expected to share: few windows are left by their bounds there.
// From what is near to these, how far each reaches is known at once, however long the answer is: an adapter that few
// sequences have takes no longer than what they share by chance. Where none has so many letters, downwards.
//
//   letters    19                  all windows     bounded: 4,092 of 410,000 are left     653 reach 19 letters, none 20
//              18, had 19 none     all windows     mostly have the support by chance      counted at once
#pragma once

#include "problems/substring/cpu/cpu_search.hpp"

#include <cstdint>
#include <optional>

namespace concord::substring {

/// All windows of the greatest length >= min_length that have the support; nothing: it is given up, as it takes more
/// than `most_cost` instructions, or windows are too long or too short for pieces. `reached`: letters that some window
/// with the support is known to have. Time O(windows^2 share of pairs that share a piece) for a length.
[[nodiscard]] std::optional<longest_windows> find_by_pieces(const problem& given, const cpu_resources& resources,
                                                            double most_cost, std::uint64_t reached = 0);

/// Whether the filter is estimated to take less than pieces where some window of so many letters is known to have the
/// support.
[[nodiscard]] bool is_filtered_sooner(const problem& given, const cpu_resources& resources, std::uint64_t reached);

/// Instructions of the lengths that are expected to be looked at; infinite: not possible.
[[nodiscard]] double cost_of_finding_by_pieces(const problem& given, const cpu_resources& resources);

} // namespace concord::substring
