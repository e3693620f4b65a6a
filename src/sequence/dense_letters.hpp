// Letters of sets of code points as dense numbers, so that they have few planes: distances depend on nothing but which
// letters are equal.
//
//   a  ΝΙΚΟΣ ♥    numbers of those that both have, by their order    space 0, Ι 1, Κ 2, Ν 3, Ο 4, Σ 5
//   b  ΣΟΝΙΚ ♦    all others of a, which equal none of b             6
//                 all others of b                                    7       3 planes instead of 14
#pragma once

#include "sequence/packed_sequences.hpp"

#include <concord/sequences.hpp>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <vector>

namespace concord::sequence {

/// Numbers of letters.
class dense_letters {
  public:
    /// Those of a set, in ascending order.
    explicit dense_letters(const packed_sequences& of);
    /// Those that both sets have.
    dense_letters(const packed_sequences& a, const packed_sequences& b);

    /// Letters that have a number of their own: 0, 1 ... count() - 1.
    [[nodiscard]] std::uint32_t count() const noexcept { return count_; }
    /// Of these numbers, and of one more for all other letters.
    [[nodiscard]] unsigned planes() const noexcept {
        return std::max(1U, static_cast<unsigned>(std::bit_width(count_)));
    }
    /// count() where it has none.
    [[nodiscard]] std::uint32_t number_of(std::uint32_t letter) const noexcept {
        return letter < number_of_.size() ? number_of_[letter] : count_;
    }
    /// Whether some letter of the first set, or of the second, has none.
    [[nodiscard]] bool first_has_others() const noexcept { return first_has_others_; }
    [[nodiscard]] bool second_has_others() const noexcept { return second_has_others_; }

    /// The set's sequences by these numbers, without names, as code points of `planes` bits; letters without a number
    /// become `others`. Time O(letters): some 10 ns each.
    [[nodiscard]] sequence_set recoded(const packed_sequences& set, std::uint32_t others, unsigned planes) const;

  private:
    void number(const packed_sequences& a, const packed_sequences& b);

    std::vector<std::uint32_t> number_of_; ///< of each letter up to the greatest
    std::uint32_t count_ = 0;
    bool first_has_others_ = false;
    bool second_has_others_ = false;
};

/// Two sets, which may be one and the same.
struct recoded_sets {
    sequence_set a;
    sequence_set b;
};

/// Both sets by dense numbers: a letter of one equals a letter of the other as before, and they have as few planes as
/// that takes. As they are where they are not of code points, or have no more planes than bytes. Time O(letters).
[[nodiscard]] recoded_sets with_dense_letters(const sequence_set& a, const sequence_set& b);

} // namespace concord::sequence
