// A step of a search: independent tasks whose partial results merge by a total order, so that it does not matter which
// process does which of them, and in which order they end.
#pragma once

#include "runtime/distributed/bytes.hpp"

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace concord::runtime {

/// The greatest value that any task has offered so far; those of other ranks come a little later.
class shared_maximum {
  public:
    explicit shared_maximum(std::uint64_t first = 0) : value_(first) {}

    [[nodiscard]] std::uint64_t get() const noexcept { return value_.load(std::memory_order_relaxed); }
    void offer(std::uint64_t value) noexcept {
        std::uint64_t known = get();
        while (known < value && !value_.compare_exchange_weak(known, value, std::memory_order_relaxed)) {
        }
    }

  private:
    std::atomic<std::uint64_t> value_;
};

/// Among which processes the tasks of a step are divided.
enum class divided_among : std::uint8_t {
    ranks,  ///< the ranks of a run; every shard does all of it, so that shards, which never meet, know the same
    shards, ///< the shards and their ranks: the result is this shard's part
};

struct step {
    std::string_view name{}; ///< shown to the person who waits
    std::string_view unit{};
    std::size_t count = 0;          ///< of tasks; the same for any number of threads, ranks and shards
    std::uint64_t total = 0;        ///< units of all tasks; 0: nothing is shown
    std::uint64_t each = 1;         ///< units of a task; the last one may have less
    shared_maximum* best = nullptr; ///< prunes; may be null
    divided_among division = divided_among::ranks;

    [[nodiscard]] std::uint64_t units_of(std::size_t task) const noexcept {
        const std::uint64_t before = std::uint64_t{task} * each;
        return before >= total ? 0 : std::min(each, total - before);
    }
};

/// What the tasks of a step have added up to in this process, and which tasks these are.
class step_sum {
  public:
    struct share {
        std::vector<std::uint64_t> tasks;
        byte_string sum; ///< of what they found
    };

    step_sum() = default;
    step_sum(const step_sum&) = delete;
    step_sum& operator=(const step_sum&) = delete;
    virtual ~step_sum() = default;

    /// Does a task and adds what it found.
    virtual void do_task(std::size_t task, unsigned worker) = 0;
    /// All so far; begins anew from nothing. Safe beside do_task, as are the others.
    [[nodiscard]] virtual share take() = 0;
    /// All so far; nothing changes.
    [[nodiscard]] virtual share copy() = 0;
    virtual void add(const share& part) = 0;
};

} // namespace concord::runtime
