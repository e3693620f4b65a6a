// The table on GPUs: the law of step.hpp in the lanes of warps.
#include "exec/wavefront/cuda/gpu_table.cuh"
#include "problems/distance/cuda.hpp"
#include "problems/distance/step.hpp"

namespace concord::edits {
namespace {

struct kernel_law : row_law {
    static constexpr exec::row_cost cost{10,
                                         10}; ///< instructions for a word and for a row, as compiled for compute 9.0
    static constexpr unsigned most_words = 8; ///< of a lane: more do not fit its registers
};

} // namespace

std::unique_ptr<exec::gpu_table> table_on_gpus(const data::coded_pair& pair, const exec::table_law& law,
                                               const exec::gpu_table_means& means) {
    return std::make_unique<exec::strips_on_gpus<kernel_law>>(pair, law, means);
}

} // namespace concord::edits
