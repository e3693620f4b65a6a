// The search of the variants on a GPU: device_engine over CUDA.
#include "problems/substring/gpu/gpu_variants.hpp"

#include "problems/substring/gpu/device_engine.hpp"
#include "runtime/gpu/cuda/cuda_device.cuh"

namespace concord::substring {
namespace {

/// A GPU, selected for the calling thread.
struct gpu_of_variants {
    gpu_of_variants(int gpu, runtime::thread_pool& pool)
        : machine(
              runtime::started_gpu(gpu), pool.options().memory, [&pool] { pool.check_cancelled(); }, pool.threads()) {
        machine.context().select();
    }
    runtime::cuda_device machine;
};

class gpu_engine final : gpu_of_variants, public device_engine<runtime::cuda_device> {
  public:
    gpu_engine(const variant_problem& given, const variant_resources& resources, int gpu)
        : gpu_of_variants(gpu, resources.workers), device_engine(machine, given, resources) {}
};

} // namespace

std::unique_ptr<variant_engine> make_gpu_engine(const variant_problem& given, const variant_resources& resources,
                                                int gpu) {
    return std::make_unique<gpu_engine>(given, resources, gpu);
}

} // namespace concord::substring
