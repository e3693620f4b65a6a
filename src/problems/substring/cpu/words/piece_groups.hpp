// Windows that cannot have the support, by all windows near to their frequent pieces (piece_row.hpp) together. Sources
// whose frequent pieces are near to the same words are a group, and are compared with the same targets:
//
//     sources   ACCTG GATCGGAAGAGC ACACGTCTGAAC      group: near to GATCGGAAGAGC ACACGTCTGAAC
//               TTGAC GATCGGAAGTGC ACACGTCTGAAC      (an adapter and what reads make of it)
//     targets   whatever differs there from these in no more letters than the sources do and k more: of 12 million
//               some 80,000
//
// What is near to a source is among the targets of its group, or is counted as missed (source_groups.hpp); so a source
// that too few sequences hold by these cannot have the support.
#pragma once

#include "problems/substring/cpu/candidate_windows.hpp"
#include "problems/substring/cpu/cpu_search.hpp"
#include "problems/substring/cpu/words/source_groups.hpp"
#include "problems/substring/problem.hpp"

#include <cstdint>

namespace concord::substring {

/// Whether windows can be grouped: of nucleotides, and no longer than two words of 64 bits.
[[nodiscard]] bool can_group(const problem& given, const bounded_pieces& pieces, std::uint64_t length);

/// Drops sources, where that is estimated to take less than `most_cost` instructions; else does nothing and returns
/// false. Time O(targets * groups) beside that of comparing the sources with the
/// targets of their group.
[[nodiscard]] bool drop_by_groups(const problem& given, const cpu_resources& resources, const bounded_pieces& pieces,
                                  candidate_windows& windows, double most_cost);

} // namespace concord::substring
