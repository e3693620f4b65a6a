// Many pairs at once, a thread each: the columns of the shorter sequence in registers, row after row of the longer one.
// Nothing is packed on the host: letters are read from the bit planes of the sets.
#pragma once

#include "alignment/batch/gpu/hamming_pairs.hpp"
#include "alignment/bit_parallel/gpu/strip_letters.cuh"

#include <cstdint>

namespace concord::edit_distance {

/// Threads of a block: of long columns a warp, so that as many fit a multiprocessor as its shared memory allows.
template <unsigned Words>
inline constexpr unsigned short_pair_threads = Words <= 32 ? 128 : 32;

/// A set in a GPU's memory.
struct set_on_gpu {
    const std::uint32_t* plane[most_batch_planes_on_gpu]; ///< null if the set has no such plane
    const std::uint32_t* ambiguous;                       ///< null if no letter is ambiguous
    const std::uint64_t* offsets;

    /// The bits of 32 letters from `position` on.
    static __device__ std::uint32_t bits(const std::uint32_t* plane, std::uint64_t position) {
        if (plane == nullptr) return 0;
        const std::uint32_t* const word = plane + position / 32;
        return __funnelshift_r(word[0], word[1], static_cast<unsigned>(position % 32));
    }
};

struct short_pair_work {
    set_on_gpu a;
    set_on_gpu b;
    numbered_pairs pairs;
    const std::uint32_t* order; ///< null, or the numbers of the pairs
    std::uint64_t count;
    std::uint32_t* distances;
    std::uint32_t bound; ///< greater distances become no_distance
    std::uint32_t none;  ///< no_distance
};

/// One sequence of a pair.
struct lane_sequence {
    const set_on_gpu* set;
    std::uint64_t offset;
    unsigned length;

    /// Bits of letters [32 * word, 32 * word + 32); 0 beyond the end.
    __device__ std::uint32_t bits(const std::uint32_t* plane, unsigned word) const {
        return 32 * word < length ? set_on_gpu::bits(plane, offset + 32 * word) : 0;
    }
};

/// Spreads bits 0 to 15 to the even bits.
__device__ inline std::uint32_t at_even_places(std::uint32_t bits) {
    bits &= 0xFFFFU;
    bits = (bits | bits << 8U) & 0x00FF00FFU;
    bits = (bits | bits << 4U) & 0x0F0F0F0FU;
    bits = (bits | bits << 2U) & 0x33333333U;
    return (bits | bits << 1U) & 0x55555555U;
}

/// Two planes: a table of the columns' letters.
template <unsigned Words>
class two_plane_letters {
  public:
    static constexpr unsigned rows_at_once = 16;
    static constexpr unsigned shared_bytes = pairwise::match_table<Words>::bytes; ///< of a warp

    __device__ two_plane_letters(unsigned shared, const lane_sequence& columns, const lane_sequence& rows)
        : table_(shared, threadIdx.x % 32), rows_(rows) {
        for (unsigned w = 0; w < Words; ++w)
            table_.put(w, columns.bits(columns.set->plane[0], w), columns.bits(columns.set->plane[1], w));
        look_ahead(0);
    }

    /// Every 32 rows the next 32 are loaded while these are processed.
    __device__ void begin(unsigned row) {
        if (row % 32 == 0) {
            low_ = next_low_;
            high_ = next_high_;
            look_ahead(row / 32 + 1);
        } else {
            low_ >>= 16U;
            high_ >>= 16U;
        }
        letters_ = at_even_places(low_) | at_even_places(high_) << 1U;
    }

    __device__ void match(unsigned row, std::uint32_t (&matches)[Words]) const { table_.match(letters_, row, matches); }

  private:
    __device__ void look_ahead(unsigned word) {
        next_low_ = rows_.bits(rows_.set->plane[0], word);
        next_high_ = rows_.bits(rows_.set->plane[1], word);
    }

    pairwise::match_table<Words> table_;
    const lane_sequence& rows_;
    std::uint32_t letters_ = 0;
    std::uint32_t low_ = 0;
    std::uint32_t high_ = 0;
    std::uint32_t next_low_ = 0;
    std::uint32_t next_high_ = 0;
};

/// More planes, compared one by one; and ambiguous letters, which match nothing.
template <unsigned Words, unsigned Planes>
class many_plane_letters {
  public:
    static constexpr unsigned rows_at_once = 16;
    static constexpr unsigned shared_bytes = (Planes + 1) * Words * 32 * 4;

    __device__ many_plane_letters(unsigned shared, const lane_sequence& columns, const lane_sequence& rows)
        : place_(shared / 4 + threadIdx.x % 32), rows_(rows) {
        for (unsigned w = 0; w < Words; ++w) {
#pragma unroll
            for (unsigned plane = 0; plane < Planes; ++plane)
                at(plane, w) = columns.bits(columns.set->plane[plane], w);
            at(Planes, w) = columns.bits(columns.set->ambiguous, w);
        }
    }

