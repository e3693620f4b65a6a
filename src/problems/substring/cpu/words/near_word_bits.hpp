// How many sequences hold a word within k mismatches of each of some words, sequence by sequence: a table has a bit for
// every word of q letters, set where the sequence holds it, and with mismatches where it holds any word near to it. It
// is the transform of word_table.hpp with words side by side instead of sequences, for few long sequences.
//
//     front (address)     bits of the ends         one position of an end: shifts within 64 bits
//     AAA                 AAA AAC AAG ... TTT      one position of a front: an OR over entries that lie apart
//     AAC                 AAA AAC AAG ... TTT
#pragma once

#include "problems/substring/cpu/cpu_search.hpp"
#include "problems/substring/cpu/words/word_set.hpp"

#include <cstdint>
#include <span>

namespace concord::substring {

/// Sets `supports`, by the rank of each word of the set: the sequences that hold a word within k mismatches of it, and
/// ambiguous letters are mismatches. Time O(m (q k s^q / 64 + letters of a sequence)) for m sequences and s letters.
void count_near_word_bits(const problem& given, const cpu_resources& resources, const growth_alphabet& letters,
                          const word_set& words, std::span<std::uint32_t> supports);

/// Instructions that it takes for so many words; infinite: the tables of all threads do not fit into `memory` bytes.
[[nodiscard]] double cost_of_near_word_bits(const problem& given, std::uint64_t memory, unsigned threads,
                                            const split_word& split, double words);

} // namespace concord::substring
