// Shares of work that ranks divide without talking, pass after pass: who was slow in the last one gets less of the
// next.
#pragma once

#include "exec/cluster/gather.hpp"
#include "exec/cluster/task_queue.hpp"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <numeric>
#include <vector>

namespace concord::exec {

class learned_shares {
  public:
    using clock = std::chrono::steady_clock;

    /// All alike, until more is known.
    explicit learned_shares(unsigned ranks) : weights_(ranks, 1.0 / ranks) {}

    /// What of `count` falls to a rank. The shares of all ranks, one after the other, are the whole.
    [[nodiscard]] task_range of(unsigned rank, std::uint64_t count) const {
        const auto at = [&](unsigned of_rank) {
            if (of_rank == weights_.size()) return count;
            const double before = std::accumulate(weights_.begin(), weights_.begin() + of_rank, 0.0);
            return std::min(count, static_cast<std::uint64_t>(before * static_cast<double>(count)));
        };
        return {at(rank), at(rank + 1)};
    }

    /// Collective: this rank has taken so long for its share of a pass.
    void learn(communicator& ranks, clock::duration took) {
        constexpr double too_short_to_tell = 2e6; // nanoseconds
        const auto ours = std::chrono::duration_cast<std::chrono::nanoseconds>(took).count();
        const std::vector<std::uint64_t> all =
            gathered(ranks, static_cast<std::uint64_t>(std::max<decltype(ours)>(1, ours)));
        if (static_cast<double>(*std::max_element(all.begin(), all.end())) < too_short_to_tell) return;
        std::vector<double> speeds(weights_.size());
        for (std::size_t rank = 0; rank < speeds.size(); ++rank)
            speeds[rank] = weights_[rank] / std::max(static_cast<double>(all[rank]), too_short_to_tell / 10);
        const double together = std::accumulate(speeds.begin(), speeds.end(), 0.0);
        // Half of what was known stays: a moment's trouble is not a slow machine.
        const double least = 0.1 / static_cast<double>(speeds.size());
        for (std::size_t rank = 0; rank < speeds.size(); ++rank)
            weights_[rank] = std::max(least, (weights_[rank] + speeds[rank] / together) / 2);
        const double sum = std::accumulate(weights_.begin(), weights_.end(), 0.0);
        for (double& weight : weights_)
            weight /= sum;
    }

  private:
    std::vector<double> weights_; ///< by rank, 1 together; the same on all ranks
};

} // namespace concord::exec
