// Ranks that share a comparison: each compares some of the pieces with all places, and their counts are added.
//
//   pieces   0  1  2  3 | 3  2  1  0 | 0  1  2  3 | ...    a stripe each: where pairs are met once for both, the first
//   ranks    a stripe a rank, there and back again         pieces have more places than the last, and all get alike
//
// All else is done by every rank alike, so all of them come to the same comparisons, with the same sets; that it is so
// is made sure of each time, because who added counts of other windows would give a wrong answer.
#pragma once

#include "problems/substring/tuning.hpp"
#include "runtime/distributed/communicator.hpp"

#include <algorithm>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <vector>

namespace concord::substring {

class sharing_ranks {
  public:
    /// Nobody to share with.
    sharing_ranks() = default;
    /// `ranks` (null: nobody) must outlive it. `worth_sharing`: seconds that sharing must save, beside the exchange.
    explicit sharing_ranks(runtime::communicator* ranks, double worth_sharing = tuning::seconds_worth_ranks)
        : ranks_(ranks != nullptr && ranks->size() > 1 ? ranks : nullptr), worth_sharing_(worth_sharing) {}

    [[nodiscard]] std::uint64_t size() const { return ranks_ == nullptr ? 1 : ranks_->size(); }
    [[nodiscard]] bool is_root() const { return ranks_ == nullptr || ranks_->is_root(); }

    /// Whether a comparison that takes one rank so many seconds, by an estimate that all make alike, is shared: it must
    /// save more than the exchange of `numbers` counts costs.
    [[nodiscard]] bool share(double seconds, std::uint64_t numbers) const {
        if (ranks_ == nullptr) return false;
        const double exchange = static_cast<double>(numbers * sizeof(std::uint32_t)) / tuning::bytes_exchanged_a_second;
        return seconds * (1 - 1 / static_cast<double>(size())) > worth_sharing_ + exchange;
    }

    struct range {
        std::uint64_t first;
        std::uint64_t last;
        [[nodiscard]] std::uint64_t size() const { return last - first; }
    };

    /// Which of so many pieces are ours.
    [[nodiscard]] std::vector<range> ours_of(std::uint64_t pieces) const {
        if (ranks_ == nullptr) return {{0, pieces}};
        const std::uint64_t rounds =
            std::clamp<std::uint64_t>(pieces / (2 * size() * tuning::pieces_of_a_stripe), 1, 8);
        const std::uint64_t stripes = 2 * size() * rounds;
        std::vector<range> ours;
        for (std::uint64_t stripe = 0; stripe < stripes; ++stripe)
            if (is_ours(stripe) && stripe * pieces / stripes < (stripe + 1) * pieces / stripes)
                ours.push_back({stripe * pieces / stripes, (stripe + 1) * pieces / stripes});
        return ours;
    }

    /// Whether the n-th of many parts is.
    [[nodiscard]] bool is_ours(std::uint64_t number) const {
        if (ranks_ == nullptr) return true;
        const std::uint64_t turn = number % (2 * size());
        return ranks_->rank() == (turn < size() ? turn : 2 * size() - 1 - turn);
    }

    /// Collective: throws std::logic_error on all ranks where they have not come to the same.
    void make_sure_of(std::span<const std::uint64_t> facts) const {
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

    /// Collective: adds the counts of all ranks, which then have the same.
    template <class Machine>
    void add_up(Machine& machine, std::uint32_t* counts, std::uint64_t size) const {
        if (ranks_ == nullptr) return;
        std::vector<std::uint32_t> some(std::min<std::uint64_t>(size, tuning::counts_at_once));
        for (std::uint64_t first = 0; first < size; first += some.size()) {
            const std::uint64_t here = std::min<std::uint64_t>(some.size(), size - first);
            machine.get(some.data(), counts + first, here);
            ranks_->allreduce_sum(std::span(some).first(here));
            machine.put(counts + first, some.data(), here);
        }
    }

  private:
    runtime::communicator* ranks_ = nullptr;
    double worth_sharing_ = 0;
};

} // namespace concord::substring
