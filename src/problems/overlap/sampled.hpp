// The longest region that two sequences share, without a suffix array: where they are not too repetitive.
#pragma once

#include "runtime/thread_pool.hpp"

#include <concord/overlap.hpp>

namespace concord::overlap {

/// Fills `result` and returns true where this is the tool for the job; else says in the notes why not. Throws error:
/// resource, cancelled.
[[nodiscard]] bool shared_by_samples(const sequence_set& set, const shared_region_options& options,
                                     runtime::thread_pool& workers, shared_region_result& result);

} // namespace concord::overlap
