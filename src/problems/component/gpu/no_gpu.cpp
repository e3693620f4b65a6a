// A build without kernels: a GPU that is named is an error, and automatic choice never gets here.
#include "problems/component/search.hpp"

#include <concord/error.hpp>

namespace concord::component {

search_outcome search_on_gpus(const problem&, const gpu_resources&) {
    throw error(error_code::resource, "this build has no GPU code for components");
}

} // namespace concord::component
