// Windows with insertions and deletions, dropped one after the other by the sequences that have a place near to both
// their halves (split_places.hpp says what these are). The places near to one half with few edits are listed, by an
// index of the letters next to them; the other half is compared with what stands on the other side of all of these, and
// those that are left once more with the listed half.
//
//     window        ACGTTGC | AGGACTA            places listed       ACTTGC|AGGTACT  GCGTTGC|CATTGAC  ...
//     three edits   one before and two behind    edits behind them           1                4
//
// Unlike the sums of split_places.hpp that takes a time that grows with windows times places, but little for each, and
// as many more edits as the places near to a half allow: what is near to the other half is never listed.
#pragma once

#include "problems/substring/variants/variant_search.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace concord::substring {

/// Windows of one length, and how many sequences hold each.
struct known_supports {
    std::uint64_t length = 0; ///< 0: none is known
    window_starts starts;     ///< in ascending order
    std::vector<std::uint64_t> supports;

    /// Sets what is known of some classes, and returns a one for each of the others. Time O(classes log windows).
    [[nodiscard]] std::vector<std::uint8_t> tell(const window_classes& classes, std::span<std::uint64_t> of) const;
};

/// Drops windows of plain nucleotides that too few sequences have such a place of, if that takes clearly less than
/// `otherwise` instructions, with what it takes for the windows that a sample says are left; else false is returned and
/// none is dropped. Where all letters of the halves are compared, that is what sequences hold: then those that are left
/// are listed in `known`, and need not be counted again. Time O(letters of the text + windows (places near to a half)).
bool drop_by_listed_places(const variant_problem& given, const variant_resources& resources, std::uint64_t length,
                           double otherwise, window_starts& starts, known_supports& known);

} // namespace concord::substring
