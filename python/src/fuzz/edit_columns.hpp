// Edits of a pattern that is laid out once and a text: bit-parallel columns of the matrix, 64 letters of the pattern a
// word (Myers, J. of the ACM 46, 1999; Hyyrö, Nordic J. of Computing 10, 2003).
#pragma once

#include "fuzz/letter_places.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>

namespace concord::fuzz {

/// A column of at most 64 letters of the pattern, arranged so that few operations wait for each other: `not_vp` stands
/// for VP, and what is known before the sum is computed beside it.
class levenshtein_column {
  public:
    levenshtein_column() = default;
    /// The column of the last of `prefix` letters that the pattern and the text begin with.
    explicit levenshtein_column(std::size_t prefix) noexcept : not_vp_(low_bits(prefix)), vn_(not_vp_) {}

    void take(std::uint64_t equal) noexcept { step(equal, 0); }

    /// After so many letters of the text. `length`: letters of the pattern, from 1 to 64; of fewer than it has, the
    /// distance of its first ones.
    [[nodiscard]] std::uint64_t distance(std::size_t length, std::size_t text) const noexcept {
        const std::uint64_t ends = ~std::uint64_t{0} >> (64 - length);
        return text + static_cast<std::uint64_t>(std::popcount(~not_vp_ & ends)) -
               static_cast<std::uint64_t>(std::popcount(vn_ & ends));
    }

  protected:
    /// D0. `swaps`: places that a transposition reaches.
    std::uint64_t step(std::uint64_t equal, std::uint64_t swaps) noexcept {
        const std::uint64_t sum = (equal - 1 - not_vp_) - (equal & not_vp_); // (equal & vp) + vp
        const std::uint64_t x = equal | vn_ | swaps;
        const std::uint64_t unchanged = sum ^ not_vp_; // D0 is x | ~unchanged
        const std::uint64_t d0 = x | ~unchanged;
        const std::uint64_t border = vn_ << 1U | 1U;
        const std::uint64_t rises = (not_vp_ & ~x & unchanged) << 1U;
        const std::uint64_t not_falls = (not_vp_ | (sum & ~x)) << 1U | 1U;
        not_vp_ = (border | d0 | rises) & not_falls;
        vn_ = (border | rises) & d0;
        return d0;
    }

  private:
    std::uint64_t not_vp_ = 0;
    std::uint64_t vn_ = 0;
};

/// Optimal string alignment: Levenshtein, and swaps of two neighbours that are not edited again.
class osa_column : public levenshtein_column {
  public:
    using levenshtein_column::levenshtein_column;

    void take(std::uint64_t equal) noexcept {
        const std::uint64_t swaps = (~d0_ & equal) << 1U & equal_before_;
        d0_ = step(equal, swaps);
        equal_before_ = equal;
    }

  private:
    std::uint64_t d0_ = 0;
    std::uint64_t equal_before_ = 0;
};

/// Letters that are not in a longest common subsequence.
class indel_column {
  public:
    indel_column() = default;
    explicit indel_column(std::size_t prefix) noexcept : column_(~low_bits(prefix)) {}

    void take(std::uint64_t equal) noexcept {
        const std::uint64_t matched = column_ & equal;
        column_ = (column_ + matched) | (column_ ^ matched);
    }
    [[nodiscard]] std::uint64_t distance(std::size_t length, std::size_t text) const noexcept {
        const std::uint64_t ends = ~std::uint64_t{0} >> (64 - length);
        return length + text - 2 * static_cast<std::uint64_t>(std::popcount(~column_ & ends));
    }

  private:
    std::uint64_t column_ = ~std::uint64_t{0};
};

/// `length`: letters of the pattern, from 1 to 64.
template <class Column, class Letter>
[[nodiscard]] std::uint64_t column_distance(const letter_places& pattern, std::size_t length,
                                            std::span<const Letter> text) {
    Column column;
    for (const Letter letter : text)
        column.take(pattern.word_of(letter));
    return column.distance(length, text.size());
}

/// The same of two texts side by side, whose columns do not wait for each other.
template <class Column, class Letter>
[[nodiscard]] std::array<std::uint64_t, 2> two_distances(const letter_places& pattern, std::size_t length,
                                                         std::span<const Letter> one, std::span<const Letter> other) {
    Column of_one;
    Column of_other;
    const std::size_t both = std::min(one.size(), other.size());
    for (std::size_t i = 0; i < both; ++i) {
        of_one.take(pattern.word_of(one[i]));
        of_other.take(pattern.word_of(other[i]));
    }
    for (const Letter letter : one.subspan(both))
        of_one.take(pattern.word_of(letter));
    for (const Letter letter : other.subspan(both))
        of_other.take(pattern.word_of(letter));
    return {of_one.distance(length, one.size()), of_other.distance(length, other.size())};
}

/// What crosses the upper or the lower edge of a word in one column, each a bit. At the upper border of the matrix each
/// letter is a rise.
struct edge_crossing {
    std::uint64_t rise = 1;
    std::uint64_t fall = 0;
    std::uint64_t swap = 0; ///< a match that a transposition may complete
};

/// Columns of several words of a pattern, which stay in registers where there are few of them.
template <bool MaySwap, std::size_t Words>
class edit_words {
  public:
    /// After `prefix` letters that the pattern and the text begin with.
    explicit edit_words(std::size_t prefix = 0) {
        for (std::size_t word = 0; word < Words; ++word) {
            vn_[word] = low_bits(prefix, word);
            vp_[word] = ~vn_[word];
        }
    }

