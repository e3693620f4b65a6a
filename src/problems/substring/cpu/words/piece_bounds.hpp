// Windows that cannot have the support, by words of a few of their letters: all words of q letters are counted at once
// (ball_counts.hpp), with 0, 1, 2 … mismatches. Where k is large, combinations of blocks explode (filter.hpp), and
// words with mismatches do not.
//
//     window      . . . ACGTACGTTGCA . TTGACCATGACC . GATTACAGATTA . .        k = 8, three pieces
//     pieces            within 2       within 2       within 2               3 + 3 + 3 = k + 1: the pigeonhole
//     principle support     ≤     5             + 7            + 83,120                of any pieces that do not
//     overlap, and any
//                                                                            numbers of mismatches that add up so: the
//                                                                            least
//
// A sequence that holds the window within k mismatches holds one of the pieces within its own. Few do by the pieces in
// a row that are rare, and all others have, as targets, a word near to a frequent one.
#pragma once

#include "problems/substring/cpu/candidate_windows.hpp"
#include "problems/substring/cpu/cpu_search.hpp"
#include "problems/substring/problem.hpp"

#include <cstdint>

namespace concord::substring {

/// Words of so many letters, and the greatest number of mismatches that they are counted with.
struct piece_words {
    unsigned letters = 0; ///< 0: no words tell enough
    unsigned mismatches = 0;
    double cost = 0; ///< instructions of counting them, and of a look at all windows

    /// For windows of `length` letters: those of which random ones are expected to leave the least.
    [[nodiscard]] static piece_words of(const problem& given, std::uint64_t length, std::uint64_t memory);

    /// The same, but none where the filter would take less for what they may drop, or where processes share the search.
    [[nodiscard]] static piece_words beside_filter(const problem& given, const cpu_resources& resources,
                                                   std::uint64_t length);
};

/// Drops sources; and targets, where many are near to no frequent piece of a source. Returns how many sequences may
/// hold a source and none of the targets that are left, at most: so much less is to be asked of these. Time O(letters +
/// 4^q q r) for words of q letters with up to r mismatches, and O(L k r) for each window of L letters that is left by
/// pieces in a row.
[[nodiscard]] std::uint64_t drop_by_pieces(const problem& given, const cpu_resources& resources,
                                           const piece_words& words, candidate_windows& windows);

} // namespace concord::substring
