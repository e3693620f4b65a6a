// How many sequences hold a word within k mismatches of each of few words: for every possible word, a list of those
// that it is near to. Each window of a sequence is looked up once, and what it is near to has this sequence.
//
//     few words      1 ACGT   2 ACGA           k = 1
//     lists          ACGT 1 2   ACGC 1 2   CCGT 1   TCGA 2 ...
//     a sequence     ACGCCGT                   ACGC: 1 and 2 have it; CCGT: 1 has it already
#pragma once

#include "problems/substring/cpu/cpu_search.hpp"
#include "problems/substring/cpu/words/word_set.hpp"

#include <cstdint>
#include <span>

namespace concord::substring {

/// Sets `supports`, by the rank of each word of the set: the sequences that hold a window within k mismatches of it,
/// ambiguous letters among these. Time O(s^q + words * words within k of one + letters + near windows) for words of q
/// of s letters, and memory O(s^q + words * words within k of one): four bytes for each possible word and each entry of
/// a list, four for each word and thread, and eight for each word.
void count_near_lists(const problem& given, const cpu_resources& resources, const growth_alphabet& letters,
                      const word_set& words, std::span<std::uint32_t> supports);

/// Instructions that it takes for so many words, which as many windows in all are near to, or more; infinite: the lists
/// do not fit into `memory` bytes.
[[nodiscard]] double cost_of_near_lists(const problem& given, std::uint64_t memory, const growth_alphabet& letters,
                                        const split_word& split, double words, double near);

} // namespace concord::substring
