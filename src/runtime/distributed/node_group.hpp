// Ranks that see the same memory, and work in it like threads of one process.
//
//   machine 0                     machine 1
//   rank 0   rank 1               rank 2   rank 3
//      \       /                     \       /
//      tables, turns                 tables, turns        in memory that both write to
//         |                             |
//       rank 0  ---- allreduce ------ rank 2              the root of each group
#pragma once

#include "runtime/distributed/communicator.hpp"
#include "runtime/distributed/shared_array.hpp"
#include "runtime/thread_pool.hpp"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

namespace concord::runtime {

class node_group {
  public:
    /// Collective among all ranks.
    node_group(communicator& ranks, thread_pool& pool);

    [[nodiscard]] communicator& ranks() const noexcept { return ranks_; }
    [[nodiscard]] unsigned number() const noexcept { return number_; } ///< of this one
    [[nodiscard]] unsigned count() const noexcept { return count_; }   ///< of all
    [[nodiscard]] unsigned threads() const noexcept { return threads_; }
    [[nodiscard]] unsigned most_threads() const noexcept { return most_threads_; } ///< of any of them

    /// Collective in the group: task(index, worker) is called for every index below `count`, on any free thread, and
    /// all are done in the end. The other ranks of the group do not learn of what one of them throws: they wait.
    void run(std::size_t count, const thread_pool::stage& shown,
             const std::function<std::uint64_t(std::size_t, unsigned)>& task);

    /// Collective among all, after run(): call(the roots of all groups), once for each group, to combine shared memory.
    template <class Call>
    void exchange(Call call) {
        if (ranks_.node_local().is_root()) call(ranks_.node_roots());
        ranks_.node_local().barrier();
    }

    /// Collective among all: the value of the root of each group.
    [[nodiscard]] std::vector<std::uint64_t> allgather(std::uint64_t value);

  private:
    /// The next task, and the units that others than the root have done; the root reports progress.
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
