// The tasks of a step that this process may take.
//
//   rank 0     [ taken ........ | next ......................... count )     takes for itself, and grants to others
//   rank 1, 2  the first few by a rule that all know, then what rank 0 granted; asked for before it runs out
//
// Ranks that all see the same memory count the tasks there instead.
#pragma once

#include "runtime/distributed/shared_task_counter.hpp"

#include <algorithm>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <mutex>
#include <optional>
#include <utility>

namespace concord::runtime {

/// Tasks [first, last) of those that are open in a step.
struct task_range {
    std::uint64_t first = 0;
    std::uint64_t last = 0;
    [[nodiscard]] std::uint64_t size() const noexcept { return last - first; }
};

class task_queue {
  public:
    void add(task_range more) {
        if (more.size() == 0) return;
        const std::scoped_lock lock(mutex_);
        ranges_.push_back(more);
        waiting_ += more.size();
        changed_.notify_all();
    }
    /// Nothing more will be added: threads that wait return when the queue is empty.
    void close() {
        const std::scoped_lock lock(mutex_);
        closed_ = true;
        changed_.notify_all();
    }
    /// From now on tasks come from there, and nowhere else.
    void take_from(const shared_task_counter& common) {
        const std::scoped_lock lock(mutex_);
        common_ = common;
    }
    /// Hands out nothing more.
    void drop() {
        const std::scoped_lock lock(mutex_);
        common_.reset();
        ranges_.clear();
        waiting_ = 0;
        closed_ = true;
        changed_.notify_all();
    }

    /// The next task; waits for one. Nothing: there are no more.
    [[nodiscard]] std::optional<std::uint64_t> take() {
        std::unique_lock lock(mutex_);
        if (common_) return common_->take();
        if (ranges_.empty() && !closed_) {
            ++starved_;
            changed_.wait(lock, [&] { return closed_ || !ranges_.empty(); });
        }
        if (ranges_.empty()) return std::nullopt;
        task_range& front = ranges_.front();
        const std::uint64_t task = front.first++;
        --waiting_;
        if (front.size() == 0) ranges_.pop_front();
        return task;
    }

    /// Up to `most` from the front, for another rank.
    [[nodiscard]] task_range split_off(std::uint64_t most) {
        const std::scoped_lock lock(mutex_);
        if (ranges_.empty()) return {};
        task_range& front = ranges_.front();
        const task_range part{front.first, front.first + std::min(most, front.size())};
        front.first = part.last;
        waiting_ -= part.size();
        if (front.size() == 0) ranges_.pop_front();
        return part;
    }

    [[nodiscard]] std::uint64_t waiting() const {
        const std::scoped_lock lock(mutex_);
        return waiting_;
    }
    /// How often a thread found nothing to do since this was asked last.
    [[nodiscard]] std::uint64_t starved() {
        const std::scoped_lock lock(mutex_);
        return std::exchange(starved_, 0);
    }

  private:
    mutable std::mutex mutex_;
    std::condition_variable changed_;
    std::deque<task_range> ranges_;
    std::optional<shared_task_counter> common_;
    std::uint64_t waiting_ = 0;
    std::uint64_t starved_ = 0;
    bool closed_ = false;
};

} // namespace concord::runtime
