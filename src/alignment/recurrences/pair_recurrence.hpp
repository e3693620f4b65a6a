// A recurrence as the solver of pairs sees it: data and functions for any device.
#pragma once

#include "alignment/bit_parallel/block_matrix.hpp"
#include "alignment/bit_parallel/delta_rows.hpp"
#include "sequence/coded_pair.hpp"
#include "simd/vector_target.hpp"

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

namespace concord::pairwise {

// Matrices of long pairs on GPUs, as host code sees them. The same signatures with and without CUDA.

struct gpu_matrix_resources {
    std::vector<int> gpus;
    std::uint64_t memory;        ///< bytes on each; 0: what is free
    std::function<void()> check; ///< may throw error (cancelled)
    unsigned words = 0; ///< words of columns of a lane: 1, 2, 4, 8, 16; 0: chosen. For tests: it changes no answer
};

/// A matrix on GPUs.
class gpu_matrix {
  public:
    virtual ~gpu_matrix() = default;

    /// Fills the matrix from both ends.
    [[nodiscard]] virtual matrix_halves fill_halves() = 0;
    /// Fills the matrix from the beginnings and keeps edges, from which an alignment can be traced back. Returns the
    /// last row.
    [[nodiscard]] virtual delta_row fill_and_keep() = 0;
    /// Fills the matrix from the beginnings as a slab of a larger one, and keeps edges if asked to. Returns the last
    /// row.
    [[nodiscard]] virtual delta_row fill_slab(const slab_neighbours& beside, bool keep) = 0;
    /// The kept edges; valid as long as this lives.
    [[nodiscard]] virtual edge_source& edges() = 0;
};

/// Creates the matrix of a recurrence on GPUs; defined where its kernels are compiled. Throws error (resource) where
/// there is no GPU code, or too little memory.
using make_gpu_matrix = std::unique_ptr<gpu_matrix> (*)(const sequence::coded_pair& pair,
                                                        const matrix_boundary& boundary,
                                                        const gpu_matrix_resources& resources);

struct pair_recurrence {
    matrix_boundary boundary;
    bool by_diagonals;   ///< edits are those of may_substitute: where they are few, furthest-reaching points count them
    bool may_substitute; ///< edits are insertions, deletions and substitutions; else insertions and deletions
    bool may_transpose = false; ///< and transpositions
    double cells_a_diagonal;    ///< cells that the best vectors and one thread fill while one diagonal is extended
    block_kernel (*kernel_for)(simd::vector_target target); ///< for a target that this processor runs
    block_traceback trace;                                  ///< null: there is no alignment to be asked for
    read_deltas deltas;
    make_gpu_matrix on_gpus; ///< null: on the CPU only
};

extern const pair_recurrence levenshtein_recurrence; ///< recurrences/levenshtein.cpp
extern const pair_recurrence osa_recurrence;         ///< recurrences/osa.cpp
extern const pair_recurrence lcs_recurrence;         ///< recurrences/lcs.cpp; its distance is the indel distance

/// The boundary of Recurrence, a template of a -inl.hpp file.
template <class Recurrence>
[[nodiscard]] constexpr matrix_boundary boundary_of() {
    matrix_boundary made{Recurrence::vertical, Recurrence::horizontal, {}, {}};
    for (unsigned i = 0; i < Recurrence::vertical; ++i)
        made.top[i] = Recurrence::is_set_above(i) ? ~std::uint64_t{0} : 0;
    for (unsigned i = 0; i < Recurrence::horizontal; ++i)
        made.left[i] = Recurrence::is_set_left(i) ? ~std::uint64_t{0} : 0;
    return made;
}

// levenshtein.cu and lcs.cu, or no_gpu.cpp.
[[nodiscard]] std::unique_ptr<gpu_matrix> levenshtein_on_gpus(const sequence::coded_pair& pair,
                                                              const matrix_boundary& boundary,
                                                              const gpu_matrix_resources& resources);
[[nodiscard]] std::unique_ptr<gpu_matrix> lcs_on_gpus(const sequence::coded_pair& pair, const matrix_boundary& boundary,
                                                      const gpu_matrix_resources& resources);

} // namespace concord::pairwise
