// How the work of a call is shared: among the ranks of a run, or between shards that never meet.
//
// Every process makes the same calls in the same order, so a step needs no name that all must know: it is the n-th.
#pragma once

#include "exec/cluster/common_array.hpp"
#include "exec/cluster/communicator.hpp"
#include "exec/cluster/counted_tasks.hpp"
#include "exec/cluster/journal.hpp"
#include "exec/cluster/learned_shares.hpp"
#include "exec/cluster/mailbox.hpp"
#include "exec/cluster/ordered_run.hpp"
#include "exec/cluster/step.hpp"
#include "exec/cluster/task_queue.hpp"

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

namespace exec {
class workers;
}

class task_sharing {
  public:
    /// `ranks` must outlive it. `part`: what it makes is a part, even if it is the only one.
    explicit task_sharing(exec::communicator& ranks, std::optional<shard> part = {});
    ~task_sharing();
    task_sharing(const task_sharing&) = delete;
    task_sharing& operator=(const task_sharing&) = delete;

    /// Keeps what is done in a folder, from which another run can go on: see exec::journal. On all ranks; rank 0
    /// writes.
    void keep_in(const std::string& folder, bool resume);

    /// Collective: a call begins. `about` tells it from all others whose steps would have other results; it is asked
    /// only where somebody will need to know, because the input is looked through for it.
    void begin(const std::function<std::vector<exec::call_fact>()>& about);

    /// Of the call that began last, in a part: parts with other facts do not belong together.
    [[nodiscard]] const std::vector<exec::call_fact>& facts() const noexcept { return facts_; }

    [[nodiscard]] exec::communicator& ranks() const noexcept { return ranks_; }
    /// Whether this process is the one that writes and speaks.
    [[nodiscard]] bool leads() const noexcept { return ranks_.leads(); }
    [[nodiscard]] const shard& part() const noexcept { return part_; }
    [[nodiscard]] bool is_sharded() const noexcept { return part_.count > 1; }
    [[nodiscard]] bool is_kept() const noexcept { return is_kept_; }
    /// Whether something that is divided by number among the shards is this shard's.
    [[nodiscard]] bool is_ours(std::uint64_t number) const noexcept { return number % part_.count == part_.index; }

    /// Collective: what rank 0 says, for a choice that steers the steps to come (a bound on memory, a device), so that
    /// a checkpoint keeps it.
    [[nodiscard]] std::uint64_t agree(std::uint64_t value);

    /// Collective: the tasks of a step, see exec::fold.
    void run(exec::workers& hands, const exec::step& given, exec::step_sum& sum);

    /// Collective: what `compute` makes on every rank alike, or what a checkpoint kept of it. `write` is called on rank
    /// 0.
    void run_once(const std::function<void()>& compute, const std::function<void(exec::byte_writer&)>& write,
                  const std::function<void(exec::byte_reader&)>& read);

    /// Collective, where a checkpoint is kept: calls part(first, last) until `count` parts are done that all ranks do
    /// together, `at_once` at a time, and keeps what they have come to in between. `about` tells the step from any
    /// other that a run with other means may come to in its place; what was kept of that is not used. All ranks call
    /// `write`, and rank 0 writes.
    void run_parts(std::span<const std::uint64_t> about, std::uint64_t count, std::uint64_t at_once,
                   const std::function<void(std::uint64_t, std::uint64_t)>& part,
                   const std::function<void(exec::byte_writer&)>& write,
                   const std::function<void(exec::byte_reader&)>& read);

    /// Collective: makes the blocks of a step (in a shard: its own) and hands them to `take` on rank 0, in their order
    /// and as they come; a checkpoint keeps those that are made. Which blocks there are must not depend on threads or
    /// memory.
    void run_in_order(exec::workers& hands, const exec::step& given, exec::made_by who, const exec::block_maker& make,
                      const exec::block_taker& take);

    /// From now on the blocks go to `take` instead of the one who asks for rows: they become a part.
    void hand_blocks_to(exec::block_taker take) { taker_ = std::move(take); }
    /// From now on no block is made: `read` knows all of them, from parts.
    void take_blocks_from(std::function<exec::byte_string(std::uint64_t)> read) { reader_ = std::move(read); }

    /// This rank's share of `count` things that every rank has, as large as any other's, for loops whose results are
    /// then summed up or united.
    [[nodiscard]] exec::task_range share_of(std::uint64_t count) const {
        return exec::learned_shares(ranks_.size()).of(ranks_.rank(), count);
    }
    /// Shares of neighbourhoods, which follow what is learned of them in pass after pass.
    [[nodiscard]] exec::learned_shares& shares_of_neighbourhoods(unsigned count) {
        return of_neighbourhoods_ ? *of_neighbourhoods_ : of_neighbourhoods_.emplace(count);
    }

  private:
    /// Collective: what the journal has of the step, told to all.
    enum class kept : std::uint8_t { nothing, tasks, result };
    kept look_up(std::uint64_t step, exec::byte_string& content);
    /// Collective: how many parts a checkpoint has of a step; they have been read.
    [[nodiscard]] std::uint64_t parts_kept(std::uint64_t step, std::span<const std::uint64_t> about,
                                           std::uint64_t count, const std::function<void(exec::byte_reader&)>& read);

    /// Where all ranks count tasks; null where they do not all see the same memory.
    [[nodiscard]] exec::counted_tasks::word* counter();

    exec::communicator& ranks_;
    exec::mailbox mail_;
    std::optional<exec::common_array<exec::counted_tasks::word>> counter_; ///< made when it is first needed
    std::optional<exec::learned_shares> of_neighbourhoods_;
    shard part_;
    bool is_part_;
    bool is_kept_ = false;
    std::vector<exec::call_fact> facts_;
    std::unique_ptr<exec::journal> journal_; ///< on rank 0
    std::uint64_t calls_ = 0;                ///< begun so far
    std::uint64_t steps_ = 0;                ///< of this call, begun so far
    exec::block_taker taker_;
    std::function<exec::byte_string(std::uint64_t)> reader_;
};

namespace exec {

/// Collective where work is shared: memory_budget of rank 0, so that all ranks choose alike; between shards, which
/// cannot agree, a fixed size unless one was asked for.
[[nodiscard]] std::uint64_t agreed_memory_budget(const run_options& options);

/// Collective where work is shared: how many threads all processes have together, for tasks that are cut finer the more
/// there are. Shards, which cannot agree, and those who keep a checkpoint, with which more may go on, take it for a
/// fixed number at least.
[[nodiscard]] std::uint64_t agreed_hands(const workers& hands);

} // namespace exec

} // namespace concord
