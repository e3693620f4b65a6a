#include "alignment/batch/all_rows.hpp"

#include "alignment/batch/batch_run.hpp"
#include "alignment/batch/comparisons.hpp"
#include "alignment/batch/one_against_many.hpp"
#include "alignment/batch/tuning.hpp"
#include "runtime/machine.hpp"
#include "runtime/test_settings.hpp"

#include <concord/error.hpp>

#include <algorithm>
#include <atomic>
#include <iterator>
#include <memory>
#include <mutex>
#include <numeric>
#include <optional>

namespace concord::edit_distance {
namespace {

constexpr std::uint32_t no_row = 0xFFFF'FFFFU; ///< of a block

} // namespace

distance_rows::distance_rows(batch_run& run)
    : run_(run), wanted_(run.comparer().letters().a().set == run.comparer().letters().b().set ? wanted_columns::unknown
                                                                                              : wanted_columns::all) {
    order_columns();
}

/// Of a block. Where a pair is compared once for both of its rows, as many as the memory allows.
std::uint64_t distance_rows::most_rows(wanted_columns wanted) const {
    const std::uint64_t row_bytes = std::max<std::uint64_t>(1, order_.size()) * sizeof(std::uint32_t);
    const std::uint64_t budget = runtime::memory_budget(run_.options().run);
    const std::uint64_t memory = std::min(tuning::block_bytes, budget);
    // Enough that each thread gets some strips of rows in a block, even where b is a single chunk.
    const std::uint64_t least = tuning::rows_per_strip * tuning::strips_a_thread * run_.workers().threads();
    std::uint64_t rows = std::min(memory / row_bytes, std::max(least, memory / 16 / row_bytes));
    if (wanted == wanted_columns::unknown)
        rows = std::max(rows, std::min(tuning::mirrored_block_bytes, budget / 8) / row_bytes);
    return std::max<std::uint64_t>(1, rows);
}

/// Lanes of a group should have equally many words; chunks should fit a core's own cache.
void distance_rows::order_columns() {
    const sequence_set& b = run_.comparer().b();
    order_.resize(b.size());
    std::iota(order_.begin(), order_.end(), std::uint32_t{0});
    if (b.shortest() != b.longest())
        std::ranges::stable_sort(order_, {}, [&](std::uint32_t one) { return sequence::packed(b).length(one); });
    const unsigned lanes = run_.comparer().kernels().group_lanes;
    const std::uint64_t tile = runtime::forced_tile();
    const auto most_bytes =
        static_cast<std::uint64_t>(tuning::columns_share * static_cast<double>(runtime::caches().level_2));
    std::uint64_t bytes = 0;
    for (std::size_t index = 0; index < order_.size(); ++index) {
        if (index % lanes == 0 &&
            (index == 0 || bytes > most_bytes || (tile > 0 && index - chunk_begins_.back() >= tile))) {
            chunk_begins_.push_back(index);
            bytes = 0;
        }
        bytes +=
            one_against_many::bytes_for(sequence::packed(b).length(order_[index]), run_.comparer().letters().planes());
    }
    chunk_begins_.push_back(order_.size());
}

/// pass_on(rows, distances) gets those of each block, row by row.
template <class Rows>
void distance_rows::compare_blocks(std::span<const std::uint32_t> rows, std::uint64_t bound, wanted_columns wanted,
                                   const Rows& pass_on) {
    const std::size_t at_once = std::min<std::size_t>(rows.size(), most_rows(wanted));
    if (block_.size() < at_once * order_.size()) block_ = runtime::far_array<std::uint32_t>(at_once * order_.size());
    for (std::size_t first = 0; first < rows.size(); first += at_once) {
        const auto here = rows.subspan(first, std::min(at_once, rows.size() - first));
        if (!order_.empty()) compare_block(here, bound, wanted, first, rows.size());
        pass_on(here, [&](std::size_t index) {
            return std::span<const std::uint32_t>(block_.data() + index * order_.size(), order_.size());
        });
    }
}

void distance_rows::compare(std::span<const std::uint32_t> rows, std::uint64_t bound, const distance_row& row) {
    compare_blocks(rows, bound, wanted_, [&](std::span<const std::uint32_t> here, const auto& distances_of) {
        for (std::size_t index = 0; index < here.size(); ++index)
            row(here[index], distances_of(index));
    });
}

void distance_rows::compare_behind(std::span<const std::uint32_t> rows, std::uint64_t bound, const distance_row& row) {
    compare_blocks(rows, bound, wanted_columns::behind,
                   [&](std::span<const std::uint32_t> here, const auto& distances_of) {
                       for (std::size_t index = 0; index < here.size(); ++index)
                           row(here[index], distances_of(index));
                   });
}

void distance_rows::compare_in_any_order(std::span<const std::uint32_t> rows, std::uint64_t bound,
                                         const distance_row& row) {
    compare_blocks(rows, bound, wanted_, [&](std::span<const std::uint32_t> here, const auto& distances_of) {
        run_.workers().run(here.size(), [&](std::size_t index, unsigned) { row(here[index], distances_of(index)); });
    });
}

void distance_rows::compare_block(std::span<const std::uint32_t> rows, std::uint64_t bound, wanted_columns wanted,
                                  std::uint64_t rows_before, std::uint64_t all_rows) {
    const std::size_t columns = order_.size();
    const std::size_t chunks = chunk_begins_.size() - 1;
    const std::size_t strips = (rows.size() + tuning::rows_per_strip - 1) / tuning::rows_per_strip;
    if (wanted == wanted_columns::unknown) {
        row_of_.assign(columns, no_row);
        for (std::uint32_t row = 0; row < rows.size(); ++row)
            row_of_[rows[row]] = row;
    }
    struct own_work {
        explicit own_work(const pair_comparer& comparer) : lanes(comparer) {}
        one_against_many lanes;
        std::vector<std::uint32_t> sequences;
        std::vector<std::uint32_t> found;
    };
    std::vector<std::unique_ptr<own_work>> own_of(run_.workers().threads());
    std::vector<long_cell> long_cells;
    std::mutex adding;
    std::atomic<std::uint64_t> cells_done{rows_before * columns};
    run_.workers().run(strips * chunks, [&](std::size_t task, unsigned worker) {
        if (own_of[worker] == nullptr) own_of[worker] = std::make_unique<own_work>(run_.comparer());
        own_work& own = *own_of[worker];
        const std::size_t chunk = task % chunks;
        const std::size_t first = task / chunks * tuning::rows_per_strip;
        const std::size_t end = std::min<std::size_t>(first + tuning::rows_per_strip, rows.size());
        const auto all = std::span<const std::uint32_t>(order_).subspan(chunk_begins_[chunk], chunk_begins_[chunk + 1] -
                                                                                                  chunk_begins_[chunk]);
        own.sequences.clear();
        std::ranges::copy_if(all, std::back_inserter(own.sequences), [&](std::uint32_t column) {
            return wanted == wanted_columns::all ||
                   (wanted == wanted_columns::behind ? column > rows[first] : row_of_[column] >= first);
        });
        own.lanes.set_columns(own.sequences);
        own.found.resize(own.sequences.size());
        for (std::size_t row = first; row < end && !own.sequences.empty(); ++row) {
            own.lanes.set_row(rows[row]);
            own.lanes.compare(bound, own.found.data());
            for (std::size_t index = 0; index < own.sequences.size(); ++index)
                block_[row * columns + own.sequences[index]] = own.found[index];
            if (own.lanes.too_long().empty()) continue;
            const std::lock_guard lock(adding);
            for (const std::uint32_t index : own.lanes.too_long())
                if (wanted != wanted_columns::behind || own.sequences[index] > rows[row])
                    long_cells.push_back({row, own.sequences[index]});
        }
        const std::uint64_t cells = (end - first) * all.size();
        run_.show("comparing", cells_done.fetch_add(cells) + cells, all_rows * columns);
    });
    std::vector<sequence_pair> pairs;
    pairs.reserve(long_cells.size());
    for (const long_cell& cell : long_cells)
        pairs.push_back({rows[cell.row], cell.b});
    std::vector<std::uint32_t> distances(pairs.size());
    run_.compare_long(pairs, bound, distances.data());
    for (std::size_t index = 0; index < pairs.size(); ++index)
        block_[long_cells[index].row * columns + long_cells[index].b] = distances[index];
    if (wanted == wanted_columns::unknown) mirror(rows);
}

/// Of a strip's rows the columns of the rows before the strip: in squares, whose lines stay in the cache.
void distance_rows::mirror(std::span<const std::uint32_t> rows) {
    constexpr std::size_t side = tuning::rows_per_strip;
    const std::size_t columns = order_.size();
    run_.workers().run((rows.size() + side - 1) / side, [&](std::size_t strip, unsigned) {
        const std::size_t end = std::min(rows.size(), (strip + 1) * side);
        for (std::size_t known = 0; known < strip * side; ++known)
            for (std::size_t row = strip * side; row < end; ++row)
                block_[row * columns + rows[known]] = block_[known * columns + rows[row]];
    });
}

namespace {

class all_rows {
  public:
    explicit all_rows(batch_run& run) : run_(run) {
        const sequence_set& a = run.comparer().a();
        const sequence_set& b = run.comparer().b();
        const auto columns = static_cast<double>(b.size());
        gpu_ = run.start_gpus({.pairs = static_cast<double>(a.size()) * columns,
                              .letters = static_cast<double>(a.letters()) * columns,
                              .cells = static_cast<double>(a.letters()) * static_cast<double>(b.letters())});
        if (gpu_ != nullptr) return;
        by_cpu_.emplace(run);
        numbers_.resize(a.size());
        std::iota(numbers_.begin(), numbers_.end(), std::uint32_t{0});
    }

