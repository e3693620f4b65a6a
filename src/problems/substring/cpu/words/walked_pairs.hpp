// From sums over the words of a sequence to sequences, as in shared_balls.hpp, by a walk along all words at once: the
// pairs of words of one sequence that differ in at most 2k letters are a list, and each letter of a word leaves those
// that it may still be near to both of (pair_kernels.hpp).
//
//     pairs of all sequences    . . . . . . . . . . . . . . . .
//     A                         . . .   .   . . .   . . . . .       some four tenths of them for each letter
//     AC                            .   .     .     .     . .
//     ACG...                                  .                     only to words that are there and were not dropped
//
// What is near to two words of a sequence is a thousand times as much as of it is there, where words are so long that
// random sequences hold few of them: to visit it all takes that much longer.
#pragma once

#include "problems/substring/cpu/cpu_search.hpp"
#include "problems/substring/cpu/words/word_set.hpp"

#include <cstdint>
#include <span>

namespace concord::substring {

/// The words with each of the beginnings of so many letters are a task; of many threads, with one letter more.
inline constexpr std::uint64_t letters_of_pair_task = 2;

/// `counts`: by rank of a word of the set, how many different words of a sequence, of windows with ambiguous letters as
/// they are written, are within k mismatches, summed up over all sequences; becomes the number of sequences that have
/// any within k mismatches. For what cost_of_walked_pairs says that it is possible. Time O(pairs of words of a sequence
/// + near pairs of the beginnings of words).
void walk_pairs(const problem& given, const cpu_resources& resources, const growth_alphabet& letters,
                const word_set& words, std::span<std::uint32_t> counts);

/// Instructions that it takes for so many words, by a sample of the sequences; infinite: there are more or less than
/// four letters, words are too long, or pairs are too many for so many bytes of memory.
[[nodiscard]] double cost_of_walked_pairs(const problem& given, const growth_alphabet& letters, const split_word& split,
                                          double words, std::uint64_t memory, unsigned threads);

} // namespace concord::substring
