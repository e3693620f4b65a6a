// The edits of a pair where only few are of interest: furthest-reaching points on diagonals (Ukkonen, Information and
// Control 64, 1985).
#pragma once

#include "fuzz/common_ends.hpp"
#include "lanes/band.hpp"
#include "simd/vector_target.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>

namespace concord::fuzz {

inline constexpr std::size_t most_bounded_edits = 127;

/// What an edit may be beside an insertion and a deletion.
enum class further_steps : std::uint8_t { none, substitution, substitution_and_swap };

// Of a search that gives up, as the texts have little in common, or as there seem to be more edits than `most`.
inline constexpr std::size_t are_unlike = std::numeric_limits<std::size_t>::max();
inline constexpr std::size_t seem_too_many = are_unlike - 1;

/// Edits of similar texts; of more, diagonals may take as long as so many steps of a word: a point takes two to
/// three times as long as one, and is done in vain where there are more edits.
[[nodiscard]] inline std::size_t most_of_similar(std::size_t word_steps) noexcept {
    constexpr std::size_t least = 6;
    return std::clamp(static_cast<std::size_t>(std::sqrt(static_cast<double>(word_steps) / 3)), least,
                      most_bounded_edits);
}

/// Whether the next two letters of one text are those of the other, the other way round.
template <class A, class B>
[[nodiscard]] bool are_swapped(const A* a, const B* b) noexcept {
    return a[0] == b[1] && a[1] == b[0];
}

/// Diagonals of which edits_on_diagonals() keeps points.
[[nodiscard]] constexpr std::size_t points_for(std::size_t most) noexcept {
    return std::max<std::size_t>(most + 3, 12);
}

/// The edits, or most + 1 if there are more. `points` is room for points_for(most) of them. Swaps are those of optimal
/// string alignment. Time: O(most * (most less what the lengths are apart) + letters in common).
///
/// point[d] is the furthest letter of a that so many edits reach on diagonal d, of letters i of a and i + d of b;
/// diagonals from which the end is further away than the edits that are left are no longer followed. A swap from an
/// earlier cell of a diagonal leads no further than a substitution from the furthest one.
/// `MayGiveUp`: are_unlike or seem_too_many where the first edits have not come as far as those of a pair within `most`
/// usually do: the search of unlike texts takes no longer than some ten steps.
template <further_steps Steps, bool MayGiveUp, class A, class B>
[[nodiscard]] std::size_t edits_on_diagonals(std::span<const A> a, std::span<const B> b, std::size_t most,
                                             std::ptrdiff_t* points) {
    constexpr bool may_substitute = Steps != further_steps::none;
    const auto rows = static_cast<std::ptrdiff_t>(a.size());
    const auto columns = static_cast<std::ptrdiff_t>(b.size());
    const std::ptrdiff_t goal = columns - rows;
    const auto bound = static_cast<std::ptrdiff_t>(most);
    if (goal > bound || -goal > bound) return most + 1;
    constexpr std::ptrdiff_t none = std::numeric_limits<std::ptrdiff_t>::min() / 2; // no edits come from there
    constexpr std::size_t set_at_once = points_for(0); // whose number the compiler knows: of up to nine edits
    std::fill_n(points, set_at_once, none);
    if (points_for(most) > set_at_once) std::fill(points + set_at_once, points + points_for(most), none);
    const std::ptrdiff_t aside = (bound - (goal < 0 ? -goal : goal)) / 2; // beyond the diagonals of both ends
    std::ptrdiff_t* const point = points + aside + 1 - std::min<std::ptrdiff_t>(0, goal);
    for (std::ptrdiff_t edits = 0; edits <= bound; ++edits) {
        const std::ptrdiff_t left = bound - edits;
        // Without substitutions each edit changes the diagonal: every other one is left out.
        constexpr std::ptrdiff_t apart = may_substitute ? 1 : 2;
        std::ptrdiff_t first = std::max(-edits, goal - left);
        if (!may_substitute) first += (first + edits) & 1;
        const std::ptrdiff_t last = std::min(edits, goal + left);
        std::ptrdiff_t before = point[first - 1]; // of one edit less
        [[maybe_unused]] std::ptrdiff_t furthest = 0;
        for (std::ptrdiff_t d = first; d <= last; d += apart) {
            const std::ptrdiff_t here = point[d];
            std::ptrdiff_t row = edits == 0 ? 0 : std::max(before, point[d + 1] + 1);
            if (may_substitute && edits > 0) row = std::max(row, here + 1);
            if constexpr (Steps == further_steps::substitution_and_swap)
                if (edits > 0 && row < here + 2 && here >= 0 && here + d >= 0 && here + 2 <= rows &&
                    here + d + 2 <= columns && are_swapped(a.data() + here, b.data() + here + d))
                    row = here + 2;
            before = may_substitute ? here : point[d + 1];
            row = std::min({row, rows, columns - d});
            if (row < 0 || row + d < 0) continue;
            row += static_cast<std::ptrdiff_t>(common_run(
                a.data() + row, b.data() + row + d, static_cast<std::size_t>(std::min(rows - row, columns - d - row))));
            if (d == goal && row == rows) return static_cast<std::size_t>(edits);
            point[d] = row;
            if constexpr (MayGiveUp) furthest = std::max(furthest, row);
        }
        // Texts without much in common, of which a few letters an edit agree, are left at once: with the second rule
        // alone those of 100 letters took twice as long. It is for edits too many, which may stand close at first; of
        // long texts more edits are looked at, which cost little beside what is done instead.
        constexpr std::ptrdiff_t letters_of_edit = 8;
        const bool is_long = rows >= 1000;
        const std::ptrdiff_t few = rows < 4000 ? 2 : may_substitute ? 4 : 8; // edits of unlike texts
        if (MayGiveUp && edits >= few && furthest < letters_of_edit * edits) return are_unlike;
        if (MayGiveUp && edits >= (is_long ? 12 : 6) && 5 * furthest * bound < (is_long ? 2 : 4) * edits * rows)
            return seem_too_many;
    }
    return most + 1;
}

/// The same of up to most_bounded_edits.
template <further_steps Steps, bool MayGiveUp = false, class A, class B>
[[nodiscard]] std::size_t edits_within(std::span<const A> a, std::span<const B> b, std::size_t most) {
    std::array<std::ptrdiff_t, points_for(most_bounded_edits)> points; // those in use are set
    return edits_on_diagonals<Steps, MayGiveUp>(a, b, most, points.data());
}

inline constexpr std::size_t most_left_out = 2;        ///< of are_unlike_at_first()
inline constexpr std::size_t least_apart_of_look = 64; ///< fewer edits are soon counted on diagonals

/// Whether a look at some letters shows that two texts have more than `most` insertions and deletions, of which
/// `longer` has nearly all as letters more: up to most_left_out letters of the shorter text are not in common. Letter
/// by letter of the shorter one, behind which letter of the longer one all but so many are found soonest: too many are
/// passed over.
template <class A, class B>
[[nodiscard]] bool are_unlike_at_first(std::span<const A> shorter, std::span<const B> longer, std::size_t most) {
    constexpr std::size_t look = 12;
    constexpr std::size_t nowhere = std::numeric_limits<std::size_t>::max();
    const std::size_t apart = longer.size() - shorter.size();
    const std::size_t left_out = (most - apart) / 2;
    std::array<std::size_t, most_left_out + 1> behind;
    behind.fill(nowhere);
    behind[0] = 0;
    for (std::size_t row = 0; row < std::min(look, shorter.size()); ++row) {
        bool is_anywhere = false;
        for (std::size_t out = std::min(left_out, row + 1) + 1; out-- > 0;) {
            std::size_t found = out > 0 ? behind[out - 1] : nowhere; // without this letter
            const std::size_t end = std::min({longer.size(), row + 1 - std::min(out, row) + apart + left_out, found});
            for (std::size_t at = behind[out]; at < end; ++at)
                if (longer[at] == shorter[row]) {
                    found = at + 1;
                    break;
                }
            behind[out] = found;
            is_anywhere |= found != nowhere;
        }
        if (!is_anywhere) return true;
    }
    return false;
}

/// The insertions and deletions, or of `may_substitute` Levenshtein's distance, in a band; most + 1 if there are more,
/// or lanes::seem_few after a look (lanes::band_task). `longer` has at least lanes::least_pattern_of_band letters:
/// of the longer one as the pattern, the last diagonal begins with the edits that the lengths are apart.
template <class Letter>
[[nodiscard]] std::uint64_t edits_in_band(std::span<const Letter> longer, std::span<const Letter> shorter,
                                          bool may_substitute, std::uint64_t most, std::size_t look = 0,
                                          std::size_t few = 0) {
    static const lanes::band_kernels& kernels = lanes::band_kernels_for(simd::choose_vectors(vector_target::automatic));
    const auto& kernel = may_substitute ? kernels.levenshtein : kernels.indel;
    return kernel[std::countr_zero(sizeof(Letter))]({.pattern = longer.data(),
                                                     .length = longer.size(),
                                                     .text = shorter.data(),
                                                     .columns = shorter.size(),
                                                     .most = most,
                                                     .look = look,
                                                     .few = few});
}

} // namespace concord::fuzz
