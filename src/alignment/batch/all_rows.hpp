// Rows of the matrix of all distances: some sequences of a against all of b.
#pragma once

#include "alignment/batch/batch_run.hpp"

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

namespace concord::edit_distance {

/// Computes rows block by block, each block on all threads, and delivers them in order.
class distance_rows {
  public:
    /// Fewer than 2^32 sequences of b.
    explicit distance_rows(batch_run& run);

    /// Calls row(i, distances) for every i of `rows` in order, on the calling thread. Distances above `bound` are
    /// no_distance.
    /// Memory: a few rows for each thread, within the user's limit down to a single row.
    void compare(std::span<const std::uint32_t> rows, std::uint64_t bound, const distance_row& row);
    /// The same, but row() is called by any thread, for several rows at once and in no order.
    void compare_in_any_order(std::span<const std::uint32_t> rows, std::uint64_t bound, const distance_row& row);

  private:
    struct long_cell {
        std::uint64_t row; ///< of the block
        std::uint32_t b;
    };

    void order_columns();
    template <class Rows>
    void compare_blocks(std::span<const std::uint32_t> rows, std::uint64_t bound, const Rows& pass_on);
    void compare_block(std::span<const std::uint32_t> rows, std::uint64_t bound, std::uint64_t rows_before,
                       std::uint64_t all_rows);

    batch_run& run_;
    std::vector<std::uint32_t> order_;      ///< all of b, sequences of similar length together
    std::vector<std::size_t> chunk_begins_; ///< in `order_`, and its end
    std::vector<std::uint32_t> block_;      ///< distances, row by row
    std::uint64_t most_rows_;               ///< of a block
};

} // namespace concord::edit_distance