    __device__ void begin(unsigned row) {
        const unsigned half = row % 32;
#pragma unroll
        for (unsigned plane = 0; plane < Planes; ++plane)
            bits_[plane] = rows_.bits(rows_.set->plane[plane], row / 32) >> half;
        bits_[Planes] = rows_.bits(rows_.set->ambiguous, row / 32) >> half;
    }

    __device__ void match(unsigned row, std::uint32_t (&matches)[Words]) const {
        const std::uint32_t never = 0U - (bits_[Planes] >> row & 1U);
#pragma unroll
        for (unsigned w = 0; w < Words; ++w)
            matches[w] = ~(at(Planes, w) | never);
#pragma unroll
        for (unsigned plane = 0; plane < Planes; ++plane) {
            const std::uint32_t mask = 0U - (bits_[plane] >> row & 1U);
#pragma unroll
            for (unsigned w = 0; w < Words; ++w)
                matches[w] &= ~(at(plane, w) ^ mask);
        }
    }

  private:
    __device__ std::uint32_t& at(unsigned plane, unsigned word) const {
        extern __shared__ std::uint32_t shared_of_block[];
        return shared_of_block[place_ + (plane * Words + word) * 32];
    }

    unsigned place_;
    const lane_sequence& rows_;
    std::uint32_t bits_[Planes + 1] = {};
};

/// Recurrence: one of alignment/recurrences/ over 32-bit words. Letters: one of the two above.
template <class Recurrence, class Letters, unsigned Words, bool Unrolled>
__global__ void __launch_bounds__(short_pair_threads<Words>)
    compare_short(const __grid_constant__ short_pair_work work) {
    const std::uint64_t index = std::uint64_t{blockIdx.x} * short_pair_threads<Words> + threadIdx.x;
    if (index >= work.count) return;
    const std::uint64_t pair = work.order == nullptr ? index : work.order[index];
    const std::uint64_t a = work.pairs.a(pair);
    const std::uint64_t b = work.pairs.b(pair);
    const lane_sequence of_a{&work.a, work.a.offsets[a],
                             static_cast<unsigned>(work.a.offsets[a + 1] - work.a.offsets[a])};
    const lane_sequence of_b{&work.b, work.b.offsets[b],
                             static_cast<unsigned>(work.b.offsets[b + 1] - work.b.offsets[b])};
    const bool turned = of_a.length > of_b.length; // the columns are the shorter sequence
    const lane_sequence columns = turned ? of_b : of_a;
    const lane_sequence rows = turned ? of_a : of_b;

    Letters letters(threadIdx.x / 32 * Letters::shared_bytes, columns, rows);
    std::uint32_t vertical[Recurrence::vertical][Words];
#pragma unroll
    for (unsigned i = 0; i < Recurrence::vertical; ++i)
#pragma unroll
        for (unsigned w = 0; w < Words; ++w)
            vertical[i][w] = Recurrence::is_set_above(i) ? ~0U : 0U;
    for (unsigned row = 0; row < rows.length; row += Letters::rows_at_once) {
        letters.begin(row);
        std::uint32_t entering[Recurrence::horizontal];
        std::uint32_t leaving[Recurrence::horizontal] = {};
#pragma unroll
        for (unsigned i = 0; i < Recurrence::horizontal; ++i)
            entering[i] = Recurrence::is_set_left(i) ? ~0U : 0U;
        std::uint32_t matches[Words];
        if (Unrolled && row + Letters::rows_at_once <= rows.length) {
#pragma unroll
            for (unsigned next = 0; next < Letters::rows_at_once; ++next) {
                letters.match(next, matches);
                Recurrence::template row<Words>(matches, vertical, entering, leaving);
            }
        } else {
            const unsigned here = min(Letters::rows_at_once, rows.length - row);
#pragma unroll 1
            for (unsigned next = 0; next < here; ++next) {
                letters.match(next, matches);
                Recurrence::template row<Words>(matches, vertical, entering, leaving);
            }
        }
    }
    int edits = static_cast<int>(rows.length);
#pragma unroll
    for (unsigned w = 0; w < Words; ++w) {
        const unsigned here = columns.length > 32 * w ? columns.length - 32 * w : 0;
        std::uint32_t deltas[Recurrence::vertical];
#pragma unroll
        for (unsigned i = 0; i < Recurrence::vertical; ++i)
            deltas[i] = vertical[i][w];
        edits += Recurrence::rise(deltas, here >= 32 ? ~0U : (1U << here) - 1);
    }
    work.distances[pair] =
        static_cast<std::uint32_t>(edits) > work.bound ? work.none : static_cast<std::uint32_t>(edits);
}

} // namespace concord::edit_distance
