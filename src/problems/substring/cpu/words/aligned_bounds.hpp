// Windows that cannot have the support, where sequences are copies of each other with mutations: nearly all that is
// near to a window stands on diagonals along which two sequences share words (shared_diagonals.hpp). Along these all
// windows of two sequences are compared at once, 64 in a word (aligned_kernels.hpp); what is near anywhere else holds a
// piece of the window there, and words are counted in all places (ball_counts.hpp):
//
//     sequences near to the window  <=  1 + sequences near to it along shared diagonals
//                                         + for each piece: places near to it, less its own
//                                                           and those along shared diagonals, one of a sequence
//
// A sequence that is near to the window on other diagonals alone has a place there that is near to a piece, and which
// is not among those that are subtracted. So this is a bound whatever diagonals are chosen, and close to the truth
// where pieces are so long that chance makes few of them.
#pragma once

#include "problems/substring/cpu/candidate_windows.hpp"
#include "problems/substring/cpu/cpu_search.hpp"
#include "problems/substring/problem.hpp"

namespace concord::substring {

/// Drops sources that cannot have the support, where that is estimated to take little beside the `rest` instructions
/// that are left without, and where those of some sequences show that it drops most of them; else false. Adds a note
/// where it does. Time O(pairs of sequences * diagonals that they share * letters / 64).
[[nodiscard]] bool drop_by_diagonals(const problem& given, const cpu_resources& resources, candidate_windows& windows,
                                     double rest);

} // namespace concord::substring
