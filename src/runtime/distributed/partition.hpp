// Work divided among processes without messages.
#pragma once

#include "runtime/distributed/communicator.hpp"
#include "runtime/distributed/task_queue.hpp"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <numeric>
#include <span>
#include <stdexcept>
#include <vector>

namespace concord::runtime {

// Shares that adapt from pass to pass: a rank, or a group of ranks, that was slow in a pass gets less of the next one.

class adaptive_partition {
  public:
    using clock = std::chrono::steady_clock;

    /// Equal shares, until more is known.
    explicit adaptive_partition(unsigned ranks) : weights_(ranks, whole / ranks) {}

    /// The range of `count` items that a rank gets. The ranges of all ranks cover everything, in order.
    [[nodiscard]] task_range of(unsigned rank, std::uint64_t count) const {
        const std::uint64_t all = std::max<std::uint64_t>(1, sum(weights_.size()));
        const auto at = [&](unsigned of_rank) {
            const std::uint64_t before = sum(of_rank);
            return count / all * before + count % all * before / all;
        };
        return {at(rank), at(rank + 1)};
    }

    /// Adapts to a pass: the nanoseconds that each rank took for its share.
    void learn(const std::vector<std::uint64_t>& took) {
        if (*std::max_element(took.begin(), took.end()) < too_short_to_tell) return;
        std::vector<std::uint64_t> speeds(weights_.size());
        for (std::size_t rank = 0; rank < speeds.size(); ++rank)
            speeds[rank] = (weights_[rank] << 32U) / std::max(took[rank], too_short_to_tell / 16) + 1;
        const std::uint64_t together = std::accumulate(speeds.begin(), speeds.end(), std::uint64_t{0});
        // Half of the old weight remains, because a short disturbance does not make a slow machine.
        const std::uint64_t least = whole / (16 * weights_.size()) + 1;
        for (std::size_t rank = 0; rank < speeds.size(); ++rank)
            weights_[rank] = std::max(least, (weights_[rank] + speeds[rank] * whole / together) / 2);
    }

    [[nodiscard]] static std::uint64_t nanoseconds(clock::duration took) {
        return static_cast<std::uint64_t>(std::chrono::duration_cast<std::chrono::nanoseconds>(took).count());
    }

  private:
    // In integers: all ranks must compute the same weights, on whatever processors.
    static constexpr std::uint64_t whole = std::uint64_t{1} << 20U;
    static constexpr std::uint64_t too_short_to_tell = 2'000'000; ///< nanoseconds

    [[nodiscard]] std::uint64_t sum(std::size_t ranks) const {
        return std::accumulate(weights_.begin(), weights_.begin() + static_cast<std::ptrdiff_t>(ranks),
                               std::uint64_t{0});
    }

    std::vector<std::uint64_t> weights_; ///< by rank; the same on all of them
};

/// Items divided in stripes among processes that count the same things on GPUs of their own; the counts are summed.
///
///   items       0  1  2  3 | 3  2  1  0 | 0  1  2  3 | ...    alternating directions: where the first items are more
///   processes   one stripe each, in turn                      work than the last, all processes get the same share
///
/// Everything else is done by every process alike, so all of them divide the same items; `check_same` verifies that,
/// because a sum of counts of different things would be a wrong answer.
class striped_division {
  public:
    /// Seconds that sharing must save beyond the cost of the exchange.
    static constexpr double seconds_worth_sharing = 0.01;

    /// One process.
    striped_division() = default;
    /// `ranks` (null: one process) must outlive it.
    explicit striped_division(communicator* ranks, double worth_sharing = seconds_worth_sharing)
        : ranks_(ranks != nullptr && ranks->size() > 1 ? ranks : nullptr), worth_sharing_(worth_sharing) {}

    [[nodiscard]] std::uint64_t size() const { return ranks_ == nullptr ? 1 : ranks_->size(); }
    [[nodiscard]] bool is_root() const { return ranks_ == nullptr || ranks_->is_root(); }

    /// Whether to share work that takes one process so many seconds, by an estimate that is the same on all processes:
    /// it must save more than the exchange of so many counts costs.
    [[nodiscard]] bool share(double seconds, std::uint64_t counts) const {
        if (ranks_ == nullptr) return false;
        const double exchange = static_cast<double>(counts * sizeof(std::uint32_t)) / bytes_per_second;
        return seconds * (1 - 1 / static_cast<double>(size())) > worth_sharing_ + exchange;
    }

    struct range {
        std::uint64_t first;
        std::uint64_t last;
        [[nodiscard]] std::uint64_t size() const { return last - first; }
    };

    /// The items of this process, in stripes of about `per_stripe` where there are many.
    [[nodiscard]] std::vector<range> ours_of(std::uint64_t items, std::uint64_t per_stripe) const {
        if (ranks_ == nullptr) return {{0, items}};
        const std::uint64_t rounds = std::clamp<std::uint64_t>(items / (2 * size() * per_stripe), 1, 8);
        const std::uint64_t stripes = 2 * size() * rounds;
        std::vector<range> ours;
        for (std::uint64_t stripe = 0; stripe < stripes; ++stripe)
            if (is_ours(stripe) && stripe * items / stripes < (stripe + 1) * items / stripes)
                ours.push_back({stripe * items / stripes, (stripe + 1) * items / stripes});
        return ours;
    }

    /// Whether the n-th of many parts belongs to this process.
    [[nodiscard]] bool is_ours(std::uint64_t number) const {
        if (ranks_ == nullptr) return true;
        const std::uint64_t turn = number % (2 * size());
        return ranks_->rank() == (turn < size() ? turn : 2 * size() - 1 - turn);
    }

    /// Collective: throws std::logic_error in all processes where their facts differ.
    void check_same(std::span<const std::uint64_t> facts) const {
        if (ranks_ == nullptr) return;
        std::uint64_t hash = 0;
        for (const std::uint64_t fact : facts)
            hash = (hash ^ fact ^ (hash >> 29U)) * 0x9E3779B97F4A7C15U + 1;
        const auto ours = static_cast<std::uint32_t>(hash >> 32U);
        std::vector<std::uint32_t> all(size(), 0);
        all[ranks_->rank()] = ours;
        ranks_->allreduce_sum(all);
        if (std::any_of(all.begin(), all.end(), [&](std::uint32_t each) { return each != all.front(); }))
            throw std::logic_error("ranks have come to different comparisons");
    }

    /// Collective: sums the counts of all processes, which then all have the totals. `machine` has get and put.
    template <class Machine>
    void allreduce_sum(Machine& machine, std::uint32_t* counts, std::uint64_t size) const {
        if (ranks_ == nullptr) return;
        std::vector<std::uint32_t> some(std::min<std::uint64_t>(size, counts_at_once));
        for (std::uint64_t first = 0; first < size; first += some.size()) {
            const std::uint64_t here = std::min<std::uint64_t>(some.size(), size - first);
            machine.get(some.data(), counts + first, here);
            ranks_->allreduce_sum(std::span(some).first(here));
            machine.put(counts + first, some.data(), here);
        }
    }

  private:
    static constexpr double bytes_per_second = 1e9; ///< exchanged; docs/clusters.md
    static constexpr std::uint64_t counts_at_once = std::uint64_t{1} << 19U;

    communicator* ranks_ = nullptr;
    double worth_sharing_ = 0;
};

} // namespace concord::runtime
