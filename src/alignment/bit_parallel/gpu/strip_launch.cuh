// Launches the kernel of strips for the letters of a pair and a width of strips.
#pragma once

#include "alignment/bit_parallel/gpu/strip_matrix.cuh"
#include "alignment/bit_parallel/gpu/strips.cuh"
#include "alignment/tuning.hpp"
#include "runtime/gpu/cuda/cuda_device.cuh"

#include <algorithm>
#include <cstdint>
#include <string>

namespace concord::pairwise {

struct strip_shape {
    unsigned words; ///< of columns of a lane
    unsigned planes;
    bool is_narrow; ///< codes of 8 bits
};

template <class Recurrence, class Letters, unsigned Words>
void launch_kernel(const runtime::cuda_device& machine, strip_work& work, unsigned planes) {
    runtime::device_context& device = machine.context();
    device.select();
    auto* const kernel = fill_strips<Recurrence, Letters, Words>;
    const unsigned warps = strip_threads / 32;
    const unsigned shared = warps * Letters::shared_bytes(planes);
    const unsigned fitting = blocks_that_fit(device, kernel, shared);
    if (fitting == 0)
        throw error(error_code::resource, "cuda:" + std::to_string(device.index()) +
                                              " has too little shared memory for letters of " + std::to_string(planes) +
                                              " bits");
    const unsigned blocks_each = std::min(fitting, tuning::warps_of_a_multiprocessor / warps);
    const unsigned strips = work.matrices[0].strips * work.matrix_count;
    const unsigned blocks =
        std::min(static_cast<unsigned>(device.multiprocessors()) * blocks_each, (strips + warps - 1) / warps);
    std::uint64_t* const stop = device.pinned_flags();
    *static_cast<volatile std::uint64_t*>(stop) = 0;
    work.stop = reinterpret_cast<const unsigned long long*>(stop);
    kernel<<<blocks, strip_threads, shared, device.stream()>>>(work);
    device.check(cudaGetLastError(), "filling a matrix");
}

template <class Recurrence, template <unsigned> class Letters>
void launch_with(const runtime::cuda_device& machine, strip_work& work, const strip_shape& shape) {
    switch (shape.words) {
    case 1: return launch_kernel<Recurrence, Letters<1>, 1>(machine, work, shape.planes);
    case 2: return launch_kernel<Recurrence, Letters<2>, 2>(machine, work, shape.planes);
    case 4: return launch_kernel<Recurrence, Letters<4>, 4>(machine, work, shape.planes);
    case 8: return launch_kernel<Recurrence, Letters<8>, 8>(machine, work, shape.planes);
    default:
        if constexpr (Recurrence::cost.most_words >= 16)
            return launch_kernel<Recurrence, Letters<16>, 16>(machine, work, shape.planes);
    }
}

/// Starts to fill one matrix or two; the kernel ends early when the first of the GPU's pinned flags is set.
template <class Recurrence>
void launch_strips(const runtime::cuda_device& machine, strip_work& work, const strip_shape& shape) {
    if (shape.planes == 2) return launch_with<Recurrence, four_letters>(machine, work, shape);
    if (shape.is_narrow) return launch_with<Recurrence, narrow_letters>(machine, work, shape);
    launch_with<Recurrence, wide_letters>(machine, work, shape);
}

} // namespace concord::pairwise
