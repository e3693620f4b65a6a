// A build without nvcc: there are no GPUs.
#include "runtime/gpu/gpus.hpp"

namespace concord::runtime {

const gpu_inventory& list_gpus() {
    static const gpu_inventory none{{}, "this build has no GPU code"};
    return none;
}

void start_gpus(const std::vector<int>&) {}

void wait_for_gpus(const std::vector<int>&) {}

} // namespace concord::runtime
