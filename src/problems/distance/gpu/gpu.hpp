// The table on GPUs. The same signature with and without CUDA.
#pragma once

#include "alignment/bit_parallel/gpu/gpu_matrix.hpp"

#include <memory>

namespace concord::edits {

/// Throws error (resource) where there is no GPU code, or too little memory.
[[nodiscard]] std::unique_ptr<pairwise::gpu_table>
table_on_gpus(const sequence::coded_pair& pair, const pairwise::table_law& law, const pairwise::gpu_table_means& means);

} // namespace concord::edits
