// Where windows may stand with insertions and deletions, counted by the place of the text between their halves: an
// occurrence with k edits has one, and what stands before and behind it is near to a half each, with k edits in all.
//
//     window         ACGTTGC|AGGACTA
//     text      ...T ACTTGC | AGGTACTA G...        one edit before the place, one behind it
//
// So a sequence that holds the window has such a place, and the places that are counted in all texts bound its support.
// Random sequences have hardly more of them than hold the window: nearly always it is one place at which both halves
// have few enough edits. They are counted for all windows at once. One half has few edits: for each, the places that it
// is at are entered by the letters on their other side in a table, and what is near to the other half of a window is
// summed up there. Windows that are left are counted again, by the sequences that these places are in.
//
//     places near to ACGTTGC, one edit           behind them      AGGTACTA   CATTGACC   ...    1 each
//     AGGACTA with two edits begins as           AGGT...  AGACTA  AGGACA     ...               sum
#pragma once

#include "problems/substring/variants/listed_places.hpp"
#include "problems/substring/variants/variant_search.hpp"

#include <cstdint>

namespace concord::substring {

/// Drops windows by these places, or by a list of them (listed_places.hpp) where edits are more, if that takes clearly
/// less than counting the windows, as it would be done otherwise, in lanes or for a cost of `at_once` in instructions;
/// else false is returned, as it is for few windows. In `known` is what was counted so of shorter windows, and then of
/// these.
bool drop_by_places(const variant_problem& given, const variant_resources& resources, const variant_lanes& lanes,
                    std::uint64_t length, double at_once, window_starts& starts, known_supports& known);

/// Whether drop_by_split_places does anything.
[[nodiscard]] bool are_split_places_possible(const variant_problem& given, std::uint64_t length);

/// Drops windows of nucleotides around whose halves fewer places are than have to hold them; the others, and those with
/// ambiguous letters, are left. For up to three edits. Time O(4^(length / 2) (places near to a half + threads) +
/// windows (what is near to a half)), roughly, memory O(letters of the text + windows).
void drop_by_split_places(const variant_problem& given, const variant_resources& resources, std::uint64_t length,
                          window_starts& starts);

} // namespace concord::substring
