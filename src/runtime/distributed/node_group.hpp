// Ranks that see the same memory, and work in it like threads of one process.
//
//   machine 0                     machine 1
//   rank 0   rank 1               rank 2   rank 3
//      \       /                     \       /
//      tables, turns                 tables, turns        in memory that both write to
//         |                             |
//       rank 0  ---- sums, unions --- rank 2              one of each neighbourhood
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

    /// Collective among neighbours: task(index, worker) is called for every index below `count`, by whoever is free,
    /// and all are done in the end. What one of them throws its neighbours do not know of: they wait.
    void run(std::size_t count, const thread_pool::stage& shown,
             const std::function<std::uint64_t(std::size_t, unsigned)>& task);

    /// Collective among all, after run(): call(leaders) for common memory, once for each neighbourhood.
    template <class Call>
    void exchange(Call call) {
        if (ranks_.node_local().is_root()) call(ranks_.node_roots());
        ranks_.node_local().barrier();
    }

    /// Collective among all: what the first of each neighbourhood says.
    [[nodiscard]] std::vector<std::uint64_t> allgather(std::uint64_t value);

  private:
    /// Who takes the next task, and what was done by others than the first, who tells how far it is.
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
