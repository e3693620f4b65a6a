// The letters on either side of a seed, as two words: most pairs of positions that share q letters have too many
// mismatches around them, which two words tell without a look at the text.
//
//      s letters     q        L - q - s letters       a window of L letters that holds the seed begins s letters before
//   [-----------|=========|--------------------)      it, least <= s <= most, as it does not leave the sequence of a
//        ^ before              ^ behind
//
// Every window with s below the middle of these bounds holds the `least` letters before the seed and those behind it
// that the window of the middle has, and one more; every other window holds the letters before the seed from the middle
// on, and those behind it that the window of most has. More than k mismatches in both rule out all windows. A pair that
// is left is looked at mismatch by mismatch. Only letters within windows are counted, so it does not matter what stands
// beyond the end of a sequence; an ambiguous letter may count as equal, which rules out nothing.
#pragma once

#include "problems/overlap/cpu/letter_lanes.hpp"
#include "suffixes/packed_suffix.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

namespace concord::overlap {

/// The letters before a position, the nearest one lowest, and those behind the first q from there on, the nearest one
/// highest.
struct seed_context {
    std::uint64_t before;
    std::uint64_t behind;
};

class context_filter {
  public:
    /// For windows of `length` letters with up to k mismatches that hold the `seed` letters from a position on.
    context_filter(const suffixes::text_view& text, std::uint64_t length, std::uint64_t mismatches, std::uint64_t seed)
        : text_(text), around_(length - seed), mismatches_(mismatches), seed_(seed), lanes_(text),
          letters_(lanes_.letters()), unused_(suffixes::bits_per_word - letters_ * text.bits) {}

    /// Whether it can rule out a pair: a letter has a bit for either side, and a word more letters than mismatches.
    [[nodiscard]] bool is_of_use() const { return text_.bits > 1 && mismatches_ > 0 && mismatches_ < letters_; }

    [[nodiscard]] seed_context context_of(std::uint64_t position) const {
        const std::uint64_t missing = position < letters_ ? letters_ - position : 0; // at the front of the text
        const std::uint64_t before = text_.window(position - (letters_ - missing)) >> unused_ << unused_;
        return {missing == letters_ ? 0 : before >> (missing * text_.bits),
                position + seed_ < text_.size ? text_.window(position + seed_) : 0};
    }

    /// What all pairs of one position have in common.
    struct position_bounds {
        seed_context context;
        std::uint64_t below_middle; ///< as of differences()
        std::uint64_t from_middle;
        std::uint64_t most_before; ///< bits of the letters before the seed, and behind it, that windows may hold
        std::uint64_t most_behind;
    };

    /// Whether a sequence with so many letters before a position, and so many from there on, has a window of L letters
    /// that holds its first q.
    [[nodiscard]] bool has_windows(std::uint64_t before, std::uint64_t left) const {
        return left >= seed_ && before + left >= around_ + seed_;
    }

    /// Of a position with windows.
    [[nodiscard]] position_bounds bounds_of(std::uint64_t position, std::uint64_t before, std::uint64_t left) const {
        const std::uint64_t least = around_ + seed_ > left ? around_ + seed_ - left : 0;
        const std::uint64_t most = std::min(around_, before);
        const std::uint64_t middle = least + (most - least + 1) / 2;
        return {context_of(position), bits_of(least, around_ - middle + (middle > least ? 1 : 0)),
                bits_of(middle, around_ - most), most * text_.bits, std::min(around_, left - seed_) * text_.bits};
    }

    /// The lowest bit of each letter before the seed that differs, and the next higher bit of each one behind it.
    [[nodiscard]] std::uint64_t differences(const seed_context& one, const seed_context& other) const {
        return lanes_.differing(one.before ^ other.before) | lanes_.differing(one.behind ^ other.behind) << 1U;
    }

    /// Whether a pair with these differences can be in a window of L letters with up to k mismatches.
    [[nodiscard]] bool admits(const position_bounds& one, std::uint64_t differences) const {
        if (base::count_ones(differences & one.below_middle) > mismatches_ &&
            base::count_ones(differences & one.from_middle) > mismatches_)
            return false;
        return reaches_far(one, differences);
    }

    [[nodiscard]] std::uint64_t mismatches() const { return mismatches_; }
    /// Of differences(), that of the letter before the seed.
    [[nodiscard]] std::uint64_t nearest_before() const { return std::uint64_t{1} << unused_; }
    /// Of letters as in differences(), all bits that a context has of them.
    [[nodiscard]] seed_context all_bits_of(std::uint64_t letters) const {
        return {lanes_.all_bits_of(letters & lanes_.lowest_bits()),
                lanes_.all_bits_of(letters >> 1U & lanes_.lowest_bits())};
    }

  private:
    /// The bits of the nearest letters before the seed and behind it.
    [[nodiscard]] std::uint64_t bits_of(std::uint64_t before, std::uint64_t behind) const {
        const auto bits = [this](std::uint64_t letters) {
            return static_cast<unsigned>(std::min<std::uint64_t>(letters, letters_)) * text_.bits;
        };
        return (lanes_.lowest_bits() & base::low_bits<std::uint64_t>(unused_ + bits(before))) |
               (lanes_.lowest_bits() & ~base::low_bits<std::uint64_t>(suffixes::bits_per_word - bits(behind))) << 1U;
    }

    /// Whether with i mismatches before the seed and k - i behind it, for any i, a window reaches over L letters.
    [[nodiscard]] bool reaches_far(const position_bounds& one, std::uint64_t differences) const {
        std::array<std::uint64_t, suffixes::bits_per_word> behind; // bits of the letters up to each mismatch
        std::uint64_t left = differences >> 1U & lanes_.lowest_bits();
        for (std::size_t nth = 0; nth <= mismatches_; ++nth) {
            behind[nth] = one.most_behind;
            if (left == 0) continue;
            const unsigned at = base::leading_zeros(left);
            behind[nth] = std::min<std::uint64_t>(behind[nth], at + 1 - text_.bits);
            left ^= std::uint64_t{1} << (suffixes::bits_per_word - 1 - at);
        }
        left = differences & lanes_.lowest_bits();
        for (std::size_t nth = 0; nth <= mismatches_; ++nth, left &= left - 1) {
            const std::uint64_t before = left == 0 ? one.most_before : base::lowest_one(left) - unused_;
            if (std::min(before, one.most_before) + behind[mismatches_ - nth] >= around_ * text_.bits) return true;
            if (left == 0) break;
        }
        return false;
    }

    suffixes::text_view text_;
    std::uint64_t around_; ///< letters of a window without the seed
    std::uint64_t mismatches_;
    std::uint64_t seed_;
    letter_lanes lanes_;
    unsigned letters_; ///< of a word
    unsigned unused_;  ///< its lowest bits, which hold no letter
};

} // namespace concord::overlap
