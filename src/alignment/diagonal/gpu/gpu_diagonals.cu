// Wavefronts on a GPU: a thread a diagonal, both directions in one launch.
//
// A step waits for the letters that it compares, which lie in the caches, and for the other threads of its block: about
// a microsecond, whatever the number of blocks, so some 10^11 furthest-reaching points a second where all
// multiprocessors are busy.
#include "alignment/diagonal/gpu/gpu_diagonals.hpp"

#include "alignment/diagonal/gpu/tiled_search.hpp"
#include "runtime/gpu/cuda/cuda_device.cuh"

#include <algorithm>

namespace concord::pairwise {
namespace diagonals {

template <class Code>
__global__ void __launch_bounds__(tile_lanes)
    advance_tiles(const __grid_constant__ tile_work<Code> work, std::uint32_t tiles_forwards,
                  std::uint32_t tiles_backwards) {
    // A step reads one row and the next step writes the other, so one barrier a step is enough.
    __shared__ std::int32_t rows[2][tile_lanes + 2];
    const unsigned side = blockIdx.y;
    if (blockIdx.x >= (side == 0 ? tiles_forwards : tiles_backwards)) return;
    const unsigned lane = threadIdx.x;
    if (lane < 2) rows[lane][0] = rows[lane][tile_lanes + 1] = unreached_on_gpu;
    const std::int32_t k = work.diagonal_of(side, blockIdx.x, lane);
    std::int32_t reach = work.load(side, k);
    for (std::int32_t step = 1; step <= work.steps[side]; ++step) {
        std::int32_t* const row = rows[step & 1];
        row[lane + 1] = reach;
        __syncthreads();
        reach = work.step(side, row + lane, k, step);
    }
    work.store(side, lane, k, reach);
}

namespace {

class wavefront_machine : public runtime::cuda_device {
  public:
    using runtime::cuda_device::cuda_device;

    template <class Code>
    void advance(const tile_work<Code>& work) const {
        const dim3 grid(std::max(work.tiles(0), work.tiles(1)), 2);
        advance_tiles<<<grid, tile_lanes, 0, context_.stream()>>>(work, work.tiles(0), work.tiles(1));
        context_.check(cudaGetLastError(), "computing wavefronts");
    }
};

} // namespace
} // namespace diagonals

diagonal_result compare_by_diagonals_on_gpu(const sequence::coded_pair& pair, bool may_substitute, bool want_alignment,
                                            const gpu_diagonal_resources& resources, const diagonal_effort& effort) {
    runtime::device_context& device = runtime::started_gpu(resources.gpu);
    diagonals::wavefront_machine machine(device, resources.memory, effort.check, resources.threads);
    return diagonals::search_by_tiles(machine, pair, may_substitute, want_alignment, resources.target, effort);
}

} // namespace concord::pairwise
