// Where words of q letters stand in the text: the anchors of longer words. Of k + 1 disjoint blocks of a word at least
// one stands unchanged in every occurrence with up to k edits, so all occurrences are near the places of its blocks.
#pragma once

#include "problems/substring/variants/pieces.hpp"
#include "problems/substring/variants/reach_kernels.hpp"
#include "problems/substring/variants/spellings.hpp"
#include "runtime/far_array.hpp"
#include "runtime/thread_pool.hpp"

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

namespace concord::substring {

/// Sequences with words that have too many spellings to be looked up: what they hold is found letter by letter, in
/// lanes.
struct letterwise_sequences {
    /// Those with words of so many letters, or in shorter pieces. Time O(letters).
    letterwise_sequences(const piece_collection& of, std::uint64_t word_letters, std::uint64_t most_spellings);

    std::uint64_t most_spellings; ///< of words that are looked up
    std::vector<std::uint64_t> list;
    std::vector<bool> has; ///< by sequence; empty where there are none
};

class anchor_index {
  public:
    /// Letters of a word at most: there is an entry for each of 4^q words.
    static constexpr std::uint64_t most_letters = 12;

    /// Of a text of nucleotides but for some sequences; words with ambiguous letters in all their spellings, and with
    /// up to so many letters that match nothing as if these were the first nucleotide. Time O((spellings + 4^q) /
    /// threads), memory O(spellings + 4^q).
    anchor_index(const piece_collection& of, const letterwise_sequences& without, std::uint64_t word_letters,
                 runtime::thread_pool& workers, std::uint64_t most_nothings = 0);
    /// What it takes.
    [[nodiscard]] static std::uint64_t bytes(const piece_collection& of, const letterwise_sequences& without,
                                             std::uint64_t word_letters);

    [[nodiscard]] std::uint64_t word_letters() const noexcept { return length_; }
    /// Of a word that is no block, as it has too many spellings.
    static constexpr std::uint64_t too_many = ~std::uint64_t{0};
    /// Places of the word that begins at a place of the text, in all its spellings; 0 where some of its letters match
    /// nothing.
    [[nodiscard]] std::uint64_t count_places(std::uint64_t start) const;
    /// visit(places, in ascending order) of each spelling of a word that may be a block.
    template <class Visit>
    void for_each_list(std::uint64_t start, Visit visit) const {
        for_each_code(of_.letters(start, length_), [&](std::uint64_t code) {
            visit(std::span<const std::uint32_t>(places_.data() + first_[code], places_.data() + first_[code + 1]));
        });
    }

    /// The same of each word within so many mismatches of one of nucleotides that may match nothing: of what it is near
    /// to, some words are not.
    template <class Visit>
    void for_each_near_list(std::uint64_t start, std::uint64_t mismatches, Visit visit) const {
        std::uint64_t code = 0;
        for (const letter each : of_.letters(start, length_))
            code = code << 2U | (each < plain_nucleotides ? each : 0U);
        for_each_near_code(code, 0, mismatches, visit);
    }

  private:
    /// The letters from `at` on, counted from the last one, are still to be substituted.
    template <class Visit>
    void for_each_near_code(std::uint64_t code, std::uint64_t at, std::uint64_t mismatches, Visit& visit) const {
        if (first_[code] < first_[code + 1])
            visit(std::span<const std::uint32_t>(places_.data() + first_[code], places_.data() + first_[code + 1]));
        if (mismatches == 0) return;
        for (; at < length_; ++at)
            for (std::uint64_t change = 1; change < plain_nucleotides; ++change)
                for_each_near_code(code ^ change << 2 * at, at + 1, mismatches - 1, visit);
    }
    /// visit(code) of each spelling; none where a letter matches nothing.
    template <class Visit>
    static void for_each_code(std::span<const letter> word, Visit visit) {
        std::uint64_t code = 0;
        for (const letter each : word) {
            if (each >= plain_nucleotides) return spell(word, visit);
            code = code << 2U | each;
        }
        visit(code);
    }
    template <class Visit>
    static void spell(std::span<const letter> word, Visit visit) {
        if (std::ranges::find(word, plain_nucleotides) != word.end()) return; // that one matches nothing
        for_each_spelling<0>(
            word, [&](std::size_t at) { return std::uint64_t{1} << 2 * (word.size() - 1 - at); }, visit);
    }
    template <class Visit>
    static void for_each_word(const piece_collection& of, std::span<const piece> pieces,
                              const letterwise_sequences& without, std::uint64_t length, std::uint64_t most_nothings,
                              Visit visit);

    const piece_collection& of_;
    std::uint64_t length_;
    std::uint64_t most_spellings_;
    runtime::far_array<std::uint32_t> first_; ///< of each word in places_, and the end
    runtime::far_array<std::uint32_t> places_;
};

/// The text for reach_kernels.hpp, and the piece that a letter is in. Time O(letters).
class anchor_text {
  public:
    explicit anchor_text(const piece_collection& of);
    [[nodiscard]] static std::uint64_t bytes(const piece_collection& of) noexcept { return of.text().size(); }
    /// Letters [first, first + length) match nothing from now on; of a text without sets.
    void mask(std::uint64_t first, std::uint64_t length) noexcept;

    /// The word of the text from a place on that has so many letters.
    [[nodiscard]] reached_word reached(std::uint64_t start, std::uint64_t length) const noexcept {
        return {planes_.data(), start + margin_of_planes, length, of_.has_sets()};
    }
    [[nodiscard]] screened_text screened() const noexcept {
        return {letters_.data(), of_.has_sets() ? any_.data() : nullptr};
    }
    /// [from, from + length) of the text, at most 32 letters.
    [[nodiscard]] screened_word word(std::uint64_t from, std::uint64_t length) const noexcept;
    /// In of.pieces(). Time O(1) where pieces have many letters.
    [[nodiscard]] std::uint32_t piece_of(std::uint64_t at) const noexcept;

  private:
    const piece_collection& of_;
    runtime::far_array<std::uint64_t> planes_;
    runtime::far_array<std::uint64_t> letters_;
    runtime::far_array<std::uint32_t> any_;    ///< where letters are ambiguous
    std::vector<std::uint32_t> piece_of_word_; ///< the last one that begins before, of every 64th letter
};

} // namespace concord::substring
