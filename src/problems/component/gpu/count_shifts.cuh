// One shift as kernels see it, and a bound for every shift by counts: a thread a shift, neighbours in a row of shifts
// in neighbouring threads, so that they read the same words of A and of B.
//
// A thread goes down strips of a few words and keeps the masks of three rows of them; one more word on each side gives
// its nearest cell.
#pragma once

#include "problems/component/coded_matrices.hpp"
#include "problems/component/mask_operations.hpp"

#include <cstdint>

namespace concord::component {

// One shift: the cells of B that lie over A, and those of them that agree. Words of 32 cells.

using gpu_word = std::uint32_t;
inline constexpr unsigned word_cells = 32;

/// The shifts of a band of row shifts; numbers count from its first one.
struct band_of_shifts {
    std::int64_t first_down;
    std::int64_t first_right;
    std::uint32_t columns; ///< shifts of a row of them
    std::uint32_t count;
};

/// The cells of B that lie over A under a shift.
struct shifted {
    std::int64_t down;
    std::int64_t right;
    std::uint32_t first_row;
    std::uint32_t rows;
    std::uint32_t first_column;
    std::uint32_t end_column;

    __device__ shifted(const plane_view& planes, const band_of_shifts& band, std::uint32_t number)
        : down(band.first_down + number / band.columns), right(band.first_right + number % band.columns) {
        first_row = static_cast<std::uint32_t>(down < 0 ? -down : 0);
        rows = end_of(down, planes.rows_a, planes.rows_b) - first_row;
        first_column = static_cast<std::uint32_t>(right < 0 ? -right : 0);
        end_column = end_of(right, planes.columns_a, planes.columns_b);
    }

    /// Words of B's columns that hold any of these cells.
    [[nodiscard]] __device__ std::uint32_t first_word() const { return first_column / word_cells; }
    [[nodiscard]] __device__ std::uint32_t end_word() const { return (end_column + word_cells - 1) / word_cells; }

    /// The cells of a word that lie over A; none of words out of range.
    [[nodiscard]] __device__ gpu_word valid(std::int64_t word) const {
        const std::int64_t begin = word * word_cells;
        return bits_below(end_column - begin) & ~bits_below(first_column - begin);
    }

  private:
    static __device__ std::uint32_t end_of(std::int64_t shift, std::uint64_t over, std::uint64_t own) {
        const std::int64_t end = static_cast<std::int64_t>(over) - shift;
        return static_cast<std::uint32_t>(end < static_cast<std::int64_t>(own) ? end : static_cast<std::int64_t>(own));
    }
    static __device__ gpu_word bits_below(std::int64_t count) {
        return count <= 0 ? 0U : count >= word_cells ? ~0U : (1U << count) - 1;
    }
};

/// `Count` adjacent words of a row of B from `word` on: cells whose codes agree with A's under a shift. Words left of
/// the first one and right of the last one may be requested, and are undefined.
template <bool Channels = true, unsigned Count>
__device__ inline void agreeing(const plane_view& planes, const shifted& at, std::uint32_t row, std::int64_t word,
                                gpu_word (&agree)[Count]) {
    const std::int64_t bit = static_cast<std::int64_t>(planes.margin) + at.right + word * word_cells;
    const auto move = static_cast<unsigned>(bit & (word_cells - 1));
    const auto* a =
        reinterpret_cast<const gpu_word*>(planes.row_a(static_cast<std::uint64_t>(row + at.down))) + bit / word_cells;
    const auto* b = reinterpret_cast<const gpu_word*>(planes.row_b(row)) + word;
    // Words beside B's row belong to another row or to the padding: they are read, and their result is unused.
    const std::uint64_t next_a = 2 * planes.words_a;
    const std::uint64_t next_b = 2 * planes.words_b;
    if (!planes.intervals) {
        gpu_word differ[Count] = {};
        for (unsigned plane = 0; plane < planes.planes; ++plane, a += next_a, b += next_b) {
            gpu_word low = __ldg(a);
#pragma unroll
            for (unsigned i = 0; i < Count; ++i) {
                const gpu_word high = __ldg(a + i + 1);
                differ[i] = add_plane(differ[i], __funnelshift_r(low, high, move), __ldg(b + i));
                low = high;
            }
        }
#pragma unroll
        for (unsigned i = 0; i < Count; ++i)
            agree[i] = ~differ[i];
        return;
    }
    within<gpu_word> inside[Count];
    for (unsigned first = 0; first < (Channels ? planes.planes : 1); first += planes.channel_planes) {
        if (Channels && first > 0) {
#pragma unroll
            for (unsigned i = 0; i < Count; ++i)
                inside[i].next_channel();
        }
        // A single word is latency-bound: load several planes at once.
#pragma unroll(Count == 1 ? 4 : 1)
        for (unsigned plane = 0; plane < planes.channel_planes; ++plane, a += next_a, b += 2 * next_b) {
            gpu_word low = __ldg(a);
#pragma unroll
            for (unsigned i = 0; i < Count; ++i) {
                const gpu_word high = __ldg(a + i + 1);
                inside[i].add_plane(__funnelshift_r(low, high, move), __ldg(b + i), __ldg(b + next_b + i));
                low = high;
            }
        }
    }
#pragma unroll
    for (unsigned i = 0; i < Count; ++i)
        agree[i] = inside[i].all();
}

inline constexpr unsigned count_threads = 128;
inline constexpr unsigned strip_words = 4;

/// One row of a strip with a word on both sides.
struct strip_row {
    gpu_word words[strip_words + 2];

