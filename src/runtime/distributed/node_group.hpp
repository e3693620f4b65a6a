// Ranks that share memory and work on it like threads of one process.
//
//   machine 0                     machine 1
//   rank 0   rank 1               rank 2   rank 3
//      \       /                     \       /
//     tables, turns                 tables, turns        in memory that both ranks write
//         |                             |
//       rank 0  ---- allreduce ------ rank 2              the root of each group
#pragma once

#include "runtime/distributed/communicator.hpp"
#include "runtime/thread_pool.hpp"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <type_traits>
#include <vector>

namespace concord::runtime {

// An array in the shared memory of a node group.

template <class Value>
class shared_array {
    static_assert(std::is_trivially_destructible_v<Value>); // and zeros are a value

  public:
    /// `size` zeros. Collective in node_local(); null: for this process alone. Throws error (resource).
    shared_array(communicator* ranks, std::size_t size)
        : memory_(ranks == nullptr ? one_process().allocate_shared(size * sizeof(Value))
                                   : ranks->allocate_shared(size * sizeof(Value))),
          values_(reinterpret_cast<Value*>(memory_.get())), size_(size) {} // mapped memory: aligned to pages

    [[nodiscard]] Value& operator[](std::size_t at) const noexcept { return values_[at]; }
    [[nodiscard]] std::size_t size() const noexcept { return size_; }
    [[nodiscard]] std::span<Value> view() const noexcept { return {values_, size_}; }

  private:
    std::shared_ptr<std::byte> memory_;
    Value* values_;
    std::size_t size_;
};

class node_group {
  public:
    /// Collective among all ranks.
    node_group(communicator& ranks, thread_pool& pool);

    [[nodiscard]] communicator& ranks() const noexcept { return ranks_; }
    [[nodiscard]] unsigned number() const noexcept { return number_; } ///< of this group
    [[nodiscard]] unsigned count() const noexcept { return count_; }   ///< of groups
    [[nodiscard]] unsigned threads() const noexcept { return threads_; }
    [[nodiscard]] unsigned most_threads() const noexcept { return most_threads_; } ///< of any group

    /// Collective in the group: calls task(index, worker) for every index below `count`, on any free thread, and
    /// returns when all are done. If a task throws, the other ranks of the group are not notified: they wait.
    void run(std::size_t count, const thread_pool::stage& shown,
             const std::function<std::uint64_t(std::size_t, unsigned)>& task);

    /// Collective among all ranks, after run(): calls call(the roots of all groups) once for each group, to combine
    /// shared memory.
    template <class Call>
    void exchange(Call call) {
        if (ranks_.node_local().is_root()) call(ranks_.node_roots());
        ranks_.node_local().barrier();
    }

    /// Collective among all ranks: the value of the root of each group.
    [[nodiscard]] std::vector<std::uint64_t> allgather(std::uint64_t value);

  private:
    /// The next task, and the units done by ranks other than the root; the root reports progress.
    struct alignas(64) turn {
        std::atomic<std::uint64_t> next;
        std::atomic<std::uint64_t> units_elsewhere;
    };

    communicator& ranks_;
    thread_pool& pool_;
    unsigned number_ = 0;
    unsigned count_ = 1;
    unsigned threads_ = 1;
    unsigned most_threads_ = 1;
    shared_array<turn> turns_;
    std::size_t runs_ = 0;
};

} // namespace concord::runtime
