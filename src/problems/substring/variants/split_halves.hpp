// Places of the text between two letters as counts of split_places.hpp see them: the letters on both sides, as far as
// halves of windows can be near to them; and the halves of windows.
//
//     text  ...TACTTGC|AGGTACTA...      before the place, from it on: CGTTCAT     behind it: AGGTACT
#pragma once

#include "problems/substring/variants/near_beginnings.hpp"
#include "problems/substring/variants/pieces.hpp"
#include "runtime/far_array.hpp"
#include "runtime/thread_pool.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace concord::substring {

/// The half before a place is read from its last letter on, so that both begin at the place.
enum which_half : std::size_t { before_place, behind_place };
inline constexpr std::size_t both_halves = 2;

[[nodiscard]] constexpr which_half other_of(which_half one) {
    return one == before_place ? behind_place : before_place;
}

/// A place counts once: with so few edits before it by what stands there, with the others by what stands behind it.
struct split_shape {
    std::array<unsigned, both_halves> letters{};
    std::array<unsigned, both_halves> few{}; ///< edits of a half, at most, with which places are listed
    unsigned edits;

    split_shape(std::uint64_t length, std::uint64_t all_edits) : edits(static_cast<unsigned>(all_edits)) {
        letters[before_place] = static_cast<unsigned>(length / 2);
        letters[behind_place] = static_cast<unsigned>(length) - letters[before_place];
        few[before_place] = (edits - 1) / 2;
        few[behind_place] = edits - 1 - few[before_place];
    }
    [[nodiscard]] unsigned known(which_half of) const { return letters[of] + 1; }
    /// What is listed of a half.
    [[nodiscard]] asked_beginnings listed(which_half of, unsigned with) const {
        return {letters[of], known(of), {with, with}};
    }
    /// What the other half has then.
    [[nodiscard]] asked_beginnings rest(which_half of, unsigned with) const {
        const which_half other = other_of(of);
        return {letters[other], known(other), {of == before_place ? 0 : few[before_place] + 1, edits - with}};
    }
    template <class Visit>
    void for_each_listed(Visit visit) const { // visit(half, edits)
        for (const which_half of : {before_place, behind_place})
            for (unsigned with = 0; with <= few[of]; ++with)
                visit(of, with);
    }
};

/// The places of all texts in the order of the letters on one side.
struct ordered_places {
    std::vector<std::uint32_t> first;            ///< by the letters known on this side
    runtime::far_array<std::uint32_t> others;    ///< the letters known on the other side
    runtime::far_array<std::uint32_t> sequences; ///< made when they are needed

    /// Those with such a beginning on this side, of `known` letters: in others, and in sequences.
    [[nodiscard]] std::span<const std::uint32_t> of_beginning(const runtime::far_array<std::uint32_t>& of,
                                                              numbered_word beginning, unsigned known) const {
        const unsigned letters = length_of_word(beginning);
        const unsigned shift = 2 * (known - letters);
        const std::uint32_t word = beginning - first_of_letters(letters);
        return of.view().subspan(first[word << shift], first[(word + 1) << shift] - first[word << shift]);
    }
};

using places_of_sides = std::array<ordered_places, both_halves>;

/// Time and memory O(letters).
[[nodiscard]] places_of_sides order_places(const piece_collection& of, const split_shape& shape,
                                           runtime::thread_pool& workers);
/// In which sequences they are.
void add_sequences(const piece_collection& of, const split_shape& shape, runtime::thread_pool& workers,
                   places_of_sides& places);

/// Windows of plain nucleotides, and what is counted of them.
struct split_windows {
    std::array<std::vector<numbered_word>, both_halves> half;
    std::array<std::vector<std::uint32_t>, both_halves> in_order; ///< of one half, then of the other one
    std::vector<std::uint32_t> places;                            ///< counted, at most 2^32 - 1

    split_windows(const piece_collection& of, const split_shape& shape, std::span<const std::uint64_t> starts,
                  runtime::thread_pool& workers);

    /// Calls visit(first, last, half) for the windows in_order of one half that have the same one, if the first of
    /// these is in [first, last).
    template <class Visit>
    void for_each_equal(which_half by, std::size_t first, std::size_t last, Visit visit) const {
        const auto half_at = [&](std::size_t at) { return half[by][in_order[by][at]]; };
        while (first < last && first > 0 && half_at(first - 1) == half_at(first))
            ++first;
        for (std::size_t end = first; first < last; first = end) {
            while (end < in_order[by].size() && half_at(end) == half_at(first))
                ++end;
            visit(first, end, half_at(first));
        }
    }
    void add(std::uint32_t index, std::uint64_t more) {
        constexpr std::uint64_t most = std::numeric_limits<std::uint32_t>::max();
        places[index] = static_cast<std::uint32_t>(std::min(most, places[index] + more));
    }

    static constexpr std::uint64_t least_of_part = 4096;

  private:
    /// `kept`: an order that is kept among equal ones; none: that of the windows.
    [[nodiscard]] std::vector<std::uint32_t> ordered(std::span<const std::uint32_t> kept, which_half by,
                                                     const split_shape& shape) const;
};

} // namespace concord::substring
