// The longest region that each number of sequences holds, or enough of them, while intervals come from several threads.
#pragma once

#include "problems/overlap/cpu/interval_walk.hpp"
#include "problems/overlap/region_answer.hpp"
#include "problems/overlap/tuning.hpp"
#include "runtime/thread_pool.hpp"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace concord::overlap {

class region_bests {
  public:
    /// For each support, or for the one that the options ask for.
    region_bests(const shared_region_options& options, std::uint64_t sequences, unsigned threads)
        : every_(options.every_support), support_(options.support), most_(every_ ? sequences : 0), found_(threads) {}

    /// Bytes of one thread's list.
    [[nodiscard]] static std::uint64_t bytes(const shared_region_options& options, std::uint64_t sequences) {
        return options.every_support ? (sequences + 1) * sizeof(region_candidate) : 0;
    }

    void add(unsigned thread, const region_interval& met) {
        if (!every_ && met.sequences < support_) return;
        if (found_[thread].empty()) found_[thread].resize(most_ + 1);
        region_candidate& best = found_[thread][every_ ? met.sequences : 0];
        if (met.length >= best.length) best.improve({met.length, met.position, met.rank, met.sequences});
    }

    /// By support, accumulated; for one support only, a single entry. Those of so many letters only.
    [[nodiscard]] std::vector<region_candidate> merged(std::uint64_t least, runtime::thread_pool& workers) const {
        std::vector<region_candidate> best_of(most_ + 1);
        const std::size_t tasks = (best_of.size() + tuning::places_per_task - 1) / tuning::places_per_task;
        workers.run(tasks, [&](std::size_t task, unsigned) {
            const std::size_t first = task * tuning::places_per_task;
            const std::size_t last = std::min<std::size_t>(best_of.size(), first + tuning::places_per_task);
            for (const std::vector<region_candidate>& some : found_)
                for (std::size_t at = first; at < std::min(last, some.size()); ++at)
                    if (some[at].length >= least) best_of[at].improve(some[at]);
        });
        if (every_) accumulate(best_of);
        return best_of;
    }

  private:
    bool every_;
    std::uint64_t support_;
    std::uint64_t most_;
    std::vector<std::vector<region_candidate>> found_; ///< by thread; entry 0 is for enough sequences
};

} // namespace concord::overlap
