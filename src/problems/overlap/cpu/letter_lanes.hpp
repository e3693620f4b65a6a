// Words of packed letters, the first in the highest bits: in which letters two of them differ, a bit a letter.
#pragma once

#include "suffixes/packed_suffix.hpp"

#include <algorithm>
#include <cstdint>

namespace concord::overlap {

class letter_lanes {
  public:
    explicit letter_lanes(const suffixes::text_view& text) : bits_(text.bits), letters_(text.letters_per_window()) {
        for (unsigned letter = 1; letter <= letters_; ++letter)
            lowest_bits_ |= std::uint64_t{1} << (suffixes::bits_per_word - letter * bits_);
    }

    [[nodiscard]] unsigned letters() const { return letters_; } ///< of a word
    /// The lowest bit of every letter.
    [[nodiscard]] std::uint64_t lowest_bits() const { return lowest_bits_; }
    /// Of letter `nth`, from 0.
    [[nodiscard]] std::uint64_t lowest_bit(std::uint64_t nth) const {
        return std::uint64_t{1} << (suffixes::bits_per_word - (nth + 1) * bits_);
    }
    /// Those of the first `count` letters, at most letters().
    [[nodiscard]] std::uint64_t first(std::uint64_t count) const {
        return count == 0 ? 0
                          : lowest_bits_ >> (suffixes::bits_per_word - count * bits_)
                                                << (suffixes::bits_per_word - count * bits_);
    }
    /// All bits of the letters with these lowest ones.
    [[nodiscard]] std::uint64_t all_bits_of(std::uint64_t lanes) const {
        return lanes * base::low_bits<std::uint64_t>(bits_);
    }
    /// The letter whose lowest bit this is.
    [[nodiscard]] std::uint64_t letter_of(unsigned bit) const { return (suffixes::bits_per_word - 1 - bit) / bits_; }

    /// The lowest bits of the letters in which two words differ, by the XOR of these.
    [[nodiscard]] std::uint64_t differing(std::uint64_t bits) const {
        if (bits_ == 2) return (bits | bits >> 1U) & lowest_bits_;
        std::uint64_t any = bits;
        for (unsigned joined = 1; joined < bits_; joined += std::min(joined, bits_ - joined))
            any |= any >> std::min(joined, bits_ - joined);
        return any & lowest_bits_;
    }

  private:
    unsigned bits_;
    unsigned letters_;
    std::uint64_t lowest_bits_ = 0;
};

} // namespace concord::overlap
