// Matrices of long pairs on GPUs, as host code sees them. The same signatures with and without CUDA.
#pragma once

#include "alignment/bit_parallel/block_matrix.hpp"
#include "alignment/bit_parallel/delta_rows.hpp"

#include <cstdint>
#include <functional>
#include <vector>

namespace concord::pairwise {

struct gpu_matrix_resources {
    std::vector<int> gpus;
    std::uint64_t memory;        ///< bytes on each; 0: what is free
    std::function<void()> check; ///< may throw error (cancelled)
    unsigned words = 0;          ///< of columns a lane owns: 1, 2, 4, 8, 16; 0: chosen. For tests: it changes no answer
};

/// A matrix on GPUs.
class gpu_matrix {
  public:
    virtual ~gpu_matrix() = default;

    /// Fills the matrix from both ends.
    [[nodiscard]] virtual matrix_halves fill_halves() = 0;
    /// Fills it from the beginnings and keeps edges, from which an alignment can be traced back. Returns
    /// the last row.
    [[nodiscard]] virtual delta_row fill_and_keep() = 0;
    /// The edges that were kept; valid as long as this lives.
    [[nodiscard]] virtual edge_source& edges() = 0;
};

} // namespace concord::pairwise
