// A build without nvcc: never called, because there are no GPUs to choose.
#include "problems/substring/gpu/gpu_search.hpp"
#include "problems/substring/gpu/gpu_variants.hpp"

#include <concord/error.hpp>

namespace concord::substring {

struct gpu_search::state {};

gpu_search::gpu_search(const problem&, const gpu_resources&) {
    throw error(error_code::resource, "this build has no GPU code");
}
gpu_search::~gpu_search() = default;

longest_windows gpu_search::search() { return {}; }
std::vector<substring_candidate> gpu_search::search_each(std::uint64_t) { return {}; }

std::unique_ptr<variant_engine> make_gpu_engine(const variant_problem&, const variant_resources&, int) {
    throw error(error_code::resource, "this build has no GPU code");
}

} // namespace concord::substring
