// Where nearly all sequences must hold an answer, all windows are joined with those of a few sequences before anything
// else: of m sequences with the support t, an answer may be lacking in m - t, and so in as many of these.
//
//   all windows     runs of A, and random letters beside them     at t = m
//   32 sequences    hold the run, and few of them any of the rest
#pragma once

#include "problems/substring/cpu/candidate_windows.hpp"
#include "problems/substring/cpu/cpu_search.hpp"
#include "problems/substring/cpu/join/join_cost.hpp"
#include "problems/substring/problem.hpp"

#include <cstdint>

namespace concord::substring {

/// So many of the sequences that a window which a quarter of all lack is seldom held by enough of them; 0 where these
/// would be too many.
[[nodiscard]] std::uint64_t sequences_to_ask(const problem& given);

/// Drops sources that more of these sequences lack than all may lack. Time: that of a join.
void ask_sequences(const problem& given, const cpu_resources& resources, distinct_sources& sources,
                   candidate_windows& windows);

/// The same, if it is estimated to take little beside a level of the filter, or beside a comparison where there is
/// none, and no other process has a part in the search. `repetition`: that of words (piece_index.hpp).
void ask_few_sequences(const problem& given, const cpu_resources& resources, double repetition,
                       distinct_sources& sources, candidate_windows& windows);

} // namespace concord::substring
