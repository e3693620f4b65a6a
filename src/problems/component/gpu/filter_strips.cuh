// Shifts whose boards do not fit a block's memory: their masks are computed, labelled and counted strip by strip, and
// never stored as a whole. Only the last row of a strip is carried to the next one, with the component of each of its
// runs.
//
//   strip n      rows made, scanned, joined, counted
//                last row          # # . # . . # # .        runs of components 0, 1 and 0 again
//   strip n + 1  carried row       # # . # . . # # .        joined by their components, counted before
//                rows              . # # # . . # . .        made anew
//
// A strip whose runs do not fit ends with the last row whose runs do, and the next one begins there.
#pragma once

#include "problems/component/gpu/filter_shifts.cuh"
#include "problems/component/gpu/label_runs.cuh"

#include <cstdint>

namespace concord::component {

/// How the arrays of a strip share a block's memory.
struct strip_room {
    std::uint32_t rows;    ///< of a strip at most, without the carried one; 0: there is too little memory
    std::uint32_t words;   ///< of a row at most
    std::uint32_t runs;    ///< of a strip and its carried row at most
    std::uint32_t carried; ///< of a row at most

    static constexpr std::uint32_t most_rows = 32;

    [[nodiscard]] CONCORD_HD constexpr gpu_board board() const { return {rows + 1, words}; }
    /// Words for the mask, the carried row's components and their cells, the positions of runs, and their labels.
    [[nodiscard]] CONCORD_HD constexpr std::uint64_t total() const {
        return 2 * (std::uint64_t{board().size()} + carried) + 3 * std::uint64_t{runs};
    }

    /// The best use of `total` words for rows of `words` words.
    [[nodiscard]] static constexpr strip_room of(std::uint64_t total, std::uint32_t words, std::uint32_t most) {
        strip_room room{most, words, 0, words * (word_cells / 2)};
        for (; room.rows > 0; --room.rows) {
            // Any single row fits beside the carried one; for the others the usual number of runs.
            const std::uint64_t wanted = 2 * std::uint64_t{room.carried} + std::uint64_t{room.rows} * words / 2;
            if (room.total() + 3 * wanted > total) continue;
            room.runs = static_cast<std::uint32_t>((total - room.total()) / 3);
            break;
        }
        return room;
    }
};

/// A block that works on one shift at a time.
template <bool Corners>
class strip_filter {
  public:
    /// `memory`: room.total() words; `shared`: 33 words.
    __device__ strip_filter(const filter_work& work, const strip_room& room, gpu_word* memory, std::uint32_t* shared)
        : work_(work), room_(room), mask_(memory), first_of_(mask_ + room.board().size()),
          cells_(first_of_ + room.carried), places_(cells_ + room.carried), labels_(places_ + room.runs),
          shared_(shared) {}

    /// The size of the largest component of the shift.
    __device__ std::uint32_t search(std::uint32_t number) {
        const shifted at(work_.planes, work_.band, number);
        const std::uint32_t words = at.end_word() - at.first_word();
        std::uint32_t carried = 0; // runs
        std::uint32_t best = 0;
        clear({room_.rows + 1, words});
        for (std::uint32_t row = 0; row < at.rows;) {
            gpu_board shape{min(room_.rows, at.rows - row) + 1, words};
            const std::uint32_t runs = make(shape, at, row);
            const board_team team(shape);
            labels joined(team, mask_, labels_, room_.runs);
            joined.begin(runs);
            joined.list_runs(places_);
            each(carried, [&](std::uint32_t run) { joined.set_root(run, first_of_[run]); });
            each(runs, [&](std::uint32_t run) { joined.join_run(run, typename labels::place(mask_, places_[run])); });
            each(runs, [&](std::uint32_t run) {
                if (run >= carried)
                    joined.add_cells(run, typename labels::place(mask_, places_[run]).count());
                else if (first_of_[run] == run)
                    joined.add_cells(run, cells_[run]);
            });
            best = max(best, joined.most_cells(shared_));
            row += shape.rows - 1;
            if (row < at.rows) carried = carry(joined, shape, runs);
        }
        return best;
    }

  private:
    using labels = run_labels<Corners, std::uint32_t>;

    /// Clears the borders and the carried row.
    __device__ void clear(const gpu_board& shape) {
        __syncthreads(); // threads may still read the previous shift
        for (std::uint32_t i = threadIdx.x; i < 2 * shape.stride(); i += blockDim.x)
            mask_[i] = 0;
        for (std::uint32_t row = threadIdx.x; row < shape.rows + 2; row += blockDim.x) {
            mask_[row * shape.stride()] = 0;
            mask_[row * shape.stride() + shape.words + 1] = 0;
        }
    }

