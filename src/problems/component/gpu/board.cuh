// The mask of one shift, and the block of threads that works on it.
//
//   adjacent lanes own the words of a row; each such team goes down, or up, some rows of its own
//
//     team 0   row 0  [word 0][word 1] ... [word W-1]
//              row 1
//     team 1   row 2          and so on: a flood crosses a team's rows in one sweep, the next team's in the next
//
// A thread keeps the words of the previous row in registers, so a row costs little more than reading its own words.
//
// Floods only add cells, so the result does not depend on the order of threads.
#pragma once

#include "problems/component/gpu/count_shifts.cuh"

#include <cstdint>

namespace concord::component {

/// Rows of words with a border of zeros all around: word w of row r is at (r + 1) * stride + w + 1.
struct gpu_board {
    std::uint32_t rows;
    std::uint32_t words;

    [[nodiscard]] CONCORD_HD constexpr std::uint32_t stride() const { return words + 2; }
    [[nodiscard]] CONCORD_HD constexpr std::uint32_t size() const { return (rows + 2) * stride(); }
};

/// Rows [first, end) of a board.
struct row_span {
    std::uint32_t first;
    std::uint32_t end;
};

/// How a block's threads divide a board.
class board_team {
  public:
    __device__ explicit board_team(const gpu_board& shape) : shape_(shape) {
        lanes_ = 1;
        while (lanes_ < shape.words && lanes_ < 32)
            lanes_ *= 2;
    }

    [[nodiscard]] __device__ const gpu_board& shape() const { return shape_; }
    [[nodiscard]] __device__ row_span all() const { return {0, shape_.rows}; }

    /// The words of a column that a thread owns: `rows` of them, from the word at `index` on.
    struct stretch {
        std::uint32_t index;
        std::uint32_t rows;
    };

    /// Calls step(stretch) for every stretch of the calling thread.
    template <class Step>
    __device__ void own_stretches(const row_span& rows, const Step& step) const {
        const std::uint32_t teams = blockDim.x / lanes_;
        const std::uint32_t each = (rows.end - rows.first + teams - 1) / teams;
        const std::uint32_t begin = rows.first + threadIdx.x / lanes_ * each;
        if (begin >= rows.end) return;
        for (std::uint32_t word = threadIdx.x % lanes_; word < shape_.words; word += lanes_)
            step(stretch{(begin + 1) * shape_.stride() + word + 1, min(each, rows.end - begin)});
    }

    /// Calls step(index of a word, row) for every word of some rows, in any order; then synchronises the block.
    template <class Step>
    __device__ void each(const row_span& rows, const Step& step) const {
        own_stretches(rows, [&](const stretch& own) {
            const std::uint32_t row = own.index / shape_.stride() - 1;
            for (std::uint32_t i = 0; i < own.rows; ++i)
                step(own.index + i * shape_.stride(), row + i);
        });
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

/// The words around a word of a row, read anew each time, because other threads write to them.
[[nodiscard]] __device__ inline word_neighbours<gpu_word> words_around(const volatile gpu_word* board,
                                                                       std::uint32_t index) {
    return {board[index - 1], board[index], board[index + 1]};
}

/// All cells of `mask` in runs that contain a cell of `seed`, a subset of it: a carry runs to the end of a run.
[[nodiscard]] __device__ inline gpu_word whole_runs(gpu_word mask, gpu_word seed) {
    const gpu_word upwards = (mask & ~(mask + seed)) | seed;
    const gpu_word turned = __brev(mask);
    const gpu_word from = __brev(upwards);
    return __brev((turned & ~(turned + from)) | from);
}

/// One sweep of a flood from `wet`, a subset of `mask`: each thread goes down, or up, its stretches, so that the flood
/// of one row reaches the next at once. Returns whether any cell of any thread became wet.
template <bool Corners>
__device__ inline bool flood_once(const board_team& team, const row_span& rows, const volatile gpu_word* mask,
                                  volatile gpu_word* wet, bool down) {
    const auto stride = static_cast<std::int32_t>(team.shape().stride());
    const std::int32_t ahead = down ? stride : -stride;
    bool changed = false;
    team.own_stretches(rows, [&](const board_team::stretch& own) {
        std::uint32_t index = own.index;
        if (!down) index += (own.rows - 1) * static_cast<std::uint32_t>(stride);
        gpu_word behind = wet[index - ahead]; // a finished row, or another thread's
        gpu_word here = wet[index];
        for (std::uint32_t i = 0; i < own.rows; ++i, index += ahead) {
            const gpu_word next = wet[index + ahead];
            const gpu_word dry = mask[index];
            if (here != dry) {
                word_neighbours<gpu_word> beside{wet[index - 1], here, wet[index + 1]};
                word_neighbours<gpu_word> one{0, behind, 0};
                word_neighbours<gpu_word> other{0, next, 0};
                if constexpr (Corners) {
                    one = words_around(wet, index - ahead);
                    other = words_around(wet, index + ahead);
                }
                const gpu_word now = whole_runs(dry, flooded<Corners>(one, beside, other, dry));
                if (now != here) {
                    wet[index] = here = now;
                    changed = true;
                }
            }
            behind = here;
            here = next;
        }
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
__device__ inline bool peel(const board_team& team, const gpu_word* from, gpu_word* to) {
    const std::uint32_t stride = team.shape().stride();
    bool any = false;
    team.own_stretches(team.all(), [&](const board_team::stretch& own) {
        std::uint32_t index = own.index;
        word_neighbours<gpu_word> above = words_around(from, index - stride);
        word_neighbours<gpu_word> here = words_around(from, index);
        for (std::uint32_t i = 0; i < own.rows; ++i, index += stride) {
            const word_neighbours<gpu_word> below = words_around(from, index + stride);
            const gpu_word kept = here.here & with_two_neighbours<Corners>(above, here, below);
            to[index] = kept;
            any = any || kept != 0;
            above = here;
            here = below;
        }
    });
    return __syncthreads_or(any) != 0;
}

} // namespace concord::component
