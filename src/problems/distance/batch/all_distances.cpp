// Every sequence of one set with every sequence of another.
#include "problems/distance/batch/batch_run.hpp"
#include "problems/distance/batch/block_sharing.hpp"
#include "problems/distance/batch/distance_rows.hpp"
#include "problems/distance/tuning.hpp"

#include <concord/error.hpp>

#include <algorithm>
#include <numeric>
#include <optional>

namespace concord {
namespace edit_distance {
namespace {

class all_rows {
  public:
    explicit all_rows(batch_run& run) : run_(run) {
        const sequence_set& a = run.comparer().a();
        gpu_ = run.start_gpu(static_cast<double>(a.letters()) * static_cast<double>(run.comparer().b().letters()));
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
    /// As many rows at a time as the GPU has room for.
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
    gpu_batch* gpu_ = nullptr;
    std::optional<distance_rows> by_cpu_;
    std::vector<std::uint32_t> numbers_; ///< of all rows
};

} // namespace
} // namespace edit_distance

void all_distances(const sequence_set& a, const sequence_set& b, const batch_options& options, const distance_row& row,
                   run_report* report) {
    edit_distance::block_sharing shared(a, b, options, "all");
    edit_distance::batch_run run(a, b, shared.options(), report);
    run.check_countable();
    edit_distance::all_rows rows(run);
    if (!shared.is_shared()) return rows.compare(0, a.size(), row);
    const bool are_short = std::max(a.longest(), b.longest()) <= edit_distance::tuning::longest_in_lanes;
    const std::uint64_t block =
        shared.rows_of_block(edit_distance::tuning::cells_of_block,
                             are_short ? edit_distance::tuning::least_rows_of_block : std::uint64_t{1});
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

} // namespace concord
