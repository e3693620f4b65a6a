// CUDA's failures become the library's error: a resource that is missing or broke down.
#pragma once

#include <concord/error.hpp>

#include <cuda_runtime.h>

#include <string>

namespace concord::runtime {

/// `device` < 0: none in particular.
[[noreturn]] inline void throw_cuda_error(cudaError_t status, int device, const char* doing) {
    static_cast<void>(cudaGetLastError()); // the next call shall not report this one again
    const std::string where = device < 0 ? "CUDA" : "cuda:" + std::to_string(device);
    throw error(error_code::resource, where + " failed while " + doing + ": " + cudaGetErrorString(status) + " (" +
                                          cudaGetErrorName(status) + ")");
}

inline void check_cuda(cudaError_t status, int device, const char* doing) {
    if (status != cudaSuccess) throw_cuda_error(status, device, doing);
}

} // namespace concord::runtime
