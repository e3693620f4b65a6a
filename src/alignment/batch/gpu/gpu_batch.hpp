// Many pairs on a GPU. The same signatures with and without CUDA.
#pragma once

#include "alignment/batch/pair_comparer.hpp"

#include <concord/distance.hpp>

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

namespace concord::edit_distance {

class gpu_batch {
  public:
    /// Copies the sets to the GPU; they must outlive this. Throws error (resource).
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

    /// Whether there are kernels for this metric and these letters.
    [[nodiscard]] static bool can(const sequence_set& a, const sequence_set& b, const batch_options& options) noexcept;

  private:
    struct state;
    std::unique_ptr<state> state_;
};

} // namespace concord::edit_distance
