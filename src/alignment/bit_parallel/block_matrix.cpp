#include "alignment/bit_parallel/block_matrix.hpp"

#include "alignment/bit_parallel/block_schedule.hpp"
#include "alignment/tuning.hpp"

#include <algorithm>
#include <memory>

namespace concord::pairwise {
namespace {

constexpr std::size_t row_words = most_block_rows / 64;

/// The horizontal deltas of a row of blocks.
using row_bits = std::array<std::uint64_t, most_horizontal * row_words>;

constexpr std::size_t blocks_for(std::uint64_t letters, std::size_t of_block) {
    return static_cast<std::size_t>((letters + of_block - 1) / of_block);
}

/// Bits as the highest bit of each element.
void unpack(const std::uint64_t* bits, std::uint64_t* horizontal) {
    for (std::size_t word = 0; word < row_words; ++word)
        for (unsigned i = 0; i < 64; ++i)
            horizontal[word * 64 + i] = bits[word] >> i << 63U;
}

} // namespace

kept_edges::kept_edges(const matrix_boundary& boundary, const block_range& kept, std::size_t distance)
    : range_(kept), every_(distance), vertical_size_(boundary.vertical * kept.columns() * block_words),
      horizontal_size_(boundary.horizontal * kept.rows() * row_words),
      vertical_(blocks_for(kept.rows(), distance) * vertical_size_),
      horizontal_(blocks_for(kept.columns(), distance) * horizontal_size_) {}

block_range kept_edges::range_up_to(std::size_t block_row, std::size_t block_column) const {
    return {block_row - (block_row - range_.first_row) % every_, block_row + 1,
            block_column - (block_column - range_.first_column) % every_, block_column + 1};
}

void kept_edges::fetch(const block_range& range, std::uint64_t* vertical, std::uint64_t* horizontal) {
    const std::size_t vertical_words = range.columns() * block_words;
    for (std::size_t i = 0; i * vertical_stride() < vertical_size_; ++i)
        std::copy_n(above(range.first_row) + i * vertical_stride() +
                        (range.first_column - range_.first_column) * block_words,
                    vertical_words, vertical + i * vertical_words);
    const std::size_t horizontal_words = range.rows() * row_words;
    for (std::size_t i = 0; i * horizontal_stride() < horizontal_size_; ++i)
        std::copy_n(left_of(range.first_column) + i * horizontal_stride() +
                        (range.first_row - range_.first_row) * row_words,
                    horizontal_words, horizontal + i * horizontal_words);
}

std::uint64_t kept_edges::bytes(const matrix_boundary& boundary, const block_range& range, std::size_t every) noexcept {
    return 8 * (blocks_for(range.rows(), every) * boundary.vertical * range.columns() * block_words +
                blocks_for(range.columns(), every) * boundary.horizontal * range.rows() * row_words);
}

/// The number of rows of blocks that one thread computes together, column by column. They share the table of the
/// letters of a block's columns; letters in planes need no table, and then more parallelism is better.
std::size_t rows_together(std::size_t rows, unsigned planes, unsigned threads) {
    return planes > 0 ? 1 : std::clamp<std::size_t>(rows / (std::size_t{4} * threads), 1, tuning::most_rows_together);
}

/// One block with all its rows, for tracing back.
struct block_matrix::trace_scratch {
    trace_scratch(const matrix_boundary& boundary, const std::shared_ptr<const letter_source>& source)
        : letters(source), columns(source), history(history_words(boundary.vertical)) {}

