// Many pairs on a GPU. The same signatures with and without CUDA.
#pragma once

#include "alignment/batch/gpu/hamming_pairs.hpp"
#include "alignment/batch/pair_comparer.hpp"

#include <concord/distance.hpp>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace concord::edit_distance {

inline constexpr const char* too_many_characters =
    "text of more than 65,536 different characters is compared on the CPU only";

/// Why only the CPU can compare these sets; empty: a GPU can, by dense numbers where they are text of many planes.
[[nodiscard]] inline std::string why_not_batches_on_gpus(const sequence_set& a, const sequence_set& b,
                                                         const batch_options& options) {
    if (!traits_of(options.metric).on_gpus) return "this metric is compared on the CPU only";
    const unsigned planes = std::max(sequence::packed(a).planes_in_use(), sequence::packed(b).planes_in_use());
    // No more letters than these can be in both.
    const std::uint64_t letters = std::min(a.letters(), b.letters());
    if (planes > most_batch_planes_on_gpu && letters + 2 > std::uint64_t{1} << most_batch_planes_on_gpu)
        return too_many_characters;
    return {};
}

class gpu_batch {
  public:
    /// Copies the sets to the GPU, text by dense numbers; they must outlive this. Throws error (resource).
    gpu_batch(const sequence_set& a, const sequence_set& b, const batch_options& options, int gpu,
              std::function<void()> check);
    ~gpu_batch();
    gpu_batch(const gpu_batch&) = delete;
    gpu_batch& operator=(const gpu_batch&) = delete;

    /// Distances of a[first + i] and b[first + i]; returns the i of pairs that are too long.
    [[nodiscard]] std::vector<std::uint64_t> zipped(std::uint64_t first, std::uint64_t count, std::uint32_t* distances);
    /// Distances of a[first_row + i / b.size()] and b[i % b.size()], of whole rows; returns the i of pairs that are too
    /// long.
    [[nodiscard]] std::vector<std::uint64_t> rows(std::uint64_t first_row, std::uint64_t count,
                                                  std::uint32_t* distances);

    /// The number of pairs that fit into memory at a time.
    [[nodiscard]] std::uint64_t most_pairs() const noexcept;

  private:
    struct state;
    std::unique_ptr<state> state_;
};

} // namespace concord::edit_distance
