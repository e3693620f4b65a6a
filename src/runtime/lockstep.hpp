// A barrier for threads that wait for each other every few microseconds: it spins, as to sleep and to be woken takes
// longer, and yields where there are more threads than cores.
#pragma once

#include <atomic>
#include <thread>

namespace concord::runtime {

class lockstep {
  public:
    explicit lockstep(unsigned threads) noexcept : threads_(threads) {}
    lockstep(const lockstep&) = delete;
    lockstep& operator=(const lockstep&) = delete;

    /// Returns when all threads have called it. What they wrote before is then seen by all.
    void wait() noexcept {
        const unsigned round = round_.load(std::memory_order_relaxed);
        if (arrived_.fetch_add(1, std::memory_order_acq_rel) + 1 == threads_) {
            arrived_.store(0, std::memory_order_relaxed);
            round_.store(round + 1, std::memory_order_release);
            return;
        }
        for (unsigned looks = 0; round_.load(std::memory_order_acquire) == round; ++looks)
            if (looks >= looks_before_yield) std::this_thread::yield();
    }

  private:
    static constexpr unsigned looks_before_yield = 2000;

    unsigned threads_;
    std::atomic<unsigned> arrived_ = 0;
    alignas(64) std::atomic<unsigned> round_ = 0;
};

} // namespace concord::runtime
