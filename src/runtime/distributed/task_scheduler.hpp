// Tasks and memory for an algorithm that does not know how many processes run it.
//
// The processes of a run fall into groups; those of one group see the same memory and take tasks from one counter, like
// threads of one process. A process alone is one group. An algorithm runs passes of tasks over arrays that its group
// has in common, and combines what the groups came to:
//
//     scheduler.divide(count, [&](task_range ours) {            each group has a share of the items
//         scheduler.run(tasks, shown, [&](index, worker) {...}) any free thread of the group does the next task
//     });
//     scheduler.allreduce_sum(table);                           every group has the sums of all groups
//
//     machine 0: group 0               machine 1: group 1
//     process 0   process 1            process 2   process 3
//        \           /                    \           /
//        shared arrays, task counter      shared arrays, task counter
//               |                              |
//               +----------- allreduce --------+               one process of each group
//
// Every call except workers(), threads() ... is collective: all processes make it, in the same order.
#pragma once

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
    /// With the processes that `pool.options().sharing` names; without it this process is alone.
    explicit task_scheduler(thread_pool& pool);

    [[nodiscard]] thread_pool& pool() const noexcept { return pool_; }
    /// Threads of this process: the workers that run() numbers.
    [[nodiscard]] unsigned workers() const noexcept { return pool_.threads(); }
    /// Threads that take the tasks of a run(): those of the group.
    [[nodiscard]] unsigned threads() const noexcept { return group_ ? group_->threads() : pool_.threads(); }
    /// Threads of the largest group.
    [[nodiscard]] unsigned most_threads() const noexcept { return group_ ? group_->most_threads() : pool_.threads(); }
    [[nodiscard]] unsigned group() const noexcept { return group_ ? group_->number() : 0; }
    [[nodiscard]] unsigned groups() const noexcept { return group_ ? group_->count() : 1; }

    /// Calls task(index, worker) for every index below `count`, on any free thread of the group; all are done in the
    /// end, and what they wrote to shared arrays is seen by the group. A task returns the units of `shown` that it did.
    void run(std::size_t count, const thread_pool::stage& shown,
             const std::function<std::uint64_t(std::size_t, unsigned)>& task);

    /// Calls work(share) with the share of this group of `count` items; the shares of all groups are the whole. A group
    /// that was slow gets less of the next call. Of one group the share is everything.
    void divide(std::uint64_t count, const std::function<void(task_range)>& work);

    /// `size` zeros that the group has in common, in the place of those given before: old pages are cleared faster than
    /// new ones are made. Throws error (resource).
    template <class Value>
    [[nodiscard]] std::span<Value> zeros(std::size_t size) {
        const std::span<std::byte> bytes = zeroed(size * sizeof(Value));
        return {reinterpret_cast<Value*>(bytes.data()), size}; // mapped memory: aligned to pages
    }
    /// Gives the memory of zeros() back.
    void release_zeros() { memory_.reset(); }
    /// `size` zeros that the group has in common, for as long as the result lives. Throws error (resource).
    template <class Value>
    [[nodiscard]] runtime::shared_array<Value> shared_array(std::size_t size) const {
        return runtime::shared_array<Value>(group_ ? &group_->ranks() : nullptr, size);
    }

    // Of shared arrays, which each group has once: all groups get the sums, or what is set in any.
    void allreduce_sum(std::span<std::uint32_t> shared);
    void allreduce_or(std::span<std::uint64_t> shared);

    /// Whose memory is combined.
    enum class scope : std::uint8_t { group, all };
    // Of arrays that each process has for itself: all processes of the scope get what is set in each, or in any.
    void allreduce_and_of_each(std::span<std::uint64_t> own, scope among);
    void allreduce_or_of_each(std::span<std::uint64_t> own, scope among);

    /// What the root says, for choices that all must make alike.
    [[nodiscard]] std::uint64_t broadcast(std::uint64_t value);

    /// What `compute` makes in every process alike, or what a checkpoint kept of it, which `read` takes.
    void run_once(const std::function<void()>& compute, const std::function<void(byte_writer&)>& write,
                  const std::function<void(byte_reader&)>& read);

  private:
    [[nodiscard]] std::span<std::byte> zeroed(std::size_t bytes);
    void reserve(std::size_t bytes);
    void in_pieces(std::span<std::byte> bytes, const std::function<void(std::span<std::byte>)>& work);

    thread_pool& pool_;
    task_sharing* sharing_;           ///< null: alone, without a checkpoint
    std::optional<node_group> group_; ///< where there are other processes
    std::optional<runtime::shared_array<std::byte>> memory_;
    std::size_t used_ = 0; ///< bytes of it that may be something else than zero
};

} // namespace concord::runtime
