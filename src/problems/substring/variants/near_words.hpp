// How often what is near to each word of a few nucleotides stands in some texts: of all 4^L words at once (Yates 1937,
// with sums), as an upper bound for sequences that hold it with mismatches.
//
//     row e     words of the texts within e mismatches of each word, as far as some of its positions are concerned
//     AA'       = AA of row e + (CA + GA + TA) of row e - 1      one more position, the first; then AA + (AC + AG + AT)
//
// A letter that matches nothing is a mismatch whatever stands there. Of such a letter of the texts all four words are
// added, in the row of the mismatches that it is; and such a letter of a word is any of four, with a mismatch less. So
// that where both stand in the same place only one mismatch counts, there are as many tables as words may have of them.
//
// A letter that is a set of nucleotides is added as each of these, and no mismatch. What a word with such letters may
// be is a bound as a sum, too; where counts with fewer mismatches are kept, no place counts twice because of letters
// that may be any:
//
//     within k of ANG     A(k) = S(k) - 3 A(k - 1)     S: the sum for AAG, ACG, AGG, ATG; a place that differs in d
//     other
//                                                      letters is within d of one of them, and within d + 1 of three
#pragma once

#include "problems/substring/variants/lane_blocks.hpp"
#include "problems/substring/variants/pieces.hpp"
#include "runtime/far_array.hpp"
#include "runtime/thread_pool.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace concord::substring {

/// All pieces of a collection, as texts.
[[nodiscard]] std::vector<lane_text> texts_of_all_pieces(const piece_collection& of);

class near_words {
  public:
    /// Letters of a word, at most.
    static constexpr std::uint64_t most_letters = 12;
    /// The same where some letters are sets: what may be many words is near to more by chance.
    static constexpr std::uint64_t most_letters_of_sets = 13;
    /// Whether letters are nucleotides or sets of some, differ by mismatches, and the rows fit into so many bytes.
    [[nodiscard]] static bool fit(const piece_collection& of, const allowance& allowed, std::uint64_t letters,
                                  std::uint64_t memory);
    /// The same where no letter is a set.
    [[nodiscard]] static bool are_possible(const piece_collection& of, const allowance& allowed, std::uint64_t letters,
                                           std::uint64_t memory);

    /// For words with so many letters that match nothing, at most `mismatches`. Time O(letters of the texts +
    /// 4^L L k / threads), memory O(4^L k) while they are counted, and thereafter if counts with fewer mismatches are
    /// kept.
    near_words(const piece_collection& of, std::span<const lane_text> texts, std::uint64_t letters,
               std::uint64_t mismatches, std::uint64_t nothings, runtime::thread_pool& workers,
               bool keeps_fewer = false);

    /// Places of the texts, at most, where the word occurs that stands here in the collection; where these are more
    /// than there are sequences, perhaps fewer of them, but not fewer than there are sequences.
    [[nodiscard]] std::uint64_t at(std::uint64_t start) const;
    /// The same of a word without letters that match nothing, if counts with fewer mismatches are kept: places of which
    /// none is counted twice because of letters of the word that may be any. Time O(spellings k).
    [[nodiscard]] std::uint64_t at_sets(std::uint64_t start) const;
    /// The same of a word of plain nucleotides, by its number.
    [[nodiscard]] std::uint64_t of_number(std::uint64_t number) const { return entry(last_row_ + number) + unspelled_; }
    /// Within fewer mismatches, if these are kept.
    [[nodiscard]] std::uint64_t of_number(std::uint64_t number, std::uint64_t mismatches) const {
        return entry(mismatches * of_row_ + number);
    }

    /// plain(start, number) of each word of a text that has only plain nucleotides, other(start) of the others.
    template <class Plain, class Other>
    static void for_each_word(std::span<const letter> text, std::uint64_t letters, Plain plain, Other other) {
        const std::uint64_t last_letters = (std::uint64_t{1} << 2 * letters) - 1;
        std::uint64_t number = 0;
        std::uint64_t in_row = 0; // plain nucleotides up to here
        for (std::uint64_t at = 0; at < text.size(); ++at) {
            const bool is_plain = text[at] < plain_nucleotides;
            number = (number << 2U | (is_plain ? text[at] : 0U)) & last_letters;
            in_row = is_plain ? in_row + 1 : 0;
            if (at + 1 < letters) continue;
            if (in_row >= letters)
                plain(at + 1 - letters, number);
            else
                other(at + 1 - letters);
        }
    }

  private:
    template <class Count>
    using table = runtime::far_array<Count>;

    [[nodiscard]] std::uint64_t entry(std::uint64_t at) const { return is_narrow_ ? narrow_[at] : wide_[at]; }

    template <class Count>
    void make(std::span<const lane_text> texts, runtime::thread_pool& workers, bool keeps_fewer, table<Count>& counts);
    /// visit(number of a word) for all that this word may be with nucleotides in place of letters that match nothing.
    template <class Visit>
    void for_each_spelling(std::span<const letter> word, Visit visit) const;
    /// Whether all words of the text could be added, as their spellings are few.
    template <class Count>
    [[nodiscard]] bool add(const table<Count>& rows, std::span<const letter> text) const;
    template <class Count>
    void spread(const table<Count>& rows, runtime::thread_pool& workers) const;
    /// The same of words that are shorter than a block of the kernels. Time O(4^L L k).
    template <class Count>
    void spread_short(const table<Count>& rows) const;

    const piece_collection& of_;
    std::uint64_t letters_;
    std::uint64_t nothings_;
    std::uint64_t mismatches_; ///< beside these
    std::uint64_t of_row_;
    std::uint64_t last_row_ = 0;
    std::uint64_t unspelled_ = 0; ///< texts with words that may be anything, as they have too many spellings
    bool is_narrow_;              ///< sequences are so few that their number is one of 16 bits
    table<std::uint16_t>
        narrow_; ///< within 0, 1 ... mismatches, or these alone; counts that stay at their greatest value
    table<std::uint32_t> wide_;
};

/// Of all texts, by letters of a word that match nothing; made when first needed.
struct near_by_nothings {
    std::vector<std::optional<near_words>> whole; ///< the words themselves
    std::vector<std::optional<near_words>> plain; ///< the other letters, of words that begin or end with these

    void clear() {
        whole.clear();
        plain.clear();
    }
};

} // namespace concord::substring
