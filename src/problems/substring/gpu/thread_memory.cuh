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

/// In blocks of as many threads as have room in `bytes_of_block` of shared memory, of a warp at least. The caller asks
/// for errors.
template <class Step>
void launch_with_memory(std::uint64_t count, unsigned numbers, const Step& step, std::uint64_t bytes_of_block,
                        cudaStream_t stream) {
    if (count == 0) return;
    constexpr unsigned warp = 32;
    unsigned threads = threads_with_memory;
    const auto bytes = [&] { return std::size_t{numbers} * threads * sizeof(std::uint32_t); };
    while (threads > warp && bytes() > bytes_of_block)
        threads /= 2;
    cudaFuncSetAttribute(for_each_with_memory<Step>, cudaFuncAttributeMaxDynamicSharedMemorySize,
                         static_cast<int>(bytes()));
    for_each_with_memory<<<static_cast<unsigned>((count + threads - 1) / threads), threads, bytes(), stream>>>(count,
                                                                                                               step);
}

} // namespace concord::substring
