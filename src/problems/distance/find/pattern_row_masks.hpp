// Which letters of a pattern, a bit each, a letter of a text matches: patterns of any length over any letters.
#pragma once

#include "problems/distance/find/find_kernels.hpp"

#include <concord/find.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

namespace concord::edit_distance {

class pattern_row_masks {
  public:
    /// `equalities`: letters that match besides equal ones, in both directions, and not through a third letter.
    template <class Letter>
    pattern_row_masks(std::span<const Letter> pattern, std::span<const letter_equality> equalities)
        : length_(pattern.size()), words_((pattern.size() + 63) / 64), masks_(words_) {
        for (std::size_t row = 0; row < pattern.size(); ++row)
            mask(pattern[row])[row / 64] |= std::uint64_t{1} << row % 64;
        const std::vector<std::uint64_t> equal = masks_;
        const std::size_t known = count_;
        for (const auto& [first, second] : equalities) {
            const std::size_t of_first = number_of(first);
            const std::size_t of_second = number_of(second);
            if (of_first != 0 && of_first <= known) merge(equal, of_first, second);
            if (of_second != 0 && of_second <= known) merge(equal, of_second, first);
        }
    }

    explicit pattern_row_masks(const pattern_rows& pattern)
        : length_(pattern.rows.size()), words_((length_ + 63) / 64), masks_(words_) {
        for (std::size_t row = 0; row < length_; ++row) {
            const letter_class& letters = pattern.classes[pattern.rows[row]];
            for (unsigned each = 0; each < letters.count; ++each)
                mask(letters.codes.at(each))[row / 64] |= std::uint64_t{1} << row % 64;
        }
    }

    [[nodiscard]] std::size_t length() const noexcept { return length_; }
    [[nodiscard]] std::size_t words() const noexcept { return words_; }
    /// words() words: bit r % 64 of word r / 64 is letter r of the pattern.
    [[nodiscard]] const std::uint64_t* of(std::uint32_t letter) const noexcept {
        return masks_.data() + number_of(letter) * words_;
    }

  private:
    /// 0: no letter of the pattern matches it.
    [[nodiscard]] std::size_t number_of(std::uint32_t letter) const noexcept {
        if (letter < small_.size()) return small_[letter];
        const auto found = others_.find(letter);
        return found == others_.end() ? 0 : found->second;
    }
    [[nodiscard]] std::uint64_t* mask(std::uint32_t letter) {
        std::uint32_t& number = letter < small_.size() ? small_[letter] : others_[letter];
        if (number == 0) {
            number = ++count_;
            masks_.resize(masks_.size() + words_);
        }
        return masks_.data() + number * words_;
    }
    void merge(const std::vector<std::uint64_t>& equal, std::size_t number, std::uint32_t letter) {
        std::uint64_t* const merged = mask(letter);
        for (std::size_t word = 0; word < words_; ++word)
            merged[word] |= equal[number * words_ + word];
    }

    std::size_t length_;
    std::size_t words_;
    std::uint32_t count_ = 0; ///< letters with a mask
    std::vector<std::uint64_t> masks_;
    std::array<std::uint32_t, 256> small_{};
    std::unordered_map<std::uint32_t, std::uint32_t> others_;
};

} // namespace concord::edit_distance
