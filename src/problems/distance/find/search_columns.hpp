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
#include <vector>

namespace concord::edit_distance {

/// The vertical deltas of 64 rows of a column.
struct column_word {
    std::uint64_t rises = ~std::uint64_t{0};
    std::uint64_t falls = 0;
};

/// A horizontal delta as two bits: +1 or -1, or neither.
struct row_delta {
    std::uint64_t rises = 0;
    std::uint64_t falls = 0;
};

/// Goes on to the next column: `matches` has a bit for each row that the letter matches, `enters` is the horizontal
/// delta above the first row. Returns the one below row `last`.
inline row_delta next_column(column_word& word, std::uint64_t matches, row_delta enters, unsigned last) {
    const std::uint64_t vertical = matches | word.falls;
    matches |= enters.falls;
    const std::uint64_t horizontal = (((matches & word.rises) + word.rises) ^ word.rises) | matches;
    std::uint64_t rises = word.falls | ~(horizontal | word.rises);
    std::uint64_t falls = word.rises & horizontal;
    const row_delta leaves = {rises >> last & 1U, falls >> last & 1U};
    rises = rises << 1U | enters.rises;
    falls = falls << 1U | enters.falls;
    word.rises = falls | ~(vertical | rises);
    word.falls = rises & vertical;
    return leaves;
}

/// The matrix of a pattern, a column at a time.
class search_columns {
  public:
    /// `bound`: greater costs need not be known.
    search_columns(const pattern_row_masks& pattern, bool at_start, std::uint64_t bound)
        : pattern_(pattern), enters_{at_start ? 1U : 0U, 0}, words_(pattern.words()) {
        active_ = static_cast<std::size_t>(std::min<std::uint64_t>(words_.size(), bound / 64 + 1));
        for (std::size_t word = 0; word < words_.size(); ++word)
            words_[word].below = std::min<std::uint64_t>((word + 1) * 64, pattern.length());
    }

    void add(std::uint32_t letter, std::uint64_t bound) {
        const std::uint64_t* const matches = pattern_.of(letter);
        row_delta delta = enters_;
        const std::size_t whole = std::min(active_, words_.size() - 1);
        for (std::size_t word = 0; word < whole; ++word)
            delta = step(words_[word], matches[word], delta, 63);
        if (active_ == words_.size()) delta = step(words_.back(), matches[whole], delta, last_row());
        // Below a word whose last cell costs more than the bound only a diagonal step, of a match or along a delta of
        // -1, leads to a cell within it.
        const std::uint64_t left = words_[active_ - 1].below + delta.falls - delta.rises;
        if (active_ < words_.size() && left <= bound && ((matches[active_] & 1U) != 0 || delta.falls != 0)) {
            const unsigned last = active_ + 1 == words_.size() ? last_row() : 63;
            words_[active_] = {{}, left + last + 1};
            step(words_[active_], matches[active_], delta, last);
            ++active_;
        } else {
            while (active_ > 1 && words_[active_ - 1].below >= bound + 64)
                --active_;
        }
    }

    /// Whether cost() is that of the whole pattern; if not, it is more than the bound.
    [[nodiscard]] bool is_whole() const { return active_ == words_.size(); }
    [[nodiscard]] std::uint64_t cost() const { return words_[active_ - 1].below; }

  private:
    struct counted_word {
        column_word deltas;
        std::uint64_t below = 0; ///< the cost of its last row
    };

    /// Of the last word.
    [[nodiscard]] unsigned last_row() const { return static_cast<unsigned>((pattern_.length() - 1) % 64); }
    static row_delta step(counted_word& word, std::uint64_t matches, row_delta enters, unsigned last) {
        const row_delta leaves = next_column(word.deltas, matches, enters, last);
        word.below += leaves.rises - leaves.falls;
        return leaves;
    }

    const pattern_row_masks& pattern_;
    row_delta enters_;
    std::size_t active_;
    std::vector<counted_word> words_;
};

} // namespace concord::edit_distance
