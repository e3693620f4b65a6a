// The kernel of a comparison by pieces (ball_comparison.hpp).
//
//   warp       has up to 32 seeds with one word of a piece, a thread each
//   rounds     32 words of the ball around it at a time, a thread each; the positions with these words, as if they were
//              one list, pass through shared memory, 32 at a time: one load serves 32 tests
//
// A few in a hundred of these pairs are near, where one of all pairs in some thousands is. Where each near pair is a
// source and a position that counts for it, a thread adds them up in a register, once for each target where it has a
// row of bits; others are collected, and a warp follows 32 of them together.
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

/// Pairs that a warp has found: which of its threads has the seed, and the position's place in the list.
struct ball_queue {
    static constexpr unsigned capacity = 64;
    std::uint32_t seeds[capacity];
    std::uint32_t positions[capacity];
};

/// What a warp does with the pairs that are near. All threads make all calls.
template <unsigned Planes, ball_pairs Manner>
class near_to_warp {
  public:
    __device__ near_to_warp(const ball_work<Planes>& work, ball_queue& queue, std::uint32_t* near,
                            const seed_words<Planes>& seed, std::uint32_t number, unsigned lane)
        : work_(work), queue_(queue), near_(near), seed_(seed), number_(number),
          sequence_(work.follow.with.seeds[number].sequence), lane_(lane) {
        if constexpr (Manner == ball_pairs::leftmost) near_[lane] = 0;
        if constexpr (Manner == ball_pairs::marked) row_ = work.row_of(number);
    }

    /// `near`: a bit for each of the warp's positions that a thread's seed is near to.
    __device__ void take(unsigned near, const seed_words<Planes>* positions, const std::uint32_t* places) {
        if constexpr (Manner == ball_pairs::counted) {
            for (; near != 0; near &= near - 1) {
                const int next = __ffs(static_cast<int>(near)) - 1;
                if (!work_.before.have(seed_, positions[next])) counted_ += work_.worth(sequence_, places[next]);
            }
        } else if constexpr (Manner == ball_pairs::marked) {
            for (; near != 0; near &= near - 1)
                counted_ += work_.worth_marked(row_, sequence_, places[__ffs(static_cast<int>(near)) - 1]);
        } else {
            for (; __any_sync(0xFFFFFFFFU, near != 0); near &= near - 1) {
                const int next = near != 0 ? __ffs(static_cast<int>(near)) - 1 : 0;
                const bool is_new = near != 0 && !work_.before.have(seed_, positions[next]);
                const unsigned all = __ballot_sync(0xFFFFFFFFU, is_new);
                if (is_new) {
                    const unsigned at = queued_ + __popc(all & ((1U << lane_) - 1U));
                    queue_.seeds[at] = lane_;
                    queue_.positions[at] = places[next];
                }
                queued_ += __popc(all);
                if (queued_ >= 32) follow(32);
            }
        }
    }
    /// How many sequences a thread's seed is near to, where it is not added up elsewhere.
    [[nodiscard]] __device__ std::uint32_t end() {
        if (queued_ > 0) follow(queued_);
        if constexpr (Manner == ball_pairs::leftmost) return near_[lane_];
        return counted_;
    }

  private:
    __device__ void follow(unsigned taken) {
        __syncwarp();
        queued_ -= taken;
        const bool is_taken = lane_ < taken;
        const unsigned owner = is_taken ? queue_.seeds[queued_ + lane_] : lane_;
        const std::uint32_t place = is_taken ? queue_.positions[queued_ + lane_] : 0;
        if constexpr (Manner == ball_pairs::followed) {
            const std::uint32_t number = __shfl_sync(0xFFFFFFFFU, number_, static_cast<int>(owner));
            if (is_taken) work_.follow(number, place);
        } else {
            seed_words<Planes> seed;
#pragma unroll
            for (unsigned plane = 0; plane < Planes; ++plane)
                seed.plane[plane] = __shfl_sync(0xFFFFFFFFU, seed_.plane[plane], static_cast<int>(owner));
            const std::uint32_t sequence = __shfl_sync(0xFFFFFFFFU, sequence_, static_cast<int>(owner));
            const std::uint32_t worth = is_taken ? work_.worth_leftmost(seed, sequence, place) : 0;
            if (worth > 0) atomicAdd(near_ + owner, worth);
        }
        __syncwarp();
    }

    const ball_work<Planes>& work_;
    ball_queue& queue_;
    std::uint32_t* near_; ///< by thread, in shared memory
    const seed_words<Planes>& seed_;
    std::uint32_t number_;
    std::uint32_t sequence_;
    std::uint32_t* row_ = nullptr; ///< of this thread's seed
    unsigned lane_;
    unsigned queued_ = 0; ///< the same in all threads
    std::uint32_t counted_ = 0;
};

template <unsigned Planes, ball_pairs Manner>
__global__ void __launch_bounds__(near_threads)
    near_balls(const __grid_constant__ ball_work<Planes> work, std::uint64_t first_task) {
    using words = seed_words<Planes>;
    __shared__ __align__(16) words shared_words[near_warps][32];
    __shared__ std::uint32_t shared_places[near_warps][32];
    __shared__ ball_queue queues[near_warps];
    __shared__ std::uint32_t shared_near[near_warps][32];

    const unsigned warp = threadIdx.x / 32;
    const unsigned lane = threadIdx.x % 32;
    const std::uint64_t index = first_task + std::uint64_t{blockIdx.x} * near_warps + warp;
    if (index >= work.task_count) return;
    const ball_task task = work.tasks[index];
    const std::uint32_t last = work.seeds.first[task.word + 1];
    const bool is_seed = task.first_seed + lane < last;
    const std::uint32_t place_of_seed = is_seed ? task.first_seed + lane : last - 1;
    const words seed = work.seeds.words[place_of_seed];
    near_to_warp<Planes, Manner> found(work, queues[warp], shared_near[warp], seed, work.seeds.order[place_of_seed],
                                       lane);

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
            unsigned near = 0;
#pragma unroll 8
            for (std::uint32_t next = 0; next < here; ++next)
                near |= (letters_differing(seed, shared_words[warp][next]) <= work.limit ? 1U : 0U) << next;
            found.take(is_seed ? near : 0, shared_words[warp], shared_places[warp]);
        }
    }
    const std::uint32_t near = found.end();
    if (is_seed && near > 0) work.add(place_of_seed, near);
}

} // namespace concord::substring
