// How many sequences hold a word within k mismatches of each of some words, where nearly all must: of each sequence,
// the words that it lacks are found by a walk along the beginnings of all words. It ends where a window already agrees
// in so many letters that any ending is within the mismatches, and where all words that begin so have been dropped:
//
//   words of 6 letters, 3 mismatches: a window that agrees in 3 letters is near
//   beginning   A  AC  ACG            of the window ACGTTT 1, 2, 3 letters: all words that begin with ACG are near
//                  AG  AGA  AGAC ...  of all windows 2 at most: the walk goes on
//
// A sequence of 100 letters holds nearly all words of 12 letters within seven mismatches: of 16 million it lacks four,
// which are found along 19,000 beginnings. Sequences in which letters are not equally frequent lack more words than
// others; these are asked first, so that most words that too many lack are dropped soon.
#pragma once

#include "problems/substring/cpu/cpu_search.hpp"
#include "problems/substring/cpu/words/word_set.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace concord::substring {

/// The letters of a window that make up its word: the others are ambiguous, each of them a mismatch.
struct window_places {
    std::uint64_t span; ///< letters of the window
    std::vector<unsigned> places;
};

class lacking_words {
  public:
    /// Puts the sequences in order; what is given is kept, not copied. Time O(letters + sequences log sequences).
    lacking_words(const problem& given, const cpu_resources& resources, const growth_alphabet& letters);

    /// By rank of a word: the sequences that hold a window within k mismatches of it, whose ambiguous letters are
    /// mismatches; 0 where these are not as many as the support asks for. Time O(sequences * beginnings in which no
    /// window agrees in span - k letters).
    void count(const numbered_words& words, const window_places& of, std::span<std::uint32_t> supports) const;

    /// Adds the windows with ambiguous letters that have the support, as long as the words of a set. Time as above, for
    /// each choice of places where these letters are.
    void add_ambiguous(const word_set& words, longest_windows& found) const;

  private:
    class walker;

    const problem& given_;
    const cpu_resources& resources_;
    const growth_alphabet& letters_;
    std::vector<std::uint32_t> order_; ///< of the sequences
};

/// Instructions that it takes for so many words; infinite: letters are not four, words are too short or too long, they
/// do not fit, or sequences are too long, or too many letters ambiguous.
[[nodiscard]] double cost_of_lacking_words(const problem& given, std::uint64_t memory, const growth_alphabet& letters,
                                           const split_word& split, double words);

} // namespace concord::substring
