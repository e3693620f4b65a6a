// How the work of a call is shared: among the ranks of a run, or between shards, which never communicate.
//
// Every process makes the same calls in the same order, so the number of a step identifies it.
#pragma once

#include "runtime/distributed/checkpoint.hpp"
#include "runtime/distributed/communicator.hpp"
#include "runtime/distributed/node_group.hpp"
#include "runtime/distributed/ordered_run.hpp"
#include "runtime/distributed/partition.hpp"
#include "runtime/distributed/pipeline_run.hpp"
#include "runtime/distributed/step.hpp"
#include "runtime/distributed/task_queue.hpp"

#include <concord/cluster.hpp>
#include <concord/run.hpp>

#include <atomic>
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
    /// `ranks` must outlive it. `part`: the result is a part, even if it is the only one.
    explicit task_sharing(runtime::communicator& ranks, std::optional<shard> part = {});
    ~task_sharing();
    task_sharing(const task_sharing&) = delete;
    task_sharing& operator=(const task_sharing&) = delete;

    /// Keeps finished work in a folder from which another run can resume: see checkpoint.hpp. Called on all ranks; rank
    /// 0 writes.
    void keep_in(const std::string& folder, bool resume);

    /// Collective: begins a call. `about` returns the facts that distinguish it from calls whose steps have other
    /// results; it is called only if a checkpoint or a part needs them, because it reads the whole input.
    void begin(const std::function<std::vector<runtime::call_fact>()>& about);

    /// Collective: begins a call of which no checkpoint keeps anything.
    void begin_unkept();

    /// The facts of the last call, for a part: parts with other facts do not belong together.
    [[nodiscard]] const std::vector<runtime::call_fact>& facts() const noexcept { return facts_; }

    [[nodiscard]] runtime::communicator& ranks() const noexcept { return ranks_; }
    /// Whether this process is the one that writes output and messages.
    [[nodiscard]] bool is_root() const noexcept { return ranks_.is_root(); }
    [[nodiscard]] const shard& part() const noexcept { return part_; }
    [[nodiscard]] bool is_sharded() const noexcept { return part_.count > 1; }
    [[nodiscard]] bool is_kept() const noexcept { return is_kept_; }
    /// Whether this shard owns the n-th of things that are divided among the shards by number.
    [[nodiscard]] bool is_ours(std::uint64_t number) const noexcept { return number % part_.count == part_.index; }

    /// Collective: the value of rank 0, for a choice that affects later steps (a bound on memory, a device); a
    /// checkpoint keeps it.
    [[nodiscard]] std::uint64_t agree(std::uint64_t value);

    /// Collective: runs the tasks of a step; see runtime::fold.
    void run(runtime::thread_pool& pool, const runtime::step& given, runtime::step_sum& sum);

    /// Collective: the result of `compute`, which is the same on every rank, or the kept one of a checkpoint. Rank 0
    /// calls `write`.
    void run_once(const std::function<void()>& compute, const std::function<void(runtime::byte_writer&)>& write,
                  const std::function<void(runtime::byte_reader&)>& read);

    /// Collective: calls part(first, last) until all ranks together have done `count` parts, `at_once` at a time. With
    /// a checkpoint, keeps the state in between. `about` identifies the step, because a run with other devices may have
    /// another step at its number; the kept state of another step is ignored. All ranks call `write`, and rank 0 stores
    /// the result.
    void run_parts(std::span<const std::uint64_t> about, std::uint64_t count, std::uint64_t at_once,
                   const std::function<void(std::uint64_t, std::uint64_t)>& part,
                   const std::function<void(runtime::byte_writer&)>& write,
                   const std::function<void(runtime::byte_reader&)>& read);

    /// Collective: computes the blocks of a step (in a shard: its own) and passes them to `take` on rank 0, in order
    /// and as they arrive; a checkpoint keeps finished blocks. The division into blocks must not depend on threads or
    /// memory.
    void run_in_order(runtime::thread_pool& pool, const runtime::step& given, runtime::made_by makers,
                      const runtime::block_maker& make, const runtime::block_taker& take);

    /// Collective: runs the work of each rank, which passes things on to its neighbour in this order of ranks, and
    /// returns the combined results. `stopped` is set when the step is stopped. Not for calls that a checkpoint keeps.
    [[nodiscard]] runtime::byte_string run_pipeline(runtime::thread_pool& pool, runtime::pipeline_order order,
                                                    std::atomic<bool>& stopped, const runtime::pipeline_work& work,
                                                    const runtime::pipeline_sum& combine);

    /// From now on the blocks go to `take` instead of the sink of the rows: they become a part.
    void hand_blocks_to(runtime::block_taker take) { taker_ = std::move(take); }
    /// From now on `read` returns the blocks, from parts, and none is computed.
    void take_blocks_from(std::function<runtime::byte_string(std::uint64_t)> read) { reader_ = std::move(read); }

    /// The share of this rank of `count` things that every rank has, as large as any other's; for loops whose results
    /// are then combined by allreduce.
    [[nodiscard]] runtime::task_range share_of(std::uint64_t count) const {
        return runtime::adaptive_partition(ranks_.size()).of(ranks_.rank(), count);
    }
    /// Shares of node groups, which adapt to their speeds from pass to pass.
    [[nodiscard]] runtime::adaptive_partition& shares_of_node_groups(unsigned count) {
        return of_node_groups_ ? *of_node_groups_ : of_node_groups_.emplace(count);
    }

  private:
    /// Collective: the content of the checkpoint for the step, broadcast to all.
    enum class kept : std::uint8_t { nothing, tasks, result };
    kept look_up(std::uint64_t step, runtime::byte_string& content);
    /// Collective: the number of parts of a step that a checkpoint has, after reading their state.
    [[nodiscard]] std::uint64_t parts_kept(std::uint64_t step, std::span<const std::uint64_t> about,
                                           std::uint64_t count, const std::function<void(runtime::byte_reader&)>& read);

    /// The shared task counter of all ranks; null where they do not all share memory.
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
    std::uint64_t calls_ = 0;                         ///< number of calls begun
    std::uint64_t steps_ = 0;                         ///< number of steps of this call begun
    runtime::block_taker taker_;
    std::function<runtime::byte_string(std::uint64_t)> reader_;
};

namespace runtime {

/// Collective where work is shared: memory_budget of rank 0, so that all ranks choose alike. Shards, which cannot
/// agree, use a fixed size unless the options give one.
[[nodiscard]] std::uint64_t agreed_memory_budget(const run_options& options);

/// Collective where work is shared: the number of threads of all processes, for tasks that are divided more finely for
/// more threads. Shards, which cannot agree, and runs with a checkpoint, which may be resumed by more processes, use at
/// least a fixed number.
[[nodiscard]] std::uint64_t agreed_threads(const thread_pool& pool);

} // namespace runtime

} // namespace concord
