// Polynomial hashes of the prefixes of a sequence (Karp, Rabin 1987), modulo 2^64: from them the hash of any substring
// in constant time.
//
//   hash of s[i, j)  =  prefix[j] - prefix[i] * base^(j - i)
//
// Equal letters have equal hashes; different ones nearly always differ. Where they do not, a bound that counts equal
// hashes is weaker and still a bound.
#pragma once

#include "problems/substring/problem.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

namespace concord::substring {

class polynomial_hash {
  public:
    /// Prepares the letters [first, last) of the collection. Time and memory O(last - first).
    void prepare(const problem& given, std::uint64_t first, std::uint64_t last) {
        first_ = first;
        prefix_.resize(last - first + 1);
        prefix_[0] = 0;
        while (powers_.size() < prefix_.size())
            powers_.push_back(powers_.back() * base);
        const unsigned planes = given.letters.planes();
        std::uint64_t hash = 0;
        std::size_t at = 0;
        for (std::uint64_t position = first; position < last; position += sequence::letters_per_word) {
            std::array<std::uint64_t, sequence::most_planes + 1> words{};
            for (unsigned plane = 0; plane < planes; ++plane)
                words[plane] = given.letters.target(plane, position);
            const std::uint64_t here = std::min<std::uint64_t>(last - position, sequence::letters_per_word);
            for (std::uint64_t first_letter = 0; first_letter < here; first_letter += letters_at_once) {
                std::uint64_t codes = 0; // a byte a letter
                for (unsigned plane = 0; plane < planes; ++plane)
                    codes |= a_byte_each(words[plane] >> first_letter & 0xFFU) << plane;
                for (std::uint64_t rest = std::min(here - first_letter, letters_at_once); rest > 0; --rest) {
                    hash = hash * base + (codes & 0xFFU) + 1;
                    prefix_[++at] = hash;
                    codes >>= 8U;
                }
            }
        }
    }

    /// Of the letters [first, last) at once, which are then what is prepared.
    [[nodiscard]] std::uint64_t of_all(const problem& given, std::uint64_t first, std::uint64_t last) {
        prepare(given, first, last);
        return prefix_[last - first];
    }

    /// Of the letters [start, start + length), both within what was prepared.
    [[nodiscard]] std::uint64_t of(std::uint64_t start, std::uint64_t length) const noexcept {
        const std::uint64_t* prefix = prefix_.data() + (start - first_);
        return prefix[length] - prefix[0] * powers_[length];
    }

    /// By how much the hash of `length` letters grows where the code of each of them grows by one.
    [[nodiscard]] static std::vector<std::uint64_t> factors(std::uint64_t length) {
        std::vector<std::uint64_t> of_letter(length, 1);
        for (std::uint64_t index = length; index > 1; --index)
            of_letter[index - 2] = of_letter[index - 1] * base;
        return of_letter;
    }

  private:
    static constexpr std::uint64_t letters_at_once = 8;
    static_assert(sequence::most_planes <= 8, "a letter's code is a byte");

    /// Eight bits, the lowest first, as eight bytes: each copy of the bits is shifted so that another one of them comes
    /// to the top of its byte.
    static constexpr std::uint64_t a_byte_each(std::uint64_t bits) noexcept {
        const std::uint64_t copies = (bits & 0x7FU) * 0x0002'0408'1020'4081U & 0x0001'0101'0101'0101U;
        return copies | (bits & 0x80U) << 49U;
    }

    static constexpr std::uint64_t base = 0x9E3779B97F4A7C15U; // odd: no letter is ever shifted out
    std::uint64_t first_ = 0;
    std::vector<std::uint64_t> prefix_; // prefix_[i]: hash of the first i letters
    std::vector<std::uint64_t> powers_{1};
};

} // namespace concord::substring
