// The executor of executor.hpp on GPUs: load, call, reduce; nothing else.
#include "problems/substring/gpu/gpu_search.hpp"

#include "problems/substring/gpu/executor.hpp"
#include "problems/substring/gpu/machine.cuh"
#include "runtime/distributed/communicator.hpp"

#include <algorithm>

namespace concord::substring {
namespace {

std::vector<runtime::device_context*> started(const std::vector<int>& indices, std::size_t first) {
    std::vector<runtime::device_context*> gpus;
    for (std::size_t at = first; at < indices.size(); ++at)
        gpus.push_back(&runtime::started_gpu(indices[at]));
    return gpus;
}

/// What a GPU may use, and how fast it is: for ranks what the least of theirs may and is, so that all choose alike.
struct gpu_abilities {
    explicit gpu_abilities(const gpu_resources& resources) : memory(resources.memory) {
        const runtime::device_context& gpu = runtime::started_gpu(resources.gpus.front());
        clocks = gpu.multiprocessors() * gpu.clock_hz();
        if (resources.sharing == nullptr || resources.sharing->ranks().size() == 1) return;
        runtime::communicator& ranks = resources.sharing->ranks();
        const std::uint64_t room = gpu.bytes_free_at_start() / 10 * 9 / resources.ranks_of_gpu;
        memory = runtime::allreduce_min(ranks, memory > 0 ? std::min(memory, room) : room);
        clocks = static_cast<double>(runtime::allreduce_min(ranks, static_cast<std::uint64_t>(clocks)));
    }
    std::uint64_t memory;
    double clocks;
};

search_division division_of(task_sharing* given) {
    if (given == nullptr) return {};
    return {runtime::striped_division(&given->ranks()), given->part(), checkpointed_counts(given)};
}

} // namespace

struct gpu_search::state {
    state(const problem& problem_given, const gpu_resources& resources)
        : helpers(started(resources.gpus, 1)), able(resources),
          machine(runtime::started_gpu(resources.gpus.front()), helpers, able.memory, able.clocks, resources.check,
                  resources.compared, resources.worth_sharing, resources.diagonals_a_clock, resources.threads),
          given(problem_given),
          run(machine, given, resources.tile, resources.notes, resources.filter, division_of(resources.sharing)) {}

    std::vector<runtime::device_context*> helpers;
    gpu_abilities able;
    comparing_machine machine;
    const problem& given;
    gpu_executor<comparing_machine> run;
};

gpu_search::gpu_search(const problem& given, const gpu_resources& resources) {
    if (given.sequences() > 0xFFFFFFFF)
        throw error(error_code::resource, "a GPU numbers at most 4,294,967,295 sequences; use the CPU");
    state_ = std::make_unique<state>(given, resources);
}
gpu_search::~gpu_search() = default;

longest_windows gpu_search::search() { return substring::search(state_->given, state_->run); }

std::vector<substring_candidate> gpu_search::search_each(std::uint64_t longest) {
    return substring::search_each(state_->given, state_->run, longest);
}

} // namespace concord::substring
