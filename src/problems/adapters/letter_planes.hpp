// The letters of a read or of a strand as bits, so that 64 letters are compared at once.
#pragma once

#include "base/bits.hpp"
#include "problems/adapters/read_letters.hpp"
#include "sequence/packed_sequences.hpp"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

namespace concord::adapters {

/// Bit i of a plane belongs to letter i: the low and the high bit of its code, and whether it is no letter.
struct letter_planes {
    std::vector<std::uint64_t> low, high, none;

    /// Codes 0 to 3, or no_letter. The memory is used again.
    void assign(std::span<const std::uint8_t> letters) {
        const std::size_t words = letters.size() / 64 + 2; // bits_from reads a word beyond
        for (auto* plane : {&low, &high, &none})
            plane->assign(words, 0);
        for (std::size_t at = 0; at < letters.size(); at += 8) {
            std::uint64_t eight = 0;
            std::memcpy(&eight, letters.data() + at, std::min<std::size_t>(8, letters.size() - at));
            low[at / 64] |= bits_of(eight) << at % 64;
            high[at / 64] |= bits_of(eight >> 1U) << at % 64;
            none[at / 64] |= bits_of(eight >> 2U) << at % 64;
        }
    }

  private:
    /// The lowest bits of eight bytes: the factor moves that of byte i to bit 56 + i, and no two to the same bit.
    static std::uint64_t bits_of(std::uint64_t bytes) noexcept {
        return (bytes & 0x0101010101010101U) * 0x0102040810204080U >> 56U;
    }
};

/// Where 64 letters of a strand, from `first` on, differ from those of a read from `start` on.
[[nodiscard]] inline std::uint64_t differing(const letter_planes& strand, std::size_t first, const letter_planes& read,
                                             std::size_t start) noexcept {
    using sequence::bits_from;
    return (bits_from(strand.low.data(), first) ^ bits_from(read.low.data(), start)) |
           (bits_from(strand.high.data(), first) ^ bits_from(read.high.data(), start)) |
           bits_from(read.none.data(), start);
}

/// Letters [first, first + overlap) of a strand that differ from those of a read from `start` on; beyond `most` any
/// number above it.
[[nodiscard]] inline std::uint32_t differences_of(const letter_planes& strand, std::size_t first,
                                                  const letter_planes& read, std::size_t start, std::size_t overlap,
                                                  std::uint32_t most) noexcept {
    std::uint32_t sum = 0;
    for (std::size_t at = 0; at < overlap && sum <= most; at += 64)
        sum += base::count_ones(
            differing(strand, first + at, read, start + at) &
            base::low_bits<std::uint64_t>(static_cast<unsigned>(std::min<std::size_t>(64, overlap - at))));
    return sum;
}

/// Bits of which eight in a row are set, from each on.
[[nodiscard]] constexpr std::uint64_t runs_of_eight(std::uint64_t bits) noexcept {
    bits &= bits >> 1U;
    bits &= bits >> 2U;
    return bits & bits >> 4U;
}

} // namespace concord::adapters
