// The kernel of unions of balls.
//
//   block      words that begin alike, against a stretch of sequences; their counters in shared memory
//   warp       a sequence; a lane looks at one window of 32: what does the prefix leave of its mismatches?
//              no mismatch left: one word, a bit that the lane sets
//              some left: all lanes take the window up, each with two of the 64 words of bits
//   lane       the bits of two words, and counters of them as binary digits, so that to count is to add bits
//
// After some rounds the block asks whether any of its words can still have the support.
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
/// Sequences of a warp in the first round, and in later ones.
inline constexpr std::uint64_t first_round_of_union = 32;
inline constexpr std::uint64_t most_of_union_round = most_of_digits;

/// Counters of the two words of a lane. What is added waits for three others, so that the higher digits are reached
/// every fourth time only (Harley and Seal).
class lane_counters {
  public:
    __device__ lane_counters(std::uint32_t* sums, unsigned lane) : sums_(sums), lane_(lane) {}

    /// All lanes of a warp together.
    __device__ void add(const words_of_lane& held, std::uint32_t weight) {
        if (weight > most_of_digits) return add_at_once(held, weight);
        if (pending_ + weight > most_of_digits) flush();
        pending_ += weight;
        if (weight == 1) return add_one(held);
        for (unsigned first = 0; weight >> first != 0; ++first)
            if ((weight >> first & 1U) != 0) add_from(first, held);
    }
    __device__ void flush() {
        if ((waiting_ & 1U) != 0) add_from(0, one_);
        if ((waiting_ & 2U) != 0) add_from(1, two_);
        waiting_ = 0;
        for (unsigned bit = 0; bit < 64; ++bit) {
            std::uint32_t first = 0;
            std::uint32_t second = 0;
#pragma unroll
            for (unsigned digit = 0; digit < union_digits; ++digit) {
                first |= static_cast<std::uint32_t>(digits_[digit].first >> bit & 1U) << digit;
                second |= static_cast<std::uint32_t>(digits_[digit].second >> bit & 1U) << digit;
            }
            if (first > 0) atomicAdd(sum_of(bit, 0), first);
            if (second > 0) atomicAdd(sum_of(bit, 1), second);
        }
#pragma unroll
        for (unsigned digit = 0; digit < union_digits; ++digit)
            digits_[digit] = {0, 0};
        pending_ = 0;
    }

  private:
    [[nodiscard]] __device__ std::uint32_t* sum_of(unsigned bit, unsigned half) {
        return sums_ + (bit * words_of_bits + half * 32 + lane_);
    }
    /// Adds two words to a digit; returns the carry.
    [[nodiscard]] static __device__ words_of_lane add_two(words_of_lane& digit, const words_of_lane& a,
                                                          const words_of_lane& b) {
        const words_of_lane carry{(digit.first & a.first) | (digit.first & b.first) | (a.first & b.first),
                                  (digit.second & a.second) | (digit.second & b.second) | (a.second & b.second)};
        digit = {digit.first ^ a.first ^ b.first, digit.second ^ a.second ^ b.second};
        return carry;
    }
    __device__ void add_one(const words_of_lane& held) {
        waiting_ ^= 1U;
        if ((waiting_ & 1U) != 0) {
            one_ = held;
            return;
        }
        const words_of_lane twos = add_two(digits_[0], one_, held);
        waiting_ ^= 2U;
        if ((waiting_ & 2U) != 0) {
            two_ = twos;
            return;
        }
        add_from(2, add_two(digits_[1], two_, twos));
    }
    __device__ void add_from(unsigned least, words_of_lane carry) {
#pragma unroll
        for (unsigned digit = 0; digit < union_digits; ++digit) {
            if (digit < least) continue;
            const words_of_lane next{digits_[digit].first & carry.first, digits_[digit].second & carry.second};
            digits_[digit].first ^= carry.first;
            digits_[digit].second ^= carry.second;
            carry = next;
        }
    }
    __device__ void add_at_once(const words_of_lane& held, std::uint32_t weight) {
        for (unsigned bit = 0; bit < 64; ++bit) {
            if ((held.first >> bit & 1U) != 0) atomicAdd(sum_of(bit, 0), weight);
            if ((held.second >> bit & 1U) != 0) atomicAdd(sum_of(bit, 1), weight);
        }
    }

