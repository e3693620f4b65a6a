// How many sequences hold each word of a few nucleotides within k mismatches, all words at once, as
// neighbourhood_counts but for words with the same first letters at a time: their tables stay in a first-level cache.
//
//     window        GT ACCA TGAA        words that begin with CA, k = 3
//     first         GT / CA             two mismatches: it is set in rows 2 and 3 only
//     middle        ACCA                which vector of a row; these letters are substituted, two at a time
//     last          TGAA                which of the 256 bits of a vector: those within e mismatches are a mask
#pragma once

#include "problems/substring/variants/added_sets.hpp"
#include "problems/substring/variants/neighbourhood_kernels.hpp"
#include "problems/substring/variants/pieces.hpp"
#include "simd/aligned_vector.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace concord::substring {

/// One thread's sequences.
class substituted_words {
  public:
    /// Letters of a word, at least; and of its beginning, at most.
    static constexpr unsigned least_letters = 6;
    static constexpr unsigned most_letters_of_beginning = 5;
    /// Words of so many letters are of this many beginnings, whose tables are apart.
    [[nodiscard]] static constexpr std::uint64_t beginnings(unsigned letters) noexcept {
        return std::uint64_t{1} << 2 * letters_of_beginning(letters);
    }

    /// Words of more letters than mismatches, of which there are some.
    substituted_words(const piece_collection& of, const neighbourhood_kernels& kernels, unsigned mismatches,
                      unsigned letters);

    /// Time O(4^letters k / 64 + windows 4^(letters - 8)).
    void add(std::uint64_t sequence);
    /// Counts the sequences that wait: before words are asked for.
    void finish() {
        if (!windows_.empty()) count_waiting();
    }
    /// Sequences, of those that were added, that hold a word. Safe beside other threads that ask.
    [[nodiscard]] std::uint64_t count(std::uint64_t number) const;
    /// Adds the counts of the words 64 * entry and so on to numbers, as added_sets does.
    void add_to(std::size_t entry, std::uint64_t* digits) const {
        const std::size_t of_table = of_row_ - padding_of_entries;
        counts_[entry / of_table].add_to(entry % of_table, digits);
    }

  private:
    [[nodiscard]] static constexpr unsigned letters_of_middle(unsigned letters) noexcept {
        return letters < 2 * letters_of_vector ? 2 : 4;
    }
    [[nodiscard]] static constexpr unsigned letters_of_beginning(unsigned letters) noexcept {
        return letters - letters_of_vector - letters_of_middle(letters);
    }

    void add_windows(std::span<const letter> text);
    /// The last letters as sets, four bits each: where their masks are, which are made when first needed.
    [[nodiscard]] std::uint32_t masks_of(std::uint32_t sets);
    void count_waiting();

    const piece_collection& of_;
    const neighbourhood_kernels& kernels_;
    unsigned mismatches_;
    unsigned middle_;
    unsigned beginning_;
    std::vector<std::uint32_t> number_of_masks_; ///< by sets of letters, and one more; 0: there are none yet
    simd::aligned_vector<std::uint64_t> masks_;
    std::vector<seeded_window> windows_;    ///< of the sequences that wait
    std::vector<std::size_t> first_window_; ///< of each of these, and the end
    simd::aligned_vector<std::uint64_t> rows_;
    std::size_t of_row_;
    std::vector<added_sets> counts_; ///< by beginning
};

} // namespace concord::substring
