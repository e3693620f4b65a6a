// How sequences are cut into pieces, so that two near ones share one: Li, Deng, Wang and Feng, "Pass-Join: A
// Partition-based Method for Similarity Joins", PVLDB 5(3), 2011.
//
//   b  GATTACAGATTACA          K edits leave one of K + 1 pieces whole. Take the first piece i before which there are
//      |---|----|----|         exactly i - 1 edits and none in it (pieces counted from 1): then it stands in a at most
//   a  GATACAGATTACCA          i - 1 letters from its place in b, seen from the left end, and at most K + 1 - i seen
//   from
//          |----|              the right end. So a is asked only for the pieces at these few places.
#pragma once

#include "problems/distance/batch/compared_letters.hpp"

#include <concord/distance.hpp>

#include <algorithm>
#include <cstdint>
#include <optional>

namespace concord::edit_distance {

/// Letters [begin, begin + length) of a sequence.
struct piece_place {
    std::uint64_t begin;
    std::uint64_t length;
};

/// Where piece `index` (from 0) of a sequence of `length` letters stands, when that is cut into `count` of nearly equal
/// length; count <= length.
[[nodiscard]] constexpr piece_place piece_of(std::uint64_t length, std::uint64_t count, std::uint64_t index) noexcept {
    const std::uint64_t shorter = count - length % count; // pieces, the first ones
    return {length / count * index + (index > shorter ? index - shorter : 0),
            length / count + (index >= shorter ? 1 : 0)};
}

/// Where in a sequence of `length` letters a piece can have stayed whole that stands at `piece` in one of `other`
/// letters, of `bound` + 1 pieces the `index`-th: begins [first, last]; none where first > last.
struct piece_begins {
    std::int64_t first;
    std::int64_t last;
};
[[nodiscard]] constexpr piece_begins begins_of(distance_metric metric, std::uint64_t length, std::uint64_t other,
                                               std::uint64_t bound, std::uint64_t index, piece_place piece) noexcept {
    const auto begin = static_cast<std::int64_t>(piece.begin);
    if (metric == distance_metric::hamming) return {begin, begin};
    const auto longer = static_cast<std::int64_t>(length) - static_cast<std::int64_t>(other);
    const auto left = static_cast<std::int64_t>(index);
    const auto right = static_cast<std::int64_t>(bound - index);
    const auto last = static_cast<std::int64_t>(length) - static_cast<std::int64_t>(piece.length);
    return {std::max({std::int64_t{0}, begin - left, begin + longer - right}),
            std::min({last, begin + left, begin + longer + right})};
}

/// A number for `place` of a sequence that equal letters share; others rarely. Nothing where an ambiguous letter stands
/// there, which no letter is equal to. `seed` tells apart what is not to meet.
[[nodiscard]] std::optional<std::uint64_t> hash_piece(const compared_letters& letters, const compared_side& side,
                                                      std::uint64_t sequence, piece_place place, std::uint64_t seed);

} // namespace concord::edit_distance
