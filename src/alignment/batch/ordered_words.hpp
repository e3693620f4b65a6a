// Short words by length and first letters, so that adjacent ones begin alike.
#pragma once

#include "alignment/batch/pair_comparer.hpp"
#include "runtime/thread_pool.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace concord::edit_distance {

class ordered_words {
  public:
    /// Words of one length.
    struct run {
        std::uint32_t length;
        std::uint32_t begin; ///< first of the words, in order
        std::uint32_t end;
        std::uint64_t letters; ///< where theirs begin
    };

    /// Some sequences of a side, of at most most_trie_rows letters each, whose letters have at most most_trie_planes
    /// bits. Time O(n log n + letters).
    ordered_words(const compared_letters& letters, const compared_side& side, std::span<const std::uint32_t> sequences,
                  runtime::thread_pool& pool);

    [[nodiscard]] std::uint32_t size() const noexcept { return static_cast<std::uint32_t>(order_.size()); }
    [[nodiscard]] std::span<const run> runs() const noexcept { return runs_; } ///< ascending in length
    /// The place among the given sequences of a word.
    [[nodiscard]] std::uint32_t place(std::uint32_t word) const noexcept { return order_[word]; }
    /// Codes of the letters of a run, word by word; those that match none have one code, `ambiguous`.
    [[nodiscard]] const std::uint8_t* letters(const run& words) const noexcept {
        return letters_.data() + words.letters;
    }
    [[nodiscard]] const std::uint8_t* letters_of(std::uint32_t word) const noexcept {
        const auto next = std::ranges::upper_bound(runs_, word, {}, &run::begin);
        const run& own = *(next - 1);
        return letters(own) + std::uint64_t{word - own.begin} * own.length;
    }
    [[nodiscard]] unsigned letter_bits() const noexcept { return bits_; }
    [[nodiscard]] unsigned ambiguous() const noexcept { return ambiguous_; } ///< greater than any code: there are none
    /// For each word of a run the letters at its beginning that it has in common with the one before it in the run.
    /// Behind them there is a 0.
    [[nodiscard]] const std::uint16_t* common(const run& words) const noexcept { return common_.data() + words.begin; }
    /// Letters of all words without those that they have in common with the word before.
    [[nodiscard]] std::uint64_t rows() const noexcept { return rows_; }

    /// For each sequence, beside its letters.
    static constexpr std::uint64_t bytes_of_word = 48;

  private:
    unsigned bits_;
    unsigned ambiguous_;
    std::uint64_t rows_ = 0;
    std::vector<run> runs_;
    std::vector<std::uint32_t> order_;
    std::vector<std::uint8_t> letters_;
    std::vector<std::uint16_t> common_;
};

} // namespace concord::edit_distance
