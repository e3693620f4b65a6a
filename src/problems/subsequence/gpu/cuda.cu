// The table on GPUs: the law of step.hpp in the lanes of warps.
#include "alignment/bit_parallel/gpu/gpu_matrix.cuh"
#include "alignment/recurrences/lcs.hpp"
#include "problems/subsequence/gpu/gpu.hpp"

namespace concord::subsequence {
namespace {

struct kernel_law : pairwise::lcs::row_law {
    static constexpr pairwise::row_cost cost{3,
                                             6}; ///< instructions for a word and for a row, as compiled for compute 9.0
    static constexpr unsigned most_words = 16;   ///< of a lane: more do not fit its registers
};

} // namespace

std::unique_ptr<pairwise::gpu_table> table_on_gpus(const sequence::coded_pair& pair, const pairwise::table_law& law,
                                                   const pairwise::gpu_table_means& means) {
    return std::make_unique<pairwise::strips_on_gpus<kernel_law>>(pair, law, means);
}

} // namespace concord::subsequence
