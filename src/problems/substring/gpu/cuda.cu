// window_search on GPUs: load, call, reduce; nothing else.
#include "problems/substring/gpu/gpu.hpp"

#include "problems/substring/gpu/sharing_machine.cuh"
#include "problems/substring/windows/window_search.hpp"
#include "runtime/distributed/communicator.hpp"

#include <algorithm>

namespace concord::substring {
namespace {

std::vector<runtime::gpu*> started(const std::vector<int>& indices, std::size_t first) {
    std::vector<runtime::gpu*> gpus;
    for (std::size_t at = first; at < indices.size(); ++at)
        gpus.push_back(&runtime::started_gpu(indices[at]));
    return gpus;
}

/// What a GPU may use, and how fast it is: for ranks what the least of theirs may and is, so that all choose alike.
struct gpu_abilities {
    explicit gpu_abilities(const gpu_means& means) : memory(means.memory) {
        const runtime::gpu& gpu = runtime::started_gpu(means.gpus.front());
        clocks = gpu.multiprocessors() * gpu.clock_hz();
        if (means.sharing == nullptr || means.sharing->ranks().size() == 1) return;
        runtime::communicator& ranks = means.sharing->ranks();
        const std::uint64_t room = gpu.bytes_free_at_start() / 10 * 9 / means.ranks_of_gpu;
        memory = runtime::allreduce_min(ranks, memory > 0 ? std::min(memory, room) : room);
        clocks = static_cast<double>(runtime::allreduce_min(ranks, static_cast<std::uint64_t>(clocks)));
    }
    std::uint64_t memory;
    double clocks;
};

window_sharing sharing_of(task_sharing* given) {
    if (given == nullptr) return {};
    return {sharing_ranks(&given->ranks()), given->part(), kept_counts(given)};
}

} // namespace

struct gpu_search::state {
    state(const problem& given, const gpu_means& means)
        : helpers(started(means.gpus, 1)), able(means),
          machine(runtime::started_gpu(means.gpus.front()), helpers, able.memory, able.clocks, means.check,
                  means.compared, means.worth_sharing),
          search(machine, given, means.tile, means.notes, means.sieve, sharing_of(means.sharing)) {}

    std::vector<runtime::gpu*> helpers;
    gpu_abilities able;
    sharing_machine machine;
    window_search<sharing_machine> search;
};

gpu_search::gpu_search(const problem& given, const gpu_means& means) {
    if (given.sequences() > 0xFFFFFFFF)
        throw error(error_code::resource, "a GPU numbers at most 4,294,967,295 sequences; use the CPU");
    state_ = std::make_unique<state>(given, means);
}
gpu_search::~gpu_search() = default;

longest_windows gpu_search::search() { return state_->search.search(); }

std::vector<substring_candidate> gpu_search::search_each(std::uint64_t longest) {
    return state_->search.search_each(longest);
}

} // namespace concord::substring
