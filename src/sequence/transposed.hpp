// Eight bytes as a matrix of bits: from letters to planes, and from planes to letters.
#pragma once

#include <cstdint>

namespace concord::sequence {

/// Rows and columns change places: bit j of byte i becomes bit i of byte j. Three exchanges, of single bits, of pairs
/// and of fours.
[[nodiscard]] constexpr std::uint64_t transposed(std::uint64_t bytes) noexcept {
    const auto exchange = [&](unsigned distance, std::uint64_t mask) {
        const std::uint64_t differ = (bytes ^ bytes >> distance) & mask;
        bytes ^= differ ^ differ << distance;
    };
    exchange(7, 0x00AA'00AA'00AA'00AA);
    exchange(14, 0x0000'CCCC'0000'CCCC);
    exchange(28, 0x0000'0000'F0F0'F0F0);
    return bytes;
}

} // namespace concord::sequence
