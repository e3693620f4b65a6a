// The join: the few windows that the filter left, source against target, at one length. Equal windows are compared
// once:
//
//   sources   ACGTA ×3   ──┐  the first 32 letters of every distinct source against those of every distinct target, by
//             TTGAC ×1   ──┤  the vector kernel of near_seeds.hpp; what survives is compared in full
//   targets   ACGTC ×9   ──┘  support: the distinct sequences among the occurrences of all near targets
//
// A file of its own: the join is a step of the plan beside the scan, and both are chosen by the costs that they tell.
#pragma once

#include "problems/substring/cpu/filter.hpp"
#include "problems/substring/cpu/near_seeds.hpp"
#include "runtime/distributed/step.hpp"
#include "runtime/thread_pool.hpp"

namespace concord::substring {

/// All source windows that have the support, with their support; equal windows fall to the same shard. Time O(distinct
/// sources * distinct targets / lanes).
[[nodiscard]] longest_windows join(const problem& given, runtime::thread_pool& workers, const seed_kernels& kernels,
                                   const candidate_windows& windows,
                                   runtime::divided_among division = runtime::divided_among::ranks);

/// Instructions that joining is estimated to cost.
[[nodiscard]] double cost_of_joining(const problem& given, const window_counts& windows);

/// Bytes that joining needs at most.
[[nodiscard]] double memory_of_joining(const problem& given, const window_counts& windows);

} // namespace concord::substring