    block_letters letters;
    column_letters columns;
    std::vector<std::uint64_t> above;
    std::vector<std::uint64_t> history;
};

block_matrix::~block_matrix() = default;

block_matrix::block_matrix(const sequence::coded_pair& pair, const matrix_boundary& boundary,
                           const block_kernel& kernel, runtime::thread_pool& workers)
    : pair_(pair), boundary_(boundary), kernel_(kernel), workers_(workers),
      letters_(std::make_shared<const letter_source>(pair, kernel.strip_words / units)) {}

block_range block_matrix::all() const noexcept {
    return {0, blocks_for(pair_.b.length, most_block_rows), 0, blocks_for(pair_.a.length, block_columns)};
}

std::size_t block_matrix::sparseness() const noexcept {
    const std::uint64_t budget = tuning::edge_bytes + 8 * (pair_.a.length + pair_.b.length);
    std::size_t every = 1;
    while (kept_edges::bytes(boundary_, all(), every) > budget)
        every *= 2;
    return every;
}

std::vector<std::uint64_t> block_matrix::fill(kept_edges* keep, const slab_neighbours& beside) {
    std::vector<std::uint64_t> vertical(boundary_.vertical * vertical_stride());
    for (unsigned i = 0; i < boundary_.vertical; ++i)
        std::fill_n(vertical.begin() + static_cast<std::ptrdiff_t>(i * vertical_stride()), vertical_stride(),
                    boundary_.top[i]);
    fill(all(), vertical.data(), vertical_stride(), nullptr, 0, keep, beside);
    return vertical;
}

void block_matrix::fill(const block_range& range, std::uint64_t* row_above, std::size_t vertical_stride,
                        const std::uint64_t* left, std::size_t left_stride, kept_edges* keep,
                        const slab_neighbours& beside) {
    if (range.columns() == 0) return;
    const std::size_t together = rows_together(range.rows(), letters_->planes, workers_.threads());
    const std::size_t groups = (range.rows() + together - 1) / together;
    const auto begin_row = [&](std::size_t index, block_letters& letters) {
        const std::uint64_t first = std::uint64_t{range.first_row + index} * most_block_rows;
        letters.begin_rows(first, std::min<std::uint64_t>(most_block_rows, pair_.b.length - first));
        if (beside.entering) {
            row_bits bits{};
            static_cast<void>(beside.entering(range.first_row + index, bits.data(), true));
            for (unsigned i = 0; i < boundary_.horizontal; ++i)
                unpack(bits.data() + i * row_words, letters.horizontal(i));
            return;
        }
        for (unsigned i = 0; i < boundary_.horizontal; ++i) {
            std::uint64_t* const entering = letters.horizontal(i);
            if (left == nullptr) {
                std::fill_n(entering, most_block_rows, boundary_.left[i]);
            } else {
                unpack(left + i * left_stride + index * row_words, entering);
            }
        }
    };
    const auto end_row = [&](std::size_t index, block_letters& letters) {
        if (!beside.leaving) return;
        row_bits bits{};
        for (unsigned i = 0; i < boundary_.horizontal; ++i)
            kernel_.pack(letters.horizontal(i), bits.data() + i * row_words);
        beside.leaving(range.first_row + index, bits.data());
    };
    const auto fill_block = [&](std::size_t index, std::size_t j, block_letters& letters, column_letters& columns) {
        const std::size_t block_row = range.first_row + index;
        const std::size_t block_column = range.first_column + j;
        std::uint64_t* const here = row_above + j * block_words;
        if (keep != nullptr && keep->keeps_row(block_row))
            for (unsigned i = 0; i < boundary_.vertical; ++i)
                std::copy_n(here + i * vertical_stride, block_words,
                            keep->above(block_row) + i * keep->vertical_stride() + j * block_words);
        if (keep != nullptr && keep->keeps_column(block_column))
            for (unsigned i = 0; i < boundary_.horizontal; ++i)
                kernel_.pack(letters.horizontal(i),
                             keep->left_of(block_column) + i * keep->horizontal_stride() + index * row_words);
        block filled = letters.block_at(block_column, columns);
        filled.vertical = here;
        filled.vertical_stride = vertical_stride;
        kernel_.run(filled);
    };
    std::vector<scheduled_row> rows_of_group(groups);
    for (std::size_t group = 0; group < groups; ++group)
        rows_of_group[group] = {0, range.columns(), std::min(together, range.rows() - group * together)};
    block_schedule schedule(rows_of_group, workers_.threads());
    std::vector<rows_of_blocks> open(schedule.slots());
    letters_of_threads columns(letters_, workers_.threads());
    schedule.run(workers_, [&](std::size_t group, std::size_t first, std::size_t end, unsigned worker) {
        rows_of_blocks& letters = open[schedule.slot(group)];
        if (letters.empty()) letters = make_rows_of_blocks(letters_, together);
        const std::size_t rows = rows_of_group[group].rows;
        for (std::size_t row = 0; row < rows && first == 0; ++row)
            begin_row(group * together + row, *letters[row]);
        for (std::size_t j = first; j < end; ++j)
            for (std::size_t row = 0; row < rows; ++row)
                fill_block(group * together + row, j, *letters[row], columns.of(worker));
        for (std::size_t row = 0; row < rows && end == range.columns(); ++row)
            end_row(group * together + row, *letters[row]);
        return true;
    });
}

alignment block_matrix::trace(edge_source& edges, block_traceback through_block) {
    alignment_builder aligned;
    matrix_cell at{pair_.a.length, pair_.b.length};
    trace(edges, through_block, at, aligned);
    aligned.prepend('I', at.columns);
    aligned.prepend('D', at.rows);
    return std::move(aligned).take();
}

void block_matrix::trace(edge_source& edges, block_traceback through_block, matrix_cell& at,
                         alignment_builder& aligned) {
    while (at.columns > 0 && at.rows > 0)
        trace_through(edges, through_block, at, aligned);
}

void block_matrix::trace_through(edge_source& edges, block_traceback through_block, matrix_cell& at,
                                 alignment_builder& aligned) {
    if (!traced_) traced_ = std::make_unique<trace_scratch>(boundary_, letters_);
    const block_range range = edges.range_up_to((at.rows - 1) / most_block_rows, (at.columns - 1) / block_columns);
    const std::uint64_t first_row = std::uint64_t{range.first_row} * most_block_rows;
    const std::uint64_t first_column = std::uint64_t{range.first_column} * block_columns;
    const std::size_t vertical_stride = range.columns() * block_words;
    const std::size_t horizontal_stride = range.rows() * row_words;
    std::vector<std::uint64_t> vertical(boundary_.vertical * vertical_stride);
    std::vector<std::uint64_t> horizontal(boundary_.horizontal * horizontal_stride);
    edges.fetch(range, vertical.data(), horizontal.data());
    if (range.rows() > 1 || range.columns() > 1) { // computed again with all edges kept
        kept_edges inner(boundary_, range, 1);
        fill(range, vertical.data(), vertical_stride, horizontal.data(), horizontal_stride, &inner);
        while (at.rows > first_row && at.columns > first_column)
            trace_through(inner, through_block, at, aligned);
        return;
    }
    traced_->letters.begin_rows(first_row, at.rows - first_row); // rows below the cell are not needed
    for (unsigned i = 0; i < boundary_.horizontal; ++i)
        unpack(horizontal.data() + i * horizontal_stride, traced_->letters.horizontal(i));
    traced_->above = vertical;
    block filled = traced_->letters.block_at(range.first_column, traced_->columns);
    filled.vertical = vertical.data();
    filled.vertical_stride = vertical_stride;
    filled.history = traced_->history.data();
    kernel_.run(filled);
    through_block(
        pair_, {first_row, first_column, boundary_.vertical, kernel_, traced_->history.data(), traced_->above.data()},
        at, aligned);
}

} // namespace concord::pairwise
