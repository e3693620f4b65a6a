// Edits of a pattern that is laid out once and a text, where few are of interest: unlike texts are left after some
// columns.
#pragma once

#include "fuzz/letter_places.hpp"

#include <cstddef>
#include <cstdint>
#include <span>

namespace concord::fuzz {

/// Columns of the first word of a pattern, up to the one in which its texts are known to be too far apart. Along the
/// diagonal of the last cell no cell is less than the one before, and a cell depends on none below it:
///
///                text →
///     pattern ↓  ┌──────────┐
///                │╲         │
///                │  ╲       │   5 after some columns: the last cell is 5 or more
///                │    5     │
///                └──────────┘
template <class Column, class Letter>
class columns_within {
  public:
    /// `length`: letters of the pattern that count, 1 or more, of which the text has the first `prefix`. The places and
    /// the text must outlive this.
    columns_within(const letter_places& pattern, std::size_t length, std::span<const Letter> text,
                   std::size_t prefix = 0)
        : column_(prefix), pattern_(pattern), text_(text),
          goal_(static_cast<std::ptrdiff_t>(length) - static_cast<std::ptrdiff_t>(text.size())), taken_(prefix) {}

    /// Whether there may be no more edits than `most` after the columns before `end`, of which few may be left out. The
    /// diagonal has to be in the first word up to there. `Words`: of the pattern, 0 where the compiler does not know.
    template <std::size_t Words>
    [[nodiscard]] bool take_until(std::size_t end, std::uint64_t most) noexcept {
        constexpr std::size_t between_looks = 4;
        while (taken_ + between_looks <= end) {
            for (std::size_t i = 0; i < between_looks; ++i)
                column_.take(first_word<Words>(text_[taken_ + i]));
            taken_ += between_looks;
            const std::ptrdiff_t row = static_cast<std::ptrdiff_t>(taken_) + goal_;
            if (row > 0) last_look_ = column_.distance(static_cast<std::size_t>(row), taken_);
            if (last_look_ > most) return false;
        }
        return true;
    }

    /// The edits that the last of these columns had on the diagonal, 0 without any.
    [[nodiscard]] std::uint64_t last_look() const noexcept { return last_look_; }

    /// The edits of the whole text and the letters that count, of a pattern of one word.
    [[nodiscard]] std::uint64_t distance() noexcept {
        for (; taken_ < text_.size(); ++taken_)
            column_.take(pattern_.word_of(text_[taken_]));
        return column_.distance(static_cast<std::size_t>(goal_ + static_cast<std::ptrdiff_t>(taken_)), taken_);
    }

  private:
    template <std::size_t Words>
    [[nodiscard]] std::uint64_t first_word(Letter letter) const noexcept {
        if constexpr (Words == 1)
            return pattern_.word_of(letter);
        else
            return *pattern_.of<Words>(letter);
    }

    Column column_;
    const letter_places& pattern_;
    std::span<const Letter> text_;
    std::ptrdiff_t goal_; ///< the row of the last diagonal in column 0
    std::size_t taken_;
    std::uint64_t last_look_ = 0;
};

} // namespace concord::fuzz
