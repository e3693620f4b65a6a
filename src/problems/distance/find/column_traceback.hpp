// The alignment of a pattern of any length that ends at a known place of a text, from the vertical deltas of columns.
#pragma once

#include "alignment/alignment_builder.hpp"
#include "base/unset_vector.hpp"
#include "problems/distance/find/search_columns.hpp"
#include "problems/distance/tuning.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace concord::edit_distance {

/// The columns of a matrix that ends with a cost of `edits`. Of a column only the words are kept that hold a cell of a
/// way to that end with no more edits:
///
///     row 0     . . . . . . . . .      a way leaves the diagonal of the end by no more cells than it has edits.
///               # # # . . . . . .      What enters the first of these words is taken to cost one more a letter, and
///               # # # # # . . . .      what is below the last to cost one more a row: never too little, and nothing
///               . . # # # # # . .      of this is on the way
///               . . . . # # # # end
///
/// Where these are too many, every so many columns are kept, and those between two of them computed again when they are
/// read. `Pattern`: as pattern_row_masks.
template <class Pattern, class Letter>
class kept_columns {
  public:
    kept_columns(const Pattern& pattern, std::span<const Letter> text, bool at_start, std::uint64_t edits)
        : pattern_(pattern), text_(text), enters_{at_start ? 1U : 0U, 0}, words_(pattern.words()), edits_(edits),
          stride_(std::min<std::size_t>(words_, (2 * edits + 3) / 64 + 2)),
          segment_columns_(std::max<std::size_t>(tuning::find_columns_kept, tuning::find_words_kept / stride_)) {
        if (text.size() <= segment_columns_) return; // the first one, of no letters
        std::vector<column_word> now(stride_);
        std::vector<column_word> next(stride_);
        for (std::size_t column = 0; column < text.size(); ++column) {
            if (column % segment_columns_ == 0) kept_.insert(kept_.end(), now.begin(), now.end());
            step(now.data(), next.data(), column);
            now.swap(next);
        }
    }

    /// The deltas at row r (from 1) after `column` letters; columns are asked for from right to left.
    [[nodiscard]] bool rises(std::size_t r, std::size_t column) { return bit(at(column, r).rises, r); }
    [[nodiscard]] bool falls(std::size_t r, std::size_t column) { return bit(at(column, r).falls, r); }

  private:
    /// Words [first, last) of a column.
    struct word_range {
        std::size_t first;
        std::size_t last;
    };

    static bool bit(std::uint64_t word, std::size_t r) { return (word >> (r - 1) % 64 & 1U) != 0; }

    /// Those with a cell of a way after so many letters, or of one beside it: at most stride_.
    [[nodiscard]] word_range words_of(std::size_t column) const {
        const std::uint64_t diagonal = column + pattern_.length(); // that of the end: its row and text_.size()
        const std::uint64_t lowest = text_.size() + edits_ + 2;    // the first row, and as much more
        const std::uint64_t behind = diagonal + edits_ + 1;
        const std::uint64_t rows = behind < text_.size() ? 0 : behind - text_.size();
        return {std::min<std::size_t>(words_, diagonal < lowest ? 0 : (diagonal - lowest) / 64),
                std::min<std::size_t>(words_, (rows + 63) / 64)};
    }
    const column_word& at(std::size_t column, std::size_t r) {
        if (segment_.empty() || column < first_) load(column);
        return segment_[(column - first_) * stride_ + (r - 1) / 64 - words_of(column).first];
    }
    void load(std::size_t column) {
        const std::size_t kept = column == 0 ? 0 : (column - 1) / segment_columns_;
        first_ = kept * segment_columns_;
        segment_.resize((column - first_ + 1) * stride_);
        if (kept_.empty())
            std::fill_n(segment_.begin(), stride_, column_word{});
        else
            std::copy_n(kept_.begin() + static_cast<std::ptrdiff_t>(kept * stride_), stride_, segment_.begin());
        for (std::size_t next = first_; next < column; ++next) {
            column_word* const from = segment_.data() + (next - first_) * stride_;
            step(from, from + stride_, next);
        }
    }
    /// From the column of so many letters to the next one: the words below the known ones are as they were made.
    void step(const column_word* from, column_word* to, std::size_t column) {
        const std::uint64_t* const matches = pattern_.of(text_[column]);
        const word_range known = words_of(column);
        const word_range asked = words_of(column + 1);
        row_delta delta = asked.first == 0 ? enters_ : row_delta{1, 0};
        for (std::size_t word = asked.first; word < asked.last; ++word) {
            column_word next = word < known.last ? from[word - known.first] : column_word{};
            delta = next_column(next, matches[word], delta, 63);
            to[word - asked.first] = next;
        }
    }

    const Pattern& pattern_;
    std::span<const Letter> text_;
    row_delta enters_;
    std::size_t words_;
    std::uint64_t edits_;
    std::size_t stride_;          ///< words that are kept of a column
    std::size_t segment_columns_; ///< of which the first one is kept
    std::size_t first_ = 0;       ///< column of the segment
    std::vector<column_word> kept_;
    base::unset_vector<column_word> segment_;
};

struct traced_end {
    std::uint64_t letters; ///< of the text that the pattern is aligned with
    alignment runs;
};

/// `text`: the letters up to the end, as many as an occurrence can have or more; `edits`: those of the end. Takes the
/// first of '=', 'I', 'X', 'D' that is on a best way: a match always is; 'D' without 'X' exactly where the cell to the
/// left costs less than that above it. Time O(text (1 + edits / 64)), at most O(pattern text / 64), memory the same up
/// to tuning::find_words_kept words, and beyond them a column for each of as many.
template <class Pattern, class Letter>
[[nodiscard]] traced_end trace_end(const Pattern& pattern, std::span<const Letter> text, bool at_start,
                                   std::uint64_t edits) {
    kept_columns<Pattern, Letter> columns(pattern, text, at_start, edits);
    pairwise::alignment_builder aligned;
    std::size_t r = pattern.length();
    std::size_t c = text.size();
    while (r > 0) {
        if (c > 0 && (pattern.of(text[c - 1])[(r - 1) / 64] >> (r - 1) % 64 & 1U) != 0) {
            aligned.prepend('=');
            --r, --c;
        } else if (columns.rises(r, c)) {
            aligned.prepend('I');
            --r;
        } else if (!columns.falls(r, c - 1)) {
            aligned.prepend('X');
            --r, --c;
        } else {
            aligned.prepend('D');
            --c;
        }
    }
    if (at_start) {
        aligned.prepend('D', c);
        c = 0;
    }
    return {text.size() - c, std::move(aligned).take()};
}

} // namespace concord::edit_distance
