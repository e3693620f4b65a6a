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

#include "base/bits.hpp"
#include "problems/distance/find/pattern_row_masks.hpp"

#include <algorithm>
#include <array>
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
        cost_ = std::min<std::uint64_t>(active_ * 64, pattern.length());
        deepest_ = active_;
    }

    /// Goes on by some letters. Calls take(at, cost) where the pattern ends within the bound, behind letter number
    /// `at`, from 0; it returns the bound from then on, which is no greater.
    template <class Letter, class Take>
    void add(std::span<const Letter> letters, std::uint64_t bound, const Take& take) {
        for (std::size_t at = 0; at < letters.size();) {
            switch (active_) {
            case 1: at = add_to<1>(letters, at, bound, take); break;
            case 2: at = add_to<2>(letters, at, bound, take); break;
            case 3: at = add_to<3>(letters, at, bound, take); break;
            default: at = add_to<0>(letters, at, bound, take); break;
            }
        }
    }

    /// About as many rows, to half a word, as had a cell within the bound in some column.
    [[nodiscard]] std::uint64_t deepest_row() const noexcept { return std::uint64_t{64} * deepest_ - 32; }

  private:
    /// The same from letter `at` on as long as so many words are active (0: however many there are), whose deltas then
    /// stay in registers. Returns the number of the next letter.
    template <std::size_t Active, class Letter, class Take>
    std::size_t add_to(std::span<const Letter> letters, std::size_t at, std::uint64_t& bound, const Take& take) {
        const std::size_t active = Active > 0 ? Active : active_;
        const bool is_whole = active == words_.size();
        const unsigned last = last_row_of(active - 1);
        std::array<column_word, std::max<std::size_t>(Active, 1)> own;
        column_word* const words = Active > 0 ? own.data() : words_.data();
        if constexpr (Active > 0) std::copy_n(words_.begin(), Active, own.begin());
        std::uint64_t cost = cost_;
        const auto keep = [&] {
            if constexpr (Active > 0) std::copy_n(own.begin(), Active, words_.begin());
            cost_ = cost;
        };
        while (at < letters.size()) {
            const std::uint64_t* const matches = pattern_.of(letters[at++]);
            row_delta delta = enters_;
            for (std::size_t word = 0; word + 1 < active; ++word)
                delta = next_column(words[word], matches[word], delta, 63);
            delta = next_column(words[active - 1], matches[active - 1], delta, last);
            const std::uint64_t left = cost;
            cost += delta.rises - delta.falls;
            if (is_whole) {
                if (cost <= bound) bound = take(at - 1, cost);
            } else if (left <= bound && ((matches[active] & 1U) != 0 || delta.falls != 0)) {
                keep();
                begin_word(matches[active], left, delta);
                if (active_ == words_.size() && cost_ <= bound) bound = take(at - 1, cost_);
                return at;
            }
            if (active > 1 && cost >= bound + 64) {
                keep();
                end_words(bound);
                return at;
            }
        }
        keep();
        return at;
    }

    /// Below a word whose last cell costs more than the bound only a diagonal step, of a match or along a delta of -1,
    /// leads to a cell within it. `left`: that cell's cost in the column before.
    void begin_word(std::uint64_t matches, std::uint64_t left, row_delta delta) {
        const unsigned last = last_row_of(active_);
        words_[active_] = {};
        delta = next_column(words_[active_], matches, delta, last);
        cost_ = left + last + 1 + delta.rises - delta.falls;
        deepest_ = std::max(deepest_, ++active_);
    }

    /// Leaves out words whose cells all cost more than the bound.
    void end_words(std::uint64_t bound) {
        for (; active_ > 1 && cost_ >= bound + 64; --active_) {
            const column_word& last = words_[active_ - 1];
            const auto rows = base::low_bits<std::uint64_t>(last_row_of(active_ - 1) + 1);
            cost_ += base::count_ones(last.falls & rows);
            cost_ -= base::count_ones(last.rises & rows);
        }
    }

    [[nodiscard]] unsigned last_row_of(std::size_t word) const {
        return word + 1 == words_.size() ? static_cast<unsigned>((pattern_.length() - 1) % 64) : 63;
    }

    const pattern_row_masks& pattern_;
    row_delta enters_;
    std::size_t active_;
    std::size_t deepest_; ///< words that were active at once
    std::vector<column_word> words_;
    std::uint64_t cost_; ///< of the last row of the last word that is not left out
};

} // namespace concord::edit_distance
