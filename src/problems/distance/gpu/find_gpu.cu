// The ends of patterns in a text on a GPU: end_search over CUDA.
#include "problems/distance/gpu/find_gpu.hpp"

#include "problems/distance/gpu/end_search.hpp"
#include "runtime/gpu/cuda/cuda_device.cuh"

#include <concord/device.hpp>

#include <utility>

namespace concord::edit_distance {

struct gpu_end_search::state {
    state(const sequence::packed_sequences& text, std::span<const std::uint64_t> starts,
          const sequence::dense_letters* numbers, int gpu, const run_options& options, std::function<void()> check)
        : machine(runtime::started_gpu(gpu), options.memory, std::move(check),
                  options.threads > 0 ? options.threads : usable_cores()),
          search(selected(machine), text, starts, numbers) {
        machine.context().wait("copying to it");
    }

    static runtime::cuda_device& selected(runtime::cuda_device& which) {
        which.context().select();
        return which;
    }

    runtime::cuda_device machine;
    end_search<runtime::cuda_device> search;
};

gpu_end_search::gpu_end_search(const sequence::packed_sequences& text, std::span<const std::uint64_t> starts,
                               const sequence::dense_letters* numbers, int gpu, const run_options& options,
                               std::function<void()> check)
    : state_(std::make_unique<state>(text, starts, numbers, gpu, options, std::move(check))) {}
gpu_end_search::~gpu_end_search() = default;

bool gpu_end_search::find(std::span<const oriented_pattern> patterns, unsigned edits, std::uint64_t most,
                          std::vector<std::vector<found_end>>& ends) {
    state_->machine.context().select();
    return state_->search.find(patterns, edits, most, ends);
}

} // namespace concord::edit_distance
