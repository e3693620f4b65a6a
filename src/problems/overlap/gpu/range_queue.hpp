// Ranges of the suffix array from several devices to one reader, in the order of the array.
//
//   device 0   sorts 0   copies   sorts 2      copies        A buffer takes what is copied. The reader takes the
//   device 1   sorts 1      copies   sorts 3   waits         buffers of range 0, then those of range 1, and gives each
//   reader               reads 0     reads 1   reads 2       back. A device waits where no buffer is free.
//
// The last free buffer is kept for the range that the reader waits for, so that it always goes on.
#pragma once

#include "runtime/await.hpp"
#include "runtime/far_array.hpp"
#include "runtime/worker_team.hpp"

#include <concord/error.hpp>

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <span>
#include <thread>
#include <utility>
#include <vector>

namespace concord::overlap {

/// Consecutive suffixes of the array, and what each shares with the one before it. The first of the chunk is at
/// `first`; before that, both spans have room that the reader may use. prefixes[first] is 0 whatever it shares.
template <class Position>
struct suffix_chunk {
    std::span<Position> suffixes;
    std::span<Position> prefixes;
    std::uint64_t first = 0;
};

template <class Position>
using take_chunk = std::function<void(const suffix_chunk<Position>&)>;

template <class Position>
class range_queue {
  public:
    struct buffer {
        explicit buffer(std::uint64_t size) : suffixes(size), prefixes(size) {}
        runtime::far_array<Position> suffixes;
        runtime::far_array<Position> prefixes;
        std::uint64_t range = 0;
        std::uint64_t count = 0;

        [[nodiscard]] suffix_chunk<Position> chunk(std::uint64_t room) const {
            return {suffixes.view().first(room + count), prefixes.view().first(room + count), room};
        }
    };

    /// `buffers` (>= 2) of `room` and `capacity` suffixes each. Their memory is taken as it is written. Throws error
    /// (resource).
    range_queue(unsigned buffers, std::uint64_t room, std::uint64_t capacity) : room_(room) {
        for (unsigned made = 0; made < buffers; ++made)
            free_.push_back(std::make_unique<buffer>(room + capacity));
    }

    [[nodiscard]] std::uint64_t room() const noexcept { return room_; }

    // For devices.

    /// Waits for a free buffer. Throws error (cancelled) once the queue is closed.
    [[nodiscard]] std::unique_ptr<buffer> acquire(std::uint64_t range) {
        std::unique_lock lock(mutex_);
        runtime::await(changed_, lock, [&] { return closed_ || free_.size() > (range == current_ ? 0U : 1U); });
        if (closed_) throw error(error_code::cancelled, "another part of the work has ended");
        std::unique_ptr<buffer> taken = std::move(free_.back());
        free_.pop_back();
        taken->range = range;
        return taken;
    }
    void push(std::unique_ptr<buffer> filled) {
        const std::scoped_lock lock(mutex_);
        filled_.push_back(std::move(filled));
        changed_.notify_all();
    }
    /// Nothing more comes of a range.
    void finish(std::uint64_t range) {
        const std::scoped_lock lock(mutex_);
        if (finished_.size() <= range) finished_.resize(range + 1);
        finished_[range] = true;
        changed_.notify_all();
    }
    /// Ends the work; the first failure is what the reader gets.
    void close(std::exception_ptr failure) {
        const std::scoped_lock lock(mutex_);
        if (!closed_) failure_ = std::move(failure);
        closed_ = true;
        changed_.notify_all();
    }

    // For the reader.

