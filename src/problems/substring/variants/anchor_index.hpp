// Where words of q letters stand in the text: the anchors of longer words. Of k + 1 disjoint blocks of a word at least
// one stands unchanged in every occurrence with up to k edits, so all occurrences are near the places of its blocks.
#pragma once

#include "problems/substring/variants/pieces.hpp"
#include "problems/substring/variants/reach_kernels.hpp"
#include "runtime/far_array.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace concord::substring {

class anchor_index {
  public:
    /// Letters of a word at most: there is an entry for each of 4^q words.
    static constexpr std::uint64_t most_letters = 12;

    /// Of a text of nucleotides, without sets of them. Time and memory O(letters + 4^q).
    anchor_index(const piece_collection& of, std::uint64_t word_letters);
    /// What an index of this text takes.
    [[nodiscard]] static std::uint64_t bytes(const piece_collection& of, std::uint64_t word_letters) noexcept;

    [[nodiscard]] std::uint64_t word_letters() const noexcept { return length_; }
    /// Of the word that begins at a place of the text, in ascending order; none where some of its letters match
    /// nothing.
    [[nodiscard]] std::span<const std::uint32_t> places(std::uint64_t start) const noexcept;

  private:
    [[nodiscard]] std::optional<std::uint64_t> code_at(std::uint64_t start) const noexcept;
    template <class Visit>
    void for_each_word(Visit visit) const;

    const piece_collection& of_;
    std::uint64_t length_;
    runtime::far_array<std::uint32_t> first_; ///< of each word in places_, and the end
    runtime::far_array<std::uint32_t> places_;
};

/// The text for reach_kernels.hpp, and the piece that a letter is in. Time O(letters).
class anchor_text {
  public:
    explicit anchor_text(const piece_collection& of);
    [[nodiscard]] static std::uint64_t bytes(const piece_collection& of) noexcept { return of.text().size(); }

    [[nodiscard]] const std::uint64_t* planes() const noexcept { return planes_.data(); }
    [[nodiscard]] const std::uint64_t* letters() const noexcept { return letters_.data(); }
    /// [from, from + length) of the text, at most 32 letters.
    [[nodiscard]] screened_word word(std::uint64_t from, std::uint64_t length) const noexcept;
    /// In of.pieces(). Time O(1) where pieces have many letters.
    [[nodiscard]] std::uint32_t piece_of(std::uint64_t at) const noexcept;

  private:
    const piece_collection& of_;
    runtime::far_array<std::uint64_t> planes_;
    runtime::far_array<std::uint64_t> letters_;
    std::vector<std::uint32_t> piece_of_word_; ///< the last one that begins before, of every 64th letter
};

} // namespace concord::substring
