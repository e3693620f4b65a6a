// Tasks and memory for an algorithm that is independent of the number of processes.
//
// The processes of a run form groups; those of one group share memory and take tasks from one counter, like threads of
// one process. A single process is one group. An algorithm runs passes of tasks over arrays that its group shares, and
// combines the results of the groups:
//
//     scheduler.divide(count, [&](task_range ours) {            each group gets a share of the items
//         scheduler.run(tasks, shown, [&](index, worker) {...}) any free thread of the group runs the next task
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
    /// With the processes of `pool.options().sharing`; without it this process is alone.
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

    /// Calls task(index, worker) for every index below `count`, on any free thread of the group; returns when all are
    /// done and the group sees their writes to shared arrays. A task returns the units of `shown` that it did.
    void run(std::size_t count, const thread_pool::stage& shown,
             const std::function<std::uint64_t(std::size_t, unsigned)>& task);

    /// Calls work(share) with the share of this group of `count` items; the shares of all groups cover everything. A
    /// group that was slow gets less in the next call. A single group gets everything.
    void divide(std::uint64_t count, const std::function<void(task_range)>& work);

    /// `size` zeros shared by the group, in the memory of the previous call: clearing old pages is faster than
    /// populating new ones. Throws error (resource).
    template <class Value>
    [[nodiscard]] std::span<Value> zeros(std::size_t size) {
        const std::span<std::byte> bytes = zeroed(size * sizeof(Value));
        return {reinterpret_cast<Value*>(bytes.data()), size}; // mapped memory: aligned to pages
    }
    /// Frees the memory of zeros().
    void release_zeros() { memory_.reset(); }
    /// `size` zeros shared by the group, for as long as the result lives. Throws error (resource).
    template <class Value>
    [[nodiscard]] runtime::shared_array<Value> shared_array(std::size_t size) const {
        return runtime::shared_array<Value>(group_ ? &group_->ranks() : nullptr, size);
    }

    // For shared arrays, which exist once a group: all groups get the sums, or the bits that are set in any.
    void allreduce_sum(std::span<std::uint32_t> shared);
    void allreduce_or(std::span<std::uint64_t> shared);

    /// The memory to combine.
    enum class scope : std::uint8_t { group, all };
    // For arrays of each process: all processes of the scope get the bits that are set in each, or in any.
    void allreduce_and_of_each(std::span<std::uint64_t> own, scope among);
    void allreduce_or_of_each(std::span<std::uint64_t> own, scope among);

    /// The value of the root, for choices that all must make alike.
    [[nodiscard]] std::uint64_t broadcast(std::uint64_t value);

    /// The result of `compute`, which is the same in every process, or that of the checkpoint, which `read` takes.
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
    std::size_t used_ = 0; ///< bytes of it that may be non-zero
};

} // namespace concord::runtime
