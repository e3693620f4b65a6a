// The targets near to sources that are near to each other, by a tree of balls that hold the sources (ball_tree.hpp):
// thousands of targets at a time go down the tree, and what arrives in a leaf is compared with its sources.
#pragma once

#include "problems/substring/cpu/equal_groups.hpp"
#include "problems/substring/cpu/join/counted_targets.hpp"
#include "problems/substring/cpu/scan/near_seeds.hpp"
#include "problems/substring/problem.hpp"
#include "runtime/thread_pool.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace concord::substring {

class ball_join {
  public:
    virtual ~ball_join() = default;

    /// The sources, those of a leaf side by side: below, they are numbers in this list.
    [[nodiscard]] virtual std::span<const std::uint32_t> sources() const noexcept = 0;

    // Below, sources are asked for in ascending order.

    /// For each of some sources: the sum of the weights of all targets near to it.
    [[nodiscard]] virtual std::vector<std::uint64_t> sums_of_near(std::span<const std::size_t> asked,
                                                                  std::span<const std::uint32_t> weights) const = 0;

    /// For each of some sources: the targets within k mismatches of it, in ascending order.
    [[nodiscard]] virtual std::vector<std::vector<std::uint32_t>> near(std::span<const std::size_t> asked) const = 0;

    /// Takes the targets of some sequences, of which sequences_near tells. False: one of these has too many.
    [[nodiscard]] virtual bool take_sequences(targets_of_sequences sequences, runtime::thread_pool& workers) = 0;

    /// For each of some sources: how many of these sequences have a target near to it. What it takes grows with all
    /// targets of the sequences, not with those that are near.
    [[nodiscard]] virtual std::vector<std::uint64_t> sequences_near(std::span<const std::size_t> asked) const = 0;
};

/// Of distinct windows of one length; null where it is estimated to take more than so many instructions, or where the
/// sources are too far from each other. Refers to all but the kernels and the threads.
[[nodiscard]] std::unique_ptr<ball_join> make_ball_join(const problem& given, runtime::thread_pool& workers,
                                                        const seed_kernels& kernels, const equal_windows& sources,
                                                        const equal_windows& targets, std::uint64_t length,
                                                        double most_cost);

} // namespace concord::substring
