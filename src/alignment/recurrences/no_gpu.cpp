// A build without nvcc: never called, because there are no GPUs to choose.
#include "alignment/recurrences/pair_recurrence.hpp"

#include <concord/error.hpp>

namespace concord::pairwise {

std::unique_ptr<gpu_matrix> levenshtein_on_gpus(const sequence::coded_pair&, const matrix_boundary&,
                                                const gpu_matrix_resources&) {
    throw error(error_code::resource, "this build has no GPU code");
}
std::unique_ptr<gpu_matrix> lcs_on_gpus(const sequence::coded_pair&, const matrix_boundary&,
                                        const gpu_matrix_resources&) {
    throw error(error_code::resource, "this build has no GPU code");
}

} // namespace concord::pairwise
