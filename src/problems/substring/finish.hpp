// The last step of every device's work.
#pragma once

#include "problems/substring/problem.hpp"
#include "runtime/thread_pool.hpp"

#include <vector>

namespace concord::substring {

/// In every sequence that holds one, the best occurrence of a substring: fewest mismatches, then leftmost. The source's
/// is its own place. Time O(letters * length / 64).
[[nodiscard]] std::vector<substring_occurrence>
find_occurrences(const problem& given, const substring_candidate& source, runtime::thread_pool& workers);

/// Orders the ties, certifies the first of them on the input alone, and lists what was asked for.
/// Throws std::logic_error where the recount does not confirm what a device claimed.
void finish(const problem& given, const substring_options& options, longest_windows&& found,
            runtime::thread_pool& workers, substring_result& result);

} // namespace concord::substring
