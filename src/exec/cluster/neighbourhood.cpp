#include "exec/cluster/neighbourhood.hpp"

#include "exec/cluster/gather.hpp"

#include <algorithm>
#include <array>
#include <optional>

namespace concord::exec {

neighbourhood::neighbourhood(communicator& ranks, workers& hands) : ranks_(ranks), hands_(hands), turns_(&ranks, 2) {
    rank_group& neighbours = ranks.neighbours();
    std::array<std::uint32_t, 3> facts{hands.threads(), 0, 0};
    if (neighbours.leads()) {
        facts[1] = ranks.leaders_of_neighbours().rank();
        facts[2] = ranks.leaders_of_neighbours().size();
    }
    neighbours.sum(facts);
    threads_ = facts[0];
    number_ = facts[1];
    count_ = facts[2];
    const std::vector<std::uint64_t> of_all = gathered(threads_);
    most_threads_ = static_cast<unsigned>(*std::max_element(of_all.begin(), of_all.end()));
}

std::vector<std::uint64_t> neighbourhood::gathered(std::uint64_t value) {
    const bool leads = ranks_.neighbours().leads();
    return exec::gathered(ranks_, count_, leads ? std::optional<std::size_t>(number_) : std::nullopt, value);
}

void neighbourhood::run(std::size_t count, const workers::stage& shown,
                        const std::function<std::uint64_t(std::size_t, unsigned)>& task) {
    turn& ours = turns_[runs_++ % 2];
    turn& following = turns_[runs_ % 2]; // which nobody uses now, nor before all have met in the end of this one
    const bool leads = ranks_.neighbours().leads();
    if (leads) {
        following.next = 0;
        following.units_elsewhere = 0;
    }
    workers::stage of_all = shown;
    if (leads) of_all.elsewhere = &ours.units_elsewhere;
    hands_.run_from(
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
    ranks_.neighbours().meet();
}

} // namespace concord::exec
