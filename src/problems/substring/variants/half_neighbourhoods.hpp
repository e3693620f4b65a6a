// Short windows of nucleotides in two halves, of which each is near to some places of a sequence. k edits leave one
// half with few of them, at few places, and at each of these the set of all words that the other half may be is known
// (place_neighbourhoods.hpp). So it is not asked of every window where its halves are: the sets of all places of one
// half are united, once for all windows that have it.
//
//     ACGTTGC, at most one edit, ends at         place 12      place 70      place 214         of a sequence
//     words with the edits that are left         ...1.11.      .1......      ..1..1..          that begin there
//     united                                     .11.1111      bits of windows ACGTTGC + rest
//
// The same is done of the other half, with the edits that this leaves for it.
#pragma once

#include "problems/substring/variants/held_classes.hpp"
#include "problems/substring/variants/variant_search.hpp"

#include <cstdint>
#include <span>

namespace concord::substring {

struct neighbourhood_plan {
    std::uint64_t letters_of_end = 0;     ///< 0: this is not done
    std::uint64_t edits_of_beginning = 0; ///< with which its places are listed; of an end k - 1 without these
    double cost = 0;                      ///< in instructions, roughly
};

/// The one that costs least for so many windows of plain nucleotides. Time O(length k).
[[nodiscard]] neighbourhood_plan plan_half_neighbourhoods(const variant_problem& given,
                                                          const variant_resources& resources,
                                                          std::span<const lane_block> blocks, std::uint64_t length,
                                                          std::size_t classes);

/// How that is done. `classes` are windows of plain nucleotides, of `length` letters. Time for some lanes O(k places
/// (4^letters of either half) / 256 + pairs of a half and a place near to it + windows).
[[nodiscard]] make_marker half_neighbourhood_marker(const variant_problem& given, const variant_resources& resources,
                                                    std::size_t letters, const window_classes& classes,
                                                    std::uint64_t length, const neighbourhood_plan& plan);

} // namespace concord::substring
