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

/// Index of the lowest set bit; the word is not 0.
[[nodiscard]] CONCORD_HD inline unsigned lowest_one(std::uint64_t word) noexcept {
#ifdef __CUDA_ARCH__
    return static_cast<unsigned>(__ffsll(static_cast<long long>(word)) - 1);
#else
    return static_cast<unsigned>(__builtin_ctzll(word));
#endif
}

/// Zeros above the highest set bit; the word is not 0.
[[nodiscard]] CONCORD_HD inline unsigned leading_zeros(std::uint64_t word) noexcept {
#ifdef __CUDA_ARCH__
    return static_cast<unsigned>(__clzll(static_cast<long long>(word)));
#else
    return static_cast<unsigned>(__builtin_clzll(word));
#endif
}

} // namespace concord::base
