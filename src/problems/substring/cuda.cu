// window_search on GPUs: load, call, reduce; nothing else.
#include "problems/substring/cuda.hpp"

#include "problems/substring/cuda/sharing_machine.cuh"
#include "problems/substring/windows/window_search.hpp"

namespace concord::substring {
namespace {

std::vector<exec::gpu*> started(const std::vector<int>& indices, std::size_t first) {
    std::vector<exec::gpu*> gpus;
    for (std::size_t at = first; at < indices.size(); ++at)
        gpus.push_back(&exec::started_gpu(indices[at]));
    return gpus;
}

} // namespace

struct gpu_search::state {
    state(const problem& given, const gpu_means& means)
        : helpers(started(means.gpus, 1)), machine(exec::started_gpu(means.gpus.front()), helpers, means.memory,
                                                   means.check, means.compared, means.worth_sharing),
          search(machine, given, means.tile, means.notes, means.sieve) {}

    std::vector<exec::gpu*> helpers;
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
