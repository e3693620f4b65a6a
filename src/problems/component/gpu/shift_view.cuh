// One shift as kernels see it: which cells of B lie over A, and which of those agree. Words of 32 cells.
#pragma once

#include "problems/component/bit_planes.hpp"
#include "problems/component/mask_operations.hpp"

#include <cstdint>

namespace concord::component {

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

    /// The cells of a word that lie over A; none of words that do not exist.
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

/// `Count` neighbouring words of a row of B from `word` on: cells whose codes agree with A's under a shift. Words to
/// the left of the first one and to the right of the last one may be asked for, and are of no meaning.
template <unsigned Count>
__device__ inline void agreeing(const plane_view& planes, const shifted& at, std::uint32_t row, std::int64_t word,
                                gpu_word (&agree)[Count]) {
    const std::int64_t bit = static_cast<std::int64_t>(planes.margin) + at.right + word * word_cells;
    const auto move = static_cast<unsigned>(bit & (word_cells - 1));
    const auto* a =
        reinterpret_cast<const gpu_word*>(planes.row_a(static_cast<std::uint64_t>(row + at.down))) + bit / word_cells;
    const auto* b = reinterpret_cast<const gpu_word*>(planes.row_b(row)) + word;
    // What lies beside B's row is another row's, or the padding's: read, but of no meaning.
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
    // A single word waits for what it reads: that of several planes is asked for at once.
#pragma unroll(Count == 1 ? 4 : 1)
    for (unsigned plane = 0; plane < planes.planes; ++plane, a += next_a, b += 2 * next_b) {
        gpu_word low = __ldg(a);
#pragma unroll
        for (unsigned i = 0; i < Count; ++i) {
            const gpu_word high = __ldg(a + i + 1);
            inside[i].add_plane(__funnelshift_r(low, high, move), __ldg(b + i), __ldg(b + next_b + i));
            low = high;
        }
    }
#pragma unroll
    for (unsigned i = 0; i < Count; ++i)
        agree[i] = inside[i].both();
}

} // namespace concord::component
