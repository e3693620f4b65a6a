// What a join costs, estimated; and the distinct sources that it is made of, which tell it
// best.
#pragma once

#include "problems/substring/block_combinations.hpp"
#include "problems/substring/cpu/candidate_windows.hpp"
#include "problems/substring/cpu/equal_groups.hpp"
#include "problems/substring/cpu/join/far_targets.hpp"
#include "problems/substring/cpu/scan/near_seeds.hpp"
#include "problems/substring/problem.hpp"
#include "runtime/thread_pool.hpp"

#include <cstdint>
#include <optional>

namespace concord::substring {

/// The sources of a search, grouped: once for as long as they stay the same. At one length they only become fewer, so
/// their number tells.
class distinct_sources {
  public:
    distinct_sources(const problem& given, runtime::thread_pool& workers) : given_(given), workers_(workers) {}

    [[nodiscard]] const equal_windows& of(const candidate_windows& windows);
    /// What a join by balls would take; once for as long as the targets stay the same, too.
    [[nodiscard]] const far_target_estimate& estimate(const candidate_windows& windows, const seed_kernels& kernels);

  private:
    const problem& given_;
    runtime::thread_pool& workers_;
    std::optional<equal_windows> groups_;
    std::uint64_t length_ = 0;
    std::uint64_t count_ = 0;
    std::optional<far_target_estimate> estimate_;
    std::uint64_t targets_ = 0; ///< it is of so many
};

/// How many of the sources are different, by a sample of them; too many rather than too few.
[[nodiscard]] std::uint64_t sampled_different(const problem& given, const window_bits& sources,
                                              const window_counts& windows);

/// Instructions that joining is estimated to cost. `repetition`: that of its words (piece_index.hpp). `of_alike`: what
/// pairs cost that are near to each other by their first letters, if more of them are known than chance explains.
[[nodiscard]] double cost_of_joining(const problem& given, const window_counts& windows, double repetition,
                                     double of_alike = 0);

/// The same where equal sources are joined once, and targets that are far from all of them are left out: where t is a
/// large share of the sequences, millions of windows are some ten thousand words near to each other. The distinct ones
/// are counted where that takes little of what the join is estimated to cost without.
[[nodiscard]] double cost_of_joining_distinct(const problem& given, const seed_kernels& kernels,
                                              const candidate_windows& windows, distinct_sources& groups,
                                              double repetition);

/// Instructions that joining windows, or scanning the sequences that have some, costs: whichever is less, if all
/// windows were different.
[[nodiscard]] double cost_of_comparing(const problem& given, runtime::thread_pool& workers,
                                       const candidate_windows& windows, double repetition);

/// Instructions of looking up all neighbours of a window, of which this share is there.
[[nodiscard]] double cost_of_neighbours(const problem& given, double letters, std::uint64_t length, double share);

/// Bytes that joining needs at most.
[[nodiscard]] double memory_of_joining(const problem& given, const window_counts& windows);

} // namespace concord::substring
