// The GPUs that the driver reports, and why one is not usable.
#include "runtime/gpu/gpus.hpp"

#include <cuda_runtime.h>

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>

namespace concord::runtime {
namespace {

/// The oldest architecture that this build has code for.
constexpr int least_capability = 80;

gpu_info describe(int index) {
    gpu_info info;
    info.index = index;
    cudaDeviceProp properties{};
    if (const cudaError_t status = cudaGetDeviceProperties(&properties, index); status != cudaSuccess) {
        info.name = "GPU";
        info.why_not = cudaGetErrorString(status);
        return info;
    }
    info.name = properties.name;
    info.memory = properties.totalGlobalMem;
    const int capability = 10 * properties.major + properties.minor;
    int prohibited = 0;
    int pools = 0;
    cudaDeviceGetAttribute(&prohibited, cudaDevAttrComputeMode, index);
    cudaDeviceGetAttribute(&pools, cudaDevAttrMemoryPoolsSupported, index);
    if (capability < least_capability)
        info.why_not = "compute capability " + std::to_string(properties.major) + "." +
                       std::to_string(properties.minor) + "; this build needs 8.0 (A100) or newer";
    else if (prohibited == cudaComputeModeProhibited)
        info.why_not = "its compute mode prohibits its use";
    else if (pools == 0)
        info.why_not = "its driver has no memory pools";
    return info;
}

std::string version_of(int number) { return std::to_string(number / 1000) + "." + std::to_string(number % 1000 / 10); }

gpu_inventory look() {
    // Load kernels when a GPU is started, in the background, instead of one by one at their first launch.
    setenv("CUDA_MODULE_LOADING", "EAGER", 0);
    gpu_inventory found;
    int driver = 0;
    int count = 0;
    static_cast<void>(cudaDriverGetVersion(&driver));
    const cudaError_t status = cudaGetDeviceCount(&count);
    static_cast<void>(cudaGetLastError());
    if (driver == 0)
        found.why_none = "there is no NVIDIA driver";
    else if (status == cudaErrorInsufficientDriver)
        found.why_none = "the NVIDIA driver is too old: it knows CUDA " + version_of(driver) + ", this build needs " +
                         version_of(CUDART_VERSION);
    else if (status != cudaSuccess)
        found.why_none = cudaGetErrorString(status);
    else if (count == 0)
        found.why_none = "the NVIDIA driver shows no GPU";
    for (int index = 0; index < count && status == cudaSuccess; ++index)
        found.gpus.push_back(describe(index));
    return found;
}

} // namespace

bool may_have_gpus() {
    // What the driver of Linux makes, and that of Windows for Linux in it.
    static constexpr std::array devices{"/dev/nvidiactl", "/dev/nvidia0", "/dev/dxg"};
    return std::ranges::any_of(devices, [](const char* file) { return ::access(file, F_OK) == 0; });
}

const gpu_inventory& list_gpus() {
    static const gpu_inventory inventory = look();
    return inventory;
}

} // namespace concord::runtime
