// The inner loop of the GPU: all seeds against all positions.
//
//   thread     holds some seeds in registers, eight of DNA
//   block      128 threads: 1024 seeds, against a stretch of positions that passes through shared memory
//   warp       reads a few positions at a time, the same for all of its threads: one load serves 256 tests
//
// A test is letters_differing of seeds.hpp: a logic instruction a plane, a count of ones, a comparison. Counting ones
// runs at 16 a clock in each multiprocessor, so that is the roof: 132 * 16 * 1.98e9 = 4.2e12 tests a second on an H200.
// Near pairs are rare, and what follows is long: a warp collects 32 of them before it follows them together.
#pragma once

#include "problems/substring/gpu/device_windows.hpp"
#include "problems/substring/gpu/seed_rows.hpp"

#include <cuda_runtime.h>

#include <cstdint>

namespace concord::substring {

/// Which part of a near_work one launch does: rows of seeds, each against all stretches of positions.
struct near_part {
    std::uint64_t first_seed;
    std::uint64_t positions_per_block;
};

/// Near pairs that a warp has found and not followed yet.
template <unsigned Planes, unsigned PerThread>
struct near_queue {
    static constexpr unsigned capacity = 32 + 32 * PerThread;
    std::uint32_t* pairs; ///< in shared memory
    unsigned queued = 0;  ///< the same in all threads of the warp

    /// Called by all threads of the warp, each with a bit for each of its seeds that is near.
    __device__ void add(unsigned near, unsigned position, unsigned lane) {
        for (;; near &= near - 1) {
            const unsigned all = __ballot_sync(0xFFFFFFFFU, near != 0);
            if (all == 0) return;
            const unsigned seed = (__ffs(static_cast<int>(near)) - 1) * near_threads + threadIdx.x;
            if (near != 0) pairs[queued + __popc(all & ((1U << lane) - 1U))] = seed << bits_of_position | position;
            queued += __popc(all);
        }
    }
    /// Follows 32 at a time as long as there are `least`, or the few that there are.
    __device__ void follow(const follow_pair<Planes>& follow, std::uint64_t row, std::uint64_t first, unsigned least,
                           unsigned lane) {
        __syncwarp();
        while (queued >= least) {
            const unsigned taken = queued < 32 ? queued : 32;
            queued -= taken;
            if (lane < taken) {
                const std::uint32_t pair = pairs[queued + lane];
                follow(row + (pair >> bits_of_position), first + (pair & ((1U << bits_of_position) - 1U)));
            }
            __syncwarp();
        }
    }
};

template <unsigned Planes, unsigned PerThread>
__global__ void __launch_bounds__(near_threads)
    near_pairs(const __grid_constant__ near_work<Planes> work, near_part part) {
    using words = seed_words<Planes>;
    using queue_of_warp = near_queue<Planes, PerThread>;
    __shared__ __align__(16) words shared_positions[positions_at_once];
    __shared__ std::uint32_t shared_pairs[near_warps][queue_of_warp::capacity];

    const std::uint64_t row = part.first_seed + std::uint64_t{blockIdx.x} * (near_threads * PerThread);
    const std::uint64_t first = blockIdx.y * part.positions_per_block;
    const std::uint64_t last = min(first + part.positions_per_block, work.position_count);
    if (first >= last) return;
    if (work.follow.with.both_ways &&
        work.follow.with.positions[last - 1].sequence < work.follow.with.seeds[row].sequence)
        return; // all of these pairs are compared the other way round

    words seeds[PerThread];
#pragma unroll
    for (unsigned number = 0; number < PerThread; ++number)
        seeds[number] = work.seeds[min(row + number * near_threads + threadIdx.x, work.seed_count - 1)];

    unsigned there = 0; // a bit for each seed that is one
#pragma unroll
    for (unsigned number = 0; number < PerThread; ++number)
        there |= (row + number * near_threads + threadIdx.x < work.seed_count ? 1U : 0U) << number;
    const unsigned lane = threadIdx.x % 32;
    queue_of_warp queue{shared_pairs[threadIdx.x / 32]};
    for (std::uint64_t base = first; base < last; base += positions_at_once) {
        const auto here = static_cast<unsigned>(min(last - base, std::uint64_t{positions_at_once}));
        __syncthreads();
        for (unsigned index = threadIdx.x; index < positions_at_once; index += near_threads)
            shared_positions[index] = work.positions[base + min(index, here - 1)];
        __syncthreads();
        for (unsigned round = 0; round < here; round += positions_per_round) {
            bool any = false;
#pragma unroll
            for (unsigned next = 0; next < positions_per_round; ++next) {
                const words position = shared_positions[round + next];
#pragma unroll
                for (unsigned number = 0; number < PerThread; ++number)
                    any |= letters_differing(seeds[number], position) <= work.limit;
            }
            if (!__any_sync(0xFFFFFFFFU, any)) continue;
#pragma unroll 1
            for (unsigned index = round; index < min(round + positions_per_round, here); ++index) {
                const words position = shared_positions[index];
                unsigned near = 0;
#pragma unroll
                for (unsigned number = 0; number < PerThread; ++number)
                    near |= (letters_differing(seeds[number], position) <= work.limit ? 1U : 0U) << number;
                queue.add(near & there, static_cast<unsigned>(base - first) + index, lane);
                queue.follow(work.follow, row, first, 32, lane);
            }
        }
    }
    queue.follow(work.follow, row, first, 1, lane);
}

} // namespace concord::substring
