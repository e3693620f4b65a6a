// The answer where windows are so short that near ones have few letters in common, and letters so many that growing
// would try nearly every window: the windows that agree with one in L - k of its L places are all that are near to it.
//
//     window   t h r e e        L = 5, k = 3: near is what agrees in one of the C(5, 2) pairs of places
//     shapes   # # - - -        with th at its first two letters,
//              # - # - -        or tr at the first and the third,
//              - - - # #        ... or ee at the last two           (shapes with gaps: Burkhardt and Kaerkkaeinen 2001)
//
// So supports are exact, at a price that is known before (spaced_counts.hpp). Lengths are tried from the one that
// random sequences are expected to share: upwards with the windows both of whose shorter ones have the support, else
// downwards.
#pragma once

#include "problems/substring/cpu/cpu_search.hpp"

#include <optional>

namespace concord::substring {

struct spaced_words {
    std::optional<longest_windows> found; ///< all windows of the greatest length >= min_length that have the support;
                                          ///< nothing: it was given up
    double cost = 0; ///< instructions that it is estimated to take at least; infinite: not possible, or in vain
};

/// Gives up where it is estimated to take more than `most_cost` instructions. Time O(windows m C(L, k) / 512) for a
/// length of L letters.
[[nodiscard]] spaced_words find_by_spaced_words(const problem& given, const cpu_resources& resources, double most_cost);

/// Instructions of counting the first length that is tried; infinite: not possible.
[[nodiscard]] double least_cost_of_spaced_words(const problem& given, const cpu_resources& resources);

/// The greatest length that random sequences with these letters are expected to share.
[[nodiscard]] std::uint64_t most_shared_by_chance(const problem& given);

} // namespace concord::substring
