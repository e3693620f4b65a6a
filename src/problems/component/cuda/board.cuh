// The mask of one shift, and a block of threads that works on it.
//
//   lanes side by side own the words of a row; each such team goes down, or up, some rows of its own
//
//     team 0   row 0  [word 0][word 1] ... [word W-1]
//              row 1
//     team 1   row 2          and so on: floods run through a team's rows in one go, and from team to team in the next
//
// Floods only ever add cells, so whichever of two neighbours comes first, the end is the same.
#pragma once

#include "problems/component/cuda/shift_view.cuh"

#include <cstdint>

namespace concord::component {

/// Rows of words with a border of zeros all around: word w of row r is at (r + 1) * stride + w + 1.
struct gpu_board {
    std::uint32_t rows;
    std::uint32_t words;

    [[nodiscard]] CONCORD_HD std::uint32_t stride() const { return words + 2; }
    [[nodiscard]] CONCORD_HD std::uint32_t size() const { return (rows + 2) * stride(); }
};

/// Rows [first, end) of a board.
struct row_span {
    std::uint32_t first;
    std::uint32_t end;
};

/// How a block's threads share a board.
class board_team {
  public:
    __device__ explicit board_team(const gpu_board& shape) : shape_(shape) {
        lanes_ = 1;
        while (lanes_ < shape.words && lanes_ < 32)
            lanes_ *= 2;
    }

    [[nodiscard]] __device__ const gpu_board& shape() const { return shape_; }
    [[nodiscard]] __device__ row_span all() const { return {0, shape_.rows}; }

    /// Calls step(index of a word, row) for every word of some rows, team by team as above; of one team a row is done
    /// before the next is begun, and is seen by it.
    template <class Step>
    __device__ void sweep(const row_span& rows, bool down, const Step& step) const {
        const std::uint32_t teams = blockDim.x / lanes_;
        const std::uint32_t each = (rows.end - rows.first + teams - 1) / teams;
        const std::uint32_t begin = rows.first + threadIdx.x / lanes_ * each;
        for (std::uint32_t i = 0; i < each; ++i) {
            const std::uint32_t row = begin + (down ? i : each - 1 - i);
            if (row < rows.end)
                for (std::uint32_t word = threadIdx.x % lanes_; word < shape_.words; word += lanes_)
                    step((row + 1) * shape_.stride() + word + 1, row);
            __syncwarp();
        }
    }

    /// The same where the order is of no meaning. All threads wait for each other afterwards.
    template <class Step>
    __device__ void each(const row_span& rows, const Step& step) const {
        sweep(rows, true, step);
        __syncthreads();
    }

    /// The sum over all threads. `shared` is a word of shared memory.
    static __device__ std::uint32_t sum(std::uint32_t mine, std::uint32_t* shared) {
        if (threadIdx.x == 0) *shared = 0;
        __syncthreads();
        mine = __reduce_add_sync(0xFFFFFFFFU, mine);
        if (threadIdx.x % 32 == 0 && mine != 0) atomicAdd(shared, mine);
        __syncthreads();
        const std::uint32_t all = *shared;
        __syncthreads();
        return all;
    }
    static __device__ std::uint32_t least(std::uint32_t mine, std::uint32_t* shared) {
        if (threadIdx.x == 0) *shared = ~0U;
        __syncthreads();
        mine = __reduce_min_sync(0xFFFFFFFFU, mine);
        if (threadIdx.x % 32 == 0) atomicMin(shared, mine);
        __syncthreads();
        const std::uint32_t all = *shared;
        __syncthreads();
        return all;
    }

  private:
    gpu_board shape_;
    std::uint32_t lanes_; ///< of a team
};

/// A row's words around one, read anew each time: others write to them.
[[nodiscard]] __device__ inline neighbourhood<gpu_word> words_around(const volatile gpu_word* board,
                                                                     std::uint32_t index) {
    return {board[index - 1], board[index], board[index + 1]};
}

/// All cells of `mask` in the runs of those of `seed`, which lie in it: a carry runs to the end of a run.
[[nodiscard]] __device__ inline gpu_word whole_runs(gpu_word mask, gpu_word seed) {
    const gpu_word upwards = (mask & ~(mask + seed)) | seed;
    const gpu_word turned = __brev(mask);
    const gpu_word from = __brev(upwards);
    return __brev((turned & ~(turned + from)) | from);
}

/// One sweep of a flood from `wet`, which lies in `mask`. Returns whether any cell of any thread became wet.
template <bool Corners>
__device__ inline bool flood_once(const board_team& team, const row_span& rows, const volatile gpu_word* mask,
                                  volatile gpu_word* wet, bool down) {
    const std::uint32_t stride = team.shape().stride();
    bool changed = false;
    team.sweep(rows, down, [&](std::uint32_t index, std::uint32_t) {
        const gpu_word dry = mask[index];
        if (dry == 0) return;
        const neighbourhood<gpu_word> row = words_around(wet, index);
        if (row.here == dry) return;
        const gpu_word reached =
            flooded<Corners>(words_around(wet, index - stride), row, words_around(wet, index + stride), dry);
        const gpu_word now = whole_runs(dry, reached);
        if (now == row.here) return;
        wet[index] = now;
        changed = true;
    });
    return __syncthreads_or(changed) != 0;
}

template <bool Corners>
__device__ inline void flood_all(const board_team& team, const row_span& rows, const volatile gpu_word* mask,
                                 volatile gpu_word* wet) {
    for (bool down = true; flood_once<Corners>(team, rows, mask, wet, down);)
        down = !down;
}

/// to = the cells of `from` with two neighbours or more. Returns whether there are any.
template <bool Corners>
__device__ inline bool peel(const board_team& team, const volatile gpu_word* from, volatile gpu_word* to) {
    const std::uint32_t stride = team.shape().stride();
    bool any = false;
    team.sweep(team.all(), true, [&](std::uint32_t index, std::uint32_t) {
        const neighbourhood<gpu_word> row = words_around(from, index);
        gpu_word kept = 0;
        if (row.here != 0)
            kept = row.here & with_two_neighbours<Corners>(words_around(from, index - stride), row,
                                                           words_around(from, index + stride));
        to[index] = kept;
        any = any || kept != 0;
    });
    return __syncthreads_or(any) != 0;
}

} // namespace concord::component
