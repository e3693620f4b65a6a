// The answer where windows share little but by chance, and within many mismatches: all windows of a length are counted
// by the pieces that near ones share (shared_pieces.hpp). A comparison of all with all takes a hundred times as long;
// tables of all words (counted_words.hpp) do not reach words of so many letters.
//
// The first length is one more than random sequences are expected to share: few windows are left by their bounds there.
// Then upwards with the windows both of whose shorter ones have the support, else downwards.
//
//   letters    19                  all windows     bounded: 4,092 of 410,000 are left     counted: 3,783 have it
//              20                  653 of these    bounded: none                          19 is the answer
//              18, had 19 none     all windows     mostly have the support by chance      counted at once
#pragma once

#include "problems/substring/cpu/cpu_search.hpp"

#include <cstdint>
#include <optional>

namespace concord::substring {

/// Whatever the answer is; or only one of hardly more letters than random sequences share, as of a longer one each
/// letter takes as long: where few sequences hold an adapter, other ways come to its length at once.
enum class wanted_answer : std::uint8_t { any, by_chance };

/// All windows of the greatest length >= min_length that have the support; nothing: it is given up, as it takes more
/// than `most_cost` instructions, windows are too long or too short for pieces, or the answer is no wanted one. Time
/// O(windows^2 share of pairs that share a piece) for a length.
[[nodiscard]] std::optional<longest_windows> find_by_pieces(const problem& given, const cpu_resources& resources,
                                                            double most_cost, wanted_answer wanted);

/// Instructions of the lengths that are expected to be looked at; infinite: not possible.
[[nodiscard]] double cost_of_finding_by_pieces(const problem& given, const cpu_resources& resources);

} // namespace concord::substring
