// Words of one length in the lanes of vectors, each with a text of its own, for lanes/partial_kernels.hpp.
//
// A letter of a text has no row that is the same for all lanes, so each place of the texts has one: the places that its
// letter has in the lane's word. Shorter texts end where the longest does; before them are rows of no letter:
//
//     word  ab   text  xabx   inner rows  00 01 10 00   first rows  00 01
//     word  ba   text   abb               00 10 01 01               10 01
//
// A part that begins before its text has the letters of a shorter part at the text's beginning, whose ratio is greater.
#pragma once

#include "fuzz/letter_places.hpp"
#include "lanes/kernels.hpp"
#include "lanes/partial_kernels.hpp"
#include "lanes/word_block.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <numeric>
#include <span>
#include <vector>

namespace concord::python {

/// Texts of so many letters lie in lanes; of longer ones the search itself leaves out more than lanes save.
inline constexpr std::size_t longest_text_of_parts = 256;

/// The letters that lanes have for a text that is longer than its word: texts of neighbouring lengths lie in one block.
[[nodiscard]] constexpr std::size_t padded_length(std::size_t word, std::size_t text) {
    const std::size_t more = text - word;
    const std::size_t step = std::max<std::size_t>(1, std::bit_floor(more) / 2);
    return word + (more + step - 1) / step * step;
}

class part_block {
  public:
    /// Empty, for texts of padded_length(). In the same memory as before, where that is enough.
    void begin(std::size_t word_length, std::size_t text_length) {
        word_length_ = word_length;
        text_length_ = text_length;
        class_ = std::max(1U, lanes::lane_class(word_length));
        first_.resize(word_length);
        inner_.resize(text_length);
        reversed_.resize(text_length);
        indexes_.clear();
    }

    void clear() noexcept { indexes_.clear(); }

    [[nodiscard]] std::size_t word_length() const noexcept { return word_length_; }
    [[nodiscard]] std::size_t size() const noexcept { return indexes_.size(); }
    [[nodiscard]] bool is_full() const noexcept { return size() == lanes::row_bytes >> class_; }
    [[nodiscard]] std::span<const std::size_t> indexes() const noexcept { return indexes_; }

    /// `reversed`: the places in the word from its last letter to its first.
    template <class Letter>
    void add(const fuzz::letter_places& word, const fuzz::letter_places& reversed, std::span<const Letter> text,
             std::size_t index) {
        switch (class_) {
        case 1: add_as<std::uint16_t>(word, reversed, text); break;
        case 2: add_as<std::uint32_t>(word, reversed, text); break;
        default: add_as<std::uint64_t>(word, reversed, text);
        }
        indexes_.push_back(index);
    }

    /// Calls take(lane, product, whole) with the numbers of partial_kernels for each lane, and clears the block.
    template <class Take>
    void compare(const lanes::partial_kernels& kernels, const Take& take) {
        switch (class_) {
        case 1: compare_as<std::uint16_t>(kernels, take); break;
        case 2: compare_as<std::uint32_t>(kernels, take); break;
        default: compare_as<std::uint64_t>(kernels, take);
        }
        indexes_.clear();
    }

  private:
    static constexpr std::size_t most_rows = longest_text_of_parts + longest_text_of_parts / 2;
    static constexpr std::array<std::uint32_t, most_rows> each_row = [] {
        std::array<std::uint32_t, most_rows> made{};
        std::iota(made.begin(), made.end(), 0U);
        return made;
    }();

    template <class Word, class Letter>
    void add_as(const fuzz::letter_places& word, const fuzz::letter_places& reversed, std::span<const Letter> text) {
        constexpr std::size_t step = lanes::row_bytes / sizeof(Word);
        const auto lane_of = [&](lanes::aligned_rows& rows) { return reinterpret_cast<Word*>(rows.data()) + size(); };
        Word* const first = lane_of(first_);
        Word* const last = lane_of(reversed_) + (text_length_ - text.size()) * step;
        for (std::size_t i = 0; i < word_length_; ++i)
            first[i * step] = static_cast<Word>(word.word_of(text[i]));
        for (std::size_t i = text.size() - word_length_; i < text.size(); ++i)
            last[i * step] = static_cast<Word>(reversed.word_of(text[i]));
        if (text_length_ < word_length_ + 2) return; // no part is at neither end
        Word* inner = lane_of(inner_);
        for (std::size_t i = text.size(); i < text_length_; ++i, inner += step)
            *inner = 0;
        for (const Letter letter : text) {
            *inner = static_cast<Word>(word.word_of(letter));
            inner += step;
        }
    }

    template <class Word, class Take>
    void compare_as(const lanes::partial_kernels& kernels, const Take& take) {
        std::array<std::uint32_t, lanes::longest_word> shares{};
        for (std::size_t part = 1; part < word_length_; ++part)
            shares[part] = lanes::share_of<Word>(word_length_ + part);
        alignas(lanes::row_bytes) std::array<std::uint8_t, lanes::partial_results * lanes::row_bytes> found;
        kernels.kernel[std::countr_zero(sizeof(Word))]({inner_.data(), first_.data(), reversed_.data(), each_row.data(),
                                                        text_length_, word_length_, shares.data(),
                                                        size() * sizeof(Word), found.data()});
        for (std::size_t lane = 0; lane < size(); ++lane) {
            Word product = 0;
            Word whole = 0;
            std::memcpy(&product, found.data() + lane * sizeof(Word), sizeof(Word));
            std::memcpy(&whole, found.data() + lanes::row_bytes + lane * sizeof(Word), sizeof(Word));
            take(lane, std::uint64_t{product}, std::size_t{whole});
        }
    }

    std::size_t word_length_ = 0;
    std::size_t text_length_ = 0;
    unsigned class_ = 1;
    lanes::aligned_rows first_;    ///< of the letters at a text's beginning
    lanes::aligned_rows inner_;    ///< of all letters
    lanes::aligned_rows reversed_; ///< of the letters at a text's end, in the reversed words
    std::vector<std::size_t> indexes_;
};

} // namespace concord::python
