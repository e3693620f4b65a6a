// How many sequences hold a word within k mismatches of each of some words, by a walk along the trie that they are: the
// rows of bits of pattern growth (growth_kernels.hpp), for words that are known, so that nothing grows in vain.
//
//     words in order   ACGTA  ACGTT  ACTAA       of the last letter nothing but its count is made: two rows of k + 1
//     entered          A AC ACG ACGT             AC ACT ACTA
//     counted                       A  T                   A
#pragma once

#include "problems/substring/cpu/cpu_search.hpp"
#include "problems/substring/cpu/growth/growth_block.hpp"
#include "problems/substring/cpu/words/word_set.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace concord::substring {

/// Words of equally many letters in order, as indices of the alphabet: an ambiguous letter is the last of these.
class word_list {
  public:
    /// `digits`: of all words, one after the other.
    word_list(unsigned length, std::vector<std::uint8_t> digits) : length_(length), digits_(std::move(digits)) {}
    explicit word_list(const word_set& words);

    [[nodiscard]] std::size_t length() const noexcept { return length_; }
    [[nodiscard]] std::size_t size() const noexcept { return digits_.size() / length_; }
    [[nodiscard]] std::uint8_t letter(std::size_t word, std::size_t at) const noexcept {
        return digits_[word * length_ + at];
    }
    /// The first word from `word` on, before `last`, that has another letter there.
    [[nodiscard]] std::size_t next(std::size_t word, std::size_t last, std::size_t at) const noexcept;

  private:
    std::size_t length_;
    std::vector<std::uint8_t> digits_;
};

/// Adds to `supports`, by word: the sequences from `first` to `last`, without this one, that hold a word within k
/// mismatches of it, where an ambiguous letter is a mismatch. Time O(m (k p + w) l / 512) for w words with p different
/// proper prefixes, and m sequences of l letters.
void count_walked_words(const problem& given, const cpu_resources& resources, const growth_alphabet& letters,
                        const word_list& words, std::uint64_t first, std::uint64_t last,
                        std::span<std::uint32_t> supports);

/// Instructions that it takes for the words of a set and all sequences; infinite where sequences are too long or
/// mismatches too many for the rows, or they do not fit into `memory` bytes. Where it is surely `most` or more, it may
/// be too low, but not below that, in constant time; else time O(w).
[[nodiscard]] double cost_of_walked_words(const problem& given, std::uint64_t memory, unsigned threads,
                                          const growth_alphabet& letters, const word_set& words, double most);
/// The same for so many words with so many proper prefixes.
[[nodiscard]] double cost_of_walked_words(const problem& given, std::uint64_t memory, unsigned threads,
                                          const growth_alphabet& letters, double words, double prefixes);

} // namespace concord::substring
