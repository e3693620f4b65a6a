// The letters of a pair for blocks: few planes as masks, compared bit by bit; else as a table of the letters in a
// block's columns.
#pragma once

#include "alignment/bit_parallel/block.hpp"
#include "sequence/coded_pair.hpp"

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

namespace concord::pairwise {

/// Shared by all blocks of a matrix.
struct letter_source {
    letter_source(const sequence::coded_pair& of, std::size_t lanes_of_a_vector);

    const sequence::coded_pair& pair;
    std::size_t lanes;
    unsigned planes;                    ///< as block::planes
    std::size_t column_stride;          ///< words of a plane
    std::vector<std::uint64_t> columns; ///< [plane][column_stride]: bits of the codes of a
};

/// The positions of the letters of a block's columns, as a table; belongs to one thread, whatever row it is at. Letters
/// are numbered in the order of their columns; 0 is a letter that no column has.
class column_letters {
  public:
    explicit column_letters(std::shared_ptr<const letter_source> source);
    column_letters(const column_letters&) = delete;
    column_letters& operator=(const column_letters&) = delete;

    /// Builds the table of a column of blocks, unless it is the current one.
    void turn_to(std::size_t block_column);
    [[nodiscard]] const std::uint64_t* differ() const noexcept { return differ_; } ///< as block::differ
    [[nodiscard]] std::uint32_t number_of(std::uint32_t code) const noexcept { return number_of_[code]; }

  private:
    void list(std::uint64_t first);
    void forget();

    std::shared_ptr<const letter_source> source_;
    std::vector<std::uint32_t> number_of_; ///< of a code
    std::vector<std::uint32_t> listed_;    ///< the number of each column's letter
    std::vector<std::uint64_t> differ_words_;
    std::uint64_t* differ_ = nullptr; ///< in aligned storage
    std::uint64_t first_column_ = 0;
    std::uint32_t letters_ = 0;
};

/// The letters and the horizontal deltas of the blocks of one row.
class block_letters {
  public:
    explicit block_letters(std::shared_ptr<const letter_source> source);
    block_letters(const block_letters&) = delete;
    block_letters& operator=(const block_letters&) = delete;

    /// Moves to rows [first, first + rows).
    void begin_rows(std::uint64_t first, std::size_t rows);
    /// A block of these rows, without vertical deltas and history; `columns` move there. Valid until the next call, and
    /// until they move on.
    [[nodiscard]] block block_at(std::size_t block_column, column_letters& columns);
    /// A horizontal delta: the one that enters the rows from the left, then the one that leaves them to the right.
    [[nodiscard]] std::uint64_t* horizontal(unsigned index) noexcept;

  private:
    std::shared_ptr<const letter_source> source_;
    std::uint64_t first_row_ = 0;
    std::size_t rows_ = 0;
    std::vector<std::uint64_t> masks_;
    std::vector<std::uint64_t> active_;
    std::vector<std::uint64_t> horizontal_;
    std::vector<std::uint32_t> row_letters_; ///< of a table
};

/// Rows of blocks that one thread computes together, column by column: they share the table of their columns.
using rows_of_blocks = std::vector<std::unique_ptr<block_letters>>;

[[nodiscard]] rows_of_blocks make_rows_of_blocks(const std::shared_ptr<const letter_source>& source, std::size_t rows);

/// The letters of columns for each thread.
class letters_of_threads {
  public:
    letters_of_threads(std::shared_ptr<const letter_source> source, unsigned threads)
        : source_(std::move(source)), columns_(threads) {}

    /// Those of a thread, which alone asks for them.
    [[nodiscard]] column_letters& of(unsigned worker) {
        if (!columns_[worker]) columns_[worker] = std::make_unique<column_letters>(source_);
        return *columns_[worker];
    }

  private:
    std::shared_ptr<const letter_source> source_;
    std::vector<std::unique_ptr<column_letters>> columns_;
};

} // namespace concord::pairwise
