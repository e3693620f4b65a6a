// An order of substrings, for finding equal ones.
#pragma once

#include "base/bits.hpp"
#include "problems/substring/problem.hpp"

#include <algorithm>
#include <cstdint>

namespace concord::substring {

/// Orders [a, a + length) and [b, b + length) by their letters: negative, 0 or positive. Any order will do, as long as
/// equal letters, ambiguous ones included, are equal.
[[nodiscard]] inline int compare_letters(const problem& given, std::uint64_t a, std::uint64_t b, std::uint64_t length) {
    for (std::uint64_t at = 0; at < length; at += sequence::letters_per_word) {
        const auto here = static_cast<unsigned>(std::min<std::uint64_t>(length - at, sequence::letters_per_word));
        for (unsigned plane = 0; plane < given.letters.planes(); ++plane) {
            const std::uint64_t mask = base::low_bits<std::uint64_t>(here);
            const std::uint64_t of_a = given.letters.target(plane, a + at) & mask;
            const std::uint64_t of_b = given.letters.target(plane, b + at) & mask;
            if (of_a != of_b) return of_a < of_b ? -1 : 1;
        }
    }
    return 0;
}

} // namespace concord::substring
