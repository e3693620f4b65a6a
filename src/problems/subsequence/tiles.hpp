// The tile kernels of this problem.
#pragma once

#include "exec/cpu/vectors.hpp"
#include "exec/wavefront/tile.hpp"

namespace concord::subsequence {

/// The kernel for a target that this processor runs (exec::choose_vectors).
[[nodiscard]] exec::tile_kernel tiles_for(exec::vector_target target);

} // namespace concord::subsequence