    /// Rows [first, last), in order.
    void compare(std::uint64_t first, std::uint64_t last, const distance_row& row) {
        if (gpu_ != nullptr) return compare_by_gpu(first, last, row);
        by_cpu_->compare(std::span<const std::uint32_t>(numbers_).subspan(first, last - first),
                         run_.comparer().max_distance(), row);
    }

  private:
    /// As many rows at a time as fit a GPU.
    void compare_by_gpu(std::uint64_t first, std::uint64_t last, const distance_row& row) {
        const std::uint64_t columns = run_.comparer().b().size();
        const std::uint64_t rows = last - first;
        if (rows == 0) return;
        const std::uint64_t at_once =
            columns == 0 ? rows : std::clamp<std::uint64_t>(gpu_->most_pairs() / columns, 1, rows);
        std::vector<std::uint32_t> distances(at_once * columns);
        for (; first < last; first += at_once) {
            const std::uint64_t count = std::min(at_once, last - first);
            std::vector<sequence_pair> long_pairs;
            const std::vector<std::uint64_t> too_long = gpu_->rows(first, count, distances.data());
            for (const std::uint64_t pair : too_long)
                long_pairs.push_back({first + pair / columns, pair % columns});
            std::vector<std::uint32_t> long_distances(long_pairs.size());
            run_.compare_long(long_pairs, run_.comparer().max_distance(), long_distances.data());
            for (std::size_t index = 0; index < too_long.size(); ++index)
                distances[too_long[index]] = long_distances[index];
            for (std::uint64_t i = 0; i < count; ++i)
                row(first + i, std::span<const std::uint32_t>(distances).subspan(i * columns, columns));
            run_.show("comparing", first + count, last, "rows");
            run_.workers().check_cancelled();
        }
    }

