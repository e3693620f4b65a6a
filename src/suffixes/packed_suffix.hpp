// The first letters of a suffix as one number, and the borders of sequences. Host and device.
//
//   letters   T T G C | A C N A        codes of `bits` bits each, the first letter in the highest bits of a word
//   cuts    1 0 0 0 0   1 0 1 1 1      bit q: no common prefix extends over the border before letter q
//
// There is a border before the first letter of a sequence, before and after an ambiguous letter, and behind the last
// letter of all. Suffixes are ordered letter by letter; the border is smaller than every letter, and of two suffixes
// that reach a border after the same letters, the one at the lower position comes first. So no two are equal, and there
// is exactly one suffix array.
#pragma once

#include "base/bits.hpp"
#include "base/host_device.hpp"
#include "sequence/packed_sequences.hpp"

#include <cstdint>

namespace concord::suffixes {

inline constexpr unsigned bits_per_word = 64;

/// The letters of all sequences, one after the other. Each array is padded by two words.
struct text_view {
    const std::uint64_t* letters = nullptr;
    const std::uint64_t* cuts = nullptr;
    const std::uint64_t* ambiguous = nullptr; ///< one bit a letter; null if no letter is ambiguous
    std::uint64_t size = 0;
    unsigned bits = 1; ///< of a letter, 1 to 32

    [[nodiscard]] CONCORD_HD unsigned letters_per_window() const noexcept { return bits_per_word / bits; }

    /// 64 bits of letters from `position` on, including letters beyond a border.
    [[nodiscard]] CONCORD_HD std::uint64_t window(std::uint64_t position) const noexcept {
        const std::uint64_t bit = position * bits;
        const std::uint64_t* word = letters + bit / bits_per_word;
        const auto shift = static_cast<unsigned>(bit % bits_per_word);
        // Without a branch: a mispredicted one would wait for the position, which may come from memory.
        return word[0] << shift | word[1] >> 1U >> (bits_per_word - 1 - shift);
    }

    [[nodiscard]] CONCORD_HD bool is_ambiguous(std::uint64_t position) const noexcept {
        return ambiguous != nullptr && (ambiguous[position / bits_per_word] >> (position % bits_per_word) & 1U) != 0;
    }
    [[nodiscard]] CONCORD_HD bool is_cut(std::uint64_t position) const noexcept {
        return (cuts[position / bits_per_word] >> (position % bits_per_word) & 1U) != 0;
    }

    /// Letters from `position` (< size) to the next border; 64 if there are more.
    [[nodiscard]] CONCORD_HD unsigned reach(std::uint64_t position) const noexcept {
        if (is_ambiguous(position)) return 0;
        const std::uint64_t* const word = cuts + (position + 1) / bits_per_word;
        const auto shift = static_cast<unsigned>((position + 1) % bits_per_word);
        const std::uint64_t borders = word[0] >> shift | word[1] << 1U << (bits_per_word - 1 - shift);
        return borders == 0 ? bits_per_word : base::lowest_one(borders) + 1;
    }

    /// The code of one letter.
    [[nodiscard]] CONCORD_HD std::uint64_t letter(std::uint64_t position) const noexcept {
        return window(position) >> (bits_per_word - bits);
    }
};

/// The first letters of a suffix. Suffixes are ordered like their (letters, reach, position), unless both letters and
/// reach are equal and reach is the number of letters requested. Letters beyond a border are zeros, which are a letter,
/// too: reach distinguishes them.
struct prefix_key {
    std::uint64_t letters;
    unsigned reach; ///< letters before the border, at most the number requested
};

/// The first `count` letters (1 to letters_per_window()) of the suffix at `position` (<= size), in the lowest bits. The
/// caller handles a border at the position itself.
[[nodiscard]] CONCORD_HD inline prefix_key key_at(const text_view& text, std::uint64_t position, unsigned count) {
    const unsigned free = text.reach(position);
    const unsigned reach = free < count ? free : count;
    const std::uint64_t kept = reach == 0 ? 0 : text.window(position) >> (bits_per_word - reach * text.bits);
    const unsigned missing = (count - reach) * text.bits;
    return {missing == bits_per_word ? 0 : kept << missing, reach};
}

/// The same `depth` letters into the suffix, which must have them.
[[nodiscard]] CONCORD_HD inline prefix_key key_behind(const text_view& text, std::uint64_t position,
                                                      std::uint64_t depth, unsigned count) {
    if (depth > 0 && text.is_cut(position + depth)) return {0, 0};
    return key_at(text, position + depth, count);
}

/// The sort key of a round of prefix doubling: suffixes that share their first `depth` letters are ordered by the rank
/// of the suffix `depth` letters behind; suffixes that end there come first, in the order of their positions.
template <class Position>
[[nodiscard]] CONCORD_HD inline std::uint64_t rank_behind(const text_view& text, const Position* ranks,
                                                          std::uint64_t position, std::uint64_t depth) {
    return text.is_cut(position + depth) ? 0 : std::uint64_t{ranks[position + depth]} + 1;
}

/// The number of letters that two suffixes share, given that they share `known`. If they share `most` or more, the
/// result is any number from `most` to the true one.
[[nodiscard]] CONCORD_HD inline std::uint64_t common_prefix(const text_view& text, std::uint64_t a, std::uint64_t b,
                                                            std::uint64_t known,
                                                            std::uint64_t most = ~std::uint64_t{0}) {
    const unsigned step = text.letters_per_window();
    if (known > 0 && (text.is_cut(a + known) || text.is_cut(b + known))) return known;
    while (known < most) {
        const std::uint64_t differ = text.window(a + known) ^ text.window(b + known);
        unsigned equal = differ == 0 ? step : base::leading_zeros(differ) / text.bits;
        if (equal > step) equal = step;
        const unsigned reach_a = text.reach(a + known);
        const unsigned reach_b = text.reach(b + known);
        const unsigned reach = reach_a < reach_b ? reach_a : reach_b;
        if (reach <= equal) return known + reach;
        known += equal;
        if (equal < step) return known;
    }
    return known;
}

/// Letters before `position` (< size) back to the previous border; 64 if there are more.
[[nodiscard]] CONCORD_HD inline unsigned reach_before(const text_view& text, std::uint64_t position) {
    constexpr unsigned last = bits_per_word - 1;
    const std::uint64_t borders = position >= last ? sequence::bits_from(text.cuts, position - last)
                                                   : text.cuts[0] << (last - static_cast<unsigned>(position));
    return borders == 0 ? bits_per_word : base::leading_zeros(borders);
}

/// The number of equal letters before two positions. If it is `most` or more, the result is any number from `most` to
/// the true one.
[[nodiscard]] CONCORD_HD inline std::uint64_t common_suffix(const text_view& text, std::uint64_t a, std::uint64_t b,
                                                            std::uint64_t most = ~std::uint64_t{0}) {
    std::uint64_t known = 0;
    while (known < most) {
        const unsigned reach_a = reach_before(text, a - known);
        const unsigned reach_b = reach_before(text, b - known);
        unsigned step = reach_a < reach_b ? reach_a : reach_b;
        if (step > text.letters_per_window()) step = text.letters_per_window();
        if (step == 0) return known;
        const std::uint64_t differ =
            (text.window(a - known - step) ^ text.window(b - known - step)) >> (bits_per_word - step * text.bits);
        if (differ != 0) return known + base::lowest_one(differ) / text.bits;
        known += step;
    }
    return known;
}

} // namespace concord::suffixes
