// The sparse path: sieve, then compare what is left. For many windows and few mismatches.
#pragma once

#include "problems/substring/search.hpp"

#include <optional>

namespace concord::substring {

/// All windows of the greatest length >= `length` that have the support; `length` is a lower bound of the answer or the
/// minimum length. Nothing where the dense path is estimated to be as good.
[[nodiscard]] std::optional<longest_windows> sparse_search(const problem& given, const search_means& means,
                                                           std::uint64_t length);

} // namespace concord::substring
