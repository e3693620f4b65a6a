// Counts that several threads add to. Few of them are counted by each thread for itself: threads that add to the same
// cache lines wait for each other, and sixteen take longer than two. Many are shared, since threads rarely meet there.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace concord::substring {

class thread_counts {
  public:
    /// Adds to `all`, whose values are kept, for so many threads.
    thread_counts(std::span<std::uint32_t> all, unsigned threads) : all_(all), is_alone_(threads == 1) {
        if (threads > 1 && all.size() * threads <= most_own) own_.resize(threads);
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

    /// After all threads have added: what each has counted for itself. Time O(counts * threads).
    void finish() {
        for (const std::vector<std::uint32_t>& own : own_)
            for (std::size_t index = 0; index < own.size(); ++index)
                all_[index] += own[index];
        own_.clear();
    }

  private:
    static constexpr std::size_t most_own = 16'000'000; ///< counts of all threads: 64 MB

    std::span<std::uint32_t> all_;
    bool is_alone_;                               ///< there is one thread
    std::vector<std::vector<std::uint32_t>> own_; ///< by thread
};

} // namespace concord::substring
