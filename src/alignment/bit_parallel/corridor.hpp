// Distances up to a bound by the blocks around the diagonals that so few edits reach, from the first row of blocks down
// to the one that shows that there are more.
//
//          a, in blocks of 2,048 columns
//        +-----+-----+.....
//   b    |  \  |  \  |                  right and left of what is filled, every step is an edit: what is computed
//        +-----+-----+-----+            is the cost of some alignment, and of a best one if it stays inside
//        :     |  \  |  \  |
//        :.....+-----+-----+
//
// Ukkonen, "Algorithms for Approximate String Matching", Inf. Control 64, 1985, section 2.
#pragma once

#include "alignment/bit_parallel/block.hpp"
#include "alignment/bit_parallel/block_matrix.hpp"
#include "alignment/bit_parallel/delta_rows.hpp"
#include "alignment/tuning.hpp"
#include "runtime/thread_pool.hpp"
#include "sequence/coded_pair.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>

namespace concord::pairwise {

/// The diagonals (columns less rows) of all alignments of so many edits at most, and one more on either side: letters
/// that are transposed are looked at beside their diagonal.
class corridor {
  public:
    /// `most_edits`: not less than the lengths differ.
    corridor(std::uint64_t rows, std::uint64_t columns, std::uint64_t most_edits)
        : rows_(rows), columns_(columns), right_(columns - std::min(rows, columns)),
          down_(rows - std::min(rows, columns)),
          aside_(std::min((most_edits - right_ - down_) / 2 + 1, rows + columns)) {}

    /// Columns [begin, end) of blocks for rows [first, last) of the matrix; both rise with the rows.
    [[nodiscard]] std::size_t begin(std::uint64_t first) const noexcept {
        return static_cast<std::size_t>((first - std::min(first, down_ + aside_)) / block_columns);
    }
    [[nodiscard]] std::size_t end(std::uint64_t last) const noexcept {
        const std::uint64_t columns = std::min(columns_, last + right_ + aside_);
        return static_cast<std::size_t>((columns + block_columns - 1) / block_columns);
    }
    /// The column before which the diagonal of the last cell crosses the lower edge of row `last` - 1; 0: it does not.
    [[nodiscard]] std::uint64_t goal(std::uint64_t last) const noexcept {
        return last + right_ - std::min(last + right_, down_);
    }
    /// The share of the matrix that is filled by whole blocks, about.
    [[nodiscard]] double share() const noexcept {
        constexpr std::uint64_t beside = (block_columns + tuning::rows_of_corridor) / 2; // on either side
        const auto cells = static_cast<double>(rows_) * static_cast<double>(columns_);
        const auto left_out = [](std::uint64_t side, std::uint64_t filled) {
            const auto left = static_cast<double>(side - std::min(side, filled + beside));
            return left * left / 2;
        };
        return cells == 0 ? 1 : 1 - (left_out(columns_, right_ + aside_) + left_out(rows_, down_ + aside_)) / cells;
    }

  private:
    std::uint64_t rows_;
    std::uint64_t columns_;
    std::uint64_t right_; ///< of the diagonals between the first cell's and the last one's
    std::uint64_t down_;
    std::uint64_t aside_;
};

/// The distance of a pair, neither of which is empty, if it is at most `most_edits`, which is not less than the lengths
/// differ. Time: O(share of the corridor * n m / 64) word operations, less where there are many more edits. Memory: a
/// row of vertical deltas.
[[nodiscard]] std::optional<std::uint64_t>
distance_in_corridor(const sequence::coded_pair& pair, const matrix_boundary& boundary, const block_kernel& kernel,
                     read_deltas read, runtime::thread_pool& workers, std::uint64_t most_edits);

} // namespace concord::pairwise
