// The one kernel that decides the speed: all pieces against all places.
//
//   thread     holds `per_thread` pieces in registers
//   block      128 threads: 1024 pieces, against a stretch of places that passes through shared memory
//   warp       reads one place at a time, the same for all of its threads: one load serves 256 tests
//
// A test is the law of step.hpp: a logic instruction a plane, a count of ones, a comparison. Counting ones runs at 16 a
// clock in each multiprocessor, so that is the roof: 132 * 16 * 1.98e9 = 4.2e12 tests a second on an H200.
// Near pairs are rare, and what follows is long: a warp collects 32 of them before it follows them together.
#pragma once

#include "problems/substring/windows/device_input.hpp"

#include <cuda_runtime.h>

#include <cstdint>

namespace concord::substring {

inline constexpr unsigned near_threads = 128;
inline constexpr unsigned near_warps = near_threads / 32;
inline constexpr unsigned places_at_once = 256; ///< in shared memory

/// Which part of a near_work one launch does: rows of pieces, each against all stretches of places.
struct near_part {
    std::uint64_t first_piece;
    std::uint64_t places_per_block;
};

template <unsigned Planes, unsigned PerThread>
__global__ void __launch_bounds__(near_threads) near_pairs(near_work<Planes> work, near_part part) {
    using words = piece_words<Planes>;
    __shared__ words shared_places[places_at_once];
    __shared__ uint2 shared_queue[near_warps][64];

    const std::uint64_t row = part.first_piece + std::uint64_t{blockIdx.x} * (near_threads * PerThread);
    const std::uint64_t first = blockIdx.y * part.places_per_block;
    const std::uint64_t last = min(first + part.places_per_block, work.place_count);
    if (first >= last) return;
    if (work.follow.both_ways && work.follow.places[last - 1].sequence < work.follow.pieces[row].sequence)
        return; // all of these pairs are met the other way round

    words pieces[PerThread];
#pragma unroll
    for (unsigned number = 0; number < PerThread; ++number) {
        const std::uint64_t index = row + number * near_threads + threadIdx.x;
        pieces[number] = work.pieces[min(index, work.piece_count - 1)];
    }

    uint2* const queue = shared_queue[threadIdx.x / 32];
    const unsigned lane = threadIdx.x % 32;
    unsigned queued = 0; // the same in all threads of a warp
    for (std::uint64_t base = first; base < last; base += places_at_once) {
        const auto here = static_cast<unsigned>(min(last - base, std::uint64_t{places_at_once}));
        __syncthreads();
        for (unsigned index = threadIdx.x; index < here; index += near_threads)
            shared_places[index] = work.places[base + index];
        __syncthreads();
        for (unsigned index = 0; index < here; ++index) {
            const words place = shared_places[index];
            bool any = false;
#pragma unroll
            for (unsigned number = 0; number < PerThread; ++number)
                any |= letters_differing(pieces[number], place) <= work.limit;
            if (!__any_sync(0xFFFFFFFFU, any)) continue;
#pragma unroll
            for (unsigned number = 0; number < PerThread; ++number) {
                const std::uint64_t piece = row + number * near_threads + threadIdx.x;
                const bool near = letters_differing(pieces[number], place) <= work.limit && piece < work.piece_count;
                const unsigned all = __ballot_sync(0xFFFFFFFFU, near);
                if (all == 0) continue;
                if (near)
                    queue[queued + __popc(all & ((1U << lane) - 1U))] =
                        make_uint2(number * near_threads + threadIdx.x, static_cast<unsigned>(base - first) + index);
                queued += __popc(all);
                __syncwarp();
                if (queued < 32) continue;
                queued -= 32;
                const uint2 pair = queue[queued + lane];
                __syncwarp();
                work.follow(row + pair.x, first + pair.y);
            }
        }
    }
    __syncwarp();
    if (lane < queued) work.follow(row + queue[lane].x, first + queue[lane].y);
}

} // namespace concord::substring
