// A table of two sequences as tiles: filled on threads, each tile handing its edges on to its right and lower
// neighbours; edges kept here and there; and a path found again from them.
//
//          a, in tiles of 2,048 columns
//        +-----+-----+-----+
//   b    |     |  -> | ->  |      to the right: signals, a bit or two a row
//        +-----+-----+-----+
//        |     |  |  |     |      downwards: states, a bit or two a column
//        |     |  v  |     |
//        +-----+-----+-----+
//
// Kloetzli, Strege, Decker, Olano, "Parallel Longest Common Subsequence using Graphics Hardware", section 4: with the
// edges of blocks kept, only the blocks that the path goes through are computed once more. Here an edge is bits, so
// 100,000 by 100,000 letters keep 1.2 MB, and finding the path takes about a quarter of the time of filling the table.
#pragma once

#include "alignment/bit_parallel/block.hpp"
#include "alignment/bit_parallel/block_letters.hpp"
#include "alignment/path_builder.hpp"
#include "runtime/thread_pool.hpp"
#include "sequence/coded_pair.hpp"

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

namespace concord::pairwise {

/// What borders a table.
struct table_law {
    unsigned states;
    unsigned signals;
    std::array<std::uint64_t, most_states> top;   ///< a word of each state above the first row
    std::array<std::uint64_t, most_signals> left; ///< what enters each row from the left, in the highest bit
};

/// Part of a table in units of tiles, half open.
struct tile_range {
    std::size_t first_row;
    std::size_t end_row;
    std::size_t first_column;
    std::size_t end_column;

    [[nodiscard]] std::size_t rows() const noexcept { return end_row - first_row; }
    [[nodiscard]] std::size_t columns() const noexcept { return end_column - first_column; }
};

/// Edges of a table that was filled: of some blocks of tiles, what enters them from above and from the left.
class edge_source {
  public:
    virtual ~edge_source() = default;

    /// The block whose edges are known and that holds this tile, up to the tile.
    [[nodiscard]] virtual tile_range block_up_to(std::size_t tile_row, std::size_t tile_column) const = 0;
    /// Its edges: states above it, [state][columns() * tile_words], and signals on its left as bits,
    /// [signal][rows() * most_tile_rows / 64].
    virtual void fetch(const tile_range& block, std::uint64_t* states, std::uint64_t* signals) = 0;
};

/// The edges that a range of tiles keeps: every `every`-th of each direction, and those of its upper left border.
class kept_edges final : public edge_source {
  public:
    kept_edges(const table_law& law, const tile_range& kept, std::size_t distance);

    [[nodiscard]] tile_range block_up_to(std::size_t tile_row, std::size_t tile_column) const override;
    void fetch(const tile_range& block, std::uint64_t* states, std::uint64_t* signals) override;

    /// Words of the state above the tiles of a row, from the range's first column on, state after state.
    [[nodiscard]] std::uint64_t* above(std::size_t tile_row) noexcept {
        return states_.data() + (tile_row - range_.first_row) / every_ * state_size_;
    }
    /// Signals that enter a column of tiles from the left, as bits, from the range's first row on.
    [[nodiscard]] std::uint64_t* left_of(std::size_t tile_column) noexcept {
        return signals_.data() + (tile_column - range_.first_column) / every_ * signal_size_;
    }
    [[nodiscard]] bool keeps_row(std::size_t tile_row) const noexcept {
        return (tile_row - range_.first_row) % every_ == 0;
    }
    [[nodiscard]] bool keeps_column(std::size_t tile_column) const noexcept {
        return (tile_column - range_.first_column) % every_ == 0;
    }
    [[nodiscard]] std::size_t state_stride() const noexcept { return range_.columns() * tile_words; }
    [[nodiscard]] std::size_t signal_stride() const noexcept { return range_.rows() * (most_tile_rows / 64); }

    /// Bytes that such edges take.
    [[nodiscard]] static std::uint64_t bytes(const table_law& law, const tile_range& range, std::size_t every) noexcept;

  private:
    tile_range range_;
    std::size_t every_;
    std::size_t state_size_;
    std::size_t signal_size_;
    std::vector<std::uint64_t> states_;
    std::vector<std::uint64_t> signals_;
};

/// A tile filled with all its rows remembered, for a path to be followed back through it.
class remembered_tile {
  public:
    /// Of the table's row `top` and column `side` on. `above`: [state][tile_words], the state above the first row.
    remembered_tile(std::uint64_t top, std::uint64_t side, std::size_t states, const tile_kernel& kernel,
                    const std::uint64_t* history, const std::uint64_t* above)
        : first_row(top), first_column(side), strip_words_(kernel.strip_words), row_words_(states * strip_words_),
          above_(above) {
        for (std::size_t word = 0; word < tile_words; ++word)
            columns_[word] = history_column(history, states, strip_words_, word);
    }

    std::uint64_t first_row;
    std::uint64_t first_column;

    /// A state's bit of a column behind a row, both of the table; the row above the tile's first one included.
    [[nodiscard]] bool bit(unsigned state, std::uint64_t row_and_one, std::uint64_t column) const noexcept {
        const std::size_t word = (column - first_column) / 64;
        const std::uint64_t bits =
            row_and_one == first_row
                ? above_[state * tile_words + word]
                : columns_[word][(row_and_one - 1 - first_row) * row_words_ + state * strip_words_];
        return (bits >> (column % 64) & 1U) != 0;
    }

  private:
    std::size_t strip_words_;
    std::size_t row_words_;
    const std::uint64_t* above_;
    std::array<const std::uint64_t*, tile_words> columns_{};
};

/// Where a path stands: the cell before which all letters are still to be aligned.
struct path_end {
    std::uint64_t columns; ///< letters of a that are left
    std::uint64_t rows;    ///< letters of b that are left
};

/// Follows a path back through a tile until it leaves it upwards or to the left; tells its steps.
using follow_path = void (*)(const sequence::coded_pair& pair, const remembered_tile& tile, path_end& at,
                             path_builder& path);

/// A table of a pair under a law. Rows are the letters of b, columns those of a.
class table {
  public:
    table(const sequence::coded_pair& pair, const table_law& law, const tile_kernel& kernel,
          runtime::thread_pool& workers);
    ~table();
    table(const table&) = delete;
    table& operator=(const table&) = delete;

    /// Fills all of it and returns the state below the last row, state after state, `state_stride` words each. Time
    /// O(n m / 64) word operations; memory: a row of states, and what is kept.
    [[nodiscard]] std::vector<std::uint64_t> fill(kept_edges* keep);
    [[nodiscard]] std::size_t state_stride() const noexcept { return all().columns() * tile_words; }

    /// The alignment that leads to the last cell, from edges that were kept. Time: of the blocks that the path goes
    /// through.
    [[nodiscard]] alignment trace(edge_source& edges, follow_path follow);

    [[nodiscard]] tile_range all() const noexcept;
    /// How many tiles apart edges are kept so that they take a small multiple of the input's memory.
    [[nodiscard]] std::size_t sparseness() const noexcept;

  private:
    struct trace_scratch;
    class group_watch;

    void fill(const tile_range& range, std::uint64_t* states, std::size_t state_stride, const std::uint64_t* left,
              std::size_t left_stride, kept_edges* keep);
    void follow_through(edge_source& edges, follow_path follow, path_end& at, path_builder& path);

    const sequence::coded_pair& pair_;
    table_law law_;
    tile_kernel kernel_;
    runtime::thread_pool& workers_;
    std::shared_ptr<const letter_source> letters_;
    std::unique_ptr<trace_scratch> traced_; ///< made when a path is followed
};

} // namespace concord::pairwise
