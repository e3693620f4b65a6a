// Stretches of the collection letter by letter: a hash, and whether two are equal. An ambiguous letter equals itself
// here, so that equal stretches have the same supports.
#pragma once

#include "base/bits.hpp"
#include "problems/substring/gpu/window_sets.hpp"

#include <cstdint>

namespace concord::substring {

/// The letters [at, at + length) of a stretch that a word holds, as bits.
[[nodiscard]] CONCORD_HD inline std::uint64_t letters_of_word(std::uint64_t at, std::uint64_t length) {
    const std::uint64_t rest = length - at;
    return base::low_bits<std::uint64_t>(
        static_cast<unsigned>(rest < sequence::letters_per_word ? rest : sequence::letters_per_word));
}

[[nodiscard]] CONCORD_HD inline std::uint64_t hash_of_letters(const sequence::letters_view& letters, std::uint64_t from,
                                                              std::uint64_t length) {
    std::uint64_t hash = (length + 1) * 0x9E3779B97F4A7C15U;
    for (std::uint64_t at = 0; at < length; at += sequence::letters_per_word) {
        for (unsigned plane = 0; plane < letters.planes(); ++plane) {
            hash ^= letters.target(plane, from + at) & letters_of_word(at, length);
            hash *= 0xD6E8FEB86659FD93U;
            hash ^= hash >> 32U;
        }
    }
    return hash;
}

[[nodiscard]] CONCORD_HD inline bool are_equal(const sequence::letters_view& letters, std::uint64_t a, std::uint64_t b,
                                               std::uint64_t length) {
    for (std::uint64_t at = 0; at < length; at += sequence::letters_per_word)
        for (unsigned plane = 0; plane < letters.planes(); ++plane)
            if (((letters.target(plane, a + at) ^ letters.target(plane, b + at)) & letters_of_word(at, length)) != 0)
                return false;
    return true;
}

} // namespace concord::substring
