// Which GPUs there are, and which a computation may use. The same signatures with and without CUDA.
#pragma once

#include <concord/device.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace concord::runtime {

struct gpu_info {
    int index = 0;
    std::string name;         ///< "NVIDIA H200"
    std::uint64_t memory = 0; ///< bytes
    std::string why_not;      ///< empty: it can be used
};

/// What the driver shows; `why_none` says why there is nothing to show. Asked once; cheap: no GPU is started.
struct gpu_inventory {
    std::vector<gpu_info> gpus;
    std::string why_none;
};
[[nodiscard]] const gpu_inventory& list_gpus();

/// The GPUs that are named, by index: all that can be used, or those that are listed; none where no GPU is named.
/// Throws error (resource) where one of them cannot be used.
[[nodiscard]] std::vector<int> named_gpus(const device& named);

/// All that can be used.
[[nodiscard]] std::vector<int> usable_gpus();

/// "cuda:0 NVIDIA H200", "cuda:0,1 NVIDIA H200": as reports name them.
[[nodiscard]] std::string describe_gpus(const std::vector<int>& indices);

/// Begins to start these GPUs, which takes a good part of a second, and returns at once; the first that needs one waits
/// for it.
void start_gpus(const std::vector<int>& indices);

/// Until they have started, and can reach the memory of the first, and the first theirs. Throws error (resource) where
/// one cannot be.
void wait_for_gpus(const std::vector<int>& indices);

} // namespace concord::runtime
