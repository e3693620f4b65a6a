// Words as rows of bits, bit 0 first.
#pragma once

#include "base/host_device.hpp"

#include <cstdint>

namespace concord::base {

/// The lowest `count` bits set; count may be 0 and up to the width of the word.
template <class Word>
[[nodiscard]] CONCORD_HD constexpr Word low_bits(unsigned count) noexcept {
    constexpr unsigned width = sizeof(Word) * 8;
    return count >= width ? static_cast<Word>(~Word{0}) : static_cast<Word>((Word{1} << count) - 1);
}

[[nodiscard]] CONCORD_HD inline unsigned count_ones(std::uint64_t word) noexcept {
#ifdef __CUDA_ARCH__
    return static_cast<unsigned>(__popcll(word));
#else
    return static_cast<unsigned>(__builtin_popcountll(word));
#endif
}

[[nodiscard]] CONCORD_HD inline unsigned count_ones(std::uint32_t word) noexcept {
#ifdef __CUDA_ARCH__
    return static_cast<unsigned>(__popc(word));
#else
    return static_cast<unsigned>(__builtin_popcount(word));
#endif
}

/// Index of the lowest set bit; `word` must not be 0.
[[nodiscard]] CONCORD_HD inline unsigned lowest_one(std::uint64_t word) noexcept {
#ifdef __CUDA_ARCH__
    return static_cast<unsigned>(__ffsll(static_cast<long long>(word)) - 1);
#else
    return static_cast<unsigned>(__builtin_ctzll(word));
#endif
}

/// Zeros above the highest set bit; `word` must not be 0.
[[nodiscard]] CONCORD_HD inline unsigned leading_zeros(std::uint64_t word) noexcept {
#ifdef __CUDA_ARCH__
    return static_cast<unsigned>(__clzll(static_cast<long long>(word)));
#else
    return static_cast<unsigned>(__builtin_clzll(word));
#endif
}

// Sums of many words: a chain of additions with carry. On a GPU the carry is a processor flag, which lives from one of
// these statements to the next; no instruction that changes it may come between them.

class carry_chain {
  public:
    /// Begins with the highest bit of `bits` as the carry, and shifts the other bits up.
    CONCORD_HD explicit carry_chain(std::uint32_t& bits) {
#ifdef __CUDA_ARCH__
        asm volatile("add.cc.u32 %0, %0, %0;" : "+r"(bits));
#else
        carry_ = bits >> 31U;
        bits <<= 1U;
#endif
    }
    /// Begins without a carry: x + y.
    CONCORD_HD carry_chain(std::uint32_t x, std::uint32_t y, std::uint32_t& sum) {
#ifdef __CUDA_ARCH__
        asm volatile("add.cc.u32 %0, %1, %2;" : "=r"(sum) : "r"(x), "r"(y));
#else
        carry_ = 0;
        sum = add(x, y);
#endif
    }
    /// x + y + carry.
    CONCORD_HD std::uint32_t add(std::uint32_t x, std::uint32_t y) {
#ifdef __CUDA_ARCH__
        std::uint32_t sum;
        asm volatile("addc.cc.u32 %0, %1, %2;" : "=r"(sum) : "r"(x), "r"(y));
        return sum;
#else
        const std::uint64_t sum = std::uint64_t{x} + y + carry_;
        carry_ = static_cast<std::uint32_t>(sum >> 32U);
        return static_cast<std::uint32_t>(sum);
#endif
    }
    /// Shifts all bits up and adds the carry as the lowest bit.
    CONCORD_HD void end(std::uint32_t& bits) {
#ifdef __CUDA_ARCH__
        asm volatile("addc.u32 %0, %0, %0;" : "+r"(bits));
#else
        bits = bits << 1U | carry_;
#endif
    }

  private:
#ifndef __CUDA_ARCH__
    std::uint32_t carry_ = 0;
#endif
};

/// (word << 1) with the highest bit of `low` shifted in.
CONCORD_HD inline std::uint32_t shifted_up(std::uint32_t word, std::uint32_t low) {
#ifdef __CUDA_ARCH__
    return __funnelshift_l(low, word, 1);
#else
    return word << 1U | low >> 31U;
#endif
}

} // namespace concord::base
