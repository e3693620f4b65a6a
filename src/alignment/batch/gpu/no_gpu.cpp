// A build without nvcc: never called, because there are no GPUs to choose.
#include "alignment/batch/gpu/gpu_batch.hpp"

#include <concord/error.hpp>

namespace concord::edit_distance {

struct gpu_batch::state {};

gpu_batch::gpu_batch(const sequence_set&, const sequence_set&, const batch_options&, int, std::function<void()>) {
    throw error(error_code::resource, "this build has no GPU code");
}
gpu_batch::~gpu_batch() = default;

std::vector<std::uint64_t> gpu_batch::zipped(std::uint64_t, std::uint64_t, std::uint32_t*) { return {}; }
std::vector<std::uint64_t> gpu_batch::rows(std::uint64_t, std::uint64_t, std::uint32_t*) { return {}; }
std::uint64_t gpu_batch::most_pairs() const noexcept { return 1; }

} // namespace concord::edit_distance