    std::uint32_t* sums_;
    unsigned lane_;
    std::uint32_t pending_ = 0;
    std::uint32_t waiting_ = 0; ///< bit 0: one_ does; bit 1: two_ does
    words_of_lane one_{0, 0};
    words_of_lane two_{0, 0};
    words_of_lane digits_[union_digits] = {};
};

/// What a warp keeps in shared memory.
struct union_of_warp {
    static constexpr unsigned most_suffixes = 96; ///< a multiple of four

    std::uint64_t single[words_of_bits];               ///< of windows of which nothing is left but themselves
    alignas(16) std::uint32_t suffixes[most_suffixes]; ///< of those that all lanes take up

    __device__ void set_single(std::uint32_t place) {
        atomicOr(reinterpret_cast<std::uint32_t*>(single) + place / 32, 1U << place % 32);
    }
};

/// One warp, and what a sequence holds of the words of each of its lanes.
template <bool HasAmbiguous>
class warp_of_union {
  public:
    /// `kept`: zeros.
    __device__ warp_of_union(const windows_there& in, const prefix_of_words& prefix, const bits_of_radius* rows,
                             union_of_warp& kept, unsigned lane)
        : in_(in), prefix_(prefix), rows_(rows), words_(lane), kept_(kept), lane_(lane) {}

    /// Looks at the windows of a sequence, and lists those that all lanes must take up.
    __device__ void list(std::uint64_t first, std::uint64_t end) {
        held_ = {0, 0};
        for (std::uint64_t at = first; at < end; at += 32) {
            list_window(at + lane_, end);
            if (is_full()) {
                take_up();
                if (__all_sync(all_lanes, (held_.first & held_.second) == ~std::uint64_t{0})) break;
            }
        }
    }
    /// Takes the list up, and forgets the sequence.
    [[nodiscard]] __device__ words_of_lane take() {
        take_up(); // all lanes have set their single windows then
        const words_of_lane all{held_.first | kept_.single[lane_], held_.second | kept_.single[lane_ + 32]};
        __syncwarp();
        kept_.single[lane_] = kept_.single[lane_ + 32] = 0;
        __syncwarp();
        return all;
    }

  private:
    static constexpr unsigned all_lanes = 0xFFFFFFFFU;

    [[nodiscard]] __device__ bool is_full() const { return listed_ + 32 + 3 > union_of_warp::most_suffixes; }

    __device__ void list_window(std::uint64_t at, std::uint64_t last) {
        int left = -1;
        suffix_of_window suffix(0);
        if (at < last) {
            suffix = suffix_of_window(in_.suffixes[at]);
            left = prefix_.left_of(HasAmbiguous ? in_.window(at) : in_.ordinary_window(at));
        }
        if (left == 0 && !(HasAmbiguous && suffix.has_ambiguous())) {
            kept_.set_single(suffix.place());
            left = -1;
        }
        if (!HasAmbiguous) return list_suffix(left >= 0, suffix.with(left));
        const unsigned most = __reduce_max_sync(all_lanes, left < 0 ? 1 : suffix.spellings());
        for (unsigned spelling = 0; spelling < most; ++spelling) {
            if (is_full()) take_up();
            list_suffix(left >= 0 && spelling < suffix.spellings(), suffix.spelled(spelling, left));
        }
    }
    __device__ void list_suffix(bool is_listed, std::uint32_t suffix) {
        const unsigned taken = __ballot_sync(all_lanes, is_listed);
        const auto before = static_cast<unsigned>(__popc(taken & ((1U << lane_) - 1)));
        if (is_listed) kept_.suffixes[listed_ + before] = suffix;
        listed_ += static_cast<unsigned>(__popc(taken));
    }

    /// All lanes take up the suffixes of the list, four at a time.
    __device__ void take_up() {
        if (lane_ < 3) kept_.suffixes[listed_ + lane_] = none_near;
        __syncwarp();
        for (unsigned first = 0; first < listed_; first += 4) {
            const uint4 four = *reinterpret_cast<const uint4*>(kept_.suffixes + first);
            const words_of_lane a = words_.near(rows_, four.x);
            const words_of_lane b = words_.near(rows_, four.y);
            const words_of_lane c = words_.near(rows_, four.z);
            const words_of_lane d = words_.near(rows_, four.w);
            held_.first |= a.first | b.first | c.first | d.first;
            held_.second |= a.second | b.second | c.second | d.second;
        }
        __syncwarp();
        listed_ = 0;
    }

