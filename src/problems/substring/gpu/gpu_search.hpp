// The search on GPUs: the plan of search_plan.hpp, as gpu/executor.hpp executes it. The same signatures with CUDA
// (gpu_search.cu) and without (no_gpu.cpp).
#pragma once

#include "problems/substring/problem.hpp"
#include "runtime/distributed/task_sharing.hpp"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace concord::substring {

/// Whether windows are filtered before they are compared. Every way gives the same answer; tests force them.
enum class filtering : std::uint8_t { automatic, never, always };

/// What a search on GPUs is given beside the problem.
struct gpu_resources {
    std::vector<int> gpus; ///< the first leads
    std::uint64_t memory;  ///< bytes of working memory on each; 0: what is free
    std::uint64_t tile;    ///< bounds what is compared at a time; 0: chosen
    std::vector<std::string>& notes;
    std::function<void()> check;                                     ///< may throw error (cancelled)
    std::function<void(std::uint64_t, std::uint64_t)> compared = {}; ///< rows of seeds, of so many
    filtering filter = filtering::automatic;
    /// Letters of a source against 32 positions of a target that a multiprocessor passes in a clock, in estimates; 3 is
    /// the roof. Tests set 0, and no diagonals are counted, or very many.
    double diagonals_a_clock = 2;
    double worth_sharing = 0.01;     ///< seconds that a comparison must take for several GPUs to share it
    unsigned threads = 1;            ///< that copy what is long
    task_sharing* sharing = nullptr; ///< ranks with GPUs of their own, a shard, a checkpoint; null: none of these
    std::uint64_t ranks_of_gpu = 1;  ///< how many ranks use the same one
};

/// With ranks, all calls are collective. Throws error (resource) where there are no GPUs, where they fail, or where
/// they have too little memory.
class gpu_search {
  public:
    gpu_search(const problem& given, const gpu_resources& resources);
    ~gpu_search();
    gpu_search(const gpu_search&) = delete;
    gpu_search& operator=(const gpu_search&) = delete;

    /// All windows of the greatest length >= min_length that have the support; of a shard: its own, of a length that
    /// need not be the greatest, or none.
    [[nodiscard]] longest_windows search();
    /// The candidate C_i of every sequence, or every one of the shard; none is longer than `longest`.
    [[nodiscard]] std::vector<substring_candidate> search_each(std::uint64_t longest);

  private:
    struct state;
    std::unique_ptr<state> state_;
};

} // namespace concord::substring
