// The cost of a pattern in a text, letter by letter of the text: Myers' bit vectors, 64 letters of the pattern a word.
//
//                text ->
//              0  0  0  0  0  0  0       row 0: 0 everywhere (anywhere in the text), or 1, 2, 3 ... (from its first
//              letter)
//   pattern    [word 0, top to bottom ]  vertical deltas of a column; a delta enters each word from above and leaves it
//   |          [word 1                ]  below
//   v          [word 2                ]  words whose cells all cost more than the bound are left out (Ukkonen's cutoff)
//              cost                      of the whole pattern, known where the last word is not left out
#pragma once

#include "problems/distance/find/pattern_row_masks.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace concord::edit_distance {

/// The vertical deltas of 64 rows of a column.
struct column_word {
    std::uint64_t rises = ~std::uint64_t{0};
    std::uint64_t falls = 0;
};

/// Goes on to the next column: `matches` has a bit for each row that the letter matches, `enters` is the horizontal
/// delta above the first row. Returns the one below row `last`.
inline int next_column(column_word& word, std::uint64_t matches, int enters, unsigned last) {
    const std::uint64_t vertical = matches | word.falls;
    if (enters < 0) matches |= 1;
    const std::uint64_t horizontal = (((matches & word.rises) + word.rises) ^ word.rises) | matches;
    std::uint64_t rises = word.falls | ~(horizontal | word.rises);
    std::uint64_t falls = word.rises & horizontal;
    const int leaves = static_cast<int>(rises >> last & 1U) - static_cast<int>(falls >> last & 1U);
    rises = rises << 1U | (enters > 0 ? 1U : 0U);
    falls = falls << 1U | (enters < 0 ? 1U : 0U);
    word.rises = falls | ~(vertical | rises);
    word.falls = rises & vertical;
    return leaves;
}

/// The matrix of a pattern, a column at a time.
class search_columns {
  public:
    /// `bound`: greater costs need not be known.
    search_columns(const pattern_row_masks& pattern, bool at_start, std::uint64_t bound)
        : pattern_(pattern), enters_(at_start ? 1 : 0), words_(pattern.words()) {
        active_ = static_cast<std::size_t>(std::min<std::uint64_t>(words_.size(), bound / 64 + 1));
        for (std::size_t word = 0; word < words_.size(); ++word)
            below_.push_back(std::min<std::uint64_t>((word + 1) * 64, pattern.length()));
    }

    void add(std::uint32_t letter, std::uint64_t bound) {
        const std::uint64_t* const matches = pattern_.of(letter);
        int delta = enters_;
        for (std::size_t word = 0; word < active_; ++word)
            delta = step(word, matches[word], delta);
        // Below a word whose last cell costs more than the bound only a diagonal step, of a match or along a delta of
        // -1, leads to a cell within it.
        const std::uint64_t left = below_[active_ - 1] - static_cast<std::uint64_t>(static_cast<std::int64_t>(delta));
        if (active_ < words_.size() && left <= bound && ((matches[active_] & 1U) != 0 || delta < 0)) {
            words_[active_] = {};
            below_[active_] = left + rows_in(active_);
            step(active_, matches[active_], delta);
            ++active_;
        } else {
            while (active_ > 1 && below_[active_ - 1] >= bound + 64)
                --active_;
        }
    }

    /// Whether cost() is that of the whole pattern; if not, it is more than the bound.
    [[nodiscard]] bool is_whole() const { return active_ == words_.size(); }
    [[nodiscard]] std::uint64_t cost() const { return below_[active_ - 1]; }
    [[nodiscard]] std::span<const column_word> words() const { return words_; }

  private:
    [[nodiscard]] std::uint64_t rows_in(std::size_t word) const {
        return std::min<std::uint64_t>(64, pattern_.length() - word * 64);
    }
    int step(std::size_t word, std::uint64_t matches, int enters) {
        const int leaves = next_column(words_[word], matches, enters, static_cast<unsigned>(rows_in(word) - 1));
        below_[word] += static_cast<std::uint64_t>(static_cast<std::int64_t>(leaves));
        return leaves;
    }

    const pattern_row_masks& pattern_;
    int enters_;
    std::size_t active_;
    std::vector<column_word> words_;
    std::vector<std::uint64_t> below_; ///< of each word, the cost of its last row
};

} // namespace concord::edit_distance
