#include "alignment/bit_parallel/corridor.hpp"

#include "alignment/bit_parallel/block_letters.hpp"
#include "alignment/bit_parallel/block_schedule.hpp"

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
          groups_(rows_ <= alone ? rows_ : alone + (rows_ - alone + together_ - 1) / together_) {
        for (unsigned i = 0; i < boundary.vertical; ++i)
            std::fill_n(vertical_.begin() + static_cast<std::ptrdiff_t>(i * stride_), stride_, boundary.top[i]);
    }

    std::optional<std::uint64_t> run() {
        std::vector<scheduled_row> groups;
        for (std::size_t group = 0; group < groups_; ++group)
            groups.push_back({row_of(first_of(group)).begin, row_of(first_of(group + 1) - 1).end,
                              first_of(group + 1) - first_of(group)});
        block_schedule schedule(groups, workers_.threads());
        std::vector<open_group> open(schedule.slots());
        letters_of_threads columns(letters_, workers_.threads());
        const bool is_within =
            schedule.run(workers_, [&](std::size_t group, std::size_t first, std::size_t end, unsigned worker) {
                open_group& at = open[schedule.slot(group)];
                if (first == groups[group].begin) begin_group(group, at);
                return fill_columns(first, end, at, columns.of(worker));
            });
        return is_within ? std::optional(distance_) : std::nullopt;
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

    /// Rows that are filled together.
    struct open_group {
        std::size_t first = 0;
        std::vector<row_state> rows;
        rows_of_blocks letters;
    };

    void begin_group(std::size_t group, open_group& at) const {
        if (at.letters.empty()) at.letters = make_rows_of_blocks(letters_, together_);
        at.first = first_of(group);
        at.rows.clear();
        for (std::size_t row = at.first; row < first_of(group + 1); ++row)
            at.rows.push_back(row_of(row));
    }

    /// False: the distance is too great.
    bool fill_columns(std::size_t first, std::size_t end, open_group& at, column_letters& columns) {
        for (std::size_t j = first; j < end; ++j)
            for (std::size_t i = 0; i < at.rows.size(); ++i) {
                if (j < at.rows[i].begin || j >= at.rows[i].end) continue;
                if (j == at.rows[i].begin) begin_row(at.first + i, at.rows[i], *at.letters[i]);
                if (!fill_block(at.first + i, j, at.rows[i], at.letters[i]->block_at(j, columns))) return false;
            }
        return true;
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
    bool fill_block(std::size_t index, std::size_t j, row_state& row, block filled) {
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
    std::uint64_t distance_ = 0;
};

} // namespace

std::optional<std::uint64_t> distance_in_corridor(const sequence::coded_pair& pair, const matrix_boundary& boundary,
                                                  const block_kernel& kernel, read_deltas read,
                                                  runtime::thread_pool& workers, std::uint64_t most_edits) {
    return corridor_filling(pair, boundary, kernel, read, workers, most_edits).run();
}

} // namespace concord::pairwise
