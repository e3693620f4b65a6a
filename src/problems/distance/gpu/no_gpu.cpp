// A build without nvcc: never called, because there are no GPUs to choose.
#include "problems/distance/gpu/find_gpu.hpp"

#include <concord/error.hpp>

namespace concord::edit_distance {

struct gpu_end_search::state {};

gpu_end_search::gpu_end_search(const sequence::packed_sequences&, std::span<const std::uint64_t>, int,
                               const run_options&, std::function<void()>) {
    throw error(error_code::resource, "this build has no GPU code");
}
gpu_end_search::~gpu_end_search() = default;

bool gpu_end_search::find(std::span<const oriented_pattern>, unsigned, std::uint64_t,
                          std::vector<std::vector<found_end>>&) {
    return false;
}

} // namespace concord::edit_distance
