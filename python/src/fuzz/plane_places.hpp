// Where a pattern of one word has each letter of the first two planes of Unicode, which have emoji as well, as bits,
// found by the letter's number without a comparison.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

namespace concord::fuzz {

/// A byte for each letter of the planes says which of the pattern's letters it is. Of the table only the parts are in a
/// cache that letters of the texts are in: of Cyrillic four lines, of 3,000 Han characters as many as of bytes.
class plane_places {
  public:
    static constexpr std::uint32_t letters = std::uint32_t{1} << 17U;
    static constexpr std::size_t longest = 64; ///< letters of a pattern

    void clear() noexcept {
        for (std::size_t i = 0; i < used_count_; ++i)
            numbers_[used_[i]] = 0;
        used_count_ = 0;
    }

    /// The letters of the planes of a pattern of at most `longest`, after clear(). Returns whether one is below 256.
    template <class Letter>
    bool assign(std::span<const Letter> pattern) {
        if (numbers_ == nullptr) numbers_ = std::make_unique<std::uint8_t[]>(letters);
        // What the stores to the table cannot change.
        std::uint8_t* const numbers = numbers_.get();
        std::size_t distinct = 0;
        std::size_t used = 0;
        std::uint64_t place = 1;
        bool has_narrow = false;
        for (const Letter letter : pattern) {
            const std::uint64_t here = place;
            place += place;
            if constexpr (sizeof(Letter) > 2)
                if (letter >= letters) continue;
            // Whether it is a new one is as good as random: no branch.
            const std::size_t found = numbers[letter];
            const auto is_new = static_cast<std::size_t>(found == 0);
            distinct += is_new;
            const std::size_t number = found + (distinct & (std::size_t{0} - is_new));
            numbers[letter] = static_cast<std::uint8_t>(number);
            places_[number] = (places_[number] & (std::uint64_t{is_new} - 1)) | here;
            used_[used++] = letter;
            has_narrow |= letter < 256;
        }
        used_count_ = used;
        return has_narrow;
    }

    /// Of a pattern that has a letter of the planes.
    [[nodiscard]] const std::uint64_t& operator[](std::uint32_t letter) const noexcept {
        return places_[numbers_[letter]];
    }
    [[nodiscard]] bool has_any() const noexcept { return used_count_ > 0; }

  private:
    std::unique_ptr<std::uint8_t[]>
        numbers_; ///< of all letters: from 1 on, in the order of the pattern; 0: it has not this
    std::array<std::uint64_t, 2 * longest + 1> places_{}; ///< by number; as many can be read behind
    std::array<std::uint32_t, longest> used_{};
    std::size_t used_count_ = 0;
};

} // namespace concord::fuzz
