// The tasks of a step, counted in memory that all ranks see: they take them like threads of one process, and none has
// any in stock while another has nothing to do.
//
//   word in common memory     call : 20 | step : 20 | next task : 24
//
// One word serves all steps and is never cleared, for no rank knows when all others have left a step that was stopped.
// It says which step it counts for: the first rank that comes to a later step begins to count for that, and a rank that
// is still in an earlier one finds nothing left.
#pragma once

#include "runtime/distributed/step_messages.hpp"

#include <atomic>
#include <cstdint>
#include <optional>

namespace concord::runtime {

class shared_task_counter {
  public:
    using word = std::atomic<std::uint64_t>;
    static_assert(word::is_always_lock_free); // or it would not work between processes

    /// `count` tasks of the step, which fits(). `counter` is zero before the first step of all, and must outlive this.
    shared_task_counter(word& counter, const step_number& number, std::uint64_t count)
        : counter_(&counter), first_(number.call << call_shift | number.step << step_shift), end_(first_ + count) {}

    /// Whether the step can be told from others. Where there are more tasks they are short, and are better handed out
    /// by the thousand than one by one.
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
    std::uint64_t first_; ///< what the word is at the first task
    std::uint64_t end_;   ///< and when there is none left
};

} // namespace concord::runtime
