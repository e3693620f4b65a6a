// How often the main thread of a rank polls for messages, and how often periodic work is done. A poll wakes a thread
// and queries the network, which takes time from a worker on the same core; too few polls leave workers without tasks.
// So the longer tasks take, the fewer polls there are.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <thread>
#include <utility>

namespace concord::runtime {

class poll_backoff {
  public:
    using clock = std::chrono::steady_clock;
    using microseconds = std::chrono::microseconds;

    explicit poll_backoff(unsigned workers) : workers_(workers) {}

    /// Called by a worker.
    void task_done() { done_.fetch_add(1, std::memory_order_relaxed); }

    /// Time until the next poll: short at first, then longer and longer. Zero: yield, and poll again.
    [[nodiscard]] microseconds pause() const {
        return is_idle_ && clock::now() - idle_since_ < until_asleep ? microseconds(0) : pause_;
    }
    void polled() { pause_ = std::min(longest(), pause_ * 3 / 2); }
    /// Sleeps for the pause, where no event can end it.
    void rest() const {
        const microseconds time = pause();
        time.count() == 0 ? std::this_thread::yield() : std::this_thread::sleep_for(time);
    }
    /// An answer is expected soon.
    void expect() { pause_ = std::min(pause_, longest() / 4); }
    /// No worker is busy any more, so that polls cost nothing.
    void hurry() {
        if (std::exchange(is_idle_, true)) return;
        pause_ = shortest;
        idle_since_ = clock::now();
    }

    /// The number of tasks that keep all workers busy until an answer arrives: after a poll of this rank, one of the
    /// rank that answers, and another one of this rank.
    [[nodiscard]] std::uint64_t stock() const {
        if (done_.load(std::memory_order_relaxed) == 0) return workers_;
        const std::int64_t each = std::max<std::int64_t>(1, time_of_task().count());
        return static_cast<std::uint64_t>((3 * longest_of(microseconds(each)).count() * workers_ + each - 1) / each);
    }

    static constexpr microseconds shortest{50};
    /// Usually all workers end within moments, and the shortest sleep takes longer than the messages that follow.
    static constexpr microseconds until_asleep{500};

  private:
    [[nodiscard]] microseconds longest() const { return is_idle_ ? microseconds(200) : longest_of(time_of_task()); }
    [[nodiscard]] static microseconds longest_of(microseconds task) {
        return std::clamp(task / 8, microseconds(5000), microseconds(50'000));
    }
    /// Of one worker, estimated from the finished tasks.
    [[nodiscard]] microseconds time_of_task() const {
        const auto passed = std::chrono::duration_cast<microseconds>(clock::now() - begun_);
        const std::uint64_t done = done_.load(std::memory_order_relaxed);
        return passed * workers_ / static_cast<std::int64_t>(std::max<std::uint64_t>(1, done));
    }

    unsigned workers_;
    clock::time_point begun_ = clock::now();
    std::atomic<std::uint64_t> done_{0};
    microseconds pause_ = shortest;
    bool is_idle_ = false;
    clock::time_point idle_since_;
};

// Periodic work that takes a small share of the time.

class periodic {
  public:
    using clock = std::chrono::steady_clock;

    /// The work is due after `pause`, but not before ten times the duration of the last time has passed.
    explicit periodic(clock::duration pause = {}) : pause_(pause) {}

    [[nodiscard]] bool is_due() const { return clock::now() - last_ >= std::max(pause_, most_share * spent_); }

    template <class Work>
    void spend(Work work) {
        const clock::time_point begin = clock::now();
        work();
        last_ = clock::now();
        spent_ = last_ - begin;
    }

  private:
    static constexpr int most_share = 10;
    clock::duration pause_;
    clock::time_point last_ = clock::now();
    clock::duration spent_{};
};

} // namespace concord::runtime
