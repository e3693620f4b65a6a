// The candidate C_i of every sequence: the longest of its windows that has the support.
//
//   length   what is done with the sequences that have no candidate yet
//   longest  a scan of the windows all of whose words have the support, and that the filter leaves; it finds greater
//     ...    lengths, too
//   words    of so few letters that tables tell the supports of all of them: the first one that has it
#pragma once

#include "problems/substring/cpu/candidate_windows.hpp"
#include "problems/substring/cpu/cpu_search.hpp"
#include "problems/substring/cpu/equal_groups.hpp"
#include "problems/substring/problem.hpp"

#include <cstdint>
#include <functional>
#include <vector>

namespace concord::substring {

/// Drops sources that cannot have the support, and targets that are near none of them.
using drop_windows = std::function<void(candidate_windows&)>;

/// Of each of the sequences, which are representatives in ascending order, the longest and then leftmost window that
/// has the support among all, of `longest` letters at most: sets the candidates of those that have one. Without
/// `filter` all windows are scanned, in steps that processes can divide.
void find_candidates_of(const problem& given, const cpu_resources& resources, const equal_sequences& groups,
                        const std::vector<std::uint64_t>& sequences, std::uint64_t longest, const drop_windows& filter,
                        std::vector<substring_candidate>& candidates);

} // namespace concord::substring
