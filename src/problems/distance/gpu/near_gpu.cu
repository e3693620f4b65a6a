// Near pairs on a GPU: device_join over CUDA.
#include "problems/distance/gpu/near_gpu.hpp"

#include "problems/distance/gpu/device_join.hpp"
#include "runtime/gpu/cuda/cuda_device.cuh"

#include <utility>

namespace concord::edit_distance {

struct gpu_near_join::state {
    state(const pair_comparer& comparer, int gpu, const run_options& options, std::function<void()> check)
        : machine(runtime::started_gpu(gpu), options.memory, std::move(check),
                  options.threads > 0 ? options.threads : usable_cores()),
          join(selected(machine), comparer) {
        machine.context().wait("copying to it");
    }

    static runtime::cuda_device& selected(runtime::cuda_device& which) {
        which.context().select();
        return which;
    }

    runtime::cuda_device machine;
    device_join<runtime::cuda_device> join;
};

gpu_near_join::gpu_near_join(const pair_comparer& comparer, int gpu, const run_options& options,
                             std::function<void()> check)
    : state_(std::make_unique<state>(comparer, gpu, options, std::move(check))) {}
gpu_near_join::~gpu_near_join() = default;

bool gpu_near_join::find(const join_request& request, std::vector<near_pair>& pairs) {
    state_->machine.context().select();
    return state_->join.find(request, pairs);
}

} // namespace concord::edit_distance
