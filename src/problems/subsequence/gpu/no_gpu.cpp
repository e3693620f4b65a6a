// A build without nvcc: nothing gets here, because there are no GPUs to be chosen.
#include "problems/subsequence/gpu/gpu.hpp"

#include <concord/error.hpp>

namespace concord::subsequence {

std::unique_ptr<pairwise::gpu_table> table_on_gpus(const sequence::coded_pair&, const pairwise::table_law&,
                                                   const pairwise::gpu_table_means&) {
    throw error(error_code::resource, "this build has no GPU code");
}

} // namespace concord::subsequence
