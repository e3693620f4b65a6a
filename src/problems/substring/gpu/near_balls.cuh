// The kernel of a comparison by pieces (ball_comparison.hpp).
//
//   warp       has up to 32 seeds with one word of a piece, a thread each
//   rounds     32 words of the ball around it at a time, a thread each; the positions with these words, as if they were
//              one list, pass through shared memory, 32 at a time: one load serves 32 tests
//
// A few in a hundred of these pairs are near, where one of all pairs in some thousands is. Where each near pair is a
// source and a position that counts for it, a thread adds them up in a register; others are collected and followed
// together.
#pragma once

#include "problems/substring/gpu/near_pairs.cuh"
#include "problems/substring/gpu/seed_order_steps.hpp"

#include <cuda_runtime.h>

#include <cstdint>

namespace concord::substring {

/// The positions with 32 words of a ball, one word a thread, as one list.
struct joined_positions {
    std::uint32_t begin; ///< of this thread's word
    std::uint32_t end;   ///< in the joined list
    std::uint32_t all;

    __device__ joined_positions(const std::uint32_t* first, std::uint32_t word, bool is_there, unsigned lane) {
        begin = is_there ? first[word] : 0;
        const std::uint32_t count = is_there ? first[word + 1] - begin : 0;
        end = count;
        for (unsigned step = 1; step < 32; step *= 2) {
            const std::uint32_t before = __shfl_up_sync(0xFFFFFFFFU, end, step);
            end += lane >= step ? before : 0;
        }
        all = __shfl_sync(0xFFFFFFFFU, end, 31);
        begin -= end - count; // so that the place in the joined list can be added
    }
    /// Called by all threads: where the `index`-th of them stands, if there is one.
    [[nodiscard]] __device__ std::uint32_t place(std::uint32_t index) const {
        unsigned owner = 0;
        for (unsigned step = 16; step > 0; step /= 2)
            owner += __shfl_sync(0xFFFFFFFFU, end, static_cast<int>(owner + step - 1)) <= index ? step : 0;
        return __shfl_sync(0xFFFFFFFFU, begin, static_cast<int>(owner < 32 ? owner : 31)) + index;
    }
};

/// Pairs of a seed and a position, by their places in the lists, that a warp has found and not followed yet.
struct ball_queue {
    static constexpr unsigned capacity = 64;
    std::uint32_t* seeds; ///< in shared memory
    std::uint32_t* positions;
    unsigned queued = 0; ///< the same in all threads of the warp

    __device__ void add(bool near, std::uint32_t seed, std::uint32_t position, unsigned lane) {
        const unsigned all = __ballot_sync(0xFFFFFFFFU, near);
        if (near) {
            const unsigned at = queued + __popc(all & ((1U << lane) - 1U));
            seeds[at] = seed;
            positions[at] = position;
        }
        queued += __popc(all);
    }
    template <unsigned Planes>
    __device__ void follow(const follow_pair<Planes>& follow, unsigned least, unsigned lane) {
        __syncwarp();
        while (queued >= least && queued > 0) {
            const unsigned taken = queued < 32 ? queued : 32;
            queued -= taken;
            if (lane < taken) follow(seeds[queued + lane], positions[queued + lane]);
            __syncwarp();
        }
    }
};

template <unsigned Planes, bool AreWindows>
__global__ void __launch_bounds__(near_threads)
    near_balls(const __grid_constant__ ball_work<Planes> work, std::uint64_t first_task) {
    using words = seed_words<Planes>;
    __shared__ __align__(16) words shared_words[near_warps][32];
    __shared__ std::uint32_t shared_places[near_warps][32];
    __shared__ std::uint32_t shared_queues[AreWindows ? 1 : near_warps][AreWindows ? 1 : 2][ball_queue::capacity];

    const unsigned warp = threadIdx.x / 32;
    const unsigned lane = threadIdx.x % 32;
    const std::uint64_t index = first_task + std::uint64_t{blockIdx.x} * near_warps + warp;
    if (index >= work.task_count) return;
    const ball_task task = work.tasks[index];
    const std::uint32_t last = work.seeds.first[task.word + 1];
    const bool is_seed = task.first_seed + lane < last;
    const std::uint32_t place_of_seed = is_seed ? task.first_seed + lane : last - 1;
    const words seed = work.seeds.words[place_of_seed];
    const std::uint32_t number = work.seeds.order[place_of_seed];
    const std::uint32_t sequence = work.follow.with.seeds[number].sequence;
    ball_queue queue{};
    if constexpr (!AreWindows) queue = {shared_queues[warp][0], shared_queues[warp][1]};
    std::uint32_t near_windows = 0;

    for (std::uint32_t round = 0; round < work.ball_size; round += 32) {
        const bool is_there = round + lane < work.ball_size;
        const joined_positions list(work.positions.first, is_there ? task.word ^ work.ball[round + lane] : 0, is_there,
                                    lane);
        for (std::uint32_t base = 0; base < list.all; base += 32) {
            const std::uint32_t here = min(list.all - base, 32U);
            const std::uint32_t place = list.place(base + min(lane, here - 1));
            __syncwarp();
            shared_words[warp][lane] = work.positions.words[place];
            shared_places[warp][lane] = work.positions.order[place];
            __syncwarp();
#pragma unroll 4
            for (std::uint32_t next = 0; next < here; ++next) {
                const words position = shared_words[warp][next];
                bool near = is_seed && letters_differing(seed, position) <= work.limit;
                if constexpr (AreWindows) {
                    if (near && !work.before.have(seed, position))
                        near_windows += work.worth(sequence, shared_places[warp][next]);
                } else {
                    if (near) near = !work.before.have(seed, position);
                    if (!__any_sync(0xFFFFFFFFU, near)) continue;
                    queue.add(near, number, shared_places[warp][next], lane);
                    queue.follow(work.follow, 32, lane);
                }
            }
        }
    }
    if constexpr (AreWindows) {
        if (is_seed && near_windows > 0) work.add(place_of_seed, near_windows);
    } else {
        queue.follow(work.follow, 1, lane);
    }
}

} // namespace concord::substring
