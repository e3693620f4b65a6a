// The DP matrix of a pair in blocks: filled by threads, each block passing its edges to its right and lower neighbours;
// some edges are kept; and the alignment is traced back from them.
//
//          a, in blocks of 2,048 columns
//        +-----+-----+-----+
//   b    |     |  -> | ->  |      to the right: horizontal deltas, a bit or two a row
//        +-----+-----+-----+
//        |     |  |  |     |      downwards: vertical deltas, a bit or two a column
//        |     |  v  |     |
//        +-----+-----+-----+
//
// Kloetzli, Strege, Decker, Olano, "Parallel Longest Common Subsequence using Graphics Hardware", EGPGV 2008, section
// 4: with the edges of blocks kept, only the blocks on the alignment are computed again. Here an edge is bits, so
// 100,000 by 100,000 letters keep 1.2 MB, and the traceback takes about a quarter of the time of filling.
#pragma once

#include "alignment/alignment_builder.hpp"
#include "alignment/bit_parallel/block.hpp"
#include "alignment/bit_parallel/block_letters.hpp"
#include "runtime/thread_pool.hpp"
#include "sequence/coded_pair.hpp"

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

namespace concord::pairwise {

/// The upper and the left border of a matrix under a recurrence.
struct matrix_boundary {
    unsigned vertical;                            ///< deltas a column
    unsigned horizontal;                          ///< deltas a row
    std::array<std::uint64_t, most_vertical> top; ///< a word of each vertical delta above the first row: 0 or all ones
    std::array<std::uint64_t, most_horizontal> left; ///< the deltas that enter each row from the left: 0 or all ones
};

/// The neighbours of a matrix that is a slab of whole blocks of columns of a larger one. Deltas of a row of blocks are
/// bits, [horizontal delta][most_block_rows / 64].
struct slab_neighbours {
    /// Writes the deltas that enter a row of blocks from the left, and returns whether they have arrived; with `wait`
    /// it waits for them. Empty: the slab begins at the left border. Called once for each row, in any order.
    std::function<bool(std::size_t block_row, std::uint64_t* bits, bool wait)> entering{};
    /// Takes those that leave it to the right. Empty: the slab is the last one.
    std::function<void(std::size_t block_row, const std::uint64_t* bits)> leaving{};
};

/// Part of a matrix in units of blocks, half open.
struct block_range {
    std::size_t first_row;
    std::size_t end_row;
    std::size_t first_column;
    std::size_t end_column;

    [[nodiscard]] std::size_t rows() const noexcept { return end_row - first_row; }
    [[nodiscard]] std::size_t columns() const noexcept { return end_column - first_column; }
};

/// Edges of a filled matrix: the deltas that enter some ranges of blocks from above and from the left.
class edge_source {
  public:
    virtual ~edge_source() = default;

    /// The range with known edges that holds this block, up to the block.
    [[nodiscard]] virtual block_range range_up_to(std::size_t block_row, std::size_t block_column) const = 0;
    /// Its edges: the vertical deltas above it, [delta][columns() * block_words], and the horizontal deltas on its left
    /// as bits, [delta][rows() * most_block_rows / 64].
    virtual void fetch(const block_range& range, std::uint64_t* vertical, std::uint64_t* horizontal) = 0;
};

/// The edges kept in a range of blocks: every `every`-th of each direction, and those of its upper left border.
class kept_edges final : public edge_source {
  public:
    kept_edges(const matrix_boundary& boundary, const block_range& kept, std::size_t distance);

    [[nodiscard]] block_range range_up_to(std::size_t block_row, std::size_t block_column) const override;
    void fetch(const block_range& range, std::uint64_t* vertical, std::uint64_t* horizontal) override;

    /// The vertical deltas above the blocks of a row, from the range's first column on, delta after delta.
    [[nodiscard]] std::uint64_t* above(std::size_t block_row) noexcept {
        return vertical_.data() + (block_row - range_.first_row) / every_ * vertical_size_;
    }
    /// The horizontal deltas that enter a column of blocks from the left, as bits, from the range's first row on.
    [[nodiscard]] std::uint64_t* left_of(std::size_t block_column) noexcept {
        return horizontal_.data() + (block_column - range_.first_column) / every_ * horizontal_size_;
    }
    [[nodiscard]] bool keeps_row(std::size_t block_row) const noexcept {
        return (block_row - range_.first_row) % every_ == 0;
    }
    [[nodiscard]] bool keeps_column(std::size_t block_column) const noexcept {
        return (block_column - range_.first_column) % every_ == 0;
    }
    [[nodiscard]] std::size_t vertical_stride() const noexcept { return range_.columns() * block_words; }
    [[nodiscard]] std::size_t horizontal_stride() const noexcept { return range_.rows() * (most_block_rows / 64); }

