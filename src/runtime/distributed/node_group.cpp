#include "runtime/distributed/node_group.hpp"

#include "runtime/distributed/communicator.hpp"

#include <algorithm>
#include <array>
#include <optional>

namespace concord::runtime {

node_group::node_group(communicator& ranks, thread_pool& pool) : ranks_(ranks), pool_(pool), turns_(&ranks, 2) {
    rank_group& group = ranks.node_local();
    std::array<std::uint32_t, 3> facts{pool.threads(), 0, 0};
    if (group.is_root()) {
        facts[1] = ranks.node_roots().rank();
        facts[2] = ranks.node_roots().size();
    }
    group.allreduce_sum(facts);
    threads_ = facts[0];
    number_ = facts[1];
    count_ = facts[2];
    const std::vector<std::uint64_t> of_all = allgather(threads_);
    most_threads_ = static_cast<unsigned>(*std::max_element(of_all.begin(), of_all.end()));
}

std::vector<std::uint64_t> node_group::allgather(std::uint64_t value) {
    const bool leads = ranks_.node_local().is_root();
    return runtime::allgather(ranks_, count_, leads ? std::optional<std::size_t>(number_) : std::nullopt, value);
}

void node_group::run(std::size_t count, const thread_pool::stage& shown,
                     const std::function<std::uint64_t(std::size_t, unsigned)>& task) {
    turn& ours = turns_[runs_++ % 2];
    turn& following = turns_[runs_ % 2]; // not in use now, nor before the barrier at the end of this run
    const bool leads = ranks_.node_local().is_root();
    if (leads) {
        following.next = 0;
        following.units_elsewhere = 0;
    }
    thread_pool::stage of_all = shown;
    if (leads) of_all.elsewhere = &ours.units_elsewhere;
    pool_.run_from(
        [&]() -> std::optional<std::size_t> {
            const std::uint64_t next = ours.next.fetch_add(1, std::memory_order_relaxed);
            return next < count ? std::optional<std::size_t>(next) : std::nullopt;
        },
        count, of_all,
        [&](std::size_t index, unsigned worker) {
            const std::uint64_t units = task(index, worker);
            if (!leads) ours.units_elsewhere.fetch_add(units, std::memory_order_relaxed);
            return units;
        });
    ranks_.node_local().barrier();
}

} // namespace concord::runtime
