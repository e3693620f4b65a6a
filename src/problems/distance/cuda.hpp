// The table on GPUs. The same signature with and without CUDA.
#pragma once

#include "exec/wavefront/gpu_table.hpp"

#include <memory>

namespace concord::edits {

/// Throws error (resource) where there is no GPU code, or too little memory.
[[nodiscard]] std::unique_ptr<exec::gpu_table> table_on_gpus(const data::coded_pair& pair, const exec::table_law& law,
                                                             const exec::gpu_table_means& means);

} // namespace concord::edits
