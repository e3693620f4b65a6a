// Atomic operations on words that many threads change at once, on a GPU or on the host; relaxed order.
#pragma once

#include "base/host_device.hpp"

#ifndef __CUDA_ARCH__
#include <atomic>
#endif
#include <cstdint>

namespace concord::base {

/// Adds to `word`; returns the previous value.
CONCORD_HD inline std::uint32_t atomic_add(std::uint32_t& word, std::uint32_t value) {
#ifdef __CUDA_ARCH__
    return atomicAdd(&word, value);
#else
    return std::atomic_ref<std::uint32_t>(word).fetch_add(value, std::memory_order_relaxed);
#endif
}

/// Adds one to `word`. Threads of a warp that count the same word at once do so by one operation.
CONCORD_HD inline void atomic_count(std::uint32_t& word) {
#ifdef __CUDA_ARCH__
    const unsigned same = __match_any_sync(__activemask(), reinterpret_cast<unsigned long long>(&word));
    unsigned lane = 0;
    asm("mov.u32 %0, %%laneid;" : "=r"(lane));
    if (lane == static_cast<unsigned>(__ffs(static_cast<int>(same))) - 1)
        atomicAdd(&word, static_cast<std::uint32_t>(__popc(same)));
#else
    std::atomic_ref<std::uint32_t>(word).fetch_add(1, std::memory_order_relaxed);
#endif
}

/// Adds to `word`. Threads of a warp that add to the same word at once do so by one operation.
CONCORD_HD inline void atomic_add_together(std::uint32_t& word, std::uint32_t value) {
#ifdef __CUDA_ARCH__
    const unsigned same = __match_any_sync(__activemask(), reinterpret_cast<unsigned long long>(&word));
    const std::uint32_t sum = __reduce_add_sync(same, value);
    unsigned lane = 0;
    asm("mov.u32 %0, %%laneid;" : "=r"(lane));
    if (lane == static_cast<unsigned>(__ffs(static_cast<int>(same))) - 1 && sum > 0) atomicAdd(&word, sum);
#else
    if (value > 0) std::atomic_ref<std::uint32_t>(word).fetch_add(value, std::memory_order_relaxed);
#endif
}

/// Sets bits of `word`; returns the previous value.
CONCORD_HD inline std::uint32_t atomic_or(std::uint32_t& word, std::uint32_t bits) {
#ifdef __CUDA_ARCH__
    return atomicOr(&word, bits);
#else
    return std::atomic_ref<std::uint32_t>(word).fetch_or(bits, std::memory_order_relaxed);
#endif
}

CONCORD_HD inline std::uint64_t atomic_or(std::uint64_t& word, std::uint64_t bits) {
#ifdef __CUDA_ARCH__
    static_assert(sizeof(unsigned long long) == sizeof(std::uint64_t));
    return atomicOr(reinterpret_cast<unsigned long long*>(&word), static_cast<unsigned long long>(bits));
#else
    return std::atomic_ref<std::uint64_t>(word).fetch_or(bits, std::memory_order_relaxed);
#endif
}

/// Raises `word` to `value`, if that is greater.
template <class Word>
CONCORD_HD inline void atomic_max(Word& word, Word value) {
#ifdef __CUDA_ARCH__
    atomicMax(&word, value);
#else
    const std::atomic_ref<Word> shared(word);
    Word before = shared.load(std::memory_order_relaxed);
    while (before < value && !shared.compare_exchange_weak(before, value, std::memory_order_relaxed)) {
    }
#endif
}

/// Lowers `word` to `value`, if that is less.
template <class Word>
CONCORD_HD inline void atomic_min(Word& word, Word value) {
#ifdef __CUDA_ARCH__
    if constexpr (sizeof(Word) == sizeof(unsigned long long))
        atomicMin(reinterpret_cast<unsigned long long*>(&word), static_cast<unsigned long long>(value));
    else
        atomicMin(&word, value);
#else
    const std::atomic_ref<Word> shared(word);
    Word before = shared.load(std::memory_order_relaxed);
    while (value < before && !shared.compare_exchange_weak(before, value, std::memory_order_relaxed)) {
    }
#endif
}

} // namespace concord::base
