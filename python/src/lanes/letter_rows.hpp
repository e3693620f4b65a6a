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
        pages_[narrow].fill(0);
        if (used_pages_ > first_pages) {
            page_of_.fill(0);
            page_of_[0] = narrow;
        }
        used_pages_ = first_pages;
        wide_.clear();
        wide_count_ = 0;
        count_ = 0;
    }

    /// Of texts that are bytes, as they lie: byte b has number b + 1.
    void assign_bytes() {
        clear();
        for (std::uint32_t& row : pages_[narrow])
            row = ++count_;
    }

    /// The number of a letter, made where it is new. Of wide texts letters below 256 are in a page like any: which they
    /// are is as good as random, and a branch would be mispredicted.
    template <class Letter>
    std::uint32_t add(Letter letter) {
        std::size_t number = narrow;
        if constexpr (sizeof(Letter) > 1) {
            if (letter >= letters_in_pages) [[unlikely]]
                return add_behind_pages(letter);
            number = page_of_[letter / letters_of_page];
            if (number == 0) [[unlikely]]
                number = add_page(letter);
        }
        std::uint32_t& row = pages_[number][letter % letters_of_page];
        if (row == 0) [[unlikely]]
            row = ++count_;
        return row;
    }

    /// A number that no letter has.
    std::uint32_t add_none() { return ++count_; }

    template <class Letter>
    [[nodiscard]] std::uint32_t of(Letter letter) const noexcept {
        std::size_t number = narrow;
        if constexpr (sizeof(Letter) > 1) {
            if (letter >= letters_in_pages) [[unlikely]]
                return wide_.empty() ? 0 : wide_[slot_of(letter)].row;
            number = page_of_[letter / letters_of_page];
        }
        return pages_[number][letter % letters_of_page];
    }

    /// The greatest number.
    [[nodiscard]] std::uint32_t count() const noexcept { return count_; }

  private:
    static constexpr std::uint32_t letters_of_page = 256;
    static constexpr std::uint32_t letters_in_pages = std::uint32_t{1} << 17U; ///< two planes, which have emoji as well
    using page = std::array<std::uint32_t, letters_of_page>;

    static constexpr std::size_t narrow = 1;      ///< the page of letters below 256
    static constexpr std::size_t first_pages = 2; ///< that of none, whose rows are 0, and that one

    [[gnu::noinline]] std::size_t add_page(std::uint32_t letter) {
        if (used_pages_ == pages_.size()) pages_.emplace_back();
        pages_[used_pages_].fill(0);
        page_of_[letter / letters_of_page] = static_cast<std::uint16_t>(used_pages_);
        return used_pages_++;
    }

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

    [[gnu::noinline]] std::uint32_t add_behind_pages(std::uint32_t letter) {
        if (wide_count_ >= most_letters(wide_.size())) grow();
        slot& found = wide_[slot_of(letter)];
        if (found.row == 0) {
            found = {letter, ++count_};
            ++wide_count_;
        }
        return found.row;
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

    std::array<std::uint16_t, letters_in_pages / letters_of_page> page_of_{narrow}; ///< 0: without rows
    std::vector<page> pages_ = std::vector<page>(first_pages);                      ///< of rows
    std::size_t used_pages_ = first_pages;
    std::vector<slot> wide_; ///< letters behind the pages, in an open hash table; its size is a power of two
    std::size_t wide_count_ = 0;
    std::uint32_t count_ = 0;
};

} // namespace concord::lanes
