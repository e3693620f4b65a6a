// Windows of one length that are counted with mismatches along diagonals (cpu/scan/diagonal_kernels.hpp), where random
// sequences hold nearly every letter of them: all windows of a piece slide along all sequences at once. A sequence with
// all its pieces, on one strand or both, is a lane, so that it counts once; where a window would cross a barrier, none
// may end.
//
//     lane      ACGTTAGC|GCTAACGT        | is a barrier
//     ends      ...11111....11111        of windows of four letters
#pragma once

#include "problems/substring/variants/variant_search.hpp"

#include <cstdint>
#include <vector>

namespace concord::substring {

/// Letters of one forward piece that hold windows.
struct window_span {
    std::uint64_t first; ///< in the text
    std::uint64_t length;
};

/// The fewest letters of each piece that hold all windows of so many letters that begin at these places, which are in
/// ascending order.
[[nodiscard]] std::vector<window_span> spans_of(const piece_collection& of, const window_starts& starts,
                                                std::uint64_t length);

/// Instructions, roughly, of counting all windows of these spans; infinite where that is not possible: edits, copies,
/// long sequences, many kinds of letters, or windows whose mismatches need more digits than there is code for.
[[nodiscard]] double cost_along_diagonals(const variant_problem& given, const variant_resources& resources,
                                          const std::vector<window_span>& spans, std::uint64_t length);

/// How many texts hold each class: those of all sequences, or of some, or parts of them. For windows whose cost is not
/// infinite. Time O(letters of the spans * letters of the texts / 64); a span is left early where too few texts are
/// left. Memory O(letters of the texts * kinds / 8).
[[nodiscard]] counted_classes count_along_diagonals(const variant_problem& given, const variant_resources& resources,
                                                    const word_letters& letters, std::vector<lane_text> texts,
                                                    const window_classes& classes, std::uint64_t length);

} // namespace concord::substring
