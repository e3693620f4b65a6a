// The filter by block combinations (block_combinations.hpp) on a CPU: sets of windows, and one level of the filter.
// Tasks and arrays come from a scheduler; the filter does not know which processes are behind it.
#pragma once

#include "problems/substring/block_combinations.hpp"
#include "problems/substring/cpu/window_bits.hpp"
#include "runtime/distributed/task_scheduler.hpp"

#include <cstdint>

namespace concord::substring {

/// The windows of one length that may have the support, and those that may give it. Sources are among the targets.
struct candidate_windows {
    candidate_windows(const problem& given, std::uint64_t length_given)
        : length(length_given), sources(given, length_given), targets(sources) {
        count();
    }
    void count() {
        source_count = sources.count();
        target_count = targets.count();
    }
    [[nodiscard]] window_counts counts() const { return {length, source_count, target_count}; }

    std::uint64_t length;
    window_bits sources;
    window_bits targets;
    std::uint64_t source_count = 0;
    std::uint64_t target_count = 0;
};

/// What the groups of a scheduler divide among themselves; it changes no result.
enum class filter_division : std::uint8_t { best, none, sequences, combinations };

/// One level of the filter with r = `intact`. Collective, where the scheduler has several processes. Memory: at most
/// `memory` bytes. Time O(targets * combinations).
void filter_windows(const problem& given, runtime::task_scheduler& scheduler, std::uint64_t memory,
                    std::uint64_t intact, candidate_windows& windows, filter_division division = filter_division::best);

/// Instructions that a level is estimated to cost.
[[nodiscard]] double cost_of_filtering(const problem& given, std::uint64_t memory, const window_counts& windows,
                                       std::uint64_t intact);

/// The level at which windows of random letters are expected to be dropped; 0: none is worth it.
[[nodiscard]] std::uint64_t first_filter_level(const problem& given, const window_counts& windows);

} // namespace concord::substring
