// Steps whose threads have some numbers each beside their multiprocessor: where what a thread keeps is read by an index
// that differs from that of its neighbours, memory of its own would be read a line for each.
#pragma once

#include "problems/substring/gpu/window_sets.hpp"

#include <cstdint>

#include <cuda_runtime.h>

namespace concord::substring {

inline constexpr unsigned threads_with_memory = 128;

extern __shared__ std::uint32_t numbers_of_threads[];

template <class Step>
__global__ void __launch_bounds__(threads_with_memory) for_each_with_memory(std::uint64_t count, Step step) {
    const std::uint64_t index = std::uint64_t{blockIdx.x} * blockDim.x + threadIdx.x;
    if (index < count) step(index, memory_of_thread{numbers_of_threads + threadIdx.x, blockDim.x});
}

/// The caller asks for errors.
template <class Step>
void launch_with_memory(std::uint64_t count, unsigned numbers, const Step& step, cudaStream_t stream) {
    if (count == 0) return;
    const std::size_t bytes = std::size_t{numbers} * threads_with_memory * sizeof(std::uint32_t);
    cudaFuncSetAttribute(for_each_with_memory<Step>, cudaFuncAttributeMaxDynamicSharedMemorySize,
                         static_cast<int>(bytes));
    const auto blocks = static_cast<unsigned>((count + threads_with_memory - 1) / threads_with_memory);
    for_each_with_memory<<<blocks, threads_with_memory, bytes, stream>>>(count, step);
}

} // namespace concord::substring
