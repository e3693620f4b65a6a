// Ranges of indices whose work is known only once it is done: a thread that has nothing left to do is given a part of
// what another one has begun.
#pragma once

#include "runtime/await.hpp"
#include "runtime/thread_pool.hpp"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <optional>
#include <vector>

namespace concord::runtime {

class shared_ranges {
  public:
    /// The indices [first, last).
    struct range {
        std::size_t first;
        std::size_t last;
    };

    /// [0, count) in `parts` ranges of equal size, as long as there are as many indices.
    shared_ranges(std::size_t count, std::size_t parts) : count_(count) {
        parts = std::min(parts, count);
        for (std::size_t part = 0; part < parts; ++part)
            ranges_.push_back({part * count / parts, (part + 1) * count / parts});
    }

    /// Calls work(range, worker) on all threads until each index has been in the range of one call: work() does all of
    /// its range, but for what it gives away. After the first exception no further call begins, and it is rethrown.
    /// Throws error (cancelled).
    template <class Work>
    void run(thread_pool& workers, thread_pool::stage shown, const Work& work) {
        shown.total = count_;
        const std::size_t most = workers.threads() == 1 ? ranges_.size() : count_;
        workers.run_from([&] { return take(); }, most, shown,
                         [&](std::size_t index, unsigned worker) -> std::uint64_t {
                             range mine = range_at(index);
                             try {
                                 work(mine, worker);
                             } catch (...) {
                                 stop();
                                 throw;
                             }
                             end();
                             return mine.last - mine.first;
                         });
    }

    /// Whether a thread waits for work that is not given yet.
    [[nodiscard]] bool are_wanted() const noexcept { return are_wanted_.load(std::memory_order_relaxed); }

    /// Gives [from, last) away, which are not begun.
    void give(range& mine, std::size_t from) {
        {
            const std::scoped_lock lock(mutex_);
            if (is_stopped_) return;
            ranges_.push_back({from, mine.last});
            note_wanted();
        }
        mine.last = from;
        changed_.notify_one();
    }

  private:
    [[nodiscard]] std::optional<std::size_t> take() {
        std::unique_lock lock(mutex_);
        if (next_ == ranges_.size() && active_ > 0 && !is_stopped_) {
            ++waiting_;
            note_wanted();
            await(changed_, lock, [&] { return next_ < ranges_.size() || active_ == 0 || is_stopped_; });
            --waiting_;
        }
        if (next_ == ranges_.size() || is_stopped_) return std::nullopt;
        ++active_;
        const std::size_t taken = next_++;
        note_wanted();
        return taken;
    }

    [[nodiscard]] range range_at(std::size_t index) {
        const std::scoped_lock lock(mutex_);
        return ranges_[index];
    }

    void end() {
        const std::scoped_lock lock(mutex_);
        if (--active_ == 0) changed_.notify_all();
    }

    void stop() {
        const std::scoped_lock lock(mutex_);
        is_stopped_ = true;
        changed_.notify_all();
    }

    void note_wanted() { are_wanted_.store(waiting_ > ranges_.size() - next_, std::memory_order_relaxed); }

    std::size_t count_;
    std::mutex mutex_;
    std::condition_variable changed_; ///< there is a range more, or no thread has one, or all is to end
    std::vector<range> ranges_;       ///< in the order in which they are taken
    std::size_t next_ = 0;            ///< the first one that is not taken
    std::size_t active_ = 0;          ///< taken, and not done
    bool is_stopped_ = false;         ///< by an exception
    std::size_t waiting_ = 0;         ///< threads
    std::atomic<bool> are_wanted_ = false;
};

} // namespace concord::runtime
