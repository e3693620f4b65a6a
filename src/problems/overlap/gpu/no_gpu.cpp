// A build without nvcc: never called, because there are no GPUs to choose.
#include "problems/overlap/gpu/gpu.hpp"

#include <concord/error.hpp>

namespace concord::overlap {
namespace {

[[noreturn]] void no_gpu() { throw error(error_code::resource, "this build has no GPU code"); }

} // namespace

std::shared_ptr<const gpu_index> index_on_gpu(const text_with_places&, const gpu_resources&, const cancel_check&,
                                              std::vector<std::string>&) {
    no_gpu();
}

std::shared_ptr<const gpu_index> index_to_gpu(const text_with_places&, const index_arrays<const std::uint32_t>&,
                                              const gpu_resources&) {
    no_gpu();
}

} // namespace concord::overlap
