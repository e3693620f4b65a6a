#include "alignment/bit_parallel/corridor.hpp"

#include "alignment/bit_parallel/block_letters.hpp"
#include "alignment/bit_parallel/block_watch.hpp"

#include <memory>
#include <vector>

namespace concord::pairwise {
namespace {

class corridor_filling {
  public:
    corridor_filling(const sequence::coded_pair& pair, const matrix_boundary& boundary, const block_kernel& kernel,
                     read_deltas read, runtime::thread_pool& workers, std::uint64_t most_edits)
        : pair_(pair), boundary_(boundary), kernel_(kernel), read_(read), workers_(workers), most_edits_(most_edits),
          inside_(pair.b.length, pair.a.length, most_edits),
          letters_(std::make_shared<const letter_source>(pair, kernel.strip_words / units)),
          rows_((pair.b.length + height - 1) / height), together_(letters_->planes > 0 ? 1 : rows_of_a_table),
          stride_((pair.a.length + block_columns - 1) / block_columns * block_words),
          vertical_(boundary.vertical * stride_), corners_(rows_ + 1),
          groups_(rows_ <= alone ? rows_ : alone + (rows_ - alone + together_ - 1) / together_), watch_(groups_) {
        for (unsigned i = 0; i < boundary.vertical; ++i)
            std::fill_n(vertical_.begin() + static_cast<std::ptrdiff_t>(i * stride_), stride_, boundary.top[i]);
    }

    std::optional<std::uint64_t> run() {
        std::vector<rows_of_blocks> scratch(workers_.threads());
        workers_.run(groups_, {"comparing", "rows of blocks", rows_}, [&](std::size_t group, unsigned worker) {
            try {
                if (scratch[worker].empty()) scratch[worker] = make_rows_of_blocks(letters_, together_);
                const std::size_t first = first_of(group);
                const std::size_t count = first_of(group + 1) - first;
                fill_group(group, first, count, scratch[worker]);
                return std::uint64_t{count};
            } catch (...) {
                watch_.fail();
                throw;
            }
        });
        if (watch_.is_stopped()) return std::nullopt;
        return distance_;
    }

  private:
    static constexpr std::uint64_t height = tuning::rows_of_corridor;
    static constexpr std::size_t rows_of_a_table = most_block_rows / height;
    static constexpr std::size_t alone = 4; ///< rows that are filled one by one: soon there may be too many edits
    static_assert(height <= most_block_rows);

    [[nodiscard]] std::size_t first_of(std::size_t group) const {
        return std::min(rows_, group <= alone ? group : alone + (group - alone) * together_);
    }

    /// A row of blocks while it is filled.
    struct row_state {
        std::uint64_t last; ///< of its rows, and one
        std::uint64_t goal; ///< corridor::goal()
        std::size_t begin;  ///< columns of blocks
        std::size_t end;
        std::size_t next_begin; ///< of the row of blocks below
        std::uint64_t cell = 0; ///< the distance at the lower right corner of what is filled
    };

    [[nodiscard]] row_state row_of(std::size_t index) const {
        const std::uint64_t first = index * height;
        const std::uint64_t last = std::min(first + height, pair_.b.length);
        return {.last = last,
                .goal = inside_.goal(last),
                .begin = inside_.begin(first),
                .end = inside_.end(last),
                .next_begin = inside_.begin(last)};
    }

    void fill_group(std::size_t group, std::size_t first, std::size_t count, rows_of_blocks& letters) {
        std::vector<row_state> rows;
        for (std::size_t i = 0; i < count; ++i)
            rows.push_back(row_of(first + i));
        for (std::size_t j = rows.front().begin; j < rows.back().end; ++j) {
            if (!watch_.wait_for(group, j, workers_)) return;
            for (std::size_t i = 0; i < count; ++i) {
                if (j < rows[i].begin || j >= rows[i].end) continue;
                if (j == rows[i].begin) begin_row(first + i, rows[i], *letters[i]);
                if (!fill_block(first + i, j, rows[i], *letters[i])) return watch_.stop();
            }
            watch_.finished(group, j);
            if (j % 64 == 63) workers_.check_cancelled();
        }
        watch_.finished(group, stride_ / block_words);
    }

    void begin_row(std::size_t index, row_state& row, block_letters& letters) {
        const std::uint64_t first = index * height;
        letters.begin_rows(first, row.last - first);
        for (unsigned i = 0; i < boundary_.horizontal; ++i)
            std::fill_n(letters.horizontal(i), height, boundary_.left[i]);
        row.cell = corners_[index] + (row.last - first);
        if (row.next_begin == row.begin) corners_[index + 1] = row.cell;
    }

    /// False: the distance is too great. On the way from the first cell to the last one an alignment crosses the lower
    /// edge of each row, and from there it can go to the cell on the diagonal of the last one at a cost that it pays
    /// anyway.
    bool fill_block(std::size_t index, std::size_t j, row_state& row, block_letters& letters) {
        block filled = letters.block_at(j);
        filled.vertical = vertical_.data() + j * block_words;
        filled.vertical_stride = stride_;
        kernel_.run(filled);
        const std::uint64_t left = j * block_columns;
        const filled_row bottom{row.cell, filled.vertical, stride_};
        if (row.goal > left && row.goal <= left + block_columns) {
            const std::uint64_t edits = distance_at(bottom, row.goal - left, read_);
            if (edits > most_edits_) return false;
            if (index + 1 == rows_) distance_ = edits;
        }
        row.cell = distance_at(bottom, block_columns, read_);
        if (j + 1 == row.next_begin) corners_[index + 1] = row.cell;
        return true;
    }

    const sequence::coded_pair& pair_;
    const matrix_boundary& boundary_;
    const block_kernel& kernel_;
    read_deltas read_;
    runtime::thread_pool& workers_;
    std::uint64_t most_edits_;
    corridor inside_;
    std::shared_ptr<const letter_source> letters_;
    std::size_t rows_;     ///< of blocks
    std::size_t together_; ///< that a thread computes together, after the first ones
    std::size_t stride_;
    std::vector<std::uint64_t> vertical_;
    std::vector<std::uint64_t> corners_; ///< the distance at the upper left corner of what is filled of each row
    std::size_t groups_;
    block_watch watch_;
    std::uint64_t distance_ = 0;
};

} // namespace

std::optional<std::uint64_t> distance_in_corridor(const sequence::coded_pair& pair, const matrix_boundary& boundary,
                                                  const block_kernel& kernel, read_deltas read,
                                                  runtime::thread_pool& workers, std::uint64_t most_edits) {
    return corridor_filling(pair, boundary, kernel, read, workers, most_edits).run();
}

} // namespace concord::pairwise
