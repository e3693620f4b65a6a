// A build without nvcc: there are no GPUs.
#include "runtime/gpu/gpu_copies.hpp"
#include "runtime/gpu/gpus.hpp"

#include <concord/error.hpp>

namespace concord::runtime {

const gpu_inventory& list_gpus() {
    static const gpu_inventory none{{}, "this build has no GPU code"};
    return none;
}

void start_gpus(const std::vector<int>&) {}

void wait_for_gpus(const std::vector<int>&) {}

bool may_have_gpus() { return false; }

void start_any_gpu() {}

std::optional<bool> has_any_gpu_started() { return false; }

bool is_any_gpu_starting() { return false; }

gpu_copies measure_gpu_copies(int, std::uint64_t, unsigned, unsigned, unsigned) {
    throw error(error_code::resource, list_gpus().why_none);
}

} // namespace concord::runtime
