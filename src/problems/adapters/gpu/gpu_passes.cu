// The passes of a search on a GPU: device_passes over CUDA.
#include "problems/adapters/gpu/gpu_passes.hpp"

#include "problems/adapters/gpu/device_passes.hpp"
#include "runtime/gpu/cuda/cuda_device.cuh"

namespace concord::adapters {
namespace {

/// A GPU, selected for the calling thread.
struct selected_gpu {
    selected_gpu(int gpu, runtime::thread_pool& pool)
        : machine(
              runtime::started_gpu(gpu), pool.options().memory, [&pool] { pool.check_cancelled(); }, pool.threads()) {
        machine.context().select();
    }
    runtime::cuda_device machine;
};

class gpu_passes final : selected_gpu, public device_passes<runtime::cuda_device> {
  public:
    gpu_passes(const searched_reads& reads, int gpu, runtime::thread_pool& pool)
        : selected_gpu(gpu, pool), device_passes(machine, reads, pool) {
        machine.context().wait("copying to it"); // the caller may free what is copied
    }
};

} // namespace

std::unique_ptr<read_passes> passes_on_gpu(const searched_reads& reads, int gpu, runtime::thread_pool& pool) {
    return std::make_unique<gpu_passes>(reads, gpu, pool);
}

} // namespace concord::adapters
