// Numbers for letters: those of the texts from 1 on, all others 0.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace concord::lanes {

class letter_rows {
  public:
    void clear() {
        narrow_.fill(0);
        wide_.clear();
        wide_count_ = 0;
        count_ = 0;
    }

    /// The number of a letter, made where it is new.
    std::uint32_t add(std::uint32_t letter) {
        if (letter < narrow_.size()) {
            if (narrow_[letter] == 0) narrow_[letter] = ++count_;
            return narrow_[letter];
        }
        if (wide_count_ >= most_letters(wide_.size())) grow();
        slot& found = wide_[slot_of(letter)];
        if (found.row == 0) {
            found = {letter, ++count_};
            ++wide_count_;
        }
        return found.row;
    }

    /// A number that no letter has.
    std::uint32_t add_none() { return ++count_; }

    [[nodiscard]] std::uint32_t of(std::uint32_t letter) const noexcept {
        if (letter < narrow_.size()) return narrow_[letter];
        return wide_.empty() ? 0 : wide_[slot_of(letter)].row;
    }

    /// The greatest number.
    [[nodiscard]] std::uint32_t count() const noexcept { return count_; }

  private:
    struct slot {
        std::uint32_t letter = 0;
        std::uint32_t row = 0; ///< 0: free
    };

    [[nodiscard]] std::size_t slot_of(std::uint32_t letter) const noexcept {
        std::size_t at = letter * std::size_t{0x9E37'79B9} >> 8U & (wide_.size() - 1);
        // One branch, nearly never taken: whether a slot is taken is as good as random and would be mispredicted.
        while ((static_cast<unsigned>(wide_[at].row != 0) & static_cast<unsigned>(wide_[at].letter != letter)) != 0)
            at = (at + 1) & (wide_.size() - 1);
        return at;
    }

    static constexpr std::size_t slots_at_first = 256;

    /// Of a table of so many slots: those of one text leave most slots free, so that few share one.
    [[nodiscard]] static std::size_t most_letters(std::size_t slots) noexcept {
        return slots <= 2 * slots_at_first ? slots / 8 : slots / 2;
    }

    void grow() {
        std::vector<slot> before(wide_.empty() ? slots_at_first : 2 * wide_.size());
        before.swap(wide_);
        for (const slot& one : before)
            if (one.row != 0) wide_[slot_of(one.letter)] = one;
    }

    std::array<std::uint32_t, 256> narrow_{};
    std::vector<slot> wide_; ///< an open hash table; its size is a power of two
    std::size_t wide_count_ = 0;
    std::uint32_t count_ = 0;
};

} // namespace concord::lanes
