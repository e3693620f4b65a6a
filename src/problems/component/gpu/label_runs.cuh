// Connected components by union-find over runs: adjacent cells within a word have one number from the start, and two
// runs are joined once for each stretch in which they touch. Lock-free: if another thread joins a root first, the union
// is retried.
//
//   row r      . # # # . . # #        runs 0 and 1
//   row r+1    # # . # # # # .        runs 2 and 3: 0 touches 2 in one stretch and 3 in another, 1 touches 3
#pragma once

#include "problems/component/gpu/board.cuh"

#include <cstdint>

namespace concord::component {

/// The first cells of the runs of a word.
[[nodiscard]] __device__ inline gpu_word run_starts(gpu_word cells) { return cells & ~(cells << 1U); }

/// Labels of the runs of a mask, by a whole block. Number is std::uint16_t if the board has fewer than 2^16 cells.
template <bool Corners, class Number>
class run_labels {
  public:
    /// Runs that fit `room` words beside a board.
    [[nodiscard]] static __device__ std::uint32_t most_runs(const gpu_board& shape, std::uint32_t room) {
        const std::uint32_t numbers = room * static_cast<std::uint32_t>(sizeof(gpu_word) / sizeof(Number));
        return (numbers - shape.size()) / 2 & ~1U; // pairs of counts are added together
    }

    /// Space for `most` runs in `memory`, uninitialised: 2 * most numbers, and one for each word of the board.
    __device__ run_labels(const board_team& team, const gpu_word* mask, gpu_word* memory, std::uint32_t most)
        : team_(team), mask_(mask), counts_(reinterpret_cast<Number*>(memory)), parents_(counts_ + most),
          before_(parents_ + most) {}

    /// Cells of the largest component. `shared`: 33 words of shared memory.
    __device__ std::uint32_t largest(std::uint32_t* shared) {
        begin(number_runs(shared));
        join_all();
        count_from(0);
        return most_cells(shared);
    }

    /// Numbers all runs, row by row. Returns their number, even if they do not fit. Threads own stretches of words.
    __device__ std::uint32_t number_runs(std::uint32_t* shared) {
        const std::uint32_t size = team_.shape().size();
        const std::uint32_t each = (size + blockDim.x - 1) / blockDim.x;
        const std::uint32_t first = min(threadIdx.x * each, size);
        const std::uint32_t end = min(first + each, size);
        std::uint32_t mine = 0;
        for (std::uint32_t index = first; index < end; ++index)
            mine += static_cast<std::uint32_t>(__popc(run_starts(mask_[index])));
        std::uint32_t up_to = mine; // runs of the warp's lanes up to this one
        const unsigned lane = threadIdx.x % 32;
        for (unsigned distance = 1; distance < 32; distance *= 2) {
            const std::uint32_t other = __shfl_up_sync(0xFFFFFFFFU, up_to, distance);
            if (lane >= distance) up_to += other;
        }
        __syncthreads();
        if (lane == 31) shared[1 + threadIdx.x / 32] = up_to;
        __syncthreads();
        std::uint32_t before = up_to - mine;
        std::uint32_t all = 0;
        for (unsigned warp = 0; warp < blockDim.x / 32; ++warp) {
            if (warp < threadIdx.x / 32) before += shared[1 + warp];
            all += shared[1 + warp];
        }
        for (std::uint32_t index = first; index < end; ++index) {
            before_[index] = static_cast<Number>(before);
            before += static_cast<std::uint32_t>(__popc(run_starts(mask_[index])));
        }
        __syncthreads();
        return all;
    }

    /// The number of runs before those of a word.
    [[nodiscard]] __device__ std::uint32_t runs_before(std::uint32_t index) const { return before_[index]; }

    /// Makes each run a component of its own, without cells.
    __device__ void begin(std::uint32_t runs) {
        runs_ = runs;
        for (std::uint32_t run = threadIdx.x; run < runs; run += blockDim.x) {
            parents_[run] = static_cast<Number>(run);
            counts_[run] = 0;
        }
        __syncthreads();
    }

    /// Joins the runs that touch.
    __device__ void join_all() {
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
    }

    /// One run of a word: its position among the 32 * size() cells of the board, from which its cells follow.
    struct place {
        std::uint32_t index;
        gpu_word cells;

        __device__ place(const gpu_word* mask, std::uint32_t first_cell) : index(first_cell / word_cells) {
            const unsigned first = first_cell % word_cells;
            const gpu_word from_first = ~(mask[index] >> first);
            const unsigned length = from_first == 0 ? word_cells : lowest(from_first);
            cells = (length == word_cells ? ~0U : (1U << length) - 1) << first;
        }
        [[nodiscard]] __device__ std::uint32_t count() const { return static_cast<std::uint32_t>(__popc(cells)); }
    };

