// How many sequences hold each word of q nucleotides with at most one edit: of all 4^q words at once, where these are
// not many more than the words that are asked for. Then no look-up waits for memory that is far away.
//
//     a word is a number, C(w) the sequences that hold it:    w = a c b, the letter c at one of its places
//
//     replaced      C(a x b) for the other letters x          the sum over all x is one for four words, next to each
//     deleted       C'(a b), of words of q - 1                other in steps of 4^|b|: sums of long vectors
//     inserted      C(a x c b) without the last letter        the same sums, of the first q - 1 letters of the word
#pragma once

#include "problems/substring/variants/pieces.hpp"
#include "runtime/far_array.hpp"
#include "runtime/thread_pool.hpp"

#include <cstdint>
#include <span>

namespace concord::substring {

/// Which pieces of the sequences are counted.
enum class counted_strands : std::uint8_t { both, forward, reverse };

/// Upper bounds: sequences that hold several of the words with an edit count several times.
class edited_words {
  public:
    /// Letters of a word, at most.
    static constexpr std::uint64_t most_letters = 13;
    /// Whether the letters are nucleotides, and so many words are counted.
    [[nodiscard]] static bool are_possible(const piece_collection& of, std::uint64_t letters, std::uint64_t memory);

    /// `indels`: an edit may be an insertion or a deletion; `most_spellings`: of a word with ambiguous letters that is
    /// counted by these. Time O((letters of the text + 4^q q) / threads), memory O(4^q).
    edited_words(const piece_collection& of, runtime::thread_pool& workers, std::uint64_t letters, bool indels,
                 std::uint64_t most_spellings, counted_strands strands = counted_strands::both);

    /// Sequences, at most, that hold the word at this place of the text with at most one edit, but for those that may
    /// hold any.
    [[nodiscard]] std::uint64_t at(std::uint64_t start) const;
    /// Sequences that may hold any word.
    [[nodiscard]] std::uint64_t of_any() const noexcept { return of_any_; }

  private:
    using table = runtime::far_array<std::uint32_t>;

    /// Sequences that hold each word of so many letters; and in `filled`, if there is one, those that hold it but for a
    /// letter that matches nothing, instead of one of its letters or as one more.
    void count(table& counts, std::uint64_t letters, table* filled, std::uint64_t most_spellings);
    /// What an edit at place `at` adds to the words that are w without that letter, for w in [first, last).
    void add_edits(std::uint64_t at, std::uint64_t first, std::uint64_t last);
    void add_all_edits();

    const piece_collection& of_;
    runtime::thread_pool& workers_;
    std::uint64_t letters_;
    bool indels_;
    counted_strands strands_;
    std::uint64_t of_any_ = 0;
    table edited_;   ///< of each word, with at most one edit
    table exact_;    ///< of each word
    table shorter_;  ///< of each word of one letter less
    table inserted_; ///< of each beginning of a word that lacks its last letter: with a letter inserted
};

} // namespace concord::substring