    /// Computes the strip that begins at a row of the shift, below the carried row, and numbers its runs; removes from
    /// `shape` the rows whose runs do not fit. Returns the number of runs.
    __device__ std::uint32_t make(gpu_board& shape, const shifted& at, std::uint32_t first) {
        const board_team team(shape);
        const std::uint32_t stride = shape.stride();
        clear_row(shape.rows, stride);
        team.each({1, shape.rows}, [&](std::uint32_t index, std::uint32_t row) {
            const std::uint32_t word = at.first_word() + index % stride - 1;
            gpu_word agree[1];
            agreeing(work_.planes, at, at.first_row + first + row - 1, word, agree);
            mask_[index] = agree[0] & at.valid(word);
        });
        labels numbered(team, mask_, labels_, room_.runs);
        const std::uint32_t runs = numbered.number_runs(shared_);
        if (runs <= room_.runs) return runs;
        // The rows [0, r) have the runs before those of row r.
        std::uint32_t fitting = 2;
        for (std::uint32_t row = 2 + threadIdx.x; row < shape.rows; row += blockDim.x)
            if (numbered.runs_before((row + 1) * stride) <= room_.runs) fitting = row;
        shape.rows = ~board_team::least(~fitting, shared_);
        const std::uint32_t kept = numbered.runs_before((shape.rows + 1) * stride);
        clear_row(shape.rows, stride);
        __syncthreads();
        return kept;
    }

    __device__ void clear_row(std::uint32_t row, std::uint32_t stride) {
        for (std::uint32_t i = threadIdx.x; i < stride; i += blockDim.x)
            mask_[(row + 1) * stride + i] = 0;
    }

    /// Calls step(run) for all numbers below `runs`; then synchronises the block.
    template <class Step>
    static __device__ void each(std::uint32_t runs, const Step& step) {
        for (std::uint32_t run = threadIdx.x; run < runs; run += blockDim.x)
            step(run);
        __syncthreads();
    }

    /// The last row of a strip becomes the carried one. Returns its runs.
    __device__ std::uint32_t carry(labels& joined, const gpu_board& shape, std::uint32_t runs) {
        const std::uint32_t stride = shape.stride();
        const std::uint32_t last = shape.rows * stride; // the index of its first word
        const std::uint32_t before = joined.runs_before(last);
        const std::uint32_t carried = runs - before;
        each(carried, [&](std::uint32_t run) {
            first_of_[run] = joined.root_of(before + run);
            cells_[run] = joined.cells_of_root(first_of_[run]);
        });
        each(carried, [&](std::uint32_t run) { joined.cells_of_root(first_of_[run]) = ~0U; });
        each(carried, [&](std::uint32_t run) { atomicMin(&joined.cells_of_root(first_of_[run]), run); });
        each(carried, [&](std::uint32_t run) { first_of_[run] = joined.cells_of_root(first_of_[run]); });
        for (std::uint32_t i = threadIdx.x; i < stride; i += blockDim.x)
            mask_[stride + i] = mask_[last + i];
        __syncthreads();
        return carried;
    }

    const filter_work& work_;
    const strip_room& room_;
    gpu_word* mask_;
    std::uint32_t* first_of_; ///< of a carried run: the first run of its component
    std::uint32_t* cells_;    ///< of such a first run: the cells of the component so far
    std::uint32_t* places_;   ///< of all runs: their first cells
    gpu_word* labels_;
    std::uint32_t* shared_;
};

/// Threads of a multiprocessor, whatever the size of blocks.
inline constexpr unsigned strip_threads = 1024;
/// A block synchronises at every step, so more and smaller blocks are better where memory suffices.
inline constexpr unsigned least_strip_blocks = 2;
inline constexpr unsigned most_strip_blocks = 4;

template <bool Corners>
__global__ void __launch_bounds__(strip_threads / least_strip_blocks, least_strip_blocks)
    filter_strips(const __grid_constant__ filter_work work, const __grid_constant__ strip_room room) {
    extern __shared__ gpu_word shared_memory[];
    __shared__ std::uint32_t reducing[33];
    strip_filter<Corners> shift_filter(work, room, shared_memory, reducing);
    take_shifts(work, [&](std::uint32_t number, std::uint32_t) {
        if (threadIdx.x == 0) atomicAdd(work.labelled, 1ULL);
        return shift_filter.search(number);
    });
}

} // namespace concord::component