    const windows_there& in_;
    const prefix_of_words& prefix_;
    const bits_of_radius* rows_;
    lane_of_words words_;
    union_of_warp& kept_;
    unsigned lane_;
    unsigned listed_ = 0;
    words_of_lane held_{0, 0};
};

/// Block x: a prefix; block y: `each` of the sequences.
template <bool HasAmbiguous>
__global__ void __launch_bounds__(union_threads, 3)
    count_ball_unions(const __grid_constant__ ball_union_work work, std::uint64_t each) {
    __shared__ bits_of_radius rows[ball_rows * radii_of_row];
    __shared__ std::uint32_t sums[suffixes_of_words];
    __shared__ union_of_warp warps[union_warps];
    __shared__ unsigned long long asked; // sequences that were counted
    const unsigned lane = threadIdx.x % 32;
    for (unsigned index = threadIdx.x; index < ball_rows * radii_of_row; index += union_threads)
        rows[index] = work.rows[index];
    for (unsigned index = threadIdx.x; index < suffixes_of_words; index += union_threads)
        sums[index] = 0;
    warps[threadIdx.x / 32].single[lane] = warps[threadIdx.x / 32].single[lane + 32] = 0;
    if (threadIdx.x == 0) asked = 0;
    __syncthreads();

    const std::uint64_t which = work.first_prefix + blockIdx.x;
    const std::uint64_t first_word = work.first[which];
    const std::uint64_t end_word = work.first[which + 1];
    const prefix_of_words prefix(work.keys[first_word], work.letters, work.mismatches);
    const std::uint64_t last = min((blockIdx.y + 1) * each, work.in.sequences);
    const auto sum_of = [&](std::uint64_t word) {
        const std::uint32_t place = place_of_key(work.keys[word]);
        return sums[place % 64 * words_of_bits + place / 64];
    };
    warp_of_union<HasAmbiguous> warp(work.in, prefix, rows, warps[threadIdx.x / 32], lane);
    lane_counters counters(sums, lane);
    std::uint64_t round = first_round_of_union;
    for (std::uint64_t from = blockIdx.y * each; from < last;
         from += round * union_warps, round = min(2 * round, most_of_union_round)) {
        const std::uint64_t end = min(from + round * union_warps, last);
        unsigned long long weights = 0;
        for (std::uint64_t sequence = from + threadIdx.x / 32; sequence < end; sequence += union_warps) {
            const std::uint32_t weight = work.in.weight(sequence);
            if (weight == 0) continue;
            weights += weight;
            warp.list(work.in.first[sequence], work.in.first[sequence + 1]);
            counters.add(warp.take(), weight);
        }
        counters.flush();
        if (lane == 0) atomicAdd(&asked, weights);
        __syncthreads();
        bool is_open = false;
        for (std::uint64_t word = first_word + threadIdx.x; word < end_word && !is_open; word += union_threads)
            is_open = asked - sum_of(word) <= work.most_without;
        if (!__syncthreads_or(is_open ? 1 : 0)) break;
    }
    for (std::uint64_t word = first_word + threadIdx.x; word < end_word; word += union_threads)
        if (const std::uint32_t sum = sum_of(word); sum > 0) atomicAdd(&work.supports[word], sum);
}

/// The caller asks for errors.
inline void launch_ball_unions(const ball_union_work& work, cudaStream_t stream) {
    constexpr std::uint64_t blocks = 4096;
    constexpr std::uint64_t least_sequences = 64 * union_warps; // beside which a block's beginning and end are little
    constexpr std::uint64_t most_blocks_of_a_launch = std::uint64_t{1} << 30U;
    if (work.in.sequences == 0) return;
    const std::uint64_t last = work.first_prefix + work.prefixes;
    for (ball_union_work part = work; part.first_prefix < last; part.first_prefix += part.prefixes) {
        part.prefixes = std::min(last - part.first_prefix, most_blocks_of_a_launch);
        const std::uint64_t wanted = std::max<std::uint64_t>(1, blocks / part.prefixes);
        const std::uint64_t each =
            std::max((part.in.sequences + wanted - 1) / wanted, std::min(least_sequences, part.in.sequences));
        const dim3 grid(static_cast<unsigned>(part.prefixes),
                        static_cast<unsigned>((part.in.sequences + each - 1) / each));
        if (part.in.ambiguous == nullptr)
            count_ball_unions<false><<<grid, union_threads, 0, stream>>>(part, each);
        else
            count_ball_unions<true><<<grid, union_threads, 0, stream>>>(part, each);
    }
}

} // namespace concord::substring
