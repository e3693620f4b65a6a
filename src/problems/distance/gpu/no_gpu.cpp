// A build without nvcc: never called, because there are no GPUs to choose.
#include "problems/distance/gpu/find_gpu.hpp"
#include "problems/distance/gpu/near_gpu.hpp"

#include <concord/error.hpp>

namespace concord::edit_distance {

namespace {

[[noreturn]] void no_gpu() { throw error(error_code::resource, "this build has no GPU code"); }

} // namespace

struct gpu_end_search::state {};

gpu_end_search::gpu_end_search(const sequence::packed_sequences&, std::span<const std::uint64_t>,
                               const sequence::dense_letters*, int, const run_options&, std::function<void()>) {
    no_gpu();
}
gpu_end_search::~gpu_end_search() = default;

bool gpu_end_search::find(std::span<const oriented_pattern>, unsigned, std::uint64_t,
                          std::vector<std::vector<found_end>>&) {
    no_gpu();
}

struct gpu_near_join::state {};

gpu_near_join::gpu_near_join(const pair_comparer&, int, const run_options&, std::function<void()>) { no_gpu(); }
gpu_near_join::~gpu_near_join() = default;

bool gpu_near_join::find(const join_request&, std::vector<near_pair>&) { no_gpu(); }

} // namespace concord::edit_distance
