// All words of a length that one sequence holds with up to k edits, as bits (neighbourhood_counts.hpp).
#pragma once

#include "problems/substring/variants/edit_matrix.hpp"
#include "problems/substring/variants/neighbourhood_kernels.hpp"
#include "problems/substring/variants/pieces.hpp"
#include "simd/aligned_vector.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace concord::substring {

/// One thread's tables, of one sequence at a time.
class neighbourhood_table {
  public:
    /// Words of more letters than edits, of plain nucleotides.
    neighbourhood_table(const piece_collection& of, const neighbourhood_kernels& kernels, const allowance& allowed,
                        unsigned letters);

    /// A bit for each word, and padding; valid until the next call.
    [[nodiscard]] const std::uint64_t* of_sequence(std::uint64_t sequence);

  private:
    /// Tables of words that are `shorter` by so many letters, which are inserted later: rows of no edit to k - shorter.
    struct tables_of_length {
        unsigned letters = 0;
        unsigned edits = 0;
        std::size_t of_row = 0;
        simd::aligned_vector<std::uint64_t> rows;

        void set(std::uint64_t word, unsigned row) noexcept {
            rows[row * of_row + word / 64] |= std::uint64_t{1} << word % 64;
        }
    };
    /// The first letters of a word that is made of the text.
    struct word_beginning {
        std::uint64_t number;
        unsigned letters;
        unsigned edits;
        /// A bit for each nucleotide that has been deleted behind the last one of these: none of them is kept next, as
        /// the same word has been set with the first one of its letters that may be kept.
        unsigned deleted;
    };

    void set_words(const piece& in);
    /// Sets the words that begin with these letters and go on at a place of the text with so many deletions.
    void set_without(tables_of_length& to, const word_beginning& begun, std::uint64_t at, unsigned deletions);
    /// The same of all lengths where some letters are not plain: they are what they may stand for, and those that match
    /// nothing are deleted or any others.
    void set_spelled(const word_beginning& begun, std::uint64_t at, std::uint64_t end);
    /// Of `letters` letters, which are plain.
    [[nodiscard]] std::uint64_t word_at(std::uint64_t at, unsigned letters) const noexcept {
        return letters == 0 ? 0 : words_[at - first_] >> (64 - 2 * letters);
    }

    const piece_collection& of_;
    const neighbourhood_kernels& kernels_;
    bool indels_;
    std::vector<tables_of_length> tables_; ///< by the letters that are inserted
    std::uint64_t first_ = 0;              ///< of the piece
    std::vector<std::uint64_t> words_; ///< of 32 letters that begin at each place of the piece, the first one highest
};

} // namespace concord::substring
