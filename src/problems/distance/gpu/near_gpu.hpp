// Near pairs on a GPU, as host code sees them. The same signatures with and without CUDA.
#pragma once

#include "alignment/batch/gpu/gpu_batch.hpp"
#include "problems/distance/join/found_pairs.hpp"
#include "problems/distance/join/join_plan.hpp"

#include <concord/distance.hpp>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace concord::edit_distance {

/// Letters of the longest sequences, and planes in which letters can differ, that a GPU compares.
inline constexpr std::uint64_t longest_on_device = 63;
inline constexpr unsigned most_short_planes_on_gpu = 16;

/// Why only the CPU can look for near pairs of these sets; empty: a GPU can.
[[nodiscard]] inline std::string why_not_near_on_gpus(const pair_comparer& comparer) {
    if (comparer.traits().is_refined) return "near pairs by this metric are looked for on the CPU only";
    if (std::max(comparer.a().longest(), comparer.b().longest()) > longest_on_device)
        return "near pairs of sequences of more than " + std::to_string(longest_on_device) +
               " letters are looked for on the CPU only";
    if (comparer.letters().ordinary() > most_short_planes_on_gpu) return too_many_characters;
    return {};
}

/// What is to be found.
struct join_request {
    const join_plan& plan;
    const information_profile* profile; ///< null: the plan has no keys
    std::uint64_t bound;
    std::span<const std::uint32_t> rows; ///< of a, ascending
    wanted_pairs wanted;
    std::uint64_t most; ///< pairs
};

class gpu_near_join {
  public:
    /// Copies the sets there. `options` bounds memory and threads that copy; `check` may throw error (cancelled).
    /// Throws error (resource).
    gpu_near_join(const pair_comparer& comparer, int gpu, const run_options& options, std::function<void()> check);
    ~gpu_near_join();

    /// Writes the near pairs, ascending. False, and nothing is written, where there are more than `most`, or more than
    /// fit the GPU: of a single row there never are, if `most` is no_bound. Throws error: resource, cancelled.
    [[nodiscard]] bool find(const join_request& request, std::vector<near_pair>& pairs);

  private:
    struct state;
    std::unique_ptr<state> state_;
};

} // namespace concord::edit_distance
