// Tasks and memory for an algorithm that does not know how many processes run it.
//
// The processes of a run fall into groups; those of one group see the same memory and take tasks from one counter, like
// threads of one process. A process alone is one group. An algorithm runs passes of tasks over arrays that its group
// has in common, and combines what the groups came to:
//
//     const task_range ours = scheduler.share_of(count);      each group has a share of the items
//     scheduler.run(tasks, shown, [&](index, worker) {...})   any free thread of the group does the next task
//     scheduler.allreduce_sum(table);                         every group has the sums of all groups
//
//     machine 0: group 0               machine 1: group 1
//     process 0   process 1            process 2   process 3
//        \           /                    \           /
//        shared arrays, task counter      shared arrays, task counter
//               |                              |
//               +----------- allreduce --------+               one process of each group
//
// All calls that do something are collective: every process makes them, in the same order.
#pragma once

#include "runtime/distributed/adaptive_partition.hpp"
#include "runtime/distributed/node_group.hpp"
#include "runtime/distributed/shared_array.hpp"
#include "runtime/distributed/task_queue.hpp"
#include "runtime/thread_pool.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>

namespace concord::runtime {

class task_scheduler {
  public:
    /// With the processes that `workers.options().sharing` names; without it this process is alone.
    explicit task_scheduler(thread_pool& workers);

    [[nodiscard]] thread_pool& workers() const noexcept { return workers_; } ///< of this process
    /// Threads that take the tasks of this group.
    [[nodiscard]] unsigned threads() const noexcept { return group_ ? group_->threads() : workers_.threads(); }
    /// The number of this group, and of how many.
    [[nodiscard]] unsigned group() const noexcept { return group_ ? group_->number() : 0; }
    [[nodiscard]] unsigned groups() const noexcept { return group_ ? group_->count() : 1; }
    /// Threads of the largest group, all of which wait while arrays are exchanged; 0 where there is one process.
    [[nodiscard]] unsigned waiting_threads() const noexcept { return group_ ? group_->most_threads() : 0; }

    /// Calls task(index, worker) for every index below `count`, on any free thread of the group; all are done in the
    /// end, and the group sees what they wrote to shared arrays. worker < workers().threads(). A task returns the units
    /// of `shown` that it did.
    void run(std::size_t count, const thread_pool::stage& shown,
             const std::function<std::uint64_t(std::size_t, unsigned)>& task);

    /// The value of the root: estimates in floating point may differ from machine to machine.
    [[nodiscard]] std::uint64_t agreed(std::uint64_t value);

    /// This group's share of `count` items in a pass over them, by the speeds of the groups in earlier passes; the
    /// shares of all groups are the whole.
    [[nodiscard]] task_range share_of(std::uint64_t count) const;
    /// Calls pass() on a share, and remembers how long each group took.
    template <class Pass>
    void timed(Pass pass) {
        const auto begin = adaptive_partition::clock::now();
        pass();
        learn(adaptive_partition::clock::now() - begin);
    }

    /// `size` zeros that the group has in common, in the memory of those that were given before: new pages cost more
    /// than zeros in old ones, above all where a system has no huge pages for shared memory. Throws error (resource).
    template <class Value>
    [[nodiscard]] std::span<Value> zeros(std::size_t size) {
        const std::span<std::byte> bytes = zeroed(size * sizeof(Value));
        return {reinterpret_cast<Value*>(bytes.data()), size}; // mapped memory: aligned to pages
    }
    /// Gives that memory back.
    void release() { memory_.reset(); }
    /// Another array of zeros that the group has in common, for as long as it lives. Throws error (resource).
    template <class Value>
    [[nodiscard]] runtime::shared_array<Value> shared_array(std::size_t size) {
        return runtime::shared_array<Value>(group_ ? &group_->ranks() : nullptr, size);
    }

    // Of arrays that each group has in common: all groups get the sums, or the bits that any has set.
    void allreduce_sum(std::span<std::uint32_t> shared);
    void allreduce_or(std::span<std::uint64_t> shared);

    // Of arrays that each process has for itself: all processes of the scope get the bits that every one has set, or
    // any.
    enum class scope : std::uint8_t { group, all };
    void allreduce_and_of_each(std::span<std::uint64_t> own, scope among);
    void allreduce_or_of_each(std::span<std::uint64_t> own);

    /// Calls compute(), or read() where a checkpoint has what write() wrote of it.
    void once(const std::function<void()>& compute, const std::function<void(byte_writer&)>& write,
              const std::function<void(byte_reader&)>& read);

  private:
    [[nodiscard]] adaptive_partition& shares() const;
    void learn(adaptive_partition::clock::duration took);
    [[nodiscard]] std::span<std::byte> zeroed(std::size_t bytes);
    void reserve(std::size_t bytes);
    void in_chunks(std::span<std::byte> bytes, const std::function<void(std::span<std::byte>)>& work);

    thread_pool& workers_;
    task_sharing* sharing_;           ///< null: alone, without a checkpoint
    std::optional<node_group> group_; ///< where there are other processes
    std::optional<runtime::shared_array<std::byte>> memory_;
    std::size_t used_ = 0; ///< bytes of it that may differ from zero
};

} // namespace concord::runtime
