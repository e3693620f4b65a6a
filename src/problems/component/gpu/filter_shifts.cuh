// Shifts by bound, a block each, from mask to largest component: the bounds of cpu/shift_filter.cpp with threads
// instead of lanes.
#pragma once

#include "problems/component/gpu/board.cuh"
#include "problems/component/gpu/label_runs.cuh"
#include "problems/component/tuning.hpp"

#include <cstdint>

namespace concord::component {

inline constexpr unsigned boards_of_a_block = 4;
inline constexpr std::uint32_t shifts_between_looks = 256;

/// A candidate as one number, better ones greater: the size above the complement of the shift.
[[nodiscard]] CONCORD_HD constexpr std::uint64_t packed_best(std::uint32_t size, std::uint32_t complement) noexcept {
    return std::uint64_t{size} << 32U | complement;
}

struct filter_work {
    plane_view planes;
    band_of_shifts band;
    const std::uint32_t* bounds;  ///< descending
    const std::uint32_t* numbers; ///< of the shifts with these bounds
    std::uint32_t count;
    std::uint32_t min_size;
    unsigned long long* best; ///< packed_best(size, ~number)
    unsigned long long* labelled;
    unsigned* ticket;               ///< 0 at first
    const unsigned long long* stop; ///< in host memory: not 0 after a cancellation
    gpu_word* boards;               ///< of all blocks, or null: in shared memory
    std::uint32_t board_words;      ///< of each block
};

/// A block that works on one shift at a time.
template <bool Corners>
class block_filter {
  public:
    __device__ block_filter(const filter_work& work, gpu_word* boards, std::uint32_t* shared)
        : work_(work), boards_(boards), shared_(shared) {}

    /// The size of one component of the shift, a large one if there are any: the flood of the cells that dropping ends
    /// leaves last.
    __device__ std::uint32_t probe(std::uint32_t number) {
        const shifted at(work_.planes, work_.band, number);
        const board_team team(shape_of(at));
        build(team, at);
        gpu_word* from = board(0);
        gpu_word* to = board(1);
        for (unsigned round = 0; round < most_probing_rounds && peel<Corners>(team, from, to); ++round) {
            gpu_word* const next = from == board(0) ? board(2) : from;
            from = to;
            to = next;
        }
        gpu_word* const wet = board(3);
        const std::uint32_t seed = first_cell_of(team, team.all(), from, wet);
        if (seed == none) return 0;
        flood_all<Corners>(team, team.all(), board(0), wet);
        return cells_of(team, team.all(), wet);
    }

    /// The largest component of the shift, if it has at least `least` (>= 1) cells; else 0.
    __device__ std::uint32_t search(std::uint32_t number, std::uint32_t least) {
        const shifted at(work_.planes, work_.band, number);
        const board_team team(shape_of(at));
        build(team, at);
        std::uint32_t left = cells_of(team, team.all(), board(0));
        if (left < least) return 0;
        gpu_word* kept = board(0);
        // Where many cells agree few of them are in small trees, and searching those costs more than labels.
        const std::uint64_t area = std::uint64_t{at.rows} * (at.end_column - at.first_column);
        if (left < dense_share * static_cast<double>(area)) {
            kept = drop_small_trees(team, least);
            if (kept == nullptr) return 0;
            left = cells_of(team, team.all(), kept);
            if (left < least) return 0;
        }
        const std::uint32_t apart = lattice_of(least);
        if (!fits_labels(team, kept) && apart >= tuning::least_lattice) {
            kept = keep_what_crosses(team, kept, apart);
            left = cells_of(team, team.all(), kept);
            if (left < least) return 0;
        }
        if (threadIdx.x == 0) atomicAdd(work_.labelled, 1ULL);
        if (!fits_labels(team, kept)) return largest(team, kept, left, least);
        const std::uint32_t size = is_small(team) ? label<std::uint16_t>(team, kept) : label<std::uint32_t>(team, kept);
        return size < least ? 0 : size;
    }

  private:
    static constexpr std::uint32_t none = ~0U;
    static constexpr unsigned most_probing_rounds = 12;
    static constexpr double dense_share = 0.4;

