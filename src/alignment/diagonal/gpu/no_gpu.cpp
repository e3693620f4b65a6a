// A build without nvcc: never called, because there are no GPUs to choose.
#include "alignment/diagonal/gpu/gpu_diagonals.hpp"

#include <concord/error.hpp>

namespace concord::pairwise {

diagonal_result compare_by_diagonals_on_gpu(const sequence::coded_pair&, bool, bool, const gpu_diagonal_resources&,
                                            const diagonal_effort&) {
    throw error(error_code::resource, "this build has no GPU code");
}

} // namespace concord::pairwise
