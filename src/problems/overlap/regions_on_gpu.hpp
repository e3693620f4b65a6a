// t of m by an index that stays on a GPU.
// A file of its own: regions_on_gpu.cpp includes what cpu/shared_regions.cpp needs nothing of.
#pragma once

#include "problems/overlap/tables.hpp"
#include "runtime/thread_pool.hpp"

#include <concord/overlap.hpp>

#include <optional>
#include <string>
#include <vector>

namespace concord::overlap {

/// The answer for one support of 2 or more, or for every one; empty where the policy chooses the CPU, or where the GPU
/// lacks memory for the question, which `notes` then say. Throws error: resource, cancelled.
[[nodiscard]] std::optional<shared_region_result> regions_on_gpu(const sequence_set& sequences,
                                                                 const shared_region_options& options,
                                                                 runtime::thread_pool& workers,
                                                                 std::vector<std::string>& notes);

/// The same by the GPU that holds an index. Fills in the answer. Throws error: resource, cancelled.
void regions_of_index(const gpu_index& index, const index_tables& held, const shared_region_options& options,
                      const cancel_check& check, shared_region_result& result);

} // namespace concord::overlap
