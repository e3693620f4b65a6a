// The kernel of unions of balls.
//
//   block      words that begin alike, against a stretch of sequences; its counters in shared memory
//   warp       a sequence; a lane looks at one window of 32: what does the beginning leave of its mismatches?
//              no mismatch left: one word, a bit that the lane sets
//              some left: all lanes take the window up, each with two of the 64 words of bits
//   lane       the bits of two words, and counters of them as binary digits, so that to count is to add bits
#pragma once

#include "problems/substring/gpu/ball_union_steps.hpp"

#include <cuda_runtime.h>

#include <algorithm>
#include <cstdint>

namespace concord::substring {

inline constexpr unsigned union_threads = 256;
inline constexpr unsigned union_warps = union_threads / 32;
inline constexpr unsigned union_digits = 8;
inline constexpr std::uint32_t most_of_digits = (1U << union_digits) - 1;

/// Counters of the words of a lane.
class lane_counters {
  public:
    __device__ lane_counters(std::uint32_t* sums, unsigned lane) : sums_(sums), lane_(lane) {}

    /// All lanes of a warp together.
    __device__ void add(const std::uint64_t (&held)[2], std::uint32_t weight) {
        if (weight > most_of_digits) return add_at_once(held, weight);
        if (pending_ + weight > most_of_digits) flush();
        pending_ += weight;
        for (unsigned first = 0; weight >> first != 0; ++first)
            if ((weight >> first & 1U) != 0) add_from(first, held);
    }
    __device__ void flush() {
#pragma unroll
        for (unsigned half = 0; half < 2; ++half)
            for (unsigned bit = 0; bit < 64; ++bit) {
                std::uint32_t sum = 0;
#pragma unroll
                for (unsigned digit = 0; digit < union_digits; ++digit)
                    sum |= static_cast<std::uint32_t>(digits_[digit][half] >> bit & 1U) << digit;
                if (sum > 0) atomicAdd(&sums_[bit * words_of_end + half * 32 + lane_], sum);
            }
#pragma unroll
        for (unsigned digit = 0; digit < union_digits; ++digit)
            digits_[digit][0] = digits_[digit][1] = 0;
        pending_ = 0;
    }

  private:
    __device__ void add_from(unsigned first, const std::uint64_t (&held)[2]) {
        std::uint64_t carry[2] = {held[0], held[1]};
#pragma unroll
        for (unsigned digit = 0; digit < union_digits; ++digit) {
            if (digit < first) continue;
            if (!__any_sync(0xFFFFFFFFU, (carry[0] | carry[1]) != 0)) break;
#pragma unroll
            for (unsigned half = 0; half < 2; ++half) {
                const std::uint64_t next = digits_[digit][half] & carry[half];
                digits_[digit][half] ^= carry[half];
                carry[half] = next;
            }
        }
    }
    __device__ void add_at_once(const std::uint64_t (&held)[2], std::uint32_t weight) {
#pragma unroll
        for (unsigned half = 0; half < 2; ++half)
            for (unsigned bit = 0; bit < 64; ++bit)
                if ((held[half] >> bit & 1U) != 0) atomicAdd(&sums_[bit * words_of_end + half * 32 + lane_], weight);
    }

