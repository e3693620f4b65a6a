// Rows of the matrix of all distances: some sequences of a against all of b.
#pragma once

#include "alignment/batch/batch_run.hpp"
#include "runtime/far_array.hpp"

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

namespace concord::edit_distance {

/// Computes rows block by block, each block on all threads, and delivers them in order. Of one list each pair of a
/// block's rows is compared once.
class distance_rows {
  public:
    /// Fewer than 2^32 sequences of b.
    explicit distance_rows(batch_run& run);

    /// Calls row(i, distances) for every i of `rows` in order, on the calling thread. Distances above `bound` are
    /// no_distance.
    /// Memory: a few rows for each thread, within the user's limit down to a single row.
    void compare(std::span<const std::uint32_t> rows, std::uint64_t bound, const distance_row& row);
    /// The same for rows in ascending order, of which distances[j] is set where j > i only.
    void compare_behind(std::span<const std::uint32_t> rows, std::uint64_t bound, const distance_row& row);
    /// As compare(), but row() is called by any thread, for several rows at once and in no order.
    void compare_in_any_order(std::span<const std::uint32_t> rows, std::uint64_t bound, const distance_row& row);

  private:
    struct long_cell {
        std::uint64_t row; ///< of the block
        std::uint32_t b;
    };

    /// Which columns of a row are compared.
    enum class wanted_columns : std::uint8_t {
        all,
        unknown, ///< of one list: those whose own rows do not come before this one in the block
        behind,  ///< those with greater numbers
    };

    void order_columns();
    [[nodiscard]] std::uint64_t most_rows(wanted_columns wanted) const;
    template <class Rows>
    void compare_blocks(std::span<const std::uint32_t> rows, std::uint64_t bound, wanted_columns wanted,
                        const Rows& pass_on);
    void compare_block(std::span<const std::uint32_t> rows, std::uint64_t bound, wanted_columns wanted,
                       std::uint64_t rows_before, std::uint64_t all_rows);
    void mirror(std::span<const std::uint32_t> rows);

    batch_run& run_;
    std::vector<std::uint32_t> order_;        ///< all of b, sequences of similar length together
    std::vector<std::size_t> chunk_begins_;   ///< in `order_`, and its end
    wanted_columns wanted_;                   ///< where all are asked for
    std::vector<std::uint32_t> row_of_;       ///< of the block, by numbers of sequences, where columns may be known
    runtime::far_array<std::uint32_t> block_; ///< distances, row by row
};

} // namespace concord::edit_distance
