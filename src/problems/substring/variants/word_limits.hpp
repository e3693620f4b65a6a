// How long the windows that begin at a place may be, by how many places are near to each word of a few nucleotides in
// them. An occurrence with k mismatches holds one of some disjoint words within its share of these (piece_row.hpp), so
// that the support of a window is at most the least sum over the words that it can be cut into:
//
//     letters          ACGTTGACGTACCTTGAC * GATTC...     k = 3; * matches nothing, and is a mismatch wherever it occurs
//     near words           [ 5 ]   [ 2 ]  1   [9 ]       places near to a word within a mismatch, which takes two of
//                                                        k + 1 = 4 shares; the letter takes one, and adds no place
//     sum <= t - 1     with so many letters the support is lost, and with more of them, too
//
// Counts are those of the text at one time. Letters that are masked later only lower supports, so that they stay
// bounds; words with such letters are no longer counted.
#pragma once

#include "problems/substring/variants/block_chooser.hpp"
#include "problems/substring/variants/variant_search.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace concord::substring {

/// Words that windows are cut into.
struct limit_words {
    std::uint64_t letters = 0;
    std::uint64_t mismatches = 0; ///< within which places are near to one, at most
    std::uint64_t least = 0;      ///< letters of windows that can be cut into enough of them, wherever they begin
    double cost = 0;              ///< instructions, roughly, of counting them
};

class word_limits {
  public:
    /// Words that random sequences rarely hold, if letters are nucleotides that differ by mismatches: those that take
    /// least first, and each of the others for shorter windows than those before.
    [[nodiscard]] static std::vector<limit_words> possible_words(const variant_problem& given,
                                                                 const variant_resources& resources);
    /// Bytes for a letter of the text.
    [[nodiscard]] static double bytes(const limit_words& words) noexcept;

    /// Refers to `given`. Time O(letters of the text + 4^letters letters mismatches / threads).
    word_limits(const variant_problem& given, const variant_resources& resources, const limit_words& words);

    [[nodiscard]] const limit_words& words() const noexcept { return words_; }
    /// By the text as it is now. The same time.
    void count(const variant_resources& resources);
    /// Letters of these sequences were masked. Time O(their letters).
    void leave_masked(std::span<const std::uint64_t> sequences);

    /// Letters of the longest window that begins here, in a piece, and may have the support, if it has as many as can
    /// be cut; `most` at most. Time O(letters k mismatches).
    [[nodiscard]] std::uint64_t longest_from(std::uint64_t start, std::uint64_t most) const;
    /// Blocks of a window of so many letters, words().least or more: those words that have the fewest places near to
    /// them, in an index of words that are as long. Time O(letters k mismatches).
    void cut(std::uint64_t start, std::uint64_t length, const anchor_index& index, chosen_blocks& blocks) const;
    /// Whether a good part of the wanted sequences holds the word that begins here.
    [[nodiscard]] bool is_frequent(std::uint64_t start) const noexcept;

  private:
    /// In units of places. What has letters that match nothing is not counted.
    static constexpr std::uint16_t not_counted = 0xFFFF;
    static constexpr std::uint32_t most_counted = not_counted - 1;

    [[nodiscard]] std::uint32_t near(std::uint64_t start, std::uint64_t within) const noexcept {
        return counts_[start * (words_.mismatches + 1) + within];
    }
    void count_in(const piece& in, const near_words& near);

    const variant_problem& given_;
    limit_words words_;
    std::uint64_t unit_;                ///< places
    std::uint32_t support_;             ///< in units, rounded up
    std::vector<std::uint16_t> counts_; ///< of the word at each place of the text, within 0, 1 ... mismatches
};

} // namespace concord::substring
