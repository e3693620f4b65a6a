// Each sequence of one set with its counterpart in another.
#include "problems/distance/batch/batch_run.hpp"
#include "problems/distance/batch/tuning.hpp"

#include <concord/error.hpp>

#include <algorithm>
#include <mutex>
#include <string>

namespace concord {

namespace {

double cells_of(const sequence_set& a, const sequence_set& b) {
    return a.size() == 0
               ? 0
               : static_cast<double>(a.letters()) * static_cast<double>(b.letters()) / static_cast<double>(a.size());
}

/// Those that are too long for the lanes are left for later.
void compare_in_lanes(edits::batch_run& run, std::vector<std::uint32_t>& distances,
                      std::vector<edits::sequence_pair>& long_pairs) {
    const std::uint64_t tile = run.options().run.tile;
    const std::uint64_t chunk = tile > 0 ? tile : edits::tuning::pairs_per_chunk;
    std::vector<std::vector<edits::sequence_pair>> pairs(run.workers().threads());
    std::mutex adding;
    run.workers().run((distances.size() + chunk - 1) / chunk, {"comparing", "pairs", distances.size()},
                      [&](std::size_t index, unsigned worker) -> std::uint64_t {
                          const std::uint64_t first = index * chunk;
                          const std::uint64_t count = std::min(chunk, distances.size() - first);
                          std::vector<edits::sequence_pair>& mine = pairs[worker];
                          mine.clear();
                          for (std::uint64_t pair = first; pair < first + count; ++pair)
                              mine.push_back({pair, pair});
                          edits::comparing_space& space = run.space(worker);
                          run.comparer().compare(mine, distances.data() + first, space);
                          if (!space.long_pairs.empty()) {
                              const std::lock_guard lock(adding);
                              for (const std::size_t at : space.long_pairs)
                                  long_pairs.push_back(mine[at]);
                          }
                          return count;
                      });
}

} // namespace

std::vector<std::uint32_t> zipped_distances(const sequence_set& a, const sequence_set& b, const batch_options& options,
                                            run_report* report) {
    if (a.size() != b.size())
        throw error(error_code::usage, "sets of " + std::to_string(a.size()) + " and " + std::to_string(b.size()) +
                                           " sequences cannot be compared one by one");
    edits::batch_run run(a, b, options, report);
    std::vector<std::uint32_t> distances(a.size());
    std::vector<edits::sequence_pair> long_pairs;
    if (edits::gpu_batch* const gpu = run.start_gpu(cells_of(a, b))) {
        for (std::uint64_t first = 0; first < a.size();) {
            const std::uint64_t count = std::min(gpu->most_pairs(), a.size() - first);
            for (const std::uint64_t pair : gpu->zipped(first, count, distances.data() + first))
                long_pairs.push_back({first + pair, first + pair});
            first += count;
            run.show("comparing", first, a.size());
            run.workers().check_cancelled();
        }
    } else {
        compare_in_lanes(run, distances, long_pairs);
    }
    std::vector<std::uint32_t> long_distances(long_pairs.size());
    run.compare_long(long_pairs, run.comparer().max_distance(), long_distances.data());
    for (std::size_t index = 0; index < long_pairs.size(); ++index)
        distances[long_pairs[index].a] = long_distances[index];
    return distances;
}

} // namespace concord
