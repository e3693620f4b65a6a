// Components told apart by union and find over runs: cells side by side within a word are one number from the start,
// and two runs are joined once for each stretch where they touch. Without locks: a root that somebody else joined first
// is tried again.
//
//   row r      . # # # . . # #        runs 0 and 1
//   row r+1    # # . # # # # .        runs 2 and 3: 0 meets 2 in one stretch and 3 in another, 1 meets 3
#pragma once

#include "problems/component/cuda/board.cuh"

#include <cstdint>

namespace concord::component {

/// The first cells of the runs of a word.
[[nodiscard]] __device__ inline gpu_word run_starts(gpu_word cells) { return cells & ~(cells << 1U); }

/// Labels of the runs of a mask, by a whole block. Number: std::uint16_t where the board has fewer than 2^16 cells.
template <bool Corners, class Number>
class run_labels {
  public:
    /// Runs that fit `room` words beside a board.
    [[nodiscard]] static __device__ std::uint32_t most_runs(const gpu_board& shape, std::uint32_t room) {
        const std::uint32_t numbers = room * static_cast<std::uint32_t>(sizeof(gpu_word) / sizeof(Number));
        return (numbers - shape.size()) / 2 & ~1U; // counts are added to by pairs
    }

    /// `memory`: `room` words of no meaning.
    __device__ run_labels(const board_team& team, const gpu_word* mask, gpu_word* memory, std::uint32_t room)
        : team_(team), mask_(mask) {
        const std::uint32_t most = most_runs(team.shape(), room);
        counts_ = reinterpret_cast<Number*>(memory);
        parents_ = counts_ + most;
        before_ = parents_ + most;
    }

    /// Cells of the largest component. `shared`: 33 words of shared memory.
    __device__ std::uint32_t largest(std::uint32_t runs, std::uint32_t* shared) {
        number_runs(shared);
        for (std::uint32_t run = threadIdx.x; run < runs; run += blockDim.x) {
            parents_[run] = static_cast<Number>(run);
            counts_[run] = 0;
        }
        __syncthreads();
        const std::uint32_t stride = team_.shape().stride();
        team_.each(team_.all(), [&](std::uint32_t index, std::uint32_t) {
            const gpu_word here = mask_[index];
            if (here == 0) return;
            const gpu_word below = mask_[index + stride];
            if ((here >> 31U) != 0) {
                join_if_set(index, 31, index + 1, 0);
                if constexpr (Corners) join_if_set(index, 31, index + stride + 1, 0);
            }
            join_stretches(index, here & below, 0);
            if constexpr (Corners) {
                join_stretches(index, here << 1U & below, 1);
                join_stretches(index, here >> 1U & below, -1);
                if ((here & 1U) != 0) join_if_set(index, 0, index + stride - 1, 31);
            }
        });
        team_.each(team_.all(), [&](std::uint32_t index, std::uint32_t) {
            const gpu_word here = mask_[index];
            std::uint32_t run = before_[index];
            for (gpu_word starts = run_starts(here); starts != 0; starts &= starts - 1, ++run) {
                const unsigned first = lowest(starts);
                const gpu_word rest = ~(here >> first);
                add(root_of(run), rest == 0 ? word_cells : lowest(rest));
            }
        });
        std::uint32_t most = 0;
        for (std::uint32_t run = threadIdx.x; run < runs; run += blockDim.x)
            most = max(most, static_cast<std::uint32_t>(counts_[run]));
        return ~board_team::least(~most, shared);
    }

  private:
    static __device__ unsigned lowest(gpu_word word) {
        return static_cast<unsigned>(__ffs(static_cast<int>(word)) - 1);
    }

