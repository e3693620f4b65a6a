// What both sequences of a pair begin with, and what both end with, costs nothing: where that is much of them, the rest
// is compared alone. A letter more or less in one stretch, however long, is then all that is left to compare: the
// points of diagonal/bidirectional.hpp grow with the square of its length, and so does nothing else.
//
//   a   GATTACAGATTACAGGT          a   TACAGAT
//   b   GATTACAGGT            ->   b
//
// A letter that ends both sequences is matched in some alignment of least cost, by each of the recurrences: costs never
// fall along a diagonal. Which one of these alignments is reported is another matter, so that only the number of edits
// may be asked for.
#pragma once

#include "sequence/coded_pair.hpp"

#include <optional>

namespace concord::pairwise {

/// The pair without its common ends; null where they have less than a quarter of the letters of the shorter sequence:
/// the copy would not pay. Time and memory O(n + m).
[[nodiscard]] std::optional<sequence::coded_pair> without_common_ends(const sequence::coded_pair& pair);

} // namespace concord::pairwise