    [[nodiscard]] __device__ gpu_word* board(unsigned which) const {
        return boards_ + static_cast<std::uint64_t>(which) * work_.board_words;
    }
    /// Stands for no index.
    [[nodiscard]] __device__ gpu_word* other_than(const gpu_word* x, const gpu_word* y = nullptr,
                                                  const gpu_word* z = nullptr) const {
        unsigned which = 0;
        while (board(which) == x || board(which) == y || board(which) == z)
            ++which;
        return board(which);
    }

    static __device__ gpu_board shape_of(const shifted& at) { return {at.rows, at.end_word() - at.first_word()}; }

    /// Computes the mask into board 0, and clears the borders of all boards.
    __device__ void build(const board_team& team, const shifted& at) {
        const gpu_board& shape = team.shape();
        __syncthreads(); // threads may still read the previous shift
        for (std::uint32_t i = threadIdx.x; i < shape.stride() + shape.rows; i += blockDim.x)
            for (unsigned which = 0; which < boards_of_a_block; ++which) {
                gpu_word* const to = board(which);
                if (i < shape.stride()) {
                    to[i] = 0;
                    to[(shape.rows + 1) * shape.stride() + i] = 0;
                } else {
                    const std::uint32_t row = i - shape.stride() + 1;
                    to[row * shape.stride()] = 0;
                    to[row * shape.stride() + shape.words + 1] = 0;
                }
            }
        team.each(team.all(), [&](std::uint32_t index, std::uint32_t row) {
            const std::uint32_t word = at.first_word() + index % shape.stride() - 1;
            gpu_word agree[1];
            agreeing(work_.planes, at, at.first_row + row, word, agree);
            board(0)[index] = agree[0] & at.valid(word);
        });
    }

    /// Components that are not trees of fewer than `least` cells; null: there are none. As
    /// shift_filter::drop_small_trees.
    __device__ gpu_word* drop_small_trees(const board_team& team, std::uint32_t least) {
        unsigned rounds = 0;
        while (rounds < tuning::most_rounds && most_that_vanish(rounds + 1, Corners ? 8 : 4) < least)
            ++rounds;
        gpu_word* from = board(0);
        gpu_word* to = board(1);
        for (unsigned round = 0; round < rounds; ++round) {
            if (!peel<Corners>(team, from, to)) return nullptr;
            gpu_word* const next = from == board(0) ? board(2) : from;
            from = to;
            to = next;
        }
        for (unsigned round = 0; round < rounds; ++round)
            if (!flood_once<Corners>(team, team.all(), board(0), from, round % 2 == 0)) break;
        return from;
    }

    /// Whether cell numbers fit 16 bits.
    static __device__ bool is_small(const board_team& team) {
        return std::uint64_t{team.shape().size()} * word_cells < 65'536;
    }

    /// Whether the runs of a mask fit the three other boards; sets `runs_` to their number.
    __device__ bool fits_labels(const board_team& team, const gpu_word* mask) {
        std::uint32_t mine = 0;
        team.each(team.all(), [&](std::uint32_t index, std::uint32_t) {
            mine += static_cast<std::uint32_t>(__popc(run_starts(mask[index])));
        });
        runs_ = board_team::sum(mine, shared_);
        const std::uint32_t room = room_for_labels();
        return runs_ <= (is_small(team) ? run_labels<Corners, std::uint16_t>::most_runs(team.shape(), room)
                                        : run_labels<Corners, std::uint32_t>::most_runs(team.shape(), room));
    }
    [[nodiscard]] __device__ std::uint32_t room_for_labels() const {
        return (boards_of_a_block - 1) * work_.board_words;
    }

    /// The largest component of a mask whose runs fit.
    template <class Number>
    __device__ std::uint32_t label(const board_team& team, const gpu_word* mask) {
        if (mask != board(0)) {
            for (std::uint32_t index = threadIdx.x; index < team.shape().size(); index += blockDim.x)
                board(0)[index] = mask[index];
            __syncthreads();
        }
        using labels = run_labels<Corners, Number>;
        const std::uint32_t most = labels::most_runs(team.shape(), room_for_labels());
        return labels(team, board(0), board(1), most).largest(shared_);
    }

