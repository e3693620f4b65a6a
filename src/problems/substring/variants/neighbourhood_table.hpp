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
    /// 32 letters, the first one highest.
    using packed_letters = std::uint64_t;

    void set_words(const piece& in);
    /// Sets the words that begin with these letters and go on with some of the next ones, without so many of them.
    static void set_without(tables_of_length& to, const word_beginning& begun, packed_letters next, unsigned deletions);
    /// The same of all words that begin at a place, where some letters are not plain and have few spellings: as each of
    /// these, a letter that matches nothing as any other one with an edit, or deleted.
    void set_each_spelling(tables_of_length& to, std::uint64_t start, unsigned deletions);
    /// The same of all lengths, letter by letter.
    void set_spelled(const word_beginning& begun, std::uint64_t at, std::uint64_t end);
    /// Whether few of the letters [start, end) are not plain.
    [[nodiscard]] bool are_few_spelled(std::uint64_t start, std::uint64_t end) const noexcept;
    /// The first letter from a place of the piece on that is not plain, or its end.
    [[nodiscard]] std::uint64_t next_ambiguous(std::uint64_t at) const noexcept { return ambiguous_[at - first_]; }
    /// Of `letters` letters, which are plain.
    [[nodiscard]] static std::uint64_t number_of(packed_letters word, unsigned letters) noexcept {
        return letters == 0 ? 0 : word >> (64 - 2 * letters);
    }

    const piece_collection& of_;
    const neighbourhood_kernels& kernels_;
    bool indels_;
    std::vector<tables_of_length> tables_; ///< by the letters that are inserted
    std::uint64_t first_ = 0;              ///< of the piece
    std::vector<packed_letters> words_;    ///< that begin at each place of the piece
    std::vector<std::uint64_t> ambiguous_; ///< as next_ambiguous, by place of the piece, and its end
};

} // namespace concord::substring
