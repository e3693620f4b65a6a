// The oracle of the variants of substring: the definitions, substring by substring, too simple to be wrong and too slow
// to be used.
#pragma once

#include <concord/substring.hpp>

namespace concord::substring {

/// Everything that longest_common_substring answers, with any metric, strands, IUPAC letters, pieces, copies and
/// further answers; `ties`, `occurrences`, `alignments` and `per_sequence` are always listed. Time O(N^2 longest^2), N
/// the letters of all sequences.
[[nodiscard]] substring_result reference_variants(const sequence_set& sequences, const substring_options& options);

/// What for_each_prefix_reach tells of one start of sequence i, which lies in a piece.
[[nodiscard]] std::vector<std::uint64_t> reference_prefix_reaches(const sequence_set& sequences, std::uint64_t i,
                                                                  std::uint64_t start,
                                                                  const substring_options& options);

} // namespace concord::substring