    /// The greatest distance of lines such that a component of `least` cells touches two adjacent ones.
    static __device__ std::uint32_t lattice_of(std::uint32_t least) {
        std::uint32_t side = static_cast<std::uint32_t>(sqrt(static_cast<double>(least)));
        while (std::uint64_t{side} * side < least)
            ++side;
        while (side > 1 && std::uint64_t{side - 1} * (side - 1) >= least)
            --side;
        return side / 2;
    }

    /// As shift_filter::keep_what_crosses: components that touch an even and an odd line, of rows or of columns.
    __device__ gpu_word* keep_what_crosses(const board_team& team, gpu_word* from, std::uint32_t apart) {
        gpu_word* const one = other_than(from);
        gpu_word* const both = other_than(from, one);
        gpu_word* const low = other_than(from, one, both);
        const std::uint32_t stride = team.shape().stride();
        const auto lines_of_rows = [&](const gpu_word* of, std::uint32_t first, gpu_word* to) {
            team.each(team.all(), [&](std::uint32_t index, std::uint32_t row) {
                to[index] = row % (2 * apart) == first ? of[index] : 0;
            });
        };
        const auto lines_of_columns = [&](const gpu_word* of, std::uint32_t first, gpu_word* to) {
            team.each(team.all(), [&](std::uint32_t index, std::uint32_t) {
                const std::uint32_t begin = (index % stride - 1) * word_cells;
                gpu_word lines = 0;
                for (std::uint32_t i = (2 * apart + first - begin % (2 * apart)) % (2 * apart); i < word_cells;
                     i += 2 * apart)
                    lines |= 1U << i;
                to[index] = of[index] & lines;
            });
        };
        lines_of_rows(from, 0, one);
        flood_all<Corners>(team, team.all(), from, one);
        lines_of_rows(one, apart, both);
        flood_all<Corners>(team, team.all(), one, both);
        team.each(team.all(), [&](std::uint32_t index, std::uint32_t) { low[index] = from[index] & ~both[index]; });
        lines_of_columns(low, 0, one);
        flood_all<Corners>(team, team.all(), low, one);
        gpu_word* const wide = from;
        lines_of_columns(one, apart, wide);
        flood_all<Corners>(team, team.all(), one, wide);
        team.each(team.all(), [&](std::uint32_t index, std::uint32_t) { both[index] |= wide[index]; });
        return both;
    }

    __device__ std::uint32_t cells_of(const board_team& team, const row_span& rows, const gpu_word* board) {
        std::uint32_t mine = 0;
        team.each(rows, [&](std::uint32_t index, std::uint32_t) {
            mine += static_cast<std::uint32_t>(__popc(board[index]));
        });
        return board_team::sum(mine, shared_);
    }

    /// Sets `seed` to the lowest cell of `from` in these rows alone. Returns the index of its word; none if there is no
    /// cell.
    __device__ std::uint32_t first_cell_of(const board_team& team, const row_span& rows, const gpu_word* from,
                                           gpu_word* seed) {
        std::uint32_t mine = none;
        team.each(rows, [&](std::uint32_t index, std::uint32_t) {
            seed[index] = 0;
            if (from[index] != 0 && index < mine) mine = index;
        });
        const std::uint32_t first = board_team::least(mine, shared_);
        if (threadIdx.x == 0 && first != none) seed[first] = from[first] & (~from[first] + 1);
        __syncthreads();
        return first;
    }

    /// One component after the other, from the lowest cell on, until the remaining cells are too few.
    __device__ std::uint32_t largest(const board_team& team, gpu_word* kept, std::uint32_t left, std::uint32_t least) {
        gpu_word* const wet = other_than(kept);
        const std::uint32_t stride = team.shape().stride();
        std::uint32_t best = 0;
        row_span rows = team.all();
        team.each(rows, [&](std::uint32_t index, std::uint32_t) { wet[index] = 0; });
        while (left >= least) {
            const std::uint32_t first = next_word(team, rows, kept);
            if (first == none) break;
            rows.first = first / stride - 1;
            if (threadIdx.x == 0) wet[first] = kept[first] & (~kept[first] + 1);
            __syncthreads();
            // No cell of the component is above its lowest cell; below it, the range of rows grows with the flood.
            row_span reached{rows.first, min(rows.first + rows_ahead, rows.end)};
            for (;;) {
                flood_all<Corners>(team, reached, kept, wet);
                if (reached.end == rows.end || !reaches(team, reached.end - 1, wet)) break;
                reached.end = min(reached.first + 2 * (reached.end - reached.first), rows.end);
            }
            const std::uint32_t size = cells_of(team, reached, wet);
            team.each(reached, [&](std::uint32_t index, std::uint32_t) {
                kept[index] &= ~wet[index];
                wet[index] = 0;
            });
            left -= size;
            if (size < least) continue;
            best = size;
            least = size + 1;
        }
        return best;
    }

