// Where two texts differ that are laid over each other.
#pragma once

#include "lanes/kernels.hpp"
#include "simd/vector_target.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

namespace concord::fuzz {

/// `Count` bytes of the text, the first in the lowest byte; the others are 0.
template <std::size_t Count>
[[nodiscard]] std::uint64_t bytes_of(std::span<const std::uint8_t> text, std::size_t first) noexcept {
    static_assert(std::endian::native == std::endian::little);
    std::uint64_t made = 0;
    std::memcpy(&made, text.data() + first, Count);
    return made;
}

/// The highest bit of each byte that is not 0.
[[nodiscard]] inline std::uint64_t bytes_set(std::uint64_t bytes) noexcept {
    constexpr std::uint64_t low = 0x7F7F'7F7F'7F7F'7F7F;
    return (((bytes & low) + low) | bytes) & ~low;
}

/// Places that differ. The texts are of one length.
[[nodiscard]] inline std::uint64_t count_differing(std::span<const std::uint8_t> a,
                                                   std::span<const std::uint8_t> b) noexcept {
    // Counts of places 16 apart, side by side in a vector that every processor has.
    using counts = std::uint8_t __attribute__((vector_size(16)));
    constexpr std::size_t most_rounds = 255;
    std::uint64_t differing = 0;
    std::size_t first = 0;
    while (first + sizeof(counts) <= a.size()) {
        counts equal{};
        const std::size_t rounds = std::min(most_rounds, (a.size() - first) / sizeof(counts));
        for (std::size_t round = 0; round < rounds; ++round, first += sizeof(counts)) {
            counts of_a;
            counts of_b;
            std::memcpy(&of_a, a.data() + first, sizeof of_a);
            std::memcpy(&of_b, b.data() + first, sizeof of_b);
            equal -= static_cast<counts>(of_a == of_b); // which is -1 where it is true
        }
        using halves = std::uint64_t __attribute__((vector_size(16)));
        const auto by_eight = reinterpret_cast<halves>(equal);
        constexpr std::uint64_t even = 0x00FF'00FF'00FF'00FF;
        const std::uint64_t sums =
            (by_eight[0] & even) + (by_eight[0] >> 8U & even) + (by_eight[1] & even) + (by_eight[1] >> 8U & even);
        differing += rounds * sizeof(counts) - (sums * 0x0001'0001'0001'0001 >> 48U);
    }
    if (first + 8 <= a.size()) {
        differing +=
            static_cast<std::uint64_t>(std::popcount(bytes_set(bytes_of<8>(a, first) ^ bytes_of<8>(b, first))));
        first += 8;
    }
    const std::size_t rest = a.size() - first;
    std::uint64_t bytes = 0;
    if ((rest & 4U) != 0) {
        bytes = bytes_of<4>(a, first) ^ bytes_of<4>(b, first);
        first += 4;
    }
    if ((rest & 2U) != 0) {
        bytes |= (bytes_of<2>(a, first) ^ bytes_of<2>(b, first)) << 32U;
        first += 2;
    }
    if ((rest & 1U) != 0) bytes |= (bytes_of<1>(a, first) ^ bytes_of<1>(b, first)) << 48U;
    return differing + static_cast<std::uint64_t>(std::popcount(bytes_set(bytes)));
}

/// Places that are equal, in the widest vectors of this processor.
template <class Letter>
[[nodiscard]] std::uint64_t count_equal_places(const Letter* a, const Letter* b, std::size_t letters) noexcept {
    static const lanes::lane_kernels& kernels = lanes::kernels_for(simd::choose_vectors(vector_target::automatic));
    if constexpr (sizeof(Letter) == 2)
        return kernels.equal_pairs(a, b, letters);
    else
        return kernels.equal_quads(a, b, letters);
}

/// Places that differ, of letters of any widths.
template <class A, class B>
[[nodiscard]] std::uint64_t count_differing(std::span<const A> a, std::span<const B> b) noexcept {
    if constexpr (sizeof(A) == sizeof(B)) {
        constexpr std::size_t many = 64; // fewer take less time than to choose the kernel
        if (a.size() >= many) return a.size() - count_equal_places(a.data(), b.data(), a.size());
    }
    std::uint64_t differing = 0;
    // Short runs, counted in so small numbers that a vector holds many.
    constexpr std::size_t run = 32;
    std::size_t first = 0;
    for (; first + run <= a.size(); first += run) {
        std::uint8_t differing_here = 0;
#pragma GCC ivdep
        for (std::size_t i = 0; i < run; ++i)
            differing_here = static_cast<std::uint8_t>(differing_here + (a[first + i] != b[first + i]));
        differing += differing_here;
    }
    for (; first < a.size(); ++first)
        differing += a[first] != b[first] ? 1U : 0U;
    return differing;
}

/// Places that differ, and those that only the longer one has.
template <class A, class B>
[[nodiscard]] std::uint64_t differing_letters(std::span<const A> a, std::span<const B> b) noexcept {
    const std::size_t both = std::min(a.size(), b.size());
    return a.size() + b.size() - 2 * both + count_differing(a.first(both), b.first(both));
}

} // namespace concord::fuzz
