// Tables of long pairs on GPUs, as host code sees them. The same signatures with and without CUDA.
#pragma once

#include "alignment/bit_parallel/block_matrix.hpp"
#include "sequence/coded_pair.hpp"

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace concord::pairwise {

struct gpu_table_means {
    std::vector<int> gpus;
    std::uint64_t memory;        ///< bytes on each; 0: what is free
    std::function<void()> check; ///< may throw error (cancelled)
    unsigned words = 0;          ///< of columns a lane owns: 1, 2, 4, 8, 16; 0: chosen. For tests: it changes no answer
};

/// States of a whole row of a table, 64 columns a word.
struct row_of_states {
    std::uint64_t stride = 0; ///< words from one state to the next
    std::vector<std::uint64_t> words;
};

/// What two halves of a table leave at the row where they meet: the first rows filled from the beginnings, the others
/// from the ends of both sequences, columns counted from there.
struct met_halves {
    std::uint64_t rows_before;
    std::uint64_t rows_behind;
    row_of_states before;
    row_of_states behind;
};

/// A table on GPUs.
class gpu_table {
  public:
    virtual ~gpu_table() = default;

    /// Fills the table from both ends.
    [[nodiscard]] virtual met_halves fill_halves() = 0;
    /// Fills it from the beginnings and keeps edges, from which a path can be followed. Returns the last row.
    [[nodiscard]] virtual row_of_states fill_and_keep() = 0;
    /// The edges that were kept; valid as long as this lives.
    [[nodiscard]] virtual edge_source& edges() = 0;
};

/// How a problem's law gets onto GPUs: defined where its kernels are compiled; throws where there are none.
using make_gpu_table = std::unique_ptr<gpu_table> (*)(const sequence::coded_pair& pair, const table_law& law,
                                                      const gpu_table_means& means);

} // namespace concord::pairwise
