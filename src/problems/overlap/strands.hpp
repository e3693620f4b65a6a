// Both strands of DNA as one text: the sequences, and behind all of them their reverse complements in the same order.
//
//   given    0 = ACG   1 = TT              text   ACG TT | CGT AA
//                                          place  0 .. 5 | 5 .. 10      2 = reverse of 0, 3 = reverse of 1
//
// So positions of the forward strand are what they are without the other strand, and every region has its lowest
// position there: what stands on the reverse strand of a sequence, stands as its reverse complement on the forward one.
#pragma once

#include "problems/overlap/suffix_names.hpp"
#include "suffixes/packed_suffix.hpp"

#include <concord/overlap.hpp>

#include <cstddef>
#include <cstdint>

namespace concord::overlap {

/// The sequences, and behind them their reverse complements, without names; those of the sequences before `first` are
/// empty. Time: linear. Throws error (usage) unless the alphabet is dna.
[[nodiscard]] sequence_set with_reverse_complements(const sequence_set& set, std::size_t first = 0);

/// Whether letters [position, position + length) of a DNA text are their own reverse complement; never where one of
/// them is ambiguous. Time: constant in nearly all cases, at most the length.
[[nodiscard]] CONCORD_HD inline bool is_palindrome(const text_view& text, std::uint64_t position,
                                                   std::uint64_t length) {
    constexpr std::uint64_t greatest = 3; // the code of T; complements add up to it
    if (length % 2 != 0) return false;
    for (std::uint64_t at = 0; at < length / 2; ++at) {
        const std::uint64_t left = position + at;
        const std::uint64_t right = position + length - 1 - at;
        if (text.is_ambiguous(left) || text.is_ambiguous(right)) return false;
        if (text.letter(left) + text.letter(right) != greatest) return false;
    }
    return true;
}

/// Two substrings of the forward strands, [a, a + length) and [b, b + length) of the text.
struct match_places {
    std::uint64_t a;
    std::uint64_t b;
    std::uint64_t length;
};

/// The borders of two sequences around them.
struct match_borders {
    std::uint64_t begin_of_a;
    std::uint64_t end_of_a;
    std::uint64_t begin_of_b;
    std::uint64_t end_of_b;
};

/// Whether a match on the reverse strand is one on the forward strand as well: b's letters are their own reverse
/// complement, and the match, which has `mismatches`, would have more than `most` if it were extended on either side.
[[nodiscard]] CONCORD_HD inline bool is_on_both_strands(const text_view& text, const match_places& of,
                                                        const match_borders& around, std::uint64_t mismatches,
                                                        std::uint64_t most) {
    if (!is_palindrome(text, of.b, of.length)) return false;
    const auto allows = [&](std::uint64_t a, std::uint64_t b) {
        const bool differ = text.is_ambiguous(a) || text.is_ambiguous(b) || text.letter(a) != text.letter(b);
        return mismatches + (differ ? 1 : 0) <= most;
    };
    const bool more_before = of.a > around.begin_of_a && of.b > around.begin_of_b && allows(of.a - 1, of.b - 1);
    const bool more_behind = of.a + of.length < around.end_of_a && of.b + of.length < around.end_of_b &&
                             allows(of.a + of.length, of.b + of.length);
    return !more_before && !more_behind;
}

} // namespace concord::overlap
