// Few edits of a pattern that is laid out once and a text: a band of diagonals, 64 a word (Hyyrö, Nordic J. of
// Computing 10, 2003).
#pragma once

#include "fuzz/letter_places.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace concord::fuzz {

/// Words of a band in which so many edits are looked for: they have a bit for each of its diagonals.
[[nodiscard]] constexpr std::size_t words_of_band(std::uint64_t most) noexcept {
    return static_cast<std::size_t>(most / 64 + 1);
}
inline constexpr std::uint64_t most_edits_in_band = 255; ///< of four words

/// The bits of a row of `words` words from bit `first` on; those outside are 0.
[[nodiscard]] inline std::uint64_t bits_of_row(const std::uint64_t* row, std::size_t words,
                                               std::int64_t first) noexcept {
    if (first < 0) return first > -64 ? row[0] << static_cast<unsigned>(-first) : 0;
    const auto word = static_cast<std::size_t>(first) / 64;
    const auto shift = static_cast<unsigned>(first % 64);
    const std::uint64_t here = word < words ? row[word] : 0;
    const std::uint64_t next = word + 1 < words ? row[word + 1] : 0;
    return here >> shift | next << 1U << (63 - shift); // by two shifts, as one by 64 is undefined
}

/// Levenshtein's distance, or most + 1 if it is greater. `most`: at most what words_of_band() gives `Words` for;
/// `length`: letters of the pattern, of any number of words. Time: O(text * Words), less where the texts have little in
/// common.
///
/// The words hold 64 rows of a column each, and move down by a row with each letter of the text: bit b is the cell of
/// diagonal (row less column) `lowest + b`. Rows above the pattern are as its border. Cells outside count as if every
/// step from the band were an edit. Along the diagonal of the last cell no cell is less than the one before.
///
///                text →
///     pattern ↓  ┌─┐
///                │ │┌─┐
///                │ ││ │┌─┐
///                └─┘│ ││ │
///                   └─┘│ │
///                      └─┘
template <std::size_t Words, class Letter>
[[nodiscard]] std::uint64_t levenshtein_in_band(const letter_places& pattern, std::size_t length,
                                                std::span<const Letter> text, std::uint64_t most) {
    const auto goal = static_cast<std::int64_t>(length) - static_cast<std::int64_t>(text.size());
    const auto bound = static_cast<std::int64_t>(most);
    const std::int64_t apart = goal < 0 ? -goal : goal;
    if (apart > bound) return most + 1;
    const std::int64_t lowest = std::min<std::int64_t>(0, goal) - (bound - apart) / 2;
    const auto last_bit = static_cast<std::size_t>(goal - lowest);
    std::array<std::uint64_t, Words> vp;
    for (std::size_t word = 0; word < Words; ++word) {
        const std::int64_t above = -lowest - static_cast<std::int64_t>(64 * word); // rows of the word that are above
        vp[word] = above >= 64 ? 0 : ~std::uint64_t{0} << static_cast<unsigned>(std::max<std::int64_t>(0, above));
    }
    std::array<std::uint64_t, Words> vn{};
    std::int64_t cell = std::max<std::int64_t>(0, goal); // on the diagonal of the last one
    const std::size_t words = pattern.words();
    for (std::size_t column = 0; column < text.size(); ++column) {
        const std::uint64_t* const row = pattern.of(text[column]);
        const std::int64_t first = static_cast<std::int64_t>(column) + lowest;
        std::array<std::uint64_t, Words> d0;
        unsigned char carry = 0;
        for (std::size_t word = 0; word < Words; ++word) {
            const std::uint64_t equal = bits_of_row(row, words, first + static_cast<std::int64_t>(64 * word));
            const std::uint64_t sum = add_with_carry(equal & vp[word], vp[word], carry);
            d0[word] = (sum ^ vp[word]) | equal | vn[word];
        }
        for (std::size_t word = 0; word < Words; ++word) {
            const std::uint64_t below = word + 1 < Words ? d0[word + 1] << 63U : 0;
            const std::uint64_t moved = d0[word] >> 1U | below;
            const std::uint64_t hp = vn[word] | ~(d0[word] | vp[word]);
            vp[word] = (d0[word] & vp[word]) | ~(moved | hp);
            vn[word] = moved & hp;
        }
        cell += static_cast<std::int64_t>(~d0[last_bit / 64] >> last_bit % 64 & 1U);
        if (cell > bound) return most + 1;
    }
    return static_cast<std::uint64_t>(cell);
}

/// The same for any `most` up to most_edits_in_band.
template <class Letter>
[[nodiscard]] std::uint64_t levenshtein_in_band(const letter_places& pattern, std::size_t length,
                                                std::span<const Letter> text, std::uint64_t most) {
    switch (words_of_band(most)) {
    case 1: return levenshtein_in_band<1>(pattern, length, text, most);
    case 2: return levenshtein_in_band<2>(pattern, length, text, most);
    case 3: return levenshtein_in_band<3>(pattern, length, text, most);
    default: return levenshtein_in_band<4>(pattern, length, text, most);
    }
}

} // namespace concord::fuzz
