// The sparse path's last step: the few windows that the sieve left, each distinct one against each distinct one.
#pragma once

#include "problems/substring/near_pieces.hpp"
#include "problems/substring/sieve.hpp"
#include "runtime/distributed/step.hpp"
#include "runtime/thread_pool.hpp"

namespace concord::substring {

/// All source windows that have the support, with their support; equal windows fall to the same shard. Time O(distinct
/// sources * distinct targets / lanes).
[[nodiscard]] longest_windows join(const problem& given, runtime::thread_pool& workers, const piece_kernels& kernels,
                                   const sifted_windows& windows,
                                   runtime::divided_among division = runtime::divided_among::ranks);

/// Instructions that joining is estimated to cost.
[[nodiscard]] double cost_of_joining(const problem& given, const sifted_windows& windows);

/// Bytes that joining needs at most.
[[nodiscard]] double memory_of_joining(const problem& given, const sifted_windows& windows);

} // namespace concord::substring
