// The kernels of an exclusive scan over the counts of steps.
//
//   step          0   1   2   3   4   5            each returns its count
//   count         2   0   1   3   0   1
//   before        0   2   2   3   6   6     and the sum of all, 7
//
// Up to 65,536 steps one launch does all of it: blocks wait for the blocks before them (the decoupled look-back of
// Merrill and Garland, "Single-pass Parallel Prefix Scan", with all blocks resident). More steps are counted first and
// then scanned by CUB.
#pragma once

#include "runtime/gpu/cuda/device_context.cuh"
#include "runtime/gpu/device_concept.hpp"

#include <cub/block/block_reduce.cuh>
#include <cub/block/block_scan.cuh>
#include <cuda/atomic>

#include <cstdint>

namespace concord::runtime {

/// The counts that the blocks of one launch publish for later ones; all zeros between launches.
struct scan_state {
    static constexpr unsigned most_blocks = 256;
    unsigned ticket;
    unsigned ended;
    unsigned long long runs;
    unsigned long long counted[most_blocks]; ///< of a block: 2 * count + 1 once it is known
};
static_assert(sizeof(scan_state) <= device_context::scratch_bytes);
inline constexpr unsigned scan_threads = 256;
/// Up to this number of steps one launch is faster.
inline constexpr std::uint64_t most_for_one_launch = std::uint64_t{scan_threads} * scan_state::most_blocks;

/// Counts, their exclusive scan and their totals in one launch. A block waits for the counts of the blocks before it;
/// all of those already run, because blocks are numbered in the order in which they start.
template <class Step>
__global__ void __launch_bounds__(scan_threads)
    scan_at_once(std::uint64_t count, Step step, std::uint64_t* before, scan_state* state, std::uint64_t* sums) {
    using scan = cub::BlockScan<std::uint64_t, scan_threads>;
    using reduce = cub::BlockReduce<std::uint64_t, scan_threads>;
    using shared_word = ::cuda::atomic_ref<unsigned long long, ::cuda::thread_scope_device>;
    __shared__ typename scan::TempStorage scanning;
    __shared__ typename reduce::TempStorage reducing;
    __shared__ unsigned shared_block;
    __shared__ std::uint64_t shared_offset;
    if (threadIdx.x == 0) shared_block = atomicAdd(&state->ticket, 1U);
    __syncthreads();
    const unsigned block = shared_block;
    const std::uint64_t index = std::uint64_t{block} * scan_threads + threadIdx.x;
    const counts found = index < count ? step(index) : counts{0, 0};
    std::uint64_t here = 0;
    std::uint64_t sum = 0;
    scan(scanning).ExclusiveSum(std::uint64_t{found.count}, here, sum);
    if (threadIdx.x == 0) shared_word(state->counted[block]).store(2 * sum + 1, ::cuda::memory_order_release);
    unsigned long long earlier = 0;
    if (threadIdx.x < block)
        while ((earlier = shared_word(state->counted[threadIdx.x]).load(::cuda::memory_order_acquire)) == 0) {
        }
    const std::uint64_t offset = reduce(reducing).Sum(earlier / 2);
    if (threadIdx.x == 0) shared_offset = offset;
    __syncthreads();
    if (index < count) before[index] = shared_offset + here;
    const unsigned runs = __reduce_add_sync(0xFFFFFFFFU, found.runs);
    if (threadIdx.x % 32 == 0) atomicAdd(&state->runs, static_cast<unsigned long long>(runs));
    if (threadIdx.x == 0 && block + 1 == gridDim.x) sums[0] = shared_offset + sum;

    __threadfence();
    __syncthreads();
    if (threadIdx.x == 0) shared_block = atomicAdd(&state->ended, 1U) + 1 == gridDim.x ? 1 : 0;
    __syncthreads();
    if (shared_block == 0) return;
    state->counted[threadIdx.x] = 0; // the last block restores the initial state
    if (threadIdx.x != 0) return;
    sums[1] = atomicExch(&state->runs, 0ULL);
    state->ticket = 0;
    state->ended = 0;
}

template <class Step>
__global__ void __launch_bounds__(256)
    count_each(std::uint64_t count, Step step, std::uint32_t* into, std::uint64_t* all_runs) {
    const std::uint64_t index = std::uint64_t{blockIdx.x} * blockDim.x + threadIdx.x;
    const counts found = index < count ? step(index) : counts{0, 0};
    if (index < count) into[index] = found.count;
    const unsigned runs = __reduce_add_sync(0xFFFFFFFFU, found.runs);
    if (threadIdx.x % 32 == 0 && runs > 0)
        atomicAdd(reinterpret_cast<unsigned long long*>(all_runs), static_cast<unsigned long long>(runs));
}

inline __global__ void report_sums(const std::uint64_t* last_before, const std::uint32_t* last_count,
                                   const std::uint64_t* runs, std::uint64_t* sums) {
    sums[0] = *last_before + *last_count;
    sums[1] = *runs;
}

} // namespace concord::runtime