    /// Bytes of these edges.
    [[nodiscard]] static std::uint64_t bytes(const matrix_boundary& boundary, const block_range& range,
                                             std::size_t every) noexcept;

  private:
    block_range range_;
    std::size_t every_;
    std::size_t vertical_size_;
    std::size_t horizontal_size_;
    std::vector<std::uint64_t> vertical_;
    std::vector<std::uint64_t> horizontal_;
};

/// A block with the vertical deltas of all its rows, for tracing back.
class stored_block {
  public:
    /// Begins at row `top` and column `side` of the matrix. `above`: [vertical delta][block_words], above the first
    /// row.
    stored_block(std::uint64_t top, std::uint64_t side, std::size_t vertical, const block_kernel& kernel,
                 const std::uint64_t* history, const std::uint64_t* above)
        : first_row(top), first_column(side), strip_words_(kernel.strip_words), row_words_(vertical * strip_words_),
          above_(above) {
        for (std::size_t word = 0; word < block_words; ++word)
            columns_[word] = history_column(history, vertical, strip_words_, word);
    }

    std::uint64_t first_row;
    std::uint64_t first_column;

    /// The bit of a vertical delta of a column after a row, in coordinates of the matrix; also for the row above the
    /// first.
    [[nodiscard]] bool bit(unsigned delta, std::uint64_t row_and_one, std::uint64_t column) const noexcept {
        const std::size_t word = (column - first_column) / 64;
        const std::uint64_t bits =
            row_and_one == first_row
                ? above_[delta * block_words + word]
                : columns_[word][(row_and_one - 1 - first_row) * row_words_ + delta * strip_words_];
        return (bits >> (column % 64) & 1U) != 0;
    }

  private:
    std::size_t strip_words_;
    std::size_t row_words_;
    const std::uint64_t* above_;
    std::array<const std::uint64_t*, block_words> columns_{};
};

/// The position of a traceback: the cell before which all letters are still to be aligned.
struct matrix_cell {
    std::uint64_t columns; ///< letters of a left
    std::uint64_t rows;    ///< letters of b left
};

/// Traces an alignment back through a block until it leaves it at the top or on the left.
using block_traceback = void (*)(const sequence::coded_pair& pair, const stored_block& within, matrix_cell& at,
                                 alignment_builder& aligned);

/// The matrix of a pair under a recurrence. Rows are the letters of b, columns those of a.
class block_matrix {
  public:
    block_matrix(const sequence::coded_pair& pair, const matrix_boundary& boundary, const block_kernel& kernel,
                 runtime::thread_pool& workers);
    ~block_matrix();
    block_matrix(const block_matrix&) = delete;
    block_matrix& operator=(const block_matrix&) = delete;

    /// Fills the matrix and returns the vertical deltas of the last row, delta after delta, `vertical_stride` words
    /// each. Time O(n m / 64) word operations; memory: a row of vertical deltas, and the kept edges.
    [[nodiscard]] std::vector<std::uint64_t> fill(kept_edges* keep, const slab_neighbours& beside = {});
    [[nodiscard]] std::size_t vertical_stride() const noexcept { return all().columns() * block_words; }

    /// The alignment that ends in the last cell, from kept edges. Time: that of filling the blocks on it.
    [[nodiscard]] alignment trace(edge_source& edges, block_traceback through_block);
    /// The same from a cell to the upper or the left border of the matrix, where it leaves `at`.
    void trace(edge_source& edges, block_traceback through_block, matrix_cell& at, alignment_builder& aligned);

    [[nodiscard]] block_range all() const noexcept;
    /// The distance of kept edges in blocks such that they take a small multiple of the input's memory.
    [[nodiscard]] std::size_t sparseness() const noexcept;

  private:
    struct trace_scratch;

    /// `row_above`: the vertical deltas above the range, then those of its last row.
    void fill(const block_range& range, std::uint64_t* row_above, std::size_t vertical_stride,
              const std::uint64_t* left, std::size_t left_stride, kept_edges* keep, const slab_neighbours& beside = {});
    void trace_through(edge_source& edges, block_traceback through_block, matrix_cell& at, alignment_builder& aligned);

    const sequence::coded_pair& pair_;
    matrix_boundary boundary_;
    block_kernel kernel_;
    runtime::thread_pool& workers_;
    std::shared_ptr<const letter_source> letters_;
    std::unique_ptr<trace_scratch> traced_; ///< created for the first traceback
};

} // namespace concord::pairwise
