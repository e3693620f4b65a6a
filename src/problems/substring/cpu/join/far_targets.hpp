// Targets that are near no source are left out of a join: one pass of vector tests of all targets against a tree of
// balls that hold the sources (ball_tree.hpp) finds those that it needs.
#pragma once

#include "problems/substring/cpu/candidate_windows.hpp"
#include "problems/substring/cpu/equal_groups.hpp"
#include "problems/substring/cpu/scan/near_seeds.hpp"
#include "runtime/thread_pool.hpp"

namespace concord::substring {

/// What a join by balls would take, by samples of sources and targets.
struct far_target_estimate {
    double left = 1; ///< of all targets
    double cost; ///< instructions a target: of leaving out, and of joining those that are left; infinite: far too many
};

/// `sources`: those of `windows`.
[[nodiscard]] far_target_estimate estimate_far_targets(const problem& given, runtime::thread_pool& workers,
                                                       const seed_kernels& kernels, const equal_windows& sources,
                                                       const candidate_windows& windows);

/// Removes targets that are within k mismatches of no source, where that is estimated to take less than to join them.
/// Sources stay among the targets. Time O(balls * (targets + sources) / lanes).
void leave_out_far_targets(const problem& given, runtime::thread_pool& workers, const seed_kernels& kernels,
                           const equal_windows& sources, candidate_windows& windows);

} // namespace concord::substring
