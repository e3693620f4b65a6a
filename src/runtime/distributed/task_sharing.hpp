// How the work of a call is shared: among the ranks of a run, or between shards that never meet.
//
// Every process makes the same calls in the same order, so a step needs no name that all must know: it is the n-th.
#pragma once

#include "runtime/distributed/adaptive_partition.hpp"
#include "runtime/distributed/checkpoint.hpp"
#include "runtime/distributed/communicator.hpp"
#include "runtime/distributed/ordered_run.hpp"
#include "runtime/distributed/shared_array.hpp"
#include "runtime/distributed/shared_task_counter.hpp"
#include "runtime/distributed/step.hpp"
#include "runtime/distributed/step_messages.hpp"
#include "runtime/distributed/task_queue.hpp"

#include <concord/cluster.hpp>
#include <concord/run.hpp>

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace concord {

namespace runtime {
class thread_pool;
}

class task_sharing {
  public:
    /// `ranks` must outlive it. `part`: what it makes is a part, even if it is the only one.
    explicit task_sharing(runtime::communicator& ranks, std::optional<shard> part = {});
    ~task_sharing();
    task_sharing(const task_sharing&) = delete;
    task_sharing& operator=(const task_sharing&) = delete;

    /// Keeps what is done in a folder, from which another run can go on: see checkpoint.hpp. On all ranks; rank 0
    /// writes.
    void keep_in(const std::string& folder, bool resume);

    /// Collective: a call begins. `about` tells it from all others whose steps would have other results; it is asked
    /// only where somebody will need to know, because the input is looked through for it.
    void begin(const std::function<std::vector<runtime::call_fact>()>& about);

    /// Of the call that began last, in a part: parts with other facts do not belong together.
    [[nodiscard]] const std::vector<runtime::call_fact>& facts() const noexcept { return facts_; }

    [[nodiscard]] runtime::communicator& ranks() const noexcept { return ranks_; }
    /// Whether this process is the one that writes output and messages.
    [[nodiscard]] bool is_root() const noexcept { return ranks_.is_root(); }
    [[nodiscard]] const shard& part() const noexcept { return part_; }
    [[nodiscard]] bool is_sharded() const noexcept { return part_.count > 1; }
    [[nodiscard]] bool is_kept() const noexcept { return is_kept_; }
    /// Whether something that is divided by number among the shards is this shard's.
    [[nodiscard]] bool is_ours(std::uint64_t number) const noexcept { return number % part_.count == part_.index; }

    /// Collective: the value of rank 0, for a choice that steers the steps to come (a bound on memory, a device), so
    /// that a checkpoint keeps it.
    [[nodiscard]] std::uint64_t agree(std::uint64_t value);

    /// Collective: the tasks of a step, see runtime::fold.
    void run(runtime::thread_pool& pool, const runtime::step& given, runtime::step_sum& sum);

    /// Collective: what `compute` makes on every rank alike, or what a checkpoint kept of it. `write` is called on rank
    /// 0.
    void run_once(const std::function<void()>& compute, const std::function<void(runtime::byte_writer&)>& write,
                  const std::function<void(runtime::byte_reader&)>& read);

    /// Collective, where a checkpoint is kept: calls part(first, last) until `count` parts are done that all ranks do
    /// together, `at_once` at a time, and keeps what they have come to in between. `about` tells the step from any
    /// other that a run with other devices may come to in its place; what was kept of that is not used. All ranks call
    /// `write`, and rank 0 writes.
    void run_parts(std::span<const std::uint64_t> about, std::uint64_t count, std::uint64_t at_once,
                   const std::function<void(std::uint64_t, std::uint64_t)>& part,
                   const std::function<void(runtime::byte_writer&)>& write,
                   const std::function<void(runtime::byte_reader&)>& read);

    /// Collective: makes the blocks of a step (in a shard: its own) and hands them to `take` on rank 0, in their order
    /// and as they come; a checkpoint keeps those that are made. Which blocks there are must not depend on threads or
    /// memory.
    void run_in_order(runtime::thread_pool& pool, const runtime::step& given, runtime::made_by makers,
                      const runtime::block_maker& make, const runtime::block_taker& take);

    /// From now on the blocks go to `take` instead of the sink of the rows: they become a part.
    void hand_blocks_to(runtime::block_taker take) { taker_ = std::move(take); }
    /// From now on no block is made: `read` knows all of them, from parts.
    void take_blocks_from(std::function<runtime::byte_string(std::uint64_t)> read) { reader_ = std::move(read); }

    /// This rank's share of `count` things that every rank has, as large as any other's, for loops whose results are
    /// then combined by allreduce.
    [[nodiscard]] runtime::task_range share_of(std::uint64_t count) const {
        return runtime::adaptive_partition(ranks_.size()).of(ranks_.rank(), count);
    }
    /// Shares of node groups, which follow their speeds in pass after pass.
    [[nodiscard]] runtime::adaptive_partition& shares_of_node_groups(unsigned count) {
        return of_node_groups_ ? *of_node_groups_ : of_node_groups_.emplace(count);
    }

  private:
    /// Collective: what the checkpoint has of the step, broadcast to all.
    enum class kept : std::uint8_t { nothing, tasks, result };
    kept look_up(std::uint64_t step, runtime::byte_string& content);
    /// Collective: how many parts a checkpoint has of a step; they have been read.
    [[nodiscard]] std::uint64_t parts_kept(std::uint64_t step, std::span<const std::uint64_t> about,
                                           std::uint64_t count, const std::function<void(runtime::byte_reader&)>& read);

    /// Where all ranks count tasks; null where they do not all see the same memory.
    [[nodiscard]] runtime::shared_task_counter::word* counter();

    runtime::communicator& ranks_;
    runtime::step_messages messages_;
    std::optional<runtime::shared_array<runtime::shared_task_counter::word>> counter_; ///< made when it is first needed
    std::optional<runtime::adaptive_partition> of_node_groups_;
    shard part_;
    bool is_part_;
    bool is_kept_ = false;
    std::vector<runtime::call_fact> facts_;
    std::unique_ptr<runtime::checkpoint> checkpoint_; ///< on rank 0
    std::uint64_t calls_ = 0;                         ///< begun so far
    std::uint64_t steps_ = 0;                         ///< of this call, begun so far
    runtime::block_taker taker_;
    std::function<runtime::byte_string(std::uint64_t)> reader_;
};

namespace runtime {

/// Collective where work is shared: memory_budget of rank 0, so that all ranks choose alike; between shards, which
/// cannot agree, a fixed size unless one was asked for.
[[nodiscard]] std::uint64_t agreed_memory_budget(const run_options& options);

/// Collective where work is shared: how many threads all processes have together, for tasks that are cut finer the more
/// there are. Shards, which cannot agree, and runs with a checkpoint, from which more processes may go on, take a fixed
/// number at least.
[[nodiscard]] std::uint64_t agreed_threads(const thread_pool& pool);

} // namespace runtime

} // namespace concord
