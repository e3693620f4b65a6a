// The tile kernels of this problem.
#pragma once

#include "alignment/bit_parallel/block.hpp"
#include "simd/vector_target.hpp"

namespace concord::pairwise::lcs {

/// The kernel for a target that this processor runs (choose_vectors).
[[nodiscard]] pairwise::tile_kernel tiles_for(simd::vector_target target);

} // namespace concord::pairwise::lcs
