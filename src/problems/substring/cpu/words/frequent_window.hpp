// A window that stands in many places as it is, by counts of hashes: an adapter that few sequences have, which a sample
// of all windows may miss, is one, and its length is known at once.
//
//     letters     12       of all windows one stands in 34 places (by chance: 1), and 41 sequences hold it
//                 61       around these places, 21 of them share as many letters
//                 69       no window of so many letters stands in several places
#pragma once

#include "problems/substring/cpu/cpu_search.hpp"
#include "problems/substring/problem.hpp"

#include <cstdint>

namespace concord::substring {

/// Letters of a window that has the support, as it is counted, and hardly fewer than the longest one that is found so:
/// of more letters than random sequences share; 0: none was found. Time O(letters) for each of a few lengths.
[[nodiscard]] std::uint64_t reach_of_frequent_windows(const problem& given, const cpu_resources& resources);

/// Whether so small a share of many sequences is wanted that a sample may have none of those that hold an answer.
[[nodiscard]] bool may_be_rare(const problem& given);

} // namespace concord::substring
