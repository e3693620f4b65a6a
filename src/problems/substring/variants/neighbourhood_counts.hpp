// How many sequences hold each word of a few nucleotides, all words at once: of every sequence a table tells with a bit
// for each word whether it is in the neighbourhood of what the sequence holds, and the tables are added up bit by bit.
//
// An occurrence is made from the text in this order: letters are deleted, others replaced, and then some inserted.
//
//   text      ...ACGGTTA...   k = 2                                  tables of two, three and four letters
//   deleted   AGGT                                   words of the text without up to so many letters: set one by one
//   replaced  AGGT -> ATGT                           a transform of the table, each letter of all words at once
//   inserted  ATGT of ATT, GTT ... of one edit less  the table of words of one letter less, widened
//
// It takes the same time however long the sequences are and on one strand or both, and is of use where answers are
// short (Myers 1994 calls the words within k edits of a word its neighbourhood).
#pragma once

#include "problems/substring/variants/variant_search.hpp"

#include <cstdint>

namespace concord::substring {

/// Instructions, roughly, of counting all words of so many letters; infinite where that is not possible: other letters
/// than nucleotides, many edits, long words, or not enough memory for the tables of each thread.
[[nodiscard]] double cost_of_neighbourhoods(const variant_problem& given, const variant_resources& resources,
                                            std::uint64_t length);

/// How many sequences hold each class, but for those in `without`; where a class has other letters than plain
/// nucleotides, at most so many do, as those that hold two of its spellings are counted twice. For windows whose cost
/// is not infinite. Time O(m (k length 4^length / 256 + letters C(length, k))) for m sequences, memory
/// O(threads (k + log m) 4^length / 8).
[[nodiscard]] std::vector<std::uint64_t> count_by_neighbourhoods(const variant_problem& given,
                                                                 const variant_resources& resources,
                                                                 const std::vector<bool>& without,
                                                                 const window_classes& classes, std::uint64_t length);

} // namespace concord::substring
