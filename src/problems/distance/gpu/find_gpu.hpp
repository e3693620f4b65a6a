// The ends of patterns in a text on a GPU, as host code sees them. The same signatures with and without CUDA.
#pragma once

#include "problems/distance/find/found_ends.hpp"
#include "sequence/dense_letters.hpp"
#include "sequence/packed_sequences.hpp"

#include <concord/run.hpp>

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace concord::edit_distance {

/// Letters of the longest patterns that a GPU looks for.
inline constexpr std::uint64_t longest_device_pattern = 256;

/// Why only the CPU can look for patterns of up to `longest` letters; empty: a GPU can.
[[nodiscard]] inline std::string why_not_on_gpus(std::uint64_t longest) {
    if (longest > longest_device_pattern)
        return "patterns of more than " + std::to_string(longest_device_pattern) +
               " letters are looked for on the CPU only";
    return {};
}

class gpu_end_search {
  public:
    /// Copies the text there. `starts`: a bit for each letter with which a sequence begins. `numbers`: null, or by
    /// which the letters of patterns and of the text are compared. `options` bounds memory and threads that copy;
    /// `check` may throw error (cancelled). Throws error (resource).
    gpu_end_search(const sequence::packed_sequences& text, std::span<const std::uint64_t> starts,
                   const sequence::dense_letters* numbers, int gpu, const run_options& options,
                   std::function<void()> check);
    ~gpu_end_search();

    /// The ends of each pattern, ascending; in no more memory than `most` ends take, where there are several patterns:
    /// false if they had more, and then only some are there. Throws error: resource, cancelled.
    [[nodiscard]] bool find(std::span<const oriented_pattern> patterns, unsigned edits, std::uint64_t most,
                            std::vector<std::vector<found_end>>& ends);

  private:
    struct state;
    std::unique_ptr<state> state_;
};

} // namespace concord::edit_distance
