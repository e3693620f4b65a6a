// Without mismatches the answers are those of the suffix array: linear in the letters, whatever the sequences.
#pragma once

#include "problems/substring/problem.hpp"
#include "runtime/thread_pool.hpp"
#include "suffixes/longest_shared.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace concord::substring {

/// Whether it is a matter of the suffix array, and it fits so many bytes: of at least two sequences.
[[nodiscard]] bool is_exact(const problem& given, std::uint64_t memory, const runtime::thread_pool& workers);

/// The answer where one sequence is enough: all of those of the greatest length, which each stand for themselves and
/// for those that are equal. Time O(letters + s log s) for s of them.
[[nodiscard]] longest_windows longest_sequences(const problem& given);

/// All windows of the greatest length that have the support, in any order; their sequences are those of the set,
/// whatever their owners. Throws error: resource, cancelled.
[[nodiscard]] longest_windows find_exactly(const sequence::packed_sequences& set,
                                           const suffixes::wanted_support& wanted, std::uint64_t memory,
                                           runtime::thread_pool& workers, std::vector<std::string>& notes);

/// The candidate C_i of every sequence.
[[nodiscard]] std::vector<substring_candidate> find_each_exactly(const problem& given, runtime::thread_pool& workers,
                                                                 std::vector<std::string>& notes);

} // namespace concord::substring
