// The search on GPUs: bands of row shifts, which each GPU, or each rank's, takes one after the other.
#include "problems/component/search.hpp"

#include "problems/component/components.hpp"
#include "problems/component/gpu/searcher.cuh"
#include "runtime/fold.hpp"
#include "runtime/gpu/gpus.hpp"

#include <algorithm>
#include <atomic>
#include <exception>
#include <limits>
#include <mutex>
#include <string>
#include <thread>

namespace concord::component {
namespace {

constexpr std::uint64_t bands_of_a_gpu = 8; ///< for several GPUs, so that none waits long for another

/// Throws error (resource) for sizes that kernels cannot count.
void check_sizes(const problem& given) {
    constexpr std::uint64_t most = std::numeric_limits<std::uint32_t>::max() - 1;
    const coded_matrices& codes = given.codes;
    if (std::max({codes.rows_a, codes.columns_a, codes.rows_b, codes.columns_b, given.shifts.columns()}) >= most / 2 ||
        std::min(codes.rows_a, codes.rows_b) * std::min(codes.columns_a, codes.columns_b) >= most)
        throw error(error_code::resource, "matrices of this size are searched on the CPU only");
}

/// The answer, with its first cell.
search_outcome finished(const problem& given, const gpu_resources& resources, const shared_outcome& outcome,
                        std::uint64_t bands) {
    search_outcome found{outcome.best(), outcome.labelled()};
    if (found.best.size < given.min_size) return {{}, found.labelled};
    found.best.first = first_cell_of_component(given, found.best.shift, found.best.size);
    resources.notes.push_back(std::to_string(bands) + " bands of row shifts; " + std::to_string(found.labelled) +
                              " of " + std::to_string(given.shifts.size()) + " shifts labelled");
    return found;
}

/// Bands as tasks, each for a GPU of the rank that takes it. Returns their number.
std::uint64_t search_by_ranks(const problem& given, const gpu_resources& resources, task_sharing& sharing,
                              std::uint64_t room, const std::vector<std::unique_ptr<searcher>>& ours,
                              shared_outcome& outcome) {
    constexpr std::uint64_t shared_bands = 256;
    const std::uint64_t target = resources.tile > 0 ? resources.tile : given.shifts.size() / shared_bands;
    const std::uint64_t of_a_band = sharing.agree(std::min(room, std::max(target, given.shifts.columns())));
    if (room < of_a_band) throw error(error_code::resource, "too little memory on the GPU of a rank for its share");
    const std::vector<band> bands = make_bands(given.shifts, of_a_band);
    runtime::shared_maximum reached;
    run_options one_each = resources.workers.options();
    one_each.threads = static_cast<unsigned>(ours.size()); // one thread for each GPU
    runtime::thread_pool workers(one_each);
    const auto all = runtime::fold<search_outcome>(workers,
                                                   {.name = "searching",
                                                    .unit = "bands",
                                                    .count = bands.size(),
                                                    .total = bands.size(),
                                                    .best = &reached,
                                                    .division = runtime::divided_among::shards},
                                                   [&](std::size_t task, unsigned worker) {
                                                       ours[worker]->select();
                                                       outcome.others_reached(reached.get());
                                                       const auto found = ours[worker]->search(bands[task], outcome);
                                                       reached.offer(found.best.size);
                                                       return found;
                                                   });
    outcome.replace_by(all);
    return bands.size();
}

} // namespace

search_outcome search_on_gpus(const problem& given, const gpu_resources& resources) {
    check_sizes(given);
    const bit_planes planes(given.codes);
    shared_outcome outcome;
    std::mutex one_at_a_time; // for progress reports to the caller
    std::atomic<bool> failed{false};
    const auto check = [&] {
        if (failed.load(std::memory_order_relaxed)) throw error(error_code::cancelled, "another GPU failed");
        const std::scoped_lock lock(one_at_a_time);
        if (resources.check) resources.check();
    };
    // A tile of a few shifts is a row of them, searched by strips of so many rows, so that tests can force strips.
    const std::uint64_t strip_rows = resources.tile <= strip_room::most_rows ? resources.tile : 0;
    std::vector<std::unique_ptr<searcher>> searchers;
    std::uint64_t room = std::numeric_limits<std::uint64_t>::max();
    for (const int index : resources.gpus) {
        runtime::device_context& device = runtime::started_gpu(index);
        *static_cast<volatile std::uint64_t*>(device.pinned_flags()) = 0;
        searchers.push_back(std::make_unique<searcher>(given, planes, device, resources.memory, strip_rows, check));
        room = std::min(room, searchers.back()->most_shifts());
    }
    if (room < given.shifts.columns())
        throw error(error_code::resource,
                    "too little memory on the GPU for a row of " + std::to_string(given.shifts.columns()) + " shifts");
    if (task_sharing* sharing = resources.workers.options().sharing) {
        const std::uint64_t bands = search_by_ranks(given, resources, *sharing, room, searchers, outcome);
        return finished(given, resources, outcome, bands);
    }
    std::uint64_t of_a_band = resources.tile > 0 ? std::min(resources.tile, room) : room;
    if (searchers.size() > 1)
        of_a_band = std::min(of_a_band, given.shifts.size() / (bands_of_a_gpu * searchers.size()));
    const std::vector<band> bands = make_bands(given.shifts, of_a_band);
    std::atomic<std::size_t> next{0};
    std::uint64_t done = 0;
    std::exception_ptr failure;
    const auto run = [&](std::size_t which) {
        try {
            static_cast<void>(runtime::started_gpu(resources.gpus[which])); // selects the GPU of this thread
            for (std::size_t at = next++; at < bands.size(); at = next++) {
                searchers[which]->search(bands[at], outcome);
                const std::scoped_lock lock(one_at_a_time);
                done += bands[at].rows * given.shifts.columns();
                if (resources.searched) resources.searched(done, given.shifts.size());
            }
        } catch (...) {
            const std::scoped_lock lock(one_at_a_time);
            if (!failed.exchange(true)) failure = std::current_exception();
        }
    };
    {
        std::vector<std::jthread> others;
        for (std::size_t which = 1; which < searchers.size(); ++which)
            others.emplace_back(run, which);
        run(0);
    }
    if (failure) std::rethrow_exception(failure);
    return finished(given, resources, outcome, bands.size());
}

} // namespace concord::component
