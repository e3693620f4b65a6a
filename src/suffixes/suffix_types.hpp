// Of which type suffixes are (sais.hpp), 64 at a time: S as a one, L as a zero, the first suffix as the lowest bit; and
// how many of each type begin with each letter.
#pragma once

#include "base/bits.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <vector>

namespace concord::suffixes {

inline constexpr std::uint64_t suffixes_of_word = 64;

/// Bit i: the i-th of these, 0 or 1.
[[nodiscard]] inline std::uint64_t bits_of_bytes(const std::array<std::uint8_t, suffixes_of_word>& ones) {
    std::uint64_t bits = 0;
    for (unsigned first = 0; first < suffixes_of_word; first += 8) {
        std::uint64_t eight = 0;
        std::memcpy(&eight, ones.data() + first, 8);
        bits |= (eight * 0x0102040810204080U >> 56U) << first;
    }
    return bits;
}

/// That of a suffix, 1 for S, by its letter, the one behind it and the type of the suffix there.
template <class Letter>
[[nodiscard]] unsigned type_of(Letter here, Letter next, unsigned behind) {
    return static_cast<unsigned>(here < next) | (static_cast<unsigned>(here == next) & behind);
}

/// The types of 64 suffixes with a letter behind them, the last of which is in front of one of type `behind`. Letters
/// are compared many at a time; a type goes on to the left over equal letters by 1, 2, 4 ... of them at once.
template <class Letter>
[[nodiscard]] std::uint64_t suffix_types(const Letter* letters, unsigned behind) {
    std::array<std::uint8_t, suffixes_of_word> less; // NOLINT(cppcoreguidelines-pro-type-member-init): filled below
    std::array<std::uint8_t, suffixes_of_word> same; // NOLINT(cppcoreguidelines-pro-type-member-init)
    for (std::uint64_t nth = 0; nth < suffixes_of_word; ++nth) {
        less[nth] = letters[nth] < letters[nth + 1] ? 1 : 0;
        same[nth] = letters[nth] == letters[nth + 1] ? 1 : 0;
    }
    std::uint64_t goes_on = bits_of_bytes(same);
    std::uint64_t smaller = bits_of_bytes(less) | (goes_on & std::uint64_t{behind} << (suffixes_of_word - 1));
    for (unsigned letters_on = 1; letters_on < suffixes_of_word; letters_on *= 2) {
        smaller |= goes_on & smaller >> letters_on;
        goes_on &= goes_on >> letters_on;
    }
    return smaller;
}

/// Calls each(first, count, types, types in front) for 64 suffixes after the other, from the end of the text to its
/// begin: those from `first` on, at the end fewer. In front of the text is a letter smaller than all or a sentinel; the
/// last suffix is of type S. Types in front are those of the letters before; bits from `count` on are 0.
template <class Index, class Letter, class Each>
void for_words_of_types(const Letter* text, Index size, Each each) {
    constexpr auto of_word = static_cast<Index>(suffixes_of_word);
    unsigned behind = 0; // the type of the first suffix behind the word
    for (Index first = (size - 1) / of_word * of_word; first >= 0; first -= of_word) {
        const Letter* const letters = text + first;
        const auto count = static_cast<unsigned>(std::min(of_word, size - first));
        std::uint64_t types = 0;
        if (size - first > of_word) {
            types = suffix_types(letters, behind);
        } else {
            behind = 1;
            types = std::uint64_t{1} << (count - 1);
            for (unsigned nth = count - 1; nth-- > 0;) {
                behind = type_of(letters[nth], letters[nth + 1], behind);
                types |= std::uint64_t{behind} << nth;
            }
        }
        behind = static_cast<unsigned>(types & 1U);
        const std::uint64_t in_front = types << 1U | type_of(*(letters - 1), letters[0], behind);
        each(first, count, types, in_front & base::low_bits<std::uint64_t>(count));
    }
}

/// How many suffixes begin with each letter: all, the LMS and the LML suffixes.
template <class Index, class Letter>
class type_counts {
  public:
    explicit type_counts(std::uint64_t letters) : letters_(letters), counts_(4 * letters) {}

    /// Of up to 64 suffixes; which of them are LMS, and LML. Of few letters by masks of all: to count one letter after
    /// the other would wait for the count of the one before, as in a period most are alike.
    void add(const Letter* letters, unsigned count, std::uint64_t lms, std::uint64_t lml) {
        Index* const counts = counts_.data();
        if (letters_ <= most_by_masks && count == suffixes_of_word) {
            for (std::uint64_t letter = 0; letter < letters_; ++letter) {
                const std::uint64_t mask = where(letters, static_cast<Letter>(letter));
                counts[4 * letter] += static_cast<Index>(base::count_ones(mask));
                counts[4 * letter + 2] += static_cast<Index>(base::count_ones(mask & lms));
                counts[4 * letter + 3] += static_cast<Index>(base::count_ones(mask & lml));
            }
            return;
        }
        for (unsigned nth = 0; nth < count; ++nth) // at even and odd positions apart
            ++counts[4 * std::uint64_t{letters[nth]} + nth % 2];
        for (; lms != 0; lms &= lms - 1)
            ++counts[4 * std::uint64_t{letters[base::lowest_one(lms)]} + 2];
        for (; lml != 0; lml &= lml - 1)
            ++counts[4 * std::uint64_t{letters[base::lowest_one(lml)]} + 3];
    }

    [[nodiscard]] Index all(std::uint64_t letter) const { return counts_[4 * letter] + counts_[4 * letter + 1]; }
    [[nodiscard]] Index lms(std::uint64_t letter) const { return counts_[4 * letter + 2]; }
    [[nodiscard]] Index lml(std::uint64_t letter) const { return counts_[4 * letter + 3]; }

  private:
    static constexpr std::uint64_t most_by_masks = 6; ///< DNA and sentinels

    static std::uint64_t where(const Letter* letters, Letter letter) {
        std::array<std::uint8_t, suffixes_of_word> equal; // NOLINT(cppcoreguidelines-pro-type-member-init): filled
        for (std::uint64_t nth = 0; nth < suffixes_of_word; ++nth)
            equal[nth] = letters[nth] == letter ? 1 : 0;
        return bits_of_bytes(equal);
    }

    std::uint64_t letters_;
    std::vector<Index> counts_; ///< of each letter: all at even and odd positions, LMS, LML
};

} // namespace concord::suffixes
