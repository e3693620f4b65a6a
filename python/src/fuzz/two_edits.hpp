// Whether two texts are up to three edits apart: what is left of them without their common ends decides it.
#pragma once

#include "fuzz/common_ends.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

namespace concord::fuzz {

inline constexpr std::uint64_t most_by_ends = 2; ///< edits

/// The edits, or most + 1 if there are more: insertions and deletions, and with `MaySubstitute` replaced letters.
/// `most` is at most most_by_ends. Time: O(letters).
///
/// What is left begins and ends with other letters: one edit is there, and of two, one is at either end.
template <bool MaySubstitute, class A, class B>
[[nodiscard]] std::uint64_t edits_by_ends(std::span<const A> a, std::span<const B> b, std::uint64_t most) noexcept {
    cut_common_ends(a, b);
    const std::size_t shorter = std::min(a.size(), b.size());
    const std::size_t longer = std::max(a.size(), b.size());
    const std::uint64_t beyond = most + 1;
    if (shorter == 0) return longer <= most ? longer : beyond;
    if (MaySubstitute && longer == 1) return most > 0 ? 1 : beyond;
    if (most < 2 || longer - shorter > 2) return beyond;
    const auto are_equal = [&](std::size_t of_a, std::size_t of_b, std::size_t length) {
        return common_run(a.data() + of_a, b.data() + of_b, length) == length;
    };
    switch (longer - shorter) {
    case 0: // a letter is left out at one end and another put in at the other one, or both ends are replaced
        if (MaySubstitute && are_equal(1, 1, longer - 2)) return 2;
        return are_equal(1, 0, longer - 1) || are_equal(0, 1, longer - 1) ? 2 : beyond;
    case 1: { // the longer one has a letter more at one end, and a replaced one at the other
        if (!MaySubstitute) return beyond;
        const std::size_t middle = shorter - 1;
        return are_equal(1, 1, middle) || (a.size() < b.size() ? are_equal(0, 1, middle) : are_equal(1, 0, middle))
                   ? 2
                   : beyond;
    }
    default: // a letter more at both ends
        return (a.size() < b.size() ? are_equal(0, 1, shorter) : are_equal(1, 0, shorter)) ? 2 : beyond;
    }
}

/// The same of up to three edits: one is at the first letter of what is left, and two are behind it.
template <bool MaySubstitute, class A, class B>
[[nodiscard]] std::uint64_t three_edits_by_ends(std::span<const A> a, std::span<const B> b) noexcept {
    cut_common_ends(a, b);
    const std::size_t shorter = std::min(a.size(), b.size());
    const std::size_t longer = std::max(a.size(), b.size());
    if (shorter == 0) return std::min<std::uint64_t>(longer, most_by_ends + 2);
    const std::uint64_t few = edits_by_ends<MaySubstitute>(a, b, most_by_ends);
    if (few <= most_by_ends) return few;
    const auto are_two = [](std::span<const A> of_a, std::span<const B> of_b) {
        return edits_by_ends<MaySubstitute>(of_a, of_b, most_by_ends) <= most_by_ends;
    };
    const bool are_three =
        (MaySubstitute && are_two(a.subspan(1), b.subspan(1))) || are_two(a.subspan(1), b) || are_two(a, b.subspan(1));
    return most_by_ends + (are_three ? 1 : 2);
}

} // namespace concord::fuzz
