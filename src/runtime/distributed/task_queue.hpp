// The tasks of a step that this process may take.
//
//   rank 0     [ taken ........ | next ......................... count )     takes for itself, and grants to others
//   rank 1, 2  the first few by a fixed rule, then those that rank 0 granted; requested before the queue is empty
//
// Ranks that all share memory count the tasks there instead.
#pragma once

#include "runtime/await.hpp"
#include "runtime/distributed/step.hpp"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <mutex>
#include <optional>
#include <utility>

namespace concord::runtime {

// The tasks of a step, counted in shared memory: ranks take them like threads of one process, and no rank hoards tasks
// while another is idle.
//
//   word in shared memory     call : 20 | step : 20 | next task : 24
//
// One word serves all steps and is never cleared, because no rank knows when all others have left a stopped step. It
// holds the step that it counts for: the first rank of a later step begins to count for that step, and a rank that is
// still in an earlier one finds no tasks left.

class shared_task_counter {
  public:
    using word = std::atomic<std::uint64_t>;
    static_assert(word::is_always_lock_free); // or it would not work between processes

    /// `count` tasks of the step, which fits(). `counter` is zero before the first step of all, and must outlive this.
    shared_task_counter(word& counter, const step_number& number, std::uint64_t count)
        : counter_(&counter), first_(number.call << call_shift | number.step << step_shift), end_(first_ + count) {}

    /// Whether step and count fit into the word. Larger numbers of tasks are short tasks, which are better granted by
    /// the thousand than one by one.
    [[nodiscard]] static bool fits(const step_number& number, std::uint64_t count) {
        return number.call < most_calls && number.step < most_steps && count < most_tasks;
    }

    /// The next task, if any is left.
    [[nodiscard]] std::optional<std::uint64_t> take() noexcept {
        std::uint64_t known = counter_->load(std::memory_order_relaxed);
        for (;;) {
            const std::uint64_t next = known < first_ ? first_ : known;
            if (next >= end_) return std::nullopt;
            if (counter_->compare_exchange_weak(known, next + 1, std::memory_order_relaxed)) return next - first_;
        }
    }

  private:
    static constexpr unsigned step_shift = 24;
    static constexpr unsigned call_shift = 44;
    static constexpr std::uint64_t most_tasks = std::uint64_t{1} << step_shift;
    static constexpr std::uint64_t most_steps = std::uint64_t{1} << (call_shift - step_shift);
    static constexpr std::uint64_t most_calls = std::uint64_t{1} << (64 - call_shift);

    word* counter_;
    std::uint64_t first_; ///< the word before the first task
    std::uint64_t end_;   ///< the word when no task is left
};

/// Tasks [first, last) of the open tasks of a step.
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
    /// No more tasks will be added: waiting threads return when the queue is empty.
    void close() {
        const std::scoped_lock lock(mutex_);
        closed_ = true;
        changed_.notify_all();
    }
    /// From now on tasks come from the counter only.
    void take_from(const shared_task_counter& common) {
        const std::scoped_lock lock(mutex_);
        common_ = common;
    }
    /// From now on there are no tasks.
    void drop() {
        const std::scoped_lock lock(mutex_);
        common_.reset();
        ranges_.clear();
        waiting_ = 0;
        closed_ = true;
        changed_.notify_all();
    }

    /// The next task; waits for one. Nullopt: there are no more.
    [[nodiscard]] std::optional<std::uint64_t> take() {
        std::unique_lock lock(mutex_);
        if (common_) return common_->take();
        if (ranges_.empty() && !closed_) {
            ++starved_;
            await(changed_, lock, [&] { return closed_ || !ranges_.empty(); });
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
    /// How often a thread found the queue empty since the last call.
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
