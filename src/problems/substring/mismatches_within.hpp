// Hamming distance of two windows, no further than it matters.
#pragma once

#include "base/bits.hpp"
#include "base/host_device.hpp"
#include "sequence/letters_view.hpp"

#include <cstdint>

namespace concord::substring {

inline constexpr std::uint64_t too_many_mismatches = ~std::uint64_t{0};

/// Mismatches of the letters [a, a + length) and [b, b + length) of the collection, or too_many_mismatches where they
/// are more than `most`. Time O(length / 64).
[[nodiscard]] CONCORD_HD inline std::uint64_t mismatches_within(const sequence::letters_view& letters, std::uint64_t a,
                                                                std::uint64_t b, std::uint64_t length,
                                                                std::uint64_t most) {
    std::uint64_t mismatches = 0;
    for (std::uint64_t at = 0; at < length; at += sequence::letters_per_word) {
        const std::uint64_t rest = length - at;
        const auto here = rest < sequence::letters_per_word ? static_cast<unsigned>(rest) : sequence::letters_per_word;
        mismatches += base::count_ones(letters.differences(a + at, b + at) & base::low_bits<std::uint64_t>(here));
        if (mismatches > most) return too_many_mismatches;
    }
    return mismatches;
}

} // namespace concord::substring