    std::uint32_t* sums_;
    unsigned lane_;
    std::uint32_t pending_ = 0;
    std::uint64_t digits_[union_digits][2] = {};
};

/// Block x: a beginning; block y: `each` of the sequences.
__global__ void __launch_bounds__(union_threads)
    unite_balls(const __grid_constant__ ball_union_work work, std::uint64_t each) {
    __shared__ std::uint64_t rows[ball_rows * radii_of_row];
    __shared__ std::uint32_t sums[ends_of_words];
    __shared__ std::uint32_t single[union_warps][2 * words_of_end]; // windows of which nothing is left but themselves
    const unsigned warp = threadIdx.x / 32;
    const unsigned lane = threadIdx.x % 32;
    for (unsigned index = threadIdx.x; index < ball_rows * radii_of_row; index += union_threads)
        rows[index] = work.rows[index];
    for (unsigned index = threadIdx.x; index < ends_of_words; index += union_threads)
        sums[index] = 0;
    for (unsigned index = lane; index < 2 * words_of_end; index += 32)
        single[warp][index] = 0;
    __syncthreads();

    const std::uint64_t beginning = work.first_beginning + blockIdx.x;
    const std::uint64_t first_word = work.first[beginning];
    const std::uint64_t end_word = work.first[beginning + 1];
    const words_of_beginning words(work.keys[first_word], work.letters, work.mismatches);
    const std::uint64_t first = blockIdx.y * each;
    const std::uint64_t last = min(first + each, work.in.sequences);
    lane_counters counters(sums, lane);
    for (std::uint64_t sequence = first + warp; sequence < last; sequence += union_warps) {
        const std::uint32_t weight = work.in.weight(sequence);
        const std::uint64_t end = work.in.first[sequence + 1];
        std::uint64_t held[2] = {0, 0};
        bool has_single = false;
        bool has_any = false;
        for (std::uint64_t base = work.in.first[sequence]; base < end && weight > 0; base += 32) {
            window_left mine{};
            mine.mismatches = -1;
            if (base + lane < end) mine = words.left_of(work.in.window(base + lane));
            const bool is_single = mine.mismatches == 0 && !mine.has_ambiguous_end;
            if (is_single) atomicOr(&single[warp][2 * mine.word + (mine.bit >> 5U)], 1U << (mine.bit & 31U));
            if (__any_sync(0xFFFFFFFFU, is_single)) has_single = true;
            const auto packed =
                static_cast<std::uint32_t>(mine.mismatches) << 16U | mine.row << 9U | mine.ambiguous << 6U | mine.word;
            unsigned taken = __ballot_sync(0xFFFFFFFFU, mine.mismatches > 0);
            has_any = has_any || taken != 0;
            for (; taken != 0; taken &= taken - 1) {
                const std::uint32_t of_all = __shfl_sync(0xFFFFFFFFU, packed, __ffs(static_cast<int>(taken)) - 1);
                window_left left{};
                left.mismatches = static_cast<int>(of_all >> 16U);
                left.row = of_all >> 9U & 127U;
                left.ambiguous = of_all >> 6U & 7U;
                left.word = of_all & 63U;
                held[0] |= bits_near(rows, left, lane);
                held[1] |= bits_near(rows, left, lane + 32);
            }
            if (has_any && __all_sync(0xFFFFFFFFU, (held[0] & held[1]) == ~std::uint64_t{0})) break;
        }
        if (has_single) {
            __syncwarp();
#pragma unroll
            for (unsigned half = 0; half < 2; ++half) {
                std::uint32_t* const bits = &single[warp][2 * (lane + 32 * half)];
                held[half] |= bits[0] | std::uint64_t{bits[1]} << 32U;
                bits[0] = bits[1] = 0;
            }
            __syncwarp();
        }
        if (has_single || has_any) counters.add(held, weight);
    }
    counters.flush();
    __syncthreads();
    for (std::uint64_t word = first_word + threadIdx.x; word < end_word; word += union_threads) {
        const std::uint64_t key = work.keys[word];
        const std::uint32_t sum = sums[bit_of_key(key) * words_of_end + word_of_key(key)];
        if (sum > 0) atomicAdd(&work.supports[word], sum);
    }
}

/// The caller asks for errors.
inline void launch_ball_unions(const ball_union_work& work, cudaStream_t stream) {
    constexpr std::uint64_t blocks = 8192;
    constexpr std::uint64_t least_sequences = 64 * union_warps; // beside which a block's beginning and end are little
    constexpr std::uint64_t most_blocks_of_a_launch = std::uint64_t{1} << 30U;
    if (work.in.sequences == 0) return;
    for (ball_union_work part = work; part.first_beginning < work.first_beginning + work.beginnings;
         part.first_beginning += part.beginnings) {
        part.beginnings =
            std::min(work.first_beginning + work.beginnings - part.first_beginning, most_blocks_of_a_launch);
        const std::uint64_t wanted = std::max<std::uint64_t>(1, blocks / part.beginnings);
        const std::uint64_t each =
            std::max((part.in.sequences + wanted - 1) / wanted, std::min(least_sequences, part.in.sequences));
        const dim3 grid(static_cast<unsigned>(part.beginnings),
                        static_cast<unsigned>((part.in.sequences + each - 1) / each));
        unite_balls<<<grid, union_threads, 0, stream>>>(part, each);
    }
}

} // namespace concord::substring