    /// The next letter of the text, of which `equal` says where these words of the pattern have it. Returns what
    /// crosses the last word's lower edge. Inlined before loops are unrolled, which two words take 8 % less time by.
    [[gnu::always_inline]] edge_crossing take(const std::uint64_t* equal, edge_crossing above) noexcept {
        std::uint64_t hp_above = above.rise;
        std::uint64_t hn_above = above.fall;
        [[maybe_unused]] std::uint64_t swap_above = above.swap;
        for (std::size_t word = 0; word < Words; ++word) {
            std::uint64_t x = equal[word] | hn_above;
            if constexpr (MaySwap) {
                const std::uint64_t missed = ~d0_before_[word] & equal[word];
                x |= (missed << 1U | swap_above) & equal_before_[word];
                swap_above = missed >> 63U;
                equal_before_[word] = equal[word];
            }
            const std::uint64_t d0 = (((x & vp_[word]) + vp_[word]) ^ vp_[word]) | x | vn_[word];
            const std::uint64_t hp = vn_[word] | ~(d0 | vp_[word]);
            const std::uint64_t hn = d0 & vp_[word];
            const std::uint64_t rises = hp << 1U | hp_above;
            vp_[word] = (hn << 1U | hn_above) | ~(d0 | rises);
            vn_[word] = rises & d0;
            hp_above = hp >> 63U;
            hn_above = hn >> 63U;
            if constexpr (MaySwap) d0_before_[word] = d0;
        }
        return {hp_above, hn_above, swap_above};
    }

    /// What the last column adds to the distance from the upper edge down to the end of the pattern, or to another row,
    /// of which `letters` stand below that edge.
    [[nodiscard]] std::int64_t rise(std::size_t letters) const noexcept {
        std::int64_t edits = 0;
        for (std::size_t word = 0; word < Words; ++word) {
            const std::uint64_t ends = low_bits(letters, word);
            edits += std::popcount(vp_[word] & ends);
            edits -= std::popcount(vn_[word] & ends);
        }
        return edits;
    }

  private:
    std::array<std::uint64_t, Words> vp_;
    std::array<std::uint64_t, Words> vn_;
    std::array<std::uint64_t, Words> d0_before_{};
    std::array<std::uint64_t, Words> equal_before_{};
};

/// The same as column_distance() for a pattern of so many words, whose first `length` letters count and begin as the
/// text with `prefix` letters.
template <bool MaySwap, std::size_t Words, class Letter>
[[nodiscard]] std::uint64_t distance_of_words(const letter_places& pattern, std::size_t length,
                                              std::span<const Letter> text, std::size_t prefix) {
    edit_words<MaySwap, Words> column(prefix);
    for (const Letter letter : text.subspan(prefix))
        column.take(pattern.of<Words>(letter), {});
    return static_cast<std::uint64_t>(static_cast<std::int64_t>(text.size()) + column.rise(length));
}

inline constexpr std::size_t longest_in_columns = 256; ///< letters of a pattern

/// Levenshtein's distance, or with `MaySwap` that of optimal string alignment. `length`: letters of the pattern, from 1
/// to longest_in_columns. Time: O(text * words of the pattern). Of several words, that of the first `length` letters of
/// a pattern where both begin with `prefix` letters.
template <bool MaySwap, class Letter>
[[nodiscard]] std::uint64_t edit_distance(const letter_places& pattern, std::size_t length,
                                          std::span<const Letter> text, std::size_t prefix = 0) {
    switch (pattern.words()) {
    case 1: return column_distance<std::conditional_t<MaySwap, osa_column, levenshtein_column>>(pattern, length, text);
    case 2: return distance_of_words<MaySwap, 2>(pattern, length, text, prefix);
    case 3: return distance_of_words<MaySwap, 3>(pattern, length, text, prefix);
    default: return distance_of_words<MaySwap, 4>(pattern, length, text, prefix);
    }
}

} // namespace concord::fuzz