    /// before_[index]: the first run of a word. Threads have stretches of words of their own.
    __device__ void number_runs(std::uint32_t* shared) {
        const std::uint32_t size = team_.shape().size();
        const std::uint32_t each = (size + blockDim.x - 1) / blockDim.x;
        const std::uint32_t first = min(threadIdx.x * each, size);
        const std::uint32_t end = min(first + each, size);
        std::uint32_t mine = 0;
        for (std::uint32_t index = first; index < end; ++index)
            mine += static_cast<std::uint32_t>(__popc(run_starts(mask_[index])));
        std::uint32_t up_to = mine; // of the warp's lanes up to this one
        const unsigned lane = threadIdx.x % 32;
        for (unsigned distance = 1; distance < 32; distance *= 2) {
            const std::uint32_t other = __shfl_up_sync(0xFFFFFFFFU, up_to, distance);
            if (lane >= distance) up_to += other;
        }
        __syncthreads();
        if (lane == 31) shared[1 + threadIdx.x / 32] = up_to;
        __syncthreads();
        std::uint32_t before = up_to - mine;
        for (unsigned warp = 0; warp < threadIdx.x / 32; ++warp)
            before += shared[1 + warp];
        for (std::uint32_t index = first; index < end; ++index) {
            before_[index] = static_cast<Number>(before);
            before += static_cast<std::uint32_t>(__popc(run_starts(mask_[index])));
        }
        __syncthreads();
    }

    /// The run that the cell at a bit of a word belongs to.
    [[nodiscard]] __device__ std::uint32_t run_of(std::uint32_t index, unsigned bit) const {
        const gpu_word up_to = (2U << bit) - 1; // of bit 31: all
        return before_[index] + static_cast<std::uint32_t>(__popc(run_starts(mask_[index]) & up_to)) - 1;
    }

    __device__ void join_if_set(std::uint32_t index, unsigned bit, std::uint32_t other, unsigned other_bit) {
        if ((mask_[other] >> other_bit & 1U) != 0) join(run_of(index, bit), run_of(other, other_bit));
    }

    /// Cells of the row below that touch cells which are `aside` columns to the left.
    __device__ void join_stretches(std::uint32_t index, gpu_word touched, int aside) {
        const std::uint32_t stride = team_.shape().stride();
        for (gpu_word starts = run_starts(touched); starts != 0; starts &= starts - 1) {
            const unsigned bit = lowest(starts);
            join(run_of(index, static_cast<unsigned>(static_cast<int>(bit) - aside)), run_of(index + stride, bit));
        }
    }

    /// On the way each run gets the parent of its parent: it is no root, so nobody else counts on what it has.
    __device__ std::uint32_t root_of(std::uint32_t run) {
        volatile Number* const parents = parents_;
        std::uint32_t parent = parents[run];
        while (parent != run) {
            const std::uint32_t above = parents[parent];
            if (above != parent) parents[run] = static_cast<Number>(above);
            run = parent;
            parent = above;
        }
        return run;
    }

    __device__ void join(std::uint32_t x, std::uint32_t y) {
        for (;;) {
            x = root_of(x);
            y = root_of(y);
            if (x == y) return;
            const std::uint32_t low = min(x, y);
            const std::uint32_t high = max(x, y);
            if (exchange(parents_ + high, high, low)) return;
            x = high; // somebody was faster: its root is another one now
            y = low;
        }
    }

    static __device__ bool exchange(Number* at, std::uint32_t from, std::uint32_t to) {
        if constexpr (sizeof(Number) == 2) {
            return atomicCAS(reinterpret_cast<unsigned short*>(at), static_cast<unsigned short>(from),
                             static_cast<unsigned short>(to)) == from;
        } else {
            return atomicCAS(at, from, to) == from;
        }
    }

    __device__ void add(std::uint32_t run, std::uint32_t cells) {
        if constexpr (sizeof(Number) == 2) { // two in a word; none of them gets so large that it reaches the other
            atomicAdd(reinterpret_cast<unsigned*>(counts_) + run / 2, cells << (16 * (run % 2)));
        } else {
            atomicAdd(counts_ + run, cells);
        }
    }

    const board_team& team_;
    const gpu_word* mask_;
    Number* counts_;
    Number* parents_;
    Number* before_;
};

} // namespace concord::component
