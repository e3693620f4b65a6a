// Edits of a pattern of any number of words and a text: strips of a few words, which stay in registers, go over the
// whole text one below the other, and hand what crosses a strip's lower edge to the next (Myers, J. of the ACM 46,
// 1999).
#pragma once

#include "fuzz/edit_columns.hpp"
#include "fuzz/lcs_columns.hpp"
#include "fuzz/letter_places.hpp"

#include <algorithm>
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

/// Where an alignment of so many insertions and deletions at most may go: strips leave out the corners. Beyond either
/// end of a strip nothing counts as in common.
///
///                text →
///     pattern ↓  ┌──────────┐
///                │          ├───┐
///                └──┬───────┘   │
///                   └───────────┘
class edit_corridor {
  public:
    edit_corridor(std::size_t length, std::size_t text, std::uint64_t most)
        : length_(length), text_(text), right_(text - std::min(text, length)), down_(length - std::min(text, length)) {
        is_possible_ = most >= right_ + down_;
        if (is_possible_)
            aside_ = static_cast<std::size_t>(std::min<std::uint64_t>((most - right_ - down_) / 2, length + text));
    }

    [[nodiscard]] bool is_possible() const noexcept { return is_possible_; }
    /// Letters that are in common at least.
    [[nodiscard]] std::size_t least_common() const noexcept {
        return std::min(length_, text_) - std::min({length_, text_, aside_});
    }
    /// The text of a strip of these letters of the pattern; both ends rise from strip to strip.
    [[nodiscard]] std::size_t begin(std::size_t first) const noexcept {
        return first - std::min(first, aside_ + down_);
    }
    [[nodiscard]] std::size_t end(std::size_t last) const noexcept {
        return std::min(text_, std::min(last, length_) + right_ + aside_);
    }

  private:
    std::size_t length_;
    std::size_t text_;
    std::size_t right_; ///< of the diagonals between the first cell's and the last one's
    std::size_t down_;
    std::size_t aside_ = 0;
    bool is_possible_;
};

/// Levenshtein's distance, or with `MaySwap` that of optimal string alignment; if it is greater than `most`, any number
/// greater than that. `length`: letters of the pattern, 1 or more. `crossing` is room that is used. Time: O(text *
/// words of the pattern), less where `most` is small or the texts have little in common.
template <bool MaySwap, class Letter>
[[nodiscard]] std::uint64_t long_edit_distance(const letter_places& pattern, std::size_t length,
                                               std::span<const Letter> text, std::uint64_t most,
                                               std::vector<std::uint8_t>& crossing) {
    if (pattern.words() <= longest_in_columns / 64) return edit_distance<MaySwap>(pattern, length, text);
    // A transposition reaches from a diagonal to the same one, over its neighbours.
    const std::uint64_t corridor_edits = most + std::min<std::uint64_t>(MaySwap ? 2 : 0, ~most);
    const edit_corridor corridor(length, text.size(), corridor_edits);
    const std::uint64_t beyond = most + 1;
    if (!corridor.is_possible()) return beyond;
    crossing.assign(text.size(), 1); // at the upper border, and right of a strip, each letter is a rise
    auto edits = static_cast<std::int64_t>(text.size());
    bool is_beyond = false;
    for_each_strip<4>(pattern.words(), [&](std::size_t first, auto words) {
        if (is_beyond) return;
        const std::size_t below = std::min(length, 64 * (first + words()));
        const std::size_t begin = corridor.begin(64 * first);
        const std::size_t end = corridor.end(below);
        edits += edits_of_strip<MaySwap, words()>(pattern, first, length, text.subspan(begin, end - begin),
                                                  crossing.data() + begin);
        // No alignment is cheaper than the cell in which its last diagonal crosses the strip's lower edge.
        if (end == text.size() && begin == 0) return; // everything is computed anyway
        if (below + text.size() < length) return;
        const std::size_t last = std::max(begin, below + text.size() - length);
        std::int64_t cell = edits - static_cast<std::int64_t>(text.size() - end);
        for (std::size_t column = last; column < end; ++column)
            cell += static_cast<std::int64_t>(crossing[column] >> 1U & 1U) -
                    static_cast<std::int64_t>(crossing[column] & 1U);
        is_beyond = cell > static_cast<std::int64_t>(std::min<std::uint64_t>(most, length + text.size()));
    });
    return is_beyond ? beyond : static_cast<std::uint64_t>(edits);
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

/// As lcs_length(), in less time where the pattern has many words. `most`: if more letters of both are not in common,
/// any length for which that is so. `length`: letters of the pattern; `crossing` is room that is used.
template <class Letter>
[[nodiscard]] std::size_t long_lcs_length(const letter_places& pattern, std::size_t length,
                                          std::span<const Letter> text, std::uint64_t most,
                                          std::vector<std::uint8_t>& crossing) {
    constexpr std::size_t words_at_once = 8; // as many as lcs_length() keeps in registers
    constexpr std::size_t words_of_low = 4;
    const edit_corridor corridor(length, text.size(), most);
    if (!corridor.is_possible()) return 0;
    // Low strips fit the corners, and find out earlier that too little is in common.
    const std::size_t end_of_low = corridor.end(64 * words_of_low);
    const bool is_short = pattern.words() <= words_at_once;
    const bool are_low = is_short ? 4 * end_of_low < 3 * text.size() : end_of_low < text.size();
    if (pattern.words() <= words_of_low || (is_short && !are_low)) return lcs_length(pattern, text);
    crossing.assign(text.size(), 0); // right of a strip nothing is added
    std::size_t common = 0;
    const auto add_strip = [&](std::size_t first, auto words) {
        if (common + length - 64 * first < corridor.least_common()) return;
        const std::size_t begin = corridor.begin(64 * first);
        const std::size_t end = corridor.end(64 * (first + words()));
        common +=
            lcs_length_of_strip<words()>(pattern, first, text.subspan(begin, end - begin), crossing.data() + begin);
    };
    if (are_low)
        for_each_strip<words_of_low>(pattern.words(), add_strip);
    else
        for_each_strip<words_at_once>(pattern.words(), add_strip);
    return common;
}

} // namespace concord::fuzz
