// A window that stands in many places as it is, by counts of hashes: an adapter that few sequences have, which a sample
// of all windows may miss, is one, and its length is known at once.
//
//     letters     20       of all windows one stands in 71 places (by chance: 1), and 84 sequences hold it
//                 40       in 52; 79 sequences
//                 60       in 1: the answer has from 40 letters on
#pragma once

#include "problems/substring/cpu/cpu_search.hpp"
#include "problems/substring/problem.hpp"

#include <cstdint>

namespace concord::substring {

/// Letters of a window that has the support, as it is counted, and hardly fewer than the longest one that is found so:
/// of more letters than random sequences share, and of at most 64; 0: none was found. Time O(letters log length).
[[nodiscard]] std::uint64_t reach_of_frequent_windows(const problem& given, const cpu_resources& resources);

/// The same or what is known, whichever is more, where so small a share of many sequences is wanted that a sample may
/// have none of them.
[[nodiscard]] std::uint64_t reach_of_rare_windows(const problem& given, const cpu_resources& resources,
                                                  std::uint64_t known);

} // namespace concord::substring
