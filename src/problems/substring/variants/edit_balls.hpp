// Which words of a few nucleotides may have the support with insertions and deletions, of all words of a text at once:
// the places of the text near to each are counted by the edits that lead there, one letter of the word after the other.
//
//     read of the word     a              counts of what the word begins with, and of the letters of the text behind it
//     not read             c g t          by what the text has there
//
//     a letter matches     (a c)  g t     those of the same row, where the text has it; the three others of row e - 1
//     it stands nowhere    (a c)  c g     those of row e - 1, whatever the last letter was, which is forgotten
//     one is skipped       (a)    g t ?   those of row e - 1, whatever was skipped; what comes last is not known
//
// So rows stay as long as the words that are not read, and a row of a beginning is a quarter of the one before: these
// are as many as there are words. What is not known is any letter, so that counts are upper bounds. Of the alignments
// of a word to a place one with the fewest edits has no insertion beside a deletion, and may have substitutions where
// its ends would be deleted; only such ones are counted.
//
// A letter that is a set of nucleotides is entered as each of these, so that what is near to a word holds it whichever
// it is. What a word with such letters may be is bounded by a sum: for that the counts are kept, as shares of the
// support.
#pragma once

#include "problems/substring/variants/pieces.hpp"
#include "problems/substring/variants/variant_search.hpp"
#include "runtime/far_array.hpp"
#include "runtime/thread_pool.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace concord::substring {

class edit_balls {
  public:
    /// Letters of a word, edits, and support, at most.
    static constexpr std::uint64_t most_letters = 12;
    static constexpr std::uint64_t most_edits = 3;
    static constexpr std::uint64_t most_support = std::uint64_t{1} << 24U;
    /// Letters of a word, at least: more than twice the edits, and more than a beginning of one letter and a word of
    /// 64 bits.
    [[nodiscard]] static constexpr std::uint64_t least_letters(std::uint64_t edits) noexcept {
        return edits < 2 ? 4 : 2 * edits + 1;
    }
    [[nodiscard]] static constexpr bool are_possible_within(std::uint64_t edits, std::uint64_t support) noexcept {
        return edits <= most_edits && support <= most_support;
    }
    /// Whether letters are nucleotides, words long enough, and the counts fit into so many bytes.
    [[nodiscard]] static bool are_possible(const piece_collection& of, std::uint64_t letters, std::uint64_t edits,
                                           std::uint64_t memory, unsigned threads);
    /// What is counted for a word of random nucleotides for each place of the text. Time O(letters edits).
    [[nodiscard]] static double chance(std::uint64_t letters, std::uint64_t edits);

    /// Time O((letters of the text + 4^letters letters edits) / threads), memory O(4^letters
    /// edits) while they are counted.
    edit_balls(const piece_collection& of, std::uint64_t letters, std::uint64_t edits, std::uint64_t support,
               runtime::thread_pool& workers);

    /// Whether so many places may be near to a word that stands in the text, given by its number.
    [[nodiscard]] bool may_have_support(std::uint64_t number) const { return has(may_, number); }
    /// The same of a word of the text in which no letter matches nothing, by all that it may be. Time O(spellings).
    [[nodiscard]] bool may_have_support(std::span<const letter> word) const;

  private:
    class counting;

    /// A bit for each word of some letters.
    using word_bits = std::vector<std::uint64_t>;
    [[nodiscard]] static bool has(const word_bits& bits, std::uint64_t number) {
        return (bits[number / 64] >> number % 64 & 1U) != 0;
    }

    /// Parts of the support that are near to a word: it has so many of them.
    using support_parts = std::uint8_t;
    static constexpr support_parts all_parts = 128;

    word_bits may_;
    std::vector<support_parts> near_; ///< where letters are sets: of each word of the text, rounded up, at most all
};

} // namespace concord::substring
