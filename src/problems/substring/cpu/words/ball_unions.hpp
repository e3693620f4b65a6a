// How many sequences hold a word within k mismatches of each of some words, where these are a good share of all words:
// the balls around the windows of a sequence are united, sequence by sequence, some thousand words at a time
// (union_kernels.hpp). A union is a few operations for each window that is near to the first letters of these words,
// whatever the number of words.
//
//     word of 11 letters     ACGTA C GTTCA        5 of a prefix, for each of which windows are listed | one letter |
//                                                 an end, of which a row of 1,024 bits has all
//     sequences              . . 255 . .          their bits are added up as digits of binary counts
#pragma once

#include "problems/substring/cpu/cpu_search.hpp"
#include "problems/substring/cpu/words/word_set.hpp"

#include <cstdint>
#include <span>

namespace concord::substring {

/// Adds to `supports`, by the rank of each word of the set: the sequences from `first` to `last`, without this one,
/// that hold a word within k mismatches of it, and ambiguous letters are mismatches. Time O(s^(q - 5) (letters of the
/// sequences + m)) for m sequences and words of q of s letters.
void count_ball_unions(const problem& given, const cpu_resources& resources, const growth_alphabet& letters,
                       const word_set& words, std::uint64_t first, std::uint64_t last,
                       std::span<std::uint32_t> supports);

/// Instructions that it takes for so many words and all sequences; infinite: there are more than four letters, words
/// are too short or too long to be split so, or sequences too long.
[[nodiscard]] double cost_of_ball_unions(const problem& given, const split_word& split, double words);

} // namespace concord::substring
