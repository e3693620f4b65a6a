// What every call for many pairs begins with: sets checked, a device chosen, threads and their scratch at hand.
#pragma once

#include "problems/distance/batch/pair_comparer.hpp"
#include "problems/distance/gpu/gpu_batch.hpp"
#include "runtime/thread_pool.hpp"

#include <concord/distance.hpp>

#include <chrono>
#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace concord::edit_distance {

/// The sets checked, a device chosen, threads and their memory at hand.
class batch_run {
  public:
    /// Throws error: usage where the sets do not fit together, resource where the device that was asked for cannot run
    /// this.
    batch_run(const sequence_set& a, const sequence_set& b, const batch_options& options, run_report* report);

    [[nodiscard]] const pair_comparer& comparer() const noexcept { return comparer_; }
    [[nodiscard]] runtime::thread_pool& workers() noexcept { return workers_; }
    [[nodiscard]] comparison_scratch& scratch(unsigned worker); ///< each worker's own
    [[nodiscard]] const batch_options& options() const noexcept { return options_; }

    /// Throws error (usage) where a set has 2^32 sequences or more, which lists of their numbers do not hold.
    void check_countable() const;

    /// The sets on a GPU, if one is to do this: one that was asked for, or that `cells` of tables are worth. Null:
    /// none. Calls it at most once.
    [[nodiscard]] gpu_batch* start_gpu(double cells);

    /// Throws error (resource) where a GPU was asked for, by name.
    void need_cpu() const;

    /// A line for the report, if there is one.
    void note(const std::string& line);

    /// Reports progress, but not too often. From any thread.
    void show(std::string_view stage, std::uint64_t done, std::uint64_t total, std::string_view unit = "pairs");

    /// Distances of pairs that are too long for the lanes; distances[i] of pairs[i].
    void compare_long(std::span<const sequence_pair> pairs, std::uint64_t bound, std::uint32_t* distances);

  private:
    const batch_options& options_;
    run_report* report_;
    runtime::thread_pool workers_;
    pair_comparer comparer_;
    std::vector<std::unique_ptr<comparison_scratch>> scratch_;
    std::unique_ptr<gpu_batch> gpu_;
    std::mutex showing_;
    std::chrono::steady_clock::time_point last_shown_;
};

} // namespace concord::edit_distance
