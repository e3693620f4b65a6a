// Every sequence of one set with every sequence of another.
#include "problems/distance/batch/batch_run.hpp"
#include "problems/distance/batch/distance_rows.hpp"

#include <algorithm>
#include <numeric>

namespace concord {
namespace {

/// As many rows at a time as the GPU has room for.
void rows_by_gpu(edits::batch_run& run, edits::gpu_batch& gpu, const distance_row& row) {
    const std::uint64_t rows = run.comparer().a().size();
    const std::uint64_t columns = run.comparer().b().size();
    const std::uint64_t at_once = columns == 0 ? rows : std::clamp<std::uint64_t>(gpu.most_pairs() / columns, 1, rows);
    std::vector<std::uint32_t> distances(at_once * columns);
    for (std::uint64_t first = 0; first < rows; first += at_once) {
        const std::uint64_t count = std::min(at_once, rows - first);
        std::vector<edits::sequence_pair> long_pairs;
        const std::vector<std::uint64_t> too_long = gpu.rows(first, count, distances.data());
        for (const std::uint64_t pair : too_long)
            long_pairs.push_back({first + pair / columns, pair % columns});
        std::vector<std::uint32_t> long_distances(long_pairs.size());
        run.compare_long(long_pairs, run.comparer().max_distance(), long_distances.data());
        for (std::size_t index = 0; index < too_long.size(); ++index)
            distances[too_long[index]] = long_distances[index];
        for (std::uint64_t i = 0; i < count; ++i)
            row(first + i, std::span<const std::uint32_t>(distances).subspan(i * columns, columns));
        run.show("comparing", first + count, rows, "rows");
        run.workers().check_cancelled();
    }
}

} // namespace

void all_distances(const sequence_set& a, const sequence_set& b, const batch_options& options, const distance_row& row,
                   run_report* report) {
    edits::batch_run run(a, b, options, report);
    run.check_countable();
    if (edits::gpu_batch* const gpu =
            run.start_gpu(static_cast<double>(a.letters()) * static_cast<double>(b.letters())))
        return rows_by_gpu(run, *gpu, row);
    std::vector<std::uint32_t> all(a.size());
    std::iota(all.begin(), all.end(), std::uint32_t{0});
    edits::distance_rows(run).compare(all, run.comparer().max_distance(), row);
}

} // namespace concord
