// The candidate of every sequence: the longest of its windows that has the support. That is monotone in the length for
// each sequence, so that lengths are tried in the middle of those that are open, for all sequences at once for which
// the same ones are, and part these:
//
//   longest window    6 . . . . . . . 14 . . . . . . 21      of sequences
//   tried             14                                     of A, B, C, D: some windows of C and D have the support
//                           10               18              of A and B; of C and D
//
// What is longer than a length that was tried is only counted where all its parts of that length have the support.
#pragma once

#include "problems/substring/variants/variant_search.hpp"

#include <concord/substring.hpp>

#include <vector>

namespace concord::substring {

class variant_engine;

/// `found`: all windows of the greatest length from min_length on that have the support, of any number. The candidates
/// in the order of the sequences, the leftmost of the longest; of length 0: none. Time that of counting the windows of
/// some lengths, a logarithm of the greatest one for each sequence, at most.
[[nodiscard]] std::vector<substring_candidate> longest_of_each(const variant_problem& given, variant_engine& engine,
                                                               const variant_resources& resources,
                                                               const longest_windows& found);

} // namespace concord::substring
