// A build without nvcc: never called, because there are no GPUs to choose.
#include "problems/adapters/gpu/gpu_passes.hpp"

#include <concord/error.hpp>

namespace concord::adapters {

std::unique_ptr<read_passes> passes_on_gpu(const searched_reads&, int, runtime::thread_pool&) {
    throw error(error_code::resource, "this build has no GPU code");
}

} // namespace concord::adapters
