// Counts that several threads add to. Few of them are counted by each thread for itself: threads that add to the same
// cache lines wait for each other, and sixteen take longer than two. Many are shared: threads rarely add to one line.
#pragma once

#include "runtime/parts.hpp"
#include "runtime/thread_pool.hpp"

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace concord::substring {

class thread_counts {
  public:
    /// Adds to `all`, whose values are kept.
    thread_counts(std::span<std::uint32_t> all, runtime::thread_pool& workers)
        : all_(all), workers_(workers), is_alone_(workers.threads() == 1) {
        if (!is_alone_ && all.size() * workers.threads() <= most_own) own_.resize(workers.threads());
    }

    void add(unsigned thread, std::size_t index, std::uint32_t more) {
        if (is_alone_) {
            all_[index] += more;
            return;
        }
        if (own_.empty()) {
            std::atomic_ref<std::uint32_t>(all_[index]).fetch_add(more, std::memory_order_relaxed);
            return;
        }
        std::vector<std::uint32_t>& own = own_[thread];
        if (own.empty()) own.resize(all_.size(), 0);
        own[index] += more;
    }

    /// After all threads have added: what each has counted for itself. Time O(counts), shared by the threads.
    void finish() {
        constexpr std::uint64_t least = 1U << 14U;
        runtime::for_parts(workers_, own_.empty() ? 0 : all_.size(), least,
                           [&](std::uint64_t first, std::uint64_t last) {
                               for (const std::vector<std::uint32_t>& own : own_)
                                   for (std::uint64_t index = first; !own.empty() && index < last; ++index)
                                       all_[index] += own[index];
                           });
        own_.clear();
    }

  private:
    static constexpr std::size_t most_own = 16'000'000; ///< counts of all threads: 64 MB

    std::span<std::uint32_t> all_;
    runtime::thread_pool& workers_;
    bool is_alone_;                               ///< there is one thread
    std::vector<std::vector<std::uint32_t>> own_; ///< by thread
};

} // namespace concord::substring
