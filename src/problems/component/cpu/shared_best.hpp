// The best component that any thread or rank has found: what the others need not look for any more.
#pragma once

#include "problems/component/problem.hpp"
#include "runtime/fold.hpp"

#include <atomic>
#include <cstdint>
#include <limits>
#include <mutex>

namespace concord::component {

/// The best candidate so far, shared by all threads; of candidates of other ranks only the size is known. A thread's
/// copy may be outdated: then it prunes less.
class shared_best {
  public:
    void offer(const candidate& found) {
        if (found.size == 0) return;
        reached_.offer(found.size);
        const std::lock_guard lock(mutex_);
        if (!found.is_better_than(best_)) return;
        best_ = found;
        version_.fetch_add(1, std::memory_order_relaxed);
    }
    struct copy {
        candidate best;
        std::uint64_t version = 0;
    };
    void refresh(copy& known) const {
        if (version_.load(std::memory_order_relaxed) != known.version) {
            const std::lock_guard lock(mutex_);
            known = {best_, version_.load(std::memory_order_relaxed)};
        }
        // Its shift is unknown: a component of equal size may still have a lower shift.
        if (const std::uint64_t reached = reached_.get(); reached > known.best.size)
            known.best = {reached, std::numeric_limits<std::uint64_t>::max(), {}};
    }
    [[nodiscard]] candidate get() const {
        const std::lock_guard lock(mutex_);
        return best_;
    }
    [[nodiscard]] runtime::shared_maximum& reached() noexcept { return reached_; }

  private:
    runtime::shared_maximum reached_;
    mutable std::mutex mutex_;
    candidate best_;
    std::atomic<std::uint64_t> version_{0};
};

} // namespace concord::component
