// Shares of work that ranks, or groups of them, divide without messages, pass after pass: one that was slow in a pass
// gets less of the next.
#pragma once

#include "runtime/distributed/task_queue.hpp"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <numeric>
#include <vector>

namespace concord::runtime {

class adaptive_partition {
  public:
    using clock = std::chrono::steady_clock;

    /// Equal shares, until more is known.
    explicit adaptive_partition(unsigned ranks) : weights_(ranks, whole / ranks) {}

    /// What of `count` falls to a rank. The shares of all ranks, one after the other, are the whole.
    [[nodiscard]] task_range of(unsigned rank, std::uint64_t count) const {
        const std::uint64_t all = std::max<std::uint64_t>(1, sum(weights_.size()));
        const auto at = [&](unsigned of_rank) {
            const std::uint64_t before = sum(of_rank);
            return count / all * before + count % all * before / all;
        };
        return {at(rank), at(rank + 1)};
    }

    /// Learns from a pass: the nanoseconds that each rank took for its share.
    void learn(const std::vector<std::uint64_t>& took) {
        if (*std::max_element(took.begin(), took.end()) < too_short_to_tell) return;
        std::vector<std::uint64_t> speeds(weights_.size());
        for (std::size_t rank = 0; rank < speeds.size(); ++rank)
            speeds[rank] = (weights_[rank] << 32U) / std::max(took[rank], too_short_to_tell / 16) + 1;
        const std::uint64_t together = std::accumulate(speeds.begin(), speeds.end(), std::uint64_t{0});
        // Half of what was known stays: a moment's trouble is not a slow machine.
        const std::uint64_t least = whole / (16 * weights_.size()) + 1;
        for (std::size_t rank = 0; rank < speeds.size(); ++rank)
            weights_[rank] = std::max(least, (weights_[rank] + speeds[rank] * whole / together) / 2);
    }

    [[nodiscard]] static std::uint64_t nanoseconds(clock::duration took) {
        return static_cast<std::uint64_t>(std::chrono::duration_cast<std::chrono::nanoseconds>(took).count());
    }

  private:
    // In whole numbers: all ranks must come to the same, whatever processors they have.
    static constexpr std::uint64_t whole = std::uint64_t{1} << 20U;
    static constexpr std::uint64_t too_short_to_tell = 2'000'000; ///< nanoseconds

    [[nodiscard]] std::uint64_t sum(std::size_t ranks) const {
        return std::accumulate(weights_.begin(), weights_.begin() + static_cast<std::ptrdiff_t>(ranks),
                               std::uint64_t{0});
    }

    std::vector<std::uint64_t> weights_; ///< by rank; the same on all of them
};

} // namespace concord::runtime
