// Edits of a pattern of any number of words and a text: strips of a few words, which stay in registers, go over the
// whole text one below the other, and hand what crosses a strip's lower edge to the next (Myers, J. of the ACM 46,
// 1999).
#pragma once

#include "fuzz/edit_columns.hpp"
#include "fuzz/letter_places.hpp"

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>
#include <vector>

namespace concord::fuzz {

/// Calls strip(first word, words) from the top down, with a std::integral_constant: `Words`, at last halves of it.
template <std::size_t Words, class Strip>
void for_each_strip(std::size_t words, const Strip& strip, std::size_t first = 0) {
    for (; first + Words <= words; first += Words)
        strip(first, std::integral_constant<std::size_t, Words>());
    if constexpr (Words > 1)
        if (first < words) for_each_strip<Words / 2>(words, strip, first);
}

/// What a strip's last row adds to the distance, and what crosses it: of each column of the text a rise, a fall, and a
/// match that a transposition may complete.
template <bool MaySwap, std::size_t Words, class Letter>
[[nodiscard]] std::int64_t edits_of_strip(const letter_places& pattern, std::size_t first, std::size_t length,
                                          std::span<const Letter> text, std::uint8_t* crossing) {
    edit_words<MaySwap, Words> column;
    for (const Letter letter : text) {
        const edge_crossing passing = column.take(
            pattern.of(letter) + first, {*crossing & 1U, *crossing >> 1U & 1U, std::uint64_t{*crossing} >> 2U});
        std::uint64_t below = passing.rise | passing.fall << 1U;
        if constexpr (MaySwap) below |= passing.swap << 2U;
        *crossing++ = static_cast<std::uint8_t>(below);
    }
    return column.rise(length - 64 * first);
}

/// Levenshtein's distance, or with `MaySwap` that of optimal string alignment. `length`: letters of the pattern, 1 or
/// more. `crossing` is room that is used. Time: O(text * words of the pattern).
template <bool MaySwap, class Letter>
[[nodiscard]] std::uint64_t long_edit_distance(const letter_places& pattern, std::size_t length,
                                               std::span<const Letter> text, std::vector<std::uint8_t>& crossing) {
    if (pattern.words() <= longest_in_columns / 64) return edit_distance<MaySwap>(pattern, length, text);
    crossing.assign(text.size(), 1); // at the upper border each letter is a rise
    auto edits = static_cast<std::int64_t>(text.size());
    for_each_strip<4>(pattern.words(), [&](std::size_t first, auto words) {
        edits += edits_of_strip<MaySwap, words()>(pattern, first, length, text, crossing.data());
    });
    return static_cast<std::uint64_t>(edits);
}

template <std::size_t Words, class Letter>
[[nodiscard]] std::size_t lcs_length_of_strip(const letter_places& pattern, std::size_t first,
                                              std::span<const Letter> text, std::uint8_t* crossing) {
    std::array<std::uint64_t, Words> column;
    column.fill(~std::uint64_t{0});
    for (const Letter letter : text) {
        const std::uint64_t* const equal = pattern.of(letter) + first;
        std::array<std::uint64_t, Words> matched;
        for (std::size_t word = 0; word < Words; ++word) {
            matched[word] = column[word] & equal[word];
            keep_scalar(matched[word]);
        }
        std::array<std::uint64_t, Words> sum;
        unsigned char carry = *crossing;
        for (std::size_t word = 0; word < Words; ++word)
            sum[word] = add_with_carry(column[word], matched[word], carry);
        *crossing++ = carry;
        for (std::size_t word = 0; word < Words; ++word)
            column[word] = sum[word] | (column[word] ^ matched[word]);
    }
    std::size_t count = 0;
    for (const std::uint64_t word : column)
        count += static_cast<std::size_t>(std::popcount(~word));
    return count;
}

/// As lcs_length(), in less time where the pattern has many words. `crossing` is room that is used.
template <class Letter>
[[nodiscard]] std::size_t long_lcs_length(const letter_places& pattern, std::span<const Letter> text,
                                          std::vector<std::uint8_t>& crossing) {
    constexpr std::size_t words_at_once = 8; // as many as lcs_length() keeps in registers
    if (pattern.words() <= words_at_once) return lcs_length(pattern, text);
    crossing.assign(text.size(), 0);
    std::size_t length = 0;
    for_each_strip<words_at_once>(pattern.words(), [&](std::size_t first, auto words) {
        length += lcs_length_of_strip<words()>(pattern, first, text, crossing.data());
    });
    return length;
}

} // namespace concord::fuzz
