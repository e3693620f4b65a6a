// The filter by block combinations (block_combinations.hpp) on a CPU: sets of windows, and one level of the filter; and
// the join, which compares the few windows that the filter left, source against target, at one length. Tasks and arrays
// come from a scheduler; the filter does not know which processes are behind it.
//
// Equal windows are joined once:
//
//   sources   ACGTA ×3   ──┐  the first 32 letters of every distinct source against those of every distinct target, by
//             TTGAC ×1   ──┤  the vector kernel of near_seeds.hpp; what survives is compared in full
//   targets   ACGTC ×9   ──┘  support: the distinct sequences among the occurrences of all near targets
#pragma once

#include "problems/substring/block_combinations.hpp"
#include "problems/substring/cpu/cpu_search.hpp"
#include "problems/substring/cpu/equal_groups.hpp"
#include "problems/substring/cpu/scan/near_seeds.hpp"
#include "problems/substring/cpu/window_bits.hpp"
#include "runtime/distributed/step.hpp"
#include "runtime/distributed/task_scheduler.hpp"
#include "runtime/thread_pool.hpp"

#include <cstdint>
#include <functional>
#include <optional>

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

/// All source windows that have the support, with their support; equal windows fall to the same shard. `sources`:
/// those of the windows, grouped. Targets that are near no source are left out of the set. Time
/// O(distinct sources * the least of distinct targets / lanes, neighbours, and lists of pieces), which cost_of_joining
/// weighs.
[[nodiscard]] longest_windows join(const problem& given, runtime::thread_pool& workers, const seed_kernels& kernels,
                                   candidate_windows& windows, const equal_windows& sources,
                                   runtime::divided_among division = runtime::divided_among::ranks);

/// The windows of as many letters as an answer can have (of short sequences these are few, each a whole sequence) that
/// have the support, where there are any and that takes little beside any other step: they are the answer. As where
/// sequences are equal; and where one sequence is enough: then those that are near to no other have the support 1, and
/// only the others are compared. `repetition` gives that of words (piece_index.hpp). Time O(letters + windows *
/// combinations) beside their join.
[[nodiscard]] std::optional<longest_windows> join_longest(const problem& given, const cpu_resources& resources,
                                                          const std::function<double()>& repetition);

} // namespace concord::substring
