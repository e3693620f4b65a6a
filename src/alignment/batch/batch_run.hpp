// The common part of all calls for many pairs: sets are checked, a device is chosen, threads and their memory are set
// up.
#pragma once

#include "alignment/batch/gpu/divided_batch.hpp"
#include "alignment/batch/gpu/gpu_batch.hpp"
#include "alignment/batch/pair_comparer.hpp"
#include "alignment/costs.hpp"
#include "runtime/device_policy.hpp"
#include "runtime/distributed/task_sharing.hpp"
#include "runtime/thread_pool.hpp"
#include "sequence/dense_letters.hpp"

#include <concord/distance.hpp>
#include <concord/error.hpp>

#include <chrono>
#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace concord::edit_distance {

/// Which pairs of two sets a call compares: each sequence with one, or with many.
enum class compared_pairs : std::uint8_t { by_number, many };

using gpu_batches = divided_batch<gpu_batch>;

class batch_run {
  public:
    /// Text of many planes is compared by dense numbers (sequence/dense_letters.hpp) where that pays: comparer().a()
    /// and b() are of such letters then. Throws error: usage where the sets do not fit together, resource where the
    /// requested device cannot run this.
    batch_run(const sequence_set& a, const sequence_set& b, const batch_options& options, run_report* report,
              compared_pairs pairs = compared_pairs::many);
    batch_run(const batch_run&) = delete;
    batch_run& operator=(const batch_run&) = delete;
    /// Notes how long all took, if there was an estimate and nothing failed.
    ~batch_run();

    [[nodiscard]] const pair_comparer& comparer() const noexcept { return comparer_; }
    [[nodiscard]] runtime::thread_pool& workers() noexcept { return workers_; }
    [[nodiscard]] comparison_scratch& scratch(unsigned worker); ///< each worker's own
    [[nodiscard]] const batch_options& options() const noexcept { return options_; }

    /// Throws error (usage) where a set has 2^32 sequences or more, which 32-bit numbers cannot list.
    void check_countable() const;

    /// The sets on GPUs, if some are named or worthwhile; else null. To be called at most once.
    [[nodiscard]] gpu_batches* start_gpus(const batch_work& work);

    /// Chooses devices for work of these costs. If they are GPUs, calls start with their numbers, and reports them;
    /// false where it is the CPU, also because a GPU that was not named did not start. Throws error (resource).
    bool start_on_gpus(const runtime::device_costs& costs, const std::function<void(const std::vector<int>&)>& start);

    /// While an error of a GPU is handled: reports that the CPU takes the work over. Throws the error again where that
    /// GPU was named, or where it is not one of resources.
    void fall_back(const error& trouble);

    /// Adds a line to the report, if there is one.
    void note(const std::string& line);

    /// Reports progress, but not too often. Thread-safe.
    void show(std::string_view stage, std::uint64_t done, std::uint64_t total, std::string_view unit = "pairs");

    /// Distances of pairs that are too long for the lanes; distances[i] of pairs[i].
    void compare_long(std::span<const sequence_pair> pairs, std::uint64_t bound, std::uint32_t* distances);

  private:
    batch_run(const sequence::recoded_sets& sets, const batch_options& options, run_report* report);
    void report_cpu();
    /// From here on the time counts that is compared with an estimate.
    void begin(double estimated, std::string_view where);
    void compare_long_exactly(std::span<const sequence_pair> pairs, std::uint32_t* distances);
    /// Each by one thread or by all, within a bound of its own.
    void compare_alone(std::span<const sequence_pair> pairs, std::span<const std::uint64_t> bounds,
                       std::uint32_t* distances);

    const batch_options& options_;
    run_report* report_;
    runtime::thread_pool workers_;
    pair_comparer comparer_;
    std::vector<std::unique_ptr<comparison_scratch>> scratch_;
    std::unique_ptr<gpu_batches> gpus_;
    runtime::device_choice chosen_;
    double estimated_ = 0; ///< seconds; 0: there is no estimate
    std::string_view where_;
    double begin_ = 0; ///< by runtime::working_seconds()
    int failures_before_ = std::uncaught_exceptions();
    std::mutex showing_;
    std::chrono::steady_clock::time_point last_shown_;
};

// Rows shared by several processes: in blocks of adjacent rows, each computed by one process, and delivered in order.

class block_sharing {
  public:
    /// Begins a call; `kind` and `count` distinguish it from other calls for the same sets. Without options.run.sharing
    /// nothing is shared.
    block_sharing(const sequence_set& a, const sequence_set& b, const batch_options& options, std::string_view kind,
                  std::uint64_t count = 0);

    [[nodiscard]] bool is_shared() const noexcept { return given_.run.sharing != nullptr; }
    /// For computing a block: without progress, which only the whole call reports.
    [[nodiscard]] const batch_options& options() const noexcept { return options_; }

    /// Rows [first, last) as bytes; on one thread at a time.
    using maker = std::function<runtime::byte_string(std::uint64_t first, std::uint64_t last)>;
    using taker = std::function<void(std::uint64_t first, std::uint64_t last, runtime::byte_reader& content)>;
    /// Every block has `block` rows, except for the last; the same in all processes.
    void run(std::uint64_t rows, std::uint64_t block, std::string_view unit, const maker& make, const taker& take);

    /// The same for rows of near pairs, which `find` passes to its sink.
    using pair_finder = std::function<void(std::uint64_t first, std::uint64_t last, const near_pair_sink& take)>;
    void run_pairs(std::uint64_t rows, std::uint64_t block, const pair_finder& find, const near_pair_sink& sink);

    /// Rows of a block of about `cells` cells, and few enough that there are blocks for many processes.
    [[nodiscard]] std::uint64_t rows_of_block(std::uint64_t cells, std::uint64_t least) const;

  private:
    const sequence_set& a_;
    const sequence_set& b_;
    const batch_options& given_;
    batch_options options_;
};

} // namespace concord::edit_distance
