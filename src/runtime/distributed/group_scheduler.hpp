// Who does the tasks of a computation, and where its arrays lie, for algorithms that know nothing of processes.
//
//   one process            one group, whose threads take the tasks; arrays are its own
//   processes of a node    one group, whose threads take the tasks together and see the same arrays
//   several nodes          as many groups; what each has added to its arrays is then summed up over all of them
//
// All calls are collective: every process makes them in the same order.
#pragma once

#include "runtime/distributed/communicator.hpp"
#include "runtime/distributed/node_group.hpp"
#include "runtime/distributed/shared_array.hpp"
#include "runtime/distributed/task_sharing.hpp"
#include "runtime/early_pages.hpp"
#include "runtime/thread_pool.hpp"

#include <concord/error.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <optional>
#include <span>

namespace concord::runtime {

class group_scheduler {
  public:
    explicit group_scheduler(thread_pool& workers) : workers_(workers) {
        task_sharing* const sharing = workers.options().sharing;
        if (sharing == nullptr || sharing->ranks().size() == 1) return;
        sharing_ = sharing;
        group_.emplace(sharing->ranks(), workers);
    }

    [[nodiscard]] thread_pool& workers() const noexcept { return workers_; } ///< of this process
    /// Threads that take the tasks of this group.
    [[nodiscard]] unsigned threads() const noexcept { return group_ ? group_->threads() : workers_.threads(); }
    /// The number of this group, and of how many.
    [[nodiscard]] unsigned group() const noexcept { return group_ ? group_->number() : 0; }
    [[nodiscard]] unsigned groups() const noexcept { return group_ ? group_->count() : 1; }
    /// Threads of the largest group, all of which wait while arrays are exchanged; 0 where there is one process.
    [[nodiscard]] unsigned waiting_threads() const noexcept { return group_ ? group_->most_threads() : 0; }

    /// Calls task(index, worker) for all indices below `tasks`, by the threads of the group.
    void run(std::size_t tasks, const thread_pool::stage& shown,
             const std::function<std::uint64_t(std::size_t, unsigned)>& task) {
        group_ ? group_->run(tasks, shown, task) : workers_.run(tasks, shown, task);
    }

    /// What the first process has computed: estimates in floating point may differ from machine to machine.
    [[nodiscard]] std::uint64_t agreed(std::uint64_t value) {
        return group_ ? broadcast(group_->ranks(), value) : value;
    }

    /// This group's share of `count` items in a pass over them, by the speeds of the groups in earlier passes.
    [[nodiscard]] task_range share_of(std::uint64_t count) const {
        return sharing_ == nullptr ? task_range{0, count} : shares().of(group(), count);
    }
    /// Calls pass() on a share, and remembers how long each group took.
    template <class Pass>
    void timed(Pass pass) {
        const auto begin = adaptive_partition::clock::now();
        pass();
        if (group_)
            shares().learn(
                group_->allgather(adaptive_partition::nanoseconds(adaptive_partition::clock::now() - begin)));
    }

    /// `size` zeros that the group has in common, in the memory of those that were given before: new pages cost more
    /// than zeros in old ones, above all where a system has no huge pages for shared memory.
    template <class Value>
    [[nodiscard]] std::span<Value> zeros(std::size_t size) {
        const std::size_t bytes = size * sizeof(Value);
        if (!memory_ || memory_->size() < bytes) reserve(bytes);
        const std::span<std::byte> wanted = memory_->view().first(bytes);
        const std::size_t old = std::min(bytes, used_);
        in_chunks(wanted.first(old), [](std::span<std::byte> chunk) { std::memset(chunk.data(), 0, chunk.size()); });
        in_chunks(wanted.subspan(old), populate_pages);
        if (group_ && old < bytes) populate_pages(wanted.subspan(old)); // those that other processes have made, too
        used_ = std::max(used_, bytes);
        return {reinterpret_cast<Value*>(memory_->view().data()), size}; // mapped memory: aligned to pages
    }
    /// Gives that memory back.
    void release() { memory_.reset(); }

    /// Another array that the group has in common, beside zeros().
    template <class Value>
    [[nodiscard]] runtime::shared_array<Value> common_array(std::size_t size) {
        return runtime::shared_array<Value>(group_ ? &group_->ranks() : nullptr, size);
    }

    /// Sums and unions of arrays that each group has in common, over all groups.
    void allreduce_sum(std::span<std::uint32_t> shared) {
        if (group_) group_->exchange([&](rank_group& roots) { roots.allreduce_sum(shared); });
    }
    void allreduce_or(std::span<std::uint64_t> shared) {
        if (group_) group_->exchange([&](rank_group& roots) { roots.allreduce_or(shared); });
    }

    /// Intersections and unions of sets that each process has for itself, over all processes of a group or of all.
    enum class scope : std::uint8_t { group, all };
    void allreduce_and_of_each(std::span<std::uint64_t> own, scope among) {
        if (!group_) return;
        rank_group& some = among == scope::all ? group_->ranks() : group_->ranks().node_local();
        if (some.size() > 1) some.allreduce_and(own);
    }
    void allreduce_or_of_each(std::span<std::uint64_t> own) {
        if (group_) group_->ranks().allreduce_or(own);
    }

    /// Calls compute(), or read() where a checkpoint has what write() wrote of it.
    void once(const std::function<void()>& compute, const std::function<void(byte_writer&)>& write,
              const std::function<void(byte_reader&)>& read) {
        task_sharing* const sharing = workers_.options().sharing; // a single process may keep a checkpoint, too
        sharing == nullptr ? compute() : sharing->run_once(compute, write, read);
    }

  private:
    /// Later arrays are larger, and what is not touched takes no memory.
    static constexpr std::size_t least_reserved = std::size_t{1} << 28U;

    [[nodiscard]] adaptive_partition& shares() const { return sharing_->shares_of_node_groups(groups()); }

    void reserve(std::size_t bytes) {
        communicator* const ranks = group_ ? &group_->ranks() : nullptr;
        memory_.reset(); // before there is more
        used_ = 0;
        try {
            memory_.emplace(ranks, std::max(4 * bytes, least_reserved));
        } catch (const error&) { // where addresses are limited
            memory_.emplace(ranks, bytes);
        }
    }

    void in_chunks(std::span<std::byte> bytes, const std::function<void(std::span<std::byte>)>& work) {
        if (bytes.empty()) return;
        constexpr std::size_t at_once = std::size_t{1} << 21U;
        run((bytes.size() + at_once - 1) / at_once, {}, [&](std::size_t task, unsigned) -> std::uint64_t {
            work(bytes.subspan(task * at_once, std::min(at_once, bytes.size() - task * at_once)));
            return 0;
        });
    }

    thread_pool& workers_;
    task_sharing* sharing_ = nullptr; ///< null: there are no other processes
    std::optional<node_group> group_;
    std::optional<shared_array<std::byte>> memory_;
    std::size_t used_ = 0; ///< bytes of it that may differ from zero
};

} // namespace concord::runtime
