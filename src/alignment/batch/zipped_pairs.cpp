// Each sequence of one set with its counterpart in another.
#include "alignment/batch/batch_run.hpp"
#include "alignment/batch/comparisons.hpp"
#include "alignment/batch/pair_by_pair.hpp"
#include "alignment/batch/tuning.hpp"
#include "runtime/test_settings.hpp"

#include <concord/error.hpp>

#include <algorithm>
#include <mutex>
#include <span>
#include <vector>

namespace concord::edit_distance {

namespace {

/// Without the matrices of pairs that are too long for the kernels of many: for each of them a device is chosen when it
/// is its turn, by how similar the two are.
batch_work work_of(const sequence_set& a, const sequence_set& b) {
    if (a.size() == 0) return {};
    const auto pairs = static_cast<double>(a.size());
    const auto letters = static_cast<double>(a.letters());
    batch_work work{.pairs = pairs, .letters = letters, .cells = letters * static_cast<double>(b.letters()) / pairs};
    if (std::max(a.longest(), b.longest()) <= tuning::longest_for_gpu_warps) return work;
    work.cells = 0;
    for (std::uint64_t pair = 0; pair < a.size(); ++pair)
        if (std::max(a.length(pair), b.length(pair)) <= tuning::longest_for_gpu_warps)
            work.cells += static_cast<double>(a.length(pair)) * static_cast<double>(b.length(pair));
    return work;
}

class zipped_pairs {
  public:
    zipped_pairs(batch_run& run, const batch_work& work) : run_(run), gpu_(run.start_gpus(work)) {}

    /// Of the pairs [first, first + distances.size()).
    void compare(std::uint64_t first, std::span<std::uint32_t> distances) {
        long_pairs_.clear();
        if (gpu_ != nullptr)
            compare_by_gpu(first, distances);
        else
            compare_in_lanes(first, distances);
        std::vector<std::uint32_t> long_distances(long_pairs_.size());
        run_.compare_long(long_pairs_, run_.comparer().max_distance(), long_distances.data());
        for (std::size_t index = 0; index < long_pairs_.size(); ++index)
            distances[long_pairs_[index].a - first] = long_distances[index];
    }

  private:
    void compare_by_gpu(std::uint64_t before, std::span<std::uint32_t> distances) {
        for (std::uint64_t first = 0; first < distances.size();) {
            const std::uint64_t count = std::min<std::uint64_t>(gpu_->most_pairs(), distances.size() - first);
            for (const std::uint64_t pair : gpu_->zipped(before + first, count, distances.data() + first))
                long_pairs_.push_back({before + first + pair, before + first + pair});
            first += count;
            run_.show("comparing", first, distances.size());
            run_.workers().check_cancelled();
        }
    }

    /// Pairs too long for the lanes are computed later.
    void compare_in_lanes(std::uint64_t before, std::span<std::uint32_t> distances) {
        const std::uint64_t tile = runtime::forced_tile();
        const std::uint64_t chunk = tile > 0 ? tile : tuning::pairs_per_chunk;
        std::vector<std::vector<sequence_pair>> pairs(run_.workers().threads());
        std::mutex adding;
        run_.workers().run((distances.size() + chunk - 1) / chunk, {"comparing", "pairs", distances.size()},
                           [&](std::size_t index, unsigned worker) -> std::uint64_t {
                               const std::uint64_t first = index * chunk;
                               const std::uint64_t count = std::min<std::uint64_t>(chunk, distances.size() - first);
                               std::vector<sequence_pair>& mine = pairs[worker];
                               mine.clear();
                               for (std::uint64_t pair = before + first; pair < before + first + count; ++pair)
                                   mine.push_back({pair, pair});
                               comparison_scratch& scratch = run_.scratch(worker);
                               run_.comparer().compare(mine, distances.data() + first, scratch);
                               if (!scratch.long_pairs.empty()) {
                                   const std::lock_guard lock(adding);
                                   for (const std::size_t at : scratch.long_pairs)
                                       long_pairs_.push_back(mine[at]);
                               }
                               return count;
                           });
    }

    batch_run& run_;
    gpu_batches* gpu_;
    std::vector<sequence_pair> long_pairs_;
};

} // namespace

std::vector<std::uint32_t> compare_zipped(const sequence_set& a, const sequence_set& b, const batch_options& options,
                                          run_report* report) {
    check_zipped(a, b);
    block_sharing shared(a, b, options, "pairs");
    batch_run run(a, b, shared.options(), report, compared_pairs::by_number);
    std::vector<std::uint32_t> distances;
    zipped_pairs pairs(run, work_of(a, b));
    if (!shared.is_shared()) {
        distances.resize(a.size());
        pairs.compare(0, distances);
        return distances;
    }
    const bool are_short = std::max(a.longest(), b.longest()) <= tuning::longest_in_lanes;
    const std::uint64_t rows_of_block = are_short ? tuning::pairs_of_block : std::uint64_t{1};
    if (options.run.sharing->is_root()) distances.assign(a.size(), no_distance);
    shared.run(
        a.size(), runtime::forced_tile() > 0 ? runtime::forced_tile() : rows_of_block, "pairs",
        [&](std::uint64_t first, std::uint64_t last) {
            std::vector<std::uint32_t> block(last - first);
            pairs.compare(first, block);
            runtime::byte_writer writer;
            writer.list(block);
            return writer.take();
        },
        [&](std::uint64_t first, std::uint64_t last, runtime::byte_reader& content) {
            const std::vector<std::uint32_t> block = content.list<std::uint32_t>();
            if (block.size() != last - first)
                throw error(error_code::bad_input, "what was kept of rows is not of these sequences");
            std::ranges::copy(block, distances.begin() + static_cast<std::ptrdiff_t>(first));
        });
    return distances;
}

} // namespace concord::edit_distance
