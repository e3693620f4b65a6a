// Settings for tests only: the size of units of work, and what the system refuses. They never change an answer.
#pragma once

#include <atomic>
#include <cstdint>
#include <limits>

namespace concord::runtime {

namespace inner {
inline std::atomic<std::uint64_t> tile{0};
inline std::atomic<bool> names{false};
inline std::atomic<std::int64_t> threads{std::numeric_limits<std::int64_t>::max()};
inline std::atomic<bool (*)(int)> gpu_allocation{nullptr};
} // namespace inner

/// Sequences, starts, pairs or shifts that a unit of work covers; 0: each problem chooses.
[[nodiscard]] inline std::uint64_t forced_tile() noexcept { return inner::tile.load(std::memory_order_relaxed); }

/// While it lives, forced_tile() is `size`, for all threads. Small tiles divide a small input into many units of work.
class scoped_tile {
  public:
    explicit scoped_tile(std::uint64_t size) noexcept : before_(inner::tile.exchange(size)) {}
    scoped_tile(const scoped_tile&) = delete;
    scoped_tile& operator=(const scoped_tile&) = delete;
    ~scoped_tile() { inner::tile = before_; }

  private:
    std::uint64_t before_;
};

/// Whether new files shall have a name from the beginning, as where the file system has no others.
[[nodiscard]] inline bool names_are_forced() noexcept { return inner::names.load(std::memory_order_relaxed); }

class scoped_names {
  public:
    scoped_names() noexcept : before_(inner::names.exchange(true)) {}
    scoped_names(const scoped_names&) = delete;
    scoped_names& operator=(const scoped_names&) = delete;
    ~scoped_names() { inner::names = before_; }

  private:
    bool before_;
};

/// Whether the system starts another thread; asked once for each.
[[nodiscard]] inline bool may_start_thread() noexcept {
    return inner::threads.fetch_sub(1, std::memory_order_relaxed) > 0;
}

/// While it lives, the system starts so many threads more, and refuses all others.
class scoped_thread_limit {
  public:
    explicit scoped_thread_limit(std::int64_t more) noexcept : before_(inner::threads.exchange(more)) {}
    scoped_thread_limit(const scoped_thread_limit&) = delete;
    scoped_thread_limit& operator=(const scoped_thread_limit&) = delete;
    ~scoped_thread_limit() { inner::threads = before_; }

  private:
    std::int64_t before_;
};

/// Whether a GPU has memory for another allocation; asked once for each. A test's function may also break the GPU.
[[nodiscard]] inline bool may_allocate_on_gpu(int gpu) noexcept {
    const auto asked = inner::gpu_allocation.load(std::memory_order_relaxed);
    return asked == nullptr || asked(gpu);
}

/// From now on `ask` is asked; null: nothing is.
inline void ask_before_gpu_allocations(bool (*ask)(int gpu)) noexcept { inner::gpu_allocation = ask; }

} // namespace concord::runtime
