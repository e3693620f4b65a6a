// A build without nvcc: nothing gets here, because there are no GPUs to be chosen.
#include "problems/subsequence/cuda.hpp"

#include <concord/error.hpp>

namespace concord::subsequence {

std::unique_ptr<exec::gpu_table> table_on_gpus(const data::coded_pair&, const exec::table_law&,
                                               const exec::gpu_table_means&) {
    throw error(error_code::resource, "this build has no GPU code");
}

} // namespace concord::subsequence
