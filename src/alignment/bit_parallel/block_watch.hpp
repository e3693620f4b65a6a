// How far threads have come that fill groups of rows of blocks, one below the other.
#pragma once

#include "runtime/thread_pool.hpp"

#include <concord/error.hpp>

#include <atomic>
#include <cstddef>
#include <thread>
#include <vector>

namespace concord::pairwise {

/// The progress of the group of rows above. Groups are assigned to threads in order, so the group that a thread waits
/// for has begun.
class block_watch {
  public:
    explicit block_watch(std::size_t groups) : done_(groups) {}

    /// Until the group above has filled this column of blocks. False: the rest is not needed any more.
    [[nodiscard]] bool wait_for(std::size_t group, std::size_t column, const runtime::thread_pool& workers) {
        if (group == 0) return !is_stopped();
        const auto& above = done_[group - 1];
        for (unsigned turn = 0; above.load(std::memory_order_acquire) <= column; ++turn) {
            if (failed_.load(std::memory_order_relaxed)) throw error(error_code::cancelled, "another thread failed");
            if (is_stopped()) return false;
            if (turn % 1024 == 1023) workers.check_cancelled();
            std::this_thread::yield();
        }
        return !is_stopped();
    }
    void finished(std::size_t group, std::size_t column) { done_[group].store(column + 1, std::memory_order_release); }
    void fail() { failed_.store(true, std::memory_order_relaxed); }
    void stop() { stopped_.store(true, std::memory_order_relaxed); }
    [[nodiscard]] bool is_stopped() const { return stopped_.load(std::memory_order_relaxed); }

  private:
    std::vector<std::atomic<std::size_t>> done_;
    std::atomic<bool> failed_{false};
    std::atomic<bool> stopped_{false};
};

} // namespace concord::pairwise