    /// The next buffer in order; null after the last of `ranges`. Throws what failed.
    [[nodiscard]] std::unique_ptr<buffer> pop(std::uint64_t ranges) {
        std::unique_lock lock(mutex_);
        for (;;) {
            const auto found =
                std::find_if(filled_.begin(), filled_.end(), [&](const auto& each) { return each->range == current_; });
            if (found != filled_.end()) {
                std::unique_ptr<buffer> taken = std::move(*found);
                filled_.erase(found);
                return taken;
            }
            if (closed_) std::rethrow_exception(failure_);
            if (current_ == ranges) return nullptr;
            if (current_ < finished_.size() && finished_[current_]) {
                ++current_;
                changed_.notify_all();
                continue;
            }
            runtime::await(changed_, lock, [&] {
                return closed_ || (current_ < finished_.size() && finished_[current_]) ||
                       std::any_of(filled_.begin(), filled_.end(),
                                   [&](const auto& each) { return each->range == current_; });
            });
        }
    }
    void release(std::unique_ptr<buffer> read) {
        const std::scoped_lock lock(mutex_);
        free_.push_back(std::move(read));
        changed_.notify_all();
    }

  private:
    std::mutex mutex_;
    std::condition_variable changed_;
    std::vector<std::unique_ptr<buffer>> free_;
    std::deque<std::unique_ptr<buffer>> filled_;
    std::vector<bool> finished_;
    std::uint64_t current_ = 0; ///< the range that is read
    bool closed_ = false;
    std::exception_ptr failure_;
    std::uint64_t room_;
};

/// Joined when it is destroyed; before that, end() is called.
struct device_threads {
    std::function<void()> end = {};
    std::vector<std::thread> threads = {};

    device_threads() = default;
    explicit device_threads(std::function<void()> before) : end(std::move(before)) {}
    device_threads(const device_threads&) = delete;
    device_threads& operator=(const device_threads&) = delete;
    ~device_threads() {
        if (end) end();
        for (std::thread& each : threads)
            each.join();
    }
};

/// Calls work(0) ... work(devices - 1), a thread each, and waits for all. Throws the first failure.
template <class Work>
void on_each_device(unsigned devices, const Work& work) {
    std::vector<std::exception_ptr> failures(devices);
    {
        device_threads others;
        const auto run = [&](unsigned device) {
            try {
                work(device);
            } catch (...) {
                failures[device] = std::current_exception();
            }
        };
        for (unsigned device = 1; device < devices; ++device)
            others.threads.push_back(runtime::start_thread([&run, device] { run(device); }));
        run(0);
    }
    for (const std::exception_ptr& failure : failures)
        if (failure) std::rethrow_exception(failure);
}

/// sort(device, range, deliver) calls deliver(count, copy) for each piece of a range, and copy(suffixes, prefixes)
/// writes it; take(chunk) gets all pieces in order, on this thread. A thread a device. Throws what any of these throws.
template <class Position, class Sort, class Take>
void ranges_in_order(unsigned devices, std::uint64_t ranges, range_queue<Position>& queue, const Sort& sort,
                     const Take& take) {
    std::atomic<std::uint64_t> next{0};
    const auto work = [&](unsigned device) {
        try {
            for (std::uint64_t range = next++; range < ranges; range = next++) {
                sort(device, range, [&](std::uint64_t count, const auto& copy) {
                    auto filled = queue.acquire(range);
                    copy(filled->suffixes.data() + queue.room(), filled->prefixes.data() + queue.room());
                    filled->count = count;
                    queue.push(std::move(filled));
                });
                queue.finish(range);
            }
        } catch (...) {
            queue.close(std::current_exception());
        }
    };
    device_threads at_work([&queue] { queue.close(nullptr); }); // the reader may end early
    for (unsigned device = 0; device < devices; ++device)
        at_work.threads.push_back(runtime::start_thread([&work, device] { work(device); }));
    while (auto filled = queue.pop(ranges)) {
        take(filled->chunk(queue.room()));
        queue.release(std::move(filled));
    }
}

/// The same by one device and one thread, with one buffer.
template <class Position, class Sort, class Take>
void ranges_one_by_one(std::uint64_t ranges, std::uint64_t room, std::uint64_t capacity, const Sort& sort,
                       const Take& take) {
    typename range_queue<Position>::buffer only(room + capacity);
    for (std::uint64_t range = 0; range < ranges; ++range)
        sort(0U, range, [&](std::uint64_t count, const auto& copy) {
            only.count = count;
            copy(only.suffixes.data() + room, only.prefixes.data() + room);
            take(only.chunk(room));
        });
}

} // namespace concord::overlap
