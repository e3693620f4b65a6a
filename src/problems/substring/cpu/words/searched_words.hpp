// Supports of words by a search for each of them in the sequences, one after the other, which ends where too few are
// left. What is alike lies along diagonals, so a sequence is first asked where the word before this one was found:
//
//     words from    ACGTTAGCCATT           found at     5   6   7   -   10      of a sequence
//     a sequence     CGTTAGCCATTA          looked at        6   7   8   and what is near to it, then all places
//                     GTTAGCCATTAG
//
// Where most sequences must hold a word, the first few that do not end the search, and those that did not hold the word
// before are asked first: a word that lacks little of what every other way must count to the end falls with its
// neighbours.
#pragma once

#include "problems/substring/cpu/cpu_search.hpp"
#include "problems/substring/cpu/words/word_set.hpp"

#include <cstdint>
#include <memory>
#include <span>

namespace concord::substring {

/// The words of four letters of a set, and where each stands first in the sequences that are asked about.
class searched_words {
  public:
    /// Whether words can be searched in so much memory.
    [[nodiscard]] static bool are_possible(const problem& given, const growth_alphabet& letters, unsigned length,
                                           std::uint64_t memory);
    /// Instructions that so many words take at least: all sequences are asked for a word, or more than may lack it are
    /// searched to their ends.
    [[nodiscard]] static double least_cost(const problem& given, std::uint64_t words);

    /// Reads all sequences; what is given is kept, not copied. Time O(letters).
    searched_words(const problem& given, const cpu_resources& resources, const growth_alphabet& letters,
                   const word_set& words);
    searched_words(const searched_words&) = delete;
    searched_words& operator=(const searched_words&) = delete;
    ~searched_words();

    /// Instructions that `count` takes, by a search for some of the words, which ends where it has taken a small share
    /// of `most`.
    [[nodiscard]] double cost(double most) const;

    /// By rank of a word: how many sequences hold it within k mismatches; 0 where these have not the support. Time
    /// O(words * sequences that are asked * their letters / lanes of a vector), where neighbours are found along
    /// diagonals O(words * sequences).
    void count(std::span<std::uint32_t> supports) const;

  private:
    struct state;
    std::unique_ptr<state> state_;
};

} // namespace concord::substring
