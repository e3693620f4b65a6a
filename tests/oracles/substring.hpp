// The oracle: the paper's definitions, letter by letter, too simple to be wrong and too slow to be used.
#pragma once

#include <concord/substring.hpp>

namespace concord::substring {

/// LCP_k of the suffixes s_i[x..] and s_j[y..] (section 2): letters until mismatch k + 1 or an end.
[[nodiscard]] std::uint64_t reference_lcp(const sequence_set& sequences, std::uint64_t i, std::uint64_t x,
                                          std::uint64_t j, std::uint64_t y, std::uint64_t mismatches);

/// MaxLCP (section 2): the maximum of each row of the LCP_k table of s_i and s_j.
[[nodiscard]] std::vector<std::uint64_t> reference_max_lcp(const sequence_set& sequences, std::uint64_t i,
                                                           std::uint64_t j, std::uint64_t mismatches);

/// The last column of LengthStat (Definition 2) for the suffix s_i[x..]: element l - 1 counts the sequences, s_i
/// included.
[[nodiscard]] std::vector<std::uint64_t> reference_length_stat(const sequence_set& sequences, std::uint64_t i,
                                                               std::uint64_t x, std::uint64_t mismatches);

/// Everything that longest_common_substring answers; `ties`, `occurrences` and `per_sequence` are always listed.
/// Time O(N^2 * longest), N the letters of all sequences.
[[nodiscard]] substring_result reference_search(const sequence_set& sequences, const substring_options& options);

} // namespace concord::substring