    batch_run& run_;
    gpu_batches* gpu_ = nullptr;
    std::optional<distance_rows> by_cpu_;
    std::vector<std::uint32_t> numbers_; ///< of all rows
};

} // namespace

void compare_all(const sequence_set& a, const sequence_set& b, const batch_options& options, const distance_row& row,
                 run_report* report) {
    block_sharing shared(a, b, options, "all");
    batch_run run(a, b, shared.options(), report);
    run.check_countable();
    all_rows rows(run);
    if (!shared.is_shared()) return rows.compare(0, a.size(), row);
    const bool are_short = std::max(a.longest(), b.longest()) <= tuning::longest_in_lanes;
    const std::uint64_t block =
        shared.rows_of_block(tuning::cells_of_block, are_short ? tuning::least_rows_of_block : std::uint64_t{1});
    shared.run(
        a.size(), block, "rows",
        [&](std::uint64_t first, std::uint64_t last) {
            std::vector<std::uint32_t> cells;
            cells.reserve((last - first) * b.size());
            rows.compare(first, last, [&](std::uint64_t, std::span<const std::uint32_t> distances) {
                cells.insert(cells.end(), distances.begin(), distances.end());
            });
            runtime::byte_writer writer;
            writer.list(cells);
            return writer.take();
        },
        [&](std::uint64_t first, std::uint64_t last, runtime::byte_reader& content) {
            const std::vector<std::uint32_t> cells = content.list<std::uint32_t>();
            if (cells.size() != (last - first) * b.size())
                throw error(error_code::bad_input, "what was kept of rows is not of these sequences");
            for (std::uint64_t each = first; each < last; ++each)
                row(each, std::span<const std::uint32_t>(cells).subspan((each - first) * b.size(), b.size()));
        });
}

} // namespace concord::edit_distance
