// Pairs with few edits on a GPU, as host code sees it. The same signature with and without CUDA.
#pragma once

#include "alignment/diagonal/bidirectional.hpp"
#include "sequence/coded_pair.hpp"
#include "simd/vector_target.hpp"

#include <cstdint>

namespace concord::pairwise {

struct gpu_diagonal_resources {
    int gpu;
    std::uint64_t memory;       ///< bytes; 0: what is free
    unsigned threads;           ///< that may copy large arrays
    simd::vector_target target; ///< for the part of an alignment that the host computes
};

/// compare_by_diagonals on a GPU: the same result. Memory O(n + m + d) there. Throws error: resource, cancelled.
[[nodiscard]] diagonal_result compare_by_diagonals_on_gpu(const sequence::coded_pair& pair, bool may_substitute,
                                                          bool want_alignment, const gpu_diagonal_resources& resources,
                                                          const diagonal_effort& effort);

} // namespace concord::pairwise
