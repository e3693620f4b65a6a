// Processes that count the same things on GPUs of their own: each takes some of the items, and the counts are summed
// up.
//
//   items       0  1  2  3 | 3  2  1  0 | 0  1  2  3 | ...    dealt out in stripes, there and back again: where the
//   first processes   a stripe each, in turn                        items are more work than the last, all get the same
//   share
//
// All else is done by every process alike, so all of them come to the same items; `check_same` makes sure of it each
// time, because a sum over counts of different things would be a wrong answer.
#pragma once

#include "runtime/distributed/communicator.hpp"

#include <algorithm>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <vector>

namespace concord::runtime {

class striped_division {
  public:
    /// Seconds that sharing must save, beside the exchange.
    static constexpr double seconds_worth_sharing = 0.01;

    /// One process.
    striped_division() = default;
    /// `ranks` (null: one process) must outlive it.
    explicit striped_division(communicator* ranks, double worth_sharing = seconds_worth_sharing)
        : ranks_(ranks != nullptr && ranks->size() > 1 ? ranks : nullptr), worth_sharing_(worth_sharing) {}

    [[nodiscard]] std::uint64_t size() const { return ranks_ == nullptr ? 1 : ranks_->size(); }
    [[nodiscard]] bool is_root() const { return ranks_ == nullptr || ranks_->is_root(); }

    /// Whether work that takes one process so many seconds, by an estimate that all make alike, is shared: it must save
    /// more than the exchange of so many counts costs.
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

    /// Which of so many items are this process's, in stripes of about `per_stripe` where there are many.
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

    /// Whether the n-th of many parts is this process's.
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

    /// Collective: sums up the counts of all processes, which then have the same. `machine` has get and put.
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
