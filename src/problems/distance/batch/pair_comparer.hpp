// Distances of lists of pairs of two sets, on one thread: sorts them by length so that the lanes of a group do the same
// work, and hands the groups to the vector kernels.
#pragma once

#include "problems/distance/batch/compared_letters.hpp"
#include "problems/distance/batch/lane_kernels.hpp"
#include "problems/distance/metrics.hpp"

#include <concord/distance.hpp>

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace concord::edit_distance {

struct sequence_pair {
    std::uint64_t a;
    std::uint64_t b;
};

inline constexpr std::uint64_t no_bound = std::numeric_limits<std::uint64_t>::max();

/// What one thread needs besides the input. Made once, used for many lists.
class comparison_scratch {
  public:
    comparison_scratch();

    std::vector<std::uint64_t> order; ///< pairs, sorted by what they cost
    std::vector<std::size_t> long_pairs;

    std::uint64_t* columns = nullptr;
    std::uint64_t* rows = nullptr;
    std::uint64_t* vertical = nullptr;
    std::uint32_t column_lengths[most_group_lanes] = {};
    std::uint32_t row_lengths[most_group_lanes] = {};
    std::uint32_t distances[most_group_lanes] = {};

  private:
    struct alignas(64) cache_line {
        std::uint64_t words[8];
    };
    std::vector<cache_line> memory_;
};

class pair_comparer {
  public:
    pair_comparer(const sequence_set& a, const sequence_set& b, const batch_options& options);

    /// distances[i] of pairs[i]; fewer than 2^31 of them. The indices of those that are too long for the lanes are left
    /// in scratch.long_pairs, their distances untouched.
    /// Time: rows * words of the columns vector steps for each group of pairs.
    void compare(std::span<const sequence_pair> pairs, std::uint32_t* distances, comparison_scratch& scratch) const;

    /// The same where only distances up to `bound` are of interest, which is at most max_distance.
    void compare_within(std::uint64_t bound, std::span<const sequence_pair> pairs, std::uint32_t* distances,
                        comparison_scratch& scratch) const;

    /// A pair that is too long for the lanes.
    [[nodiscard]] std::uint32_t compare_long(sequence_pair pair, std::uint64_t bound, const run_options& run) const;

    [[nodiscard]] std::uint64_t max_distance() const noexcept { return max_distance_; } ///< or no_bound
    [[nodiscard]] distance_metric metric() const noexcept { return metric_; }
    [[nodiscard]] const metric_traits& traits() const noexcept { return traits_of(metric_); }
    [[nodiscard]] const compared_letters& letters() const noexcept { return letters_; }
    [[nodiscard]] const lane_kernels& kernels() const noexcept { return kernels_; }
    [[nodiscard]] const sequence_set& a() const noexcept { return a_; }
    [[nodiscard]] const sequence_set& b() const noexcept { return b_; }

    /// The distance where the lengths alone give it; else `unknown`.
    static constexpr std::uint32_t unknown = no_distance - 1;
    [[nodiscard]] std::uint32_t by_lengths(std::uint64_t a, std::uint64_t b, std::uint64_t bound) const noexcept;

    [[nodiscard]] compare_lanes kernel(std::uint64_t bound) const noexcept;
    /// Whether that is the kernel of a narrow band.
    [[nodiscard]] bool is_narrow(std::uint64_t bound) const noexcept;

    [[nodiscard]] std::uint32_t hamming(sequence_pair pair, std::uint64_t bound) const;

  private:
    void compare_group(std::uint64_t bound, std::span<const sequence_pair> pairs, std::span<const std::uint64_t> keys,
                       std::uint32_t* distances, comparison_scratch& scratch) const;

    sequence_set a_;
    sequence_set b_;
    distance_metric metric_;
    std::uint64_t max_distance_;
    compared_letters letters_;
    const lane_kernels& kernels_;
};

} // namespace concord::edit_distance
