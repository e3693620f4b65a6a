// Hashes of substrings of one sequence in constant time each. Equal letters have equal hashes; different ones nearly
// always differ, and where they do not, a bound that counts equal hashes is only weaker, never wrong.
#pragma once

#include "problems/substring/problem.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

namespace concord::substring {

class window_hash {
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
        for (std::uint64_t position = first; position < last; position += data::letters_per_word) {
            std::array<std::uint64_t, data::most_planes + 1> words{};
            for (unsigned plane = 0; plane < planes; ++plane)
                words[plane] = given.letters.target(plane, position);
            const std::uint64_t here = std::min<std::uint64_t>(last - position, data::letters_per_word);
            for (std::uint64_t letter = 0; letter < here; ++letter) {
                std::uint64_t code = 1;
                for (unsigned plane = 0; plane < planes; ++plane)
                    code += ((words[plane] >> letter) & 1U) << plane;
                hash = hash * base + code;
                prefix_[++at] = hash;
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

  private:
    static constexpr std::uint64_t base = 0x9E3779B97F4A7C15U; // odd: no letter is ever shifted out
    std::uint64_t first_ = 0;
    std::vector<std::uint64_t> prefix_; // prefix_[i]: hash of the first i letters
    std::vector<std::uint64_t> powers_{1};
};

} // namespace concord::substring
