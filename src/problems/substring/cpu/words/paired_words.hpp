// How the words of both strands of a sequence are written: their letters from both ends inwards, in pairs. Hamming
// distance does not mind the order, and on the other strand each pair is swapped and complemented where it stands:
//
//     word            A C G G T          other strand     A C C G T
//     written         AT CG G                             AT CG C
//
// So words whose first pairs come before those of the other strand are words whose first letters are some of all: a
// word and the one on the other strand have the same support, and one of them is counted for both.
#pragma once

#include "problems/substring/cpu/growth/growth_block.hpp"
#include "problems/substring/problem.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace concord::substring {

/// The order in which the letters of a window are written as a word.
class word_order {
  public:
    static constexpr unsigned most_letters = 16; ///< of words that are written in pairs

    word_order(const problem& given, std::uint64_t letters, unsigned length)
        : length_(length), is_paired_(is_paired(given, letters, length)) {}

    /// Whether all words of a collection, of so many letters of an alphabet of so many, are written in pairs.
    [[nodiscard]] static bool is_paired(const problem& given, std::uint64_t letters, std::uint64_t length) noexcept {
        return given.are_both_strands && letters == nucleotides && length <= most_letters;
    }
    [[nodiscard]] bool is_paired() const noexcept { return is_paired_; }

    /// The letter of a window that is written at a place.
    [[nodiscard]] std::uint64_t letter_at(std::uint64_t place) const noexcept {
        return !is_paired_ ? place : place % 2 == 0 ? place / 2 : length_ - 1 - place / 2;
    }

    /// In pairs, of the letters of a window in order and in reverse, two bits each.
    [[nodiscard]] std::uint64_t paired(std::uint64_t word, std::uint64_t reversed) const noexcept {
        const unsigned rest = 2 * (length_ - length_ / 2); // bits of the letters that are not among the first half
        // Up to 8 letters of each, with room for another one before each.
        std::uint64_t apart = (word >> rest) << 32U | reversed >> rest;
        apart = (apart | apart << 8U) & 0x00FF00FF00FF00FF;
        apart = (apart | apart << 4U) & 0x0F0F0F0F0F0F0F0F;
        apart = (apart | apart << 2U) & 0x3333333333333333;
        const std::uint64_t pairs = (apart >> 30U | apart) & all_bits;
        return length_ % 2 == 0 ? pairs : pairs << 2U | (word >> (rest - 2) & 3U);
    }

    /// The word on the other strand, written so.
    [[nodiscard]] std::uint64_t on_other_strand(std::uint64_t word) const noexcept {
        return first_on_other_strand(word, length_);
    }
    /// Whether this is the one that is counted for both.
    [[nodiscard]] bool is_counted(std::uint64_t word) const noexcept {
        return !is_paired_ || word <= on_other_strand(word);
    }
    /// The one that is counted for a word.
    [[nodiscard]] std::uint64_t counted(std::uint64_t word) const noexcept {
        return !is_paired_ ? word : std::min(word, on_other_strand(word));
    }
    /// Whether any word is counted that begins with these letters.
    [[nodiscard]] bool may_be_counted(std::uint64_t first, std::uint64_t letters) const noexcept {
        if (!is_paired_) return true;
        if (letters % 2 != 0 && letters < length_) first >>= 2U; // half of a pair
        const std::uint64_t known = letters % 2 != 0 && letters < length_ ? letters - 1 : letters;
        return first <= first_on_other_strand(first, known);
    }

    /// Of all beginnings of so many letters, the share with which a counted word may begin.
    [[nodiscard]] double share_of_counted(std::uint64_t letters) const noexcept {
        return is_paired_ ? (1 + std::pow(4.0, -static_cast<double>(letters / 2))) / 2 : 1;
    }

  private:
    static constexpr std::uint64_t nucleotides = 4;
    static constexpr std::uint64_t all_bits = 0xFFFFFFFF;
    static constexpr std::uint64_t second_letters = 0x33333333; ///< of pairs

    /// Letters are A, C, G, T in order: what two of them are that pair sums up to 3.
    [[nodiscard]] static std::uint64_t first_on_other_strand(std::uint64_t first, std::uint64_t letters) noexcept {
        const std::uint64_t complement = ~first & (all_bits >> (2 * (most_letters - letters)));
        const unsigned middle = letters % 2 == 0 ? 0 : 2;
        const std::uint64_t pairs = complement >> middle;
        const std::uint64_t swapped = (pairs & second_letters) << 2U | (pairs >> 2U & second_letters);
        return swapped << middle | (complement & ((std::uint64_t{1} << middle) - 1));
    }

    unsigned length_;
    bool is_paired_;
};

} // namespace concord::substring
