// Settings for tests only: they change the size of units of work, and never an answer.
#pragma once

#include <atomic>
#include <cstdint>

namespace concord::runtime {

namespace inner {
inline std::atomic<std::uint64_t> tile{0};
}

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

} // namespace concord::runtime
