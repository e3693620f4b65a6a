// The letters on either side of a seed, as two words: most pairs of positions that share q letters have too many
// mismatches around them, which two words tell without a look at the text.
//
//      s letters     q        L - q - s letters       a window of L letters that holds the seed begins s letters before
//   [-----------|=========|--------------------)      it, least <= s <= most, as it does not leave the sequence of a
//        ^ before              ^ behind
//
// Windows of successive s are divided into a few groups. All of a group hold the letters before the seed that its first
// window has, and those behind it that its last one has. More than k mismatches there rule out its windows, and in all
// groups the pair, without a branch that depends on letters. A pair that is left is looked at mismatch by mismatch.
// Only letters within windows are counted, so it does not matter what stands beyond the end of a sequence; an ambiguous
// letter may count as equal, which rules out nothing.
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

/// What members of letters of two bits are compared with, some at a time (context_screen.hpp).
struct screened_position {
    seed_context context;
    std::uint64_t lowest_bits;           ///< of every letter of a word
    std::array<std::uint64_t, 4> groups; ///< as of context_filter::position_bounds
    std::uint64_t mismatches;
};

class context_filter {
  public:
    /// For windows of `length` letters with up to k mismatches that hold the `seed` letters from a position on.
    context_filter(const suffixes::text_view& text, std::uint64_t length, std::uint64_t mismatches, std::uint64_t seed)
        : text_(text), around_(length - seed), mismatches_(mismatches), seed_(seed), lanes_(text),
          letters_(lanes_.letters()), unused_(suffixes::bits_per_word - letters_ * text.bits),
          far_from_ends_(bounds_of_windows(0, around_, around_)) {}

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
        std::uint64_t below_middle;          ///< as of differences(): what all windows with s below the middle hold
        std::uint64_t from_middle;           ///< the same of the others
        std::array<std::uint64_t, 4> groups; ///< the same of a quarter of the windows each
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
        if (before >= around_ && left >= around_ + seed_) {
            position_bounds bounds = far_from_ends_;
            bounds.context = context_of(position);
            return bounds;
        }
        const std::uint64_t least = around_ + seed_ > left ? around_ + seed_ - left : 0;
        position_bounds bounds = bounds_of_windows(least, std::min(around_, before), std::min(around_, left - seed_));
        bounds.context = context_of(position);
        return bounds;
    }

    /// The lowest bit of each letter before the seed that differs, and the next higher bit of each one behind it.
    [[nodiscard]] std::uint64_t differences(const seed_context& one, const seed_context& other) const {
        return lanes_.differing(one.before ^ other.before) | lanes_.differing(one.behind ^ other.behind) << 1U;
    }

    /// Whether a pair with these differences can be in a window of L letters with up to k mismatches.
    [[nodiscard]] bool admits(const position_bounds& one, std::uint64_t differences) const {
        bool any = false;
        for (const std::uint64_t letters : one.groups)
            any |= base::count_ones(differences & letters) <= mismatches_;
        return any && reaches_far(one, differences);
    }

    [[nodiscard]] screened_position screened(const position_bounds& one) const {
        return {one.context, lanes_.lowest_bits(), one.groups, mismatches_};
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
    /// Without the context: of windows with `least` <= s <= `most`, and so many letters behind the seed at most.
    [[nodiscard]] position_bounds bounds_of_windows(std::uint64_t least, std::uint64_t most,
                                                    std::uint64_t most_behind) const {
        // Of the windows with `first` <= s < `last`; of none the letters of the one at `first`.
        const auto held_by = [&](std::uint64_t first, std::uint64_t last) {
            return bits_of(first, around_ - std::max(first, last - 1));
        };
        const std::uint64_t windows = most - least + 1;
        const std::uint64_t middle = least + windows / 2;
        position_bounds bounds{};
        bounds.below_middle = held_by(least, std::max(middle, least + 1));
        bounds.from_middle = held_by(middle, most + 1);
        for (std::size_t nth = 0; nth < bounds.groups.size(); ++nth) {
            const std::uint64_t first = std::min(most, least + windows * nth / bounds.groups.size());
            const std::uint64_t last = least + windows * (nth + 1) / bounds.groups.size();
            bounds.groups[nth] = held_by(first, std::max(last, first + 1));
        }
        bounds.most_before = most * text_.bits;
        bounds.most_behind = most_behind * text_.bits;
        return bounds;
    }

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
    position_bounds far_from_ends_;
};

} // namespace concord::overlap