    [[nodiscard]] __device__ word_neighbours<gpu_word> around(unsigned i) const {
        return {words[i], words[i + 1], words[i + 2]};
    }
};

/// Channels: cells may have several. A kernel for both would take half as many registers again (80 for 56).
/// bounds[number] for all shifts of a band: no component of it is larger. numbers[number] = number.
template <bool Corners, bool Channels>
__global__ void __launch_bounds__(count_threads)
    count_shifts(const __grid_constant__ plane_view planes, const __grid_constant__ band_of_shifts band,
                 std::uint32_t blocks_of_a_row, std::uint32_t* bounds, std::uint32_t* numbers) {
    const std::uint32_t shift_row = blockIdx.x / blocks_of_a_row;
    const std::uint32_t wanted = blockIdx.x % blocks_of_a_row * count_threads + threadIdx.x;
    const std::uint32_t column = wanted < band.columns ? wanted : band.columns - 1; // all lanes take part in the votes
    const std::uint32_t number = shift_row * band.columns + column;
    const shifted at(planes, band, number);
    const auto words_of_b = static_cast<std::uint32_t>((planes.columns_b + word_cells - 1) / word_cells);
    std::uint64_t cells = 0;
    std::uint64_t joints = 0;
    for (std::uint32_t word = 0; word < words_of_b; word += strip_words) {
        gpu_word valid[strip_words + 2];
        gpu_word any = 0;
#pragma unroll
        for (unsigned i = 0; i < strip_words + 2; ++i) {
            valid[i] = at.valid(std::int64_t{word} + i - 1);
            if (i > 0 && i <= strip_words) any |= valid[i];
        }
        if (__any_sync(0xFFFFFFFFU, any != 0) == 0) continue;
        strip_row above{};
        strip_row here{};
        strip_row below{};
        for (std::uint32_t row = 0; row <= at.rows; ++row) { // the row below the last one is empty
            above = here;
            here = below;
            below = strip_row{};
            if (row < at.rows) {
                agreeing<Channels>(planes, at, at.first_row + row, std::int64_t{word} - 1, below.words);
#pragma unroll
                for (unsigned i = 0; i < strip_words + 2; ++i)
                    below.words[i] &= valid[i];
            }
            if (row == 0) continue;
#pragma unroll
            for (unsigned i = 0; i < strip_words; ++i) {
                const gpu_word joint =
                    here.words[i + 1] & with_two_neighbours<Corners>(above.around(i), here.around(i), below.around(i));
                cells += static_cast<unsigned>(__popc(here.words[i + 1]));
                joints += static_cast<unsigned>(__popc(joint));
            }
        }
    }
    if (wanted >= band.columns) return;
    constexpr std::uint64_t not_counted = 1; // whether joints are firm
    bounds[number] =
        static_cast<std::uint32_t>(bound_by_counts(cells, joints, joints == 0 ? 0 : not_counted, Corners ? 8 : 4));
    numbers[number] = number;
}

} // namespace concord::component
