// Sums of many words: a chain of additions with carry. On a GPU the carry is a flag of the processor, which
// lives from one of these statements to the next; nothing else may come between that touches it, and nothing does.
#pragma once

#include "base/host_device.hpp"

#include <cstdint>

namespace concord::base {

class carry_chain {
  public:
    /// Starts with the highest bit of `bits` as the carry, and moves the others up.
    CONCORD_HD explicit carry_chain(std::uint32_t& bits) {
#ifdef __CUDA_ARCH__
        asm volatile("add.cc.u32 %0, %0, %0;" : "+r"(bits));
#else
        carry_ = bits >> 31U;
        bits <<= 1U;
#endif
    }
    /// Starts with no carry: x + y.
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
    /// Moves all bits up and the carry into the lowest.
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

/// (word << 1) with the highest bit of `low` moved in.
CONCORD_HD inline std::uint32_t shifted_up(std::uint32_t word, std::uint32_t low) {
#ifdef __CUDA_ARCH__
    return __funnelshift_l(low, word, 1);
#else
    return word << 1U | low >> 31U;
#endif
}

} // namespace concord::base
