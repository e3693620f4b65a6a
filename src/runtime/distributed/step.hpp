// A step of a search: independent tasks whose partial results merge by a total order, so that the answer depends
// neither on the process that runs a task nor on the order in which tasks end.
#pragma once

#include "runtime/distributed/bytes.hpp"
#include "runtime/distributed/communicator.hpp"

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

namespace concord::runtime {

/// The greatest value that any task has offered so far; values of other ranks arrive with a delay.
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

/// The processes among which the tasks of a step are divided.
enum class divided_among : std::uint8_t {
    ranks,  ///< the ranks of a run; every shard does the whole step, because shards never communicate
    shards, ///< the shards and their ranks: the result is this shard's part
};

struct step {
    std::string_view name{}; ///< shown to the user
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

/// The sum of the finished tasks of a step in this process, and which tasks these are.
class step_sum {
  public:
    struct share {
        std::vector<std::uint64_t> tasks;
        byte_string sum; ///< of their results
    };

    step_sum() = default;
    step_sum(const step_sum&) = delete;
    step_sum& operator=(const step_sum&) = delete;
    virtual ~step_sum() = default;

    /// Runs a task and adds its result.
    virtual void do_task(std::size_t task, unsigned worker) = 0;
    /// Takes the sum so far and resets it. Thread-safe beside do_task, like the other functions.
    [[nodiscard]] virtual share take() = 0;
    /// A copy of the sum so far.
    [[nodiscard]] virtual share copy() = 0;
    virtual void add(const share& part) = 0;
};

// Messages of other ranks about the current step. Other ranks may be ahead, in a later step or, after a stopped step,
// in a later call: their messages are kept until this rank gets there.

/// The step and its call: every message about a step begins with it.
struct step_number {
    std::uint64_t call = 0;
    std::uint64_t step = 0; ///< of the call, from 0

    friend bool operator==(const step_number& a, const step_number& b) { return a.call == b.call && a.step == b.step; }
    friend bool operator>(const step_number& a, const step_number& b) { // spelled out: nvcc 13 miscompiles the default
        return a.call != b.call ? a.call > b.call : a.step > b.step;
    }
};

inline void write(byte_writer& to, const step_number& number) {
    to.number(number.call);
    to.number(number.step);
}
[[nodiscard]] inline step_number read_step_number(byte_reader& from) {
    const std::uint64_t call = from.number();
    return {call, from.number()};
}

class step_messages {
  public:
    /// `ranks` must outlive it; nothing else receives from them.
    explicit step_messages(communicator& ranks) : ranks_(ranks) {}

    [[nodiscard]] communicator& ranks() const noexcept { return ranks_; }

    /// A message about this step, if one has arrived; returns at once. Messages about earlier steps, left over from a
    /// stopped step or a late request, are dropped.
    [[nodiscard]] std::optional<communicator::message> receive(const step_number& about) {
        for (auto each = early_.begin(); each != early_.end();) {
            const step_number number = number_of(*each);
            if (number > about) {
                ++each;
                continue;
            }
            communicator::message kept = std::move(*each);
            each = early_.erase(each);
            if (number == about) return kept;
        }
        while (auto heard = ranks_.receive()) {
            const step_number number = number_of(*heard);
            if (number == about) return heard;
            if (number > about) early_.push_back(std::move(*heard));
        }
        return std::nullopt;
    }

    /// Calls handle(message) for all messages that have arrived; returns whether there were any.
    template <class Handle>
    bool handle_all(const step_number& about, Handle handle) {
        bool heard_something = false;
        while (const auto heard = receive(about)) {
            handle(*heard);
            heard_something = true;
        }
        return heard_something;
    }

  private:
    [[nodiscard]] static step_number number_of(const communicator::message& heard) {
        byte_reader reader(heard.content);
        return read_step_number(reader);
    }

    communicator& ranks_;
    std::deque<communicator::message> early_;
};

} // namespace concord::runtime
