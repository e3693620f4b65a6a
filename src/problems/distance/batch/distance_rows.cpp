#include "problems/distance/batch/distance_rows.hpp"

#include "problems/distance/batch/one_against_many.hpp"
#include "problems/distance/batch/tuning.hpp"
#include "runtime/test_settings.hpp"

#include <algorithm>
#include <atomic>
#include <memory>
#include <mutex>
#include <numeric>

namespace concord::edits {

distance_rows::distance_rows(batch_run& run) : run_(run) {
    order_columns();
    const std::uint64_t row_bytes = std::max<std::uint64_t>(1, order_.size()) * sizeof(std::uint32_t);
    const std::uint64_t memory = std::min(tuning::block_bytes, runtime::memory_budget(run.options().run));
    // Enough that each thread finds some strips of rows in a block, even where b is a single chunk.
    const std::uint64_t wished = tuning::rows_per_strip * tuning::strips_a_thread * run.workers().threads();
    most_rows_ = std::max<std::uint64_t>(1, std::min(memory / row_bytes, std::max(wished, memory / 16 / row_bytes)));
}

/// Lanes of a group should have as many words; chunks should fit into a core's own cache.
void distance_rows::order_columns() {
    const sequence_set& b = run_.comparer().b();
    order_.resize(b.size());
    std::iota(order_.begin(), order_.end(), std::uint32_t{0});
    if (b.shortest() != b.longest())
        std::ranges::stable_sort(order_, {}, [&](std::uint32_t one) { return sequence::packed(b).length(one); });
    const unsigned lanes = run_.comparer().kernels().group_lanes;
    const std::uint64_t tile = runtime::forced_tile();
    std::uint64_t bytes = 0;
    for (std::size_t index = 0; index < order_.size(); ++index) {
        if (index % lanes == 0 &&
            (index == 0 || bytes > tuning::columns_bytes || (tile > 0 && index - chunk_begins_.back() >= tile))) {
            chunk_begins_.push_back(index);
            bytes = 0;
        }
        bytes +=
            one_against_many::bytes_for(sequence::packed(b).length(order_[index]), run_.comparer().letters().planes());
    }
    chunk_begins_.push_back(order_.size());
}

void distance_rows::compare(std::span<const std::uint32_t> rows, std::uint64_t bound, const distance_row& row) {
    const std::size_t columns = order_.size();
    for (std::size_t first = 0; first < rows.size(); first += most_rows_) {
        const auto here = rows.subspan(first, std::min<std::size_t>(most_rows_, rows.size() - first));
        block_.resize(here.size() * columns);
        if (columns > 0) compare_block(here, bound, first, rows.size());
        for (std::size_t index = 0; index < here.size(); ++index)
            row(here[index], std::span<const std::uint32_t>(block_).subspan(index * columns, columns));
    }
}

void distance_rows::compare_block(std::span<const std::uint32_t> rows, std::uint64_t bound, std::uint64_t rows_before,
                                  std::uint64_t all_rows) {
    const std::size_t columns = order_.size();
    const std::size_t chunks = chunk_begins_.size() - 1;
    const std::size_t strips = (rows.size() + tuning::rows_per_strip - 1) / tuning::rows_per_strip;
    std::vector<std::unique_ptr<one_against_many>> own(run_.workers().threads());
    std::vector<std::vector<std::uint32_t>> found(run_.workers().threads());
    std::vector<long_cell> long_cells;
    std::mutex adding;
    std::atomic<std::uint64_t> cells_done{rows_before * columns};
    run_.workers().run(strips * chunks, [&](std::size_t task, unsigned worker) {
        if (own[worker] == nullptr) own[worker] = std::make_unique<one_against_many>(run_.comparer());
        const std::size_t chunk = task % chunks;
        const auto sequences = std::span<const std::uint32_t>(order_).subspan(
            chunk_begins_[chunk], chunk_begins_[chunk + 1] - chunk_begins_[chunk]);
        own[worker]->set_columns(sequences);
        found[worker].resize(sequences.size());
        const std::size_t first = task / chunks * tuning::rows_per_strip;
        const std::size_t end = std::min<std::size_t>(first + tuning::rows_per_strip, rows.size());
        for (std::size_t row = first; row < end; ++row) {
            own[worker]->set_row(rows[row]);
            own[worker]->compare(bound, found[worker].data());
            for (std::size_t index = 0; index < sequences.size(); ++index)
                block_[row * columns + sequences[index]] = found[worker][index];
            if (own[worker]->too_long().empty()) continue;
            const std::lock_guard lock(adding);
            for (const std::uint32_t index : own[worker]->too_long())
                long_cells.push_back({row, sequences[index]});
        }
        const std::uint64_t cells = (end - first) * sequences.size();
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
}

} // namespace concord::edits
