// Range minima in the memory of a GPU, as seen by host code. The same signatures with and without CUDA.
#pragma once

#include "problems/overlap/gpu/gpu.hpp"

#include <cstdint>
#include <memory>
#include <span>

namespace concord::overlap {

/// Keeps the values and the structure over them on the GPU while it lives. Thread-safe; batches run one after the
/// other.
class gpu_minima {
  public:
    virtual ~gpu_minima() = default;

    [[nodiscard]] virtual int gpu() const noexcept = 0;
    /// The leftmost least value of each [first, last). False if a pair is no range; then `found` is undefined. Throws
    /// error: resource, cancelled.
    [[nodiscard]] virtual bool argmin(std::span<const std::uint64_t> first, std::span<const std::uint64_t> last,
                                      std::span<std::uint64_t> found, const cancel_check& check) const = 0;
};

/// Copies the values there, and builds the structure. Value: an integer of 8, 16, 32 or 64 bits. Throws error:
/// resource, cancelled.
template <class Value>
[[nodiscard]] std::shared_ptr<const gpu_minima>
minima_on_gpu(std::span<const Value> values, const gpu_resources& resources, const cancel_check& check);

} // namespace concord::overlap
