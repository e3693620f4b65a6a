// How often who talks looks for messages. A look wakes a thread and polls a network, which is time that a hand of the
// same core loses; too few looks leave hands without tasks. So the longer tasks take, the fewer looks there are.
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

    explicit poll_backoff(unsigned pool) : pool_(pool) {}

    /// By a hand.
    void task_done() { done_.fetch_add(1, std::memory_order_relaxed); }

    /// Until the next look: little at first, then more and more. Nothing: give way to others, and look again.
    [[nodiscard]] microseconds pause() const {
        return is_idle_ && clock::now() - idle_since_ < until_asleep ? microseconds(0) : pause_;
    }
    void looked() { pause_ = std::min(longest(), pause_ * 3 / 2); }
    /// Where nobody can end the pause.
    void rest() const {
        const microseconds time = pause();
        time.count() == 0 ? std::this_thread::yield() : std::this_thread::sleep_for(time);
    }
    /// An answer is expected.
    void expect() { pause_ = std::min(pause_, longest() / 4); }
    /// No hand is busy any more, so that looks cost nothing.
    void hurry() {
        if (std::exchange(is_idle_, true)) return;
        pause_ = shortest;
        idle_since_ = clock::now();
    }

    /// Tasks that keep all hands busy until an answer has come: a look of ours, one of who answers, another of ours.
    [[nodiscard]] std::uint64_t stock() const {
        if (done_.load(std::memory_order_relaxed) == 0) return pool_;
        const std::int64_t each = std::max<std::int64_t>(1, time_of_task().count());
        return static_cast<std::uint64_t>((3 * longest_of(microseconds(each)).count() * pool_ + each - 1) / each);
    }

    static constexpr microseconds shortest{50};
    /// As a rule all hands are done within moments, and the shortest sleep takes longer than what is to be said then.
    static constexpr microseconds until_asleep{500};

  private:
    [[nodiscard]] microseconds longest() const { return is_idle_ ? microseconds(200) : longest_of(time_of_task()); }
    [[nodiscard]] static microseconds longest_of(microseconds task) {
        return std::clamp(task / 8, microseconds(5000), microseconds(50'000));
    }
    /// One hand's, as far as is known.
    [[nodiscard]] microseconds time_of_task() const {
        const auto passed = std::chrono::duration_cast<microseconds>(clock::now() - begun_);
        const std::uint64_t done = done_.load(std::memory_order_relaxed);
        return passed * pool_ / static_cast<std::int64_t>(std::max<std::uint64_t>(1, done));
    }

    unsigned pool_;
    clock::time_point begun_ = clock::now();
    std::atomic<std::uint64_t> done_{0};
    microseconds pause_ = shortest;
    bool is_idle_ = false;
    clock::time_point idle_since_;
};

} // namespace concord::runtime
