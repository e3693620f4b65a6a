// The GPUs of this machine, and which of them a computation may use. The same signatures with and without CUDA.
#pragma once

#include <concord/device.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace concord::runtime {

struct gpu_info {
    int index = 0;
    std::string name;         ///< "NVIDIA H200"
    std::uint64_t memory = 0; ///< bytes
    std::string why_not;      ///< empty: it is usable
};

/// The GPUs that the driver reports; `why_none` is the reason if there are none. Read once; cheap: no GPU is started.
struct gpu_inventory {
    std::vector<gpu_info> gpus;
    std::string why_none;
};
[[nodiscard]] const gpu_inventory& list_gpus();

/// The indices of the GPUs that a device names: all usable ones, or the listed ones; none for a device that names no
/// GPU. Throws error (resource) where one of them is not usable.
[[nodiscard]] std::vector<int> named_gpus(const device& named);

/// All usable GPUs.
[[nodiscard]] std::vector<int> usable_gpus();

/// "cuda:0 NVIDIA H200", "cuda:0,1 NVIDIA H200": the names for reports.
[[nodiscard]] std::string describe_gpus(const std::vector<int>& indices);

/// Begins to start these GPUs, which takes a good part of a second, and returns at once; the first use waits for it.
void start_gpus(const std::vector<int>& indices);

/// Waits until they have started and have access to the memory of the first, and the first to theirs. Throws error
/// (resource) where one cannot start.
void wait_for_gpus(const std::vector<int>& indices);

/// Whether there may be GPUs: cheap, and asks no driver.
[[nodiscard]] bool may_have_gpus();

/// Begins to look for GPUs and to start the first usable one, in the background, and returns at once. Once.
void start_any_gpu();

/// After start_any_gpu(): whether there is one, once it has started; none before.
[[nodiscard]] std::optional<bool> has_any_gpu_started();

/// Whether a GPU is starting: the end of the process waits for it.
[[nodiscard]] bool is_any_gpu_starting();

} // namespace concord::runtime
