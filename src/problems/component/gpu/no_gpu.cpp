// A build without kernels: a GPU that is asked for by name is refused, and nothing else gets here.
#include "problems/component/gpu/gpu.hpp"

#include <concord/error.hpp>

namespace concord::component {

search_outcome search_on_gpus(const problem&, const gpu_resources&) {
    throw error(error_code::resource, "this build has no GPU code for components");
}

} // namespace concord::component