    static constexpr std::uint32_t rows_ahead = 16;

    /// Whether any cell of a row is wet.
    __device__ bool reaches(const board_team& team, std::uint32_t row, const gpu_word* wet) {
        bool any = false;
        for (std::uint32_t word = threadIdx.x; word < team.shape().words; word += blockDim.x)
            any = any || wet[(row + 1) * team.shape().stride() + word + 1] != 0;
        return __syncthreads_or(any) != 0;
    }

    /// The first word that holds a cell, searched from the top, some rows at a time.
    __device__ std::uint32_t next_word(const board_team& team, const row_span& rows, const gpu_word* kept) {
        constexpr std::uint32_t at_a_time = 64;
        for (std::uint32_t row = rows.first; row < rows.end; row += at_a_time) {
            std::uint32_t mine = none;
            team.each({row, min(row + at_a_time, rows.end)}, [&](std::uint32_t index, std::uint32_t) {
                if (kept[index] != 0 && index < mine) mine = index;
            });
            const std::uint32_t first = board_team::least(mine, shared_);
            if (first != none) return first;
        }
        return none;
    }

    const filter_work& work_;
    gpu_word* boards_;
    std::uint32_t* shared_;
    std::uint32_t runs_ = 0;
};

/// Blocks take shift after shift, the greatest bounds first; search(number, least) returns the size of the largest
/// component if that has at least `least` cells.
template <class Search>
__device__ void take_shifts(const filter_work& work, const Search& search) {
    __shared__ std::uint32_t taken;
    __shared__ unsigned long long best_now;
    for (;;) {
        __syncthreads();
        if (threadIdx.x == 0) {
            taken = atomicAdd(work.ticket, 1U);
            // Host memory is slow: read it now and then.
            if (taken % shifts_between_looks == 0 && *static_cast<const volatile unsigned long long*>(work.stop) != 0)
                atomicMax(work.ticket, work.count);
            best_now = *static_cast<volatile unsigned long long*>(work.best);
        }
        __syncthreads();
        if (taken >= work.count) return;
        const std::uint32_t bound = work.bounds[taken];
        const std::uint32_t number = work.numbers[taken];
        const auto best_size = static_cast<std::uint32_t>(best_now >> 32U);
        const auto complement = static_cast<std::uint32_t>(best_now);
        if (bound < best_size || bound < work.min_size) return; // and so are all later bounds
        std::uint32_t least = ~number > complement ? best_size : best_size + 1;
        if (least < work.min_size) least = work.min_size;
        if (bound < least) continue;
        const std::uint32_t size = search(number, least);
        if (threadIdx.x == 0 && size >= least) atomicMax(work.best, packed_best(size, ~number));
    }
}

/// With Probing one component of each shift suffices.
template <bool Corners, bool Probing>
__global__ void filter_shifts(const __grid_constant__ filter_work work) {
    extern __shared__ gpu_word shared_memory[];
    __shared__ std::uint32_t reducing[33];
    gpu_word* const boards = work.boards == nullptr ? shared_memory
                                                    : work.boards + static_cast<std::uint64_t>(blockIdx.x) *
                                                                        boards_of_a_block * work.board_words;
    block_filter<Corners> shift_filter(work, boards, reducing);
    take_shifts(work, [&](std::uint32_t number, std::uint32_t least) {
        return Probing ? shift_filter.probe(number) : shift_filter.search(number, least);
    });
}

} // namespace concord::component