    /// The first cells of all runs, by number, into `first_cells`. Where few words hold most runs, threads that iterate
    /// over runs diverge less than threads that iterate over words.
    __device__ void list_runs(std::uint32_t* first_cells) const {
        team_.each(team_.all(), [&](std::uint32_t index, std::uint32_t) {
            std::uint32_t run = before_[index];
            for (gpu_word starts = run_starts(mask_[index]); starts != 0; starts &= starts - 1, ++run)
                first_cells[run] = index * word_cells + lowest(starts);
        });
    }

    /// Joins a run with the runs that it touches to its right and below.
    __device__ void join_run(std::uint32_t run, const place& at) {
        const std::uint32_t below = at.index + team_.shape().stride();
        join_stretches_of(run, below, at.cells & mask_[below]);
        if constexpr (Corners) {
            join_stretches_of(run, below, at.cells << 1U & mask_[below]);
            join_stretches_of(run, below, at.cells >> 1U & mask_[below]);
            if ((at.cells & 1U) != 0 && mask_[below - 1] >> 31U != 0) join(run, run_of(below - 1, 31));
        }
        if (at.cells >> 31U == 0) return;
        if ((mask_[at.index + 1] & 1U) != 0) join(run, before_[at.index + 1]);
        if constexpr (Corners)
            if ((mask_[below + 1] & 1U) != 0) join(run, before_[below + 1]);
    }

    /// Adds the cells of all rows from `row` on to their components.
    __device__ void count_from(std::uint32_t row) {
        team_.each({row, team_.shape().rows}, [&](std::uint32_t index, std::uint32_t) {
            const gpu_word here = mask_[index];
            if (here == 0) return;
            std::uint32_t run = before_[index];
            for (gpu_word starts = run_starts(here); starts != 0; starts &= starts - 1, ++run) {
                const unsigned first = lowest(starts);
                const gpu_word rest = ~(here >> first);
                add_cells(run, rest == 0 ? word_cells : lowest(rest));
            }
        });
    }

    /// Adds cells to the component of a run.
    __device__ void add_cells(std::uint32_t run, std::uint32_t cells) {
        const std::uint32_t root = root_of(run);
        if constexpr (sizeof(Number) == 2) { // two in a word; neither overflows into the other
            atomicAdd(reinterpret_cast<unsigned*>(counts_) + root / 2, cells << (16 * (root % 2)));
        } else {
            atomicAdd(counts_ + root, cells);
        }
    }

    /// Cells of the largest component.
    [[nodiscard]] __device__ std::uint32_t most_cells(std::uint32_t* shared) const {
        std::uint32_t most = 0;
        for (std::uint32_t run = threadIdx.x; run < runs_; run += blockDim.x)
            most = max(most, static_cast<std::uint32_t>(counts_[run]));
        return ~board_team::least(~most, shared);
    }

    /// The root of a run's component.
    __device__ std::uint32_t root_of(std::uint32_t run) {
        // Path halving: each run on the way gets its grandparent as its parent. It is no root, so no other thread
        // relies on it.
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

    /// The cells of the component of a root.
    [[nodiscard]] __device__ Number& cells_of_root(std::uint32_t root) { return counts_[root]; }
    /// Joins the component of a root to that of an earlier root.
    __device__ void set_root(std::uint32_t run, std::uint32_t root) { parents_[run] = static_cast<Number>(root); }

  private:
    static __device__ unsigned lowest(gpu_word word) {
        return static_cast<unsigned>(__ffs(static_cast<int>(word)) - 1);
    }

    /// The run that the cell at a bit of a word belongs to.
    [[nodiscard]] __device__ std::uint32_t run_of(std::uint32_t index, unsigned bit) const {
        const gpu_word up_to = (2U << bit) - 1; // for bit 31: all bits
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

    /// Joins a run with those of a word that hold these cells.
    __device__ void join_stretches_of(std::uint32_t run, std::uint32_t index, gpu_word touched) {
        for (gpu_word starts = run_starts(touched); starts != 0; starts &= starts - 1)
            join(run, run_of(index, lowest(starts)));
    }

    __device__ void join(std::uint32_t x, std::uint32_t y) {
        for (;;) {
            x = root_of(x);
            y = root_of(y);
            if (x == y) return;
            const std::uint32_t low = min(x, y);
            const std::uint32_t high = max(x, y);
            if (exchange(parents_ + high, high, low)) return;
            x = high; // another thread was faster: the root has changed
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

    const board_team& team_;
    const gpu_word* mask_;
    Number* counts_;
    Number* parents_;
    Number* before_; ///< of a word: the number of its first run
    std::uint32_t runs_ = 0;
};

} // namespace concord::component
