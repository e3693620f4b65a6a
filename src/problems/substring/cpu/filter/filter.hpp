// The filter by block combinations (block_combinations.hpp) on a CPU: one level of it. Tasks and arrays come from a
// scheduler; the filter does not know which processes are behind it.
#pragma once

#include "problems/substring/block_combinations.hpp"
#include "problems/substring/cpu/candidate_windows.hpp"
#include "problems/substring/problem.hpp"
#include "runtime/distributed/task_scheduler.hpp"

#include <cstdint>
#include <functional>

namespace concord::substring {

/// What the groups of a scheduler divide among themselves; it changes no result.
enum class filter_division : std::uint8_t { best, none, positions, combinations };

/// Instructions that are left to be done with so many different windows, estimated; none: it is not known.
using cost_of_windows = std::function<double(const window_counts&)>;

/// One level of the filter with r = `intact`, refined (refined_combinations.hpp) where `rest` says that it pays.
/// Collective, where the scheduler has several processes. Memory: at most `memory` bytes. Time O(targets *
/// combinations).
void filter_windows(const problem& given, runtime::task_scheduler& scheduler, std::uint64_t memory,
                    std::uint64_t intact, candidate_windows& windows, const cost_of_windows& rest = {},
                    filter_division division = filter_division::best);

/// Instructions that a level is estimated to cost.
[[nodiscard]] double cost_of_filtering(const problem& given, std::uint64_t memory, const window_counts& windows,
                                       std::uint64_t intact);

/// The level at which windows of random letters are expected to be dropped; 0: none is worth it.
[[nodiscard]] std::uint64_t first_filter_level(const problem& given, const window_counts& windows);

} // namespace concord::substring
