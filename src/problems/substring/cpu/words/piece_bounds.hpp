// Windows that cannot have the support, by words of a few of their letters (piece_row.hpp): all words of q letters are
// counted at once (ball_counts.hpp), with 0, 1, 2 and 3 mismatches. Where k is large, combinations of blocks explode
// (filter.hpp), and words with mismatches do not.
//
//     sources     whose pieces, however they are chosen, may have the support
//     targets     near to a frequent piece of any source: what holds a source by its rare pieces alone is little
#pragma once

#include "problems/substring/cpu/candidate_windows.hpp"
#include "problems/substring/cpu/cpu_search.hpp"
#include "problems/substring/piece_row.hpp"
#include "problems/substring/problem.hpp"

#include <cstdint>

namespace concord::substring {

/// For windows of `length` letters; cost in instructions.
[[nodiscard]] piece_words words_of_pieces(const problem& given, std::uint64_t length, std::uint64_t memory);

/// The same, but none where the filter would take less for what they may drop, or where processes share the search.
[[nodiscard]] piece_words words_of_pieces_beside_filter(const problem& given, const cpu_resources& resources,
                                                        std::uint64_t length);

/// Drops sources; and targets, where many are near to no frequent piece of a source. Returns how many sequences may
/// hold a source and none of the targets that are left, at most: so much less is to be asked of these. Time O(letters +
/// 4^q q r) for words of q letters with up to r mismatches, and O(L k r) for each window of L letters that is left by
/// pieces in a row.
[[nodiscard]] std::uint64_t drop_by_pieces(const problem& given, const cpu_resources& resources,
                                           const piece_words& words, candidate_windows& windows);

} // namespace concord::substring
