// Texts as numbers of the rows that lanes have for their letters.
#pragma once

#include "held_texts.hpp"
#include "lanes/letter_rows.hpp"
#include "lanes/word_block.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace concord::python {

/// Some of the elements of a list, by their indexes, and how far their scores lie apart in the array.
struct chosen_texts {
    const held_texts& texts;
    std::vector<std::size_t> indexes;
    std::size_t step = 1;

    /// Whether the scores of some of them, in their order, are one after the other.
    [[nodiscard]] bool are_neighbours(std::span<const std::size_t> some) const {
        // They ascend, unless they are in the order of lengths.
        return step == 1 && some.back() - some.front() + 1 == some.size() && std::ranges::is_sorted(some);
    }
};

/// Those of a list's elements that are not missing.
[[nodiscard]] inline std::vector<std::size_t> present(const held_texts& texts) {
    std::vector<std::size_t> made;
    made.reserve(texts.size());
    for (std::size_t i = 0; i < texts.size(); ++i)
        if (!texts.is_missing_at(i)) made.push_back(i);
    return made;
}

/// Those of a list's elements that are no longer than a lane, or longer. Missing ones are in neither.
[[nodiscard]] inline std::vector<std::size_t> chosen(const held_texts& texts, bool is_short) {
    std::vector<std::size_t> made;
    made.reserve(texts.size());
    for (std::size_t i = 0; i < texts.size(); ++i)
        if (!texts.is_missing_at(i) && (texts[i].size() <= lanes::longest_word) == is_short) made.push_back(i);
    return made;
}

/// The letters of all texts, as numbers of rows; shortest texts first, so that those of one length follow each other.
struct coded_texts {
    static constexpr std::size_t all_letters = static_cast<std::size_t>(-1);
    static constexpr std::size_t similar_part = 8; ///< of a length, which others may be longer

    lanes::letter_rows letters;
    std::vector<std::uint32_t> codes; ///< and more, of earlier texts
    struct text {
        std::size_t index;
        std::size_t begin;
        std::size_t length;
    };
    std::vector<text> texts;

    coded_texts() = default;
    explicit coded_texts(const chosen_texts& chosen, std::size_t most_letters = all_letters) {
        assign(chosen, most_letters);
    }

    /// `most_letters`: of each text, the first ones; the others take no part, and only the length tells of them.
    void assign(const chosen_texts& chosen, std::size_t most_letters = all_letters) {
        assign_with(chosen, [=](std::size_t length) { return std::min(length, most_letters); });
    }
    /// Where all are bytes and have so many letters that it takes less time: where they lie, while `chosen` lives. Else
    /// as assign(). `blocks`: of words, which have a row for each byte then. Not for hamming.
    void assign_where_they_lie(const chosen_texts& chosen, std::size_t blocks) {
        constexpr std::size_t letters_of_block = 4096; // which are numbered while rows of all bytes are cleared
        bytes_.resize(chosen.indexes.size());
        texts.resize(chosen.indexes.size());
        std::size_t longest = 0;
        std::size_t all = 0;
        bool is_sorted = true;
        for (std::size_t i = 0; i < texts.size(); ++i) {
            const std::size_t index = chosen.indexes[i];
            const bool is_of_bytes = chosen.texts[index].visit([&](auto letters) {
                if constexpr (sizeof(letters[0]) == 1) bytes_[i] = letters.data();
                return sizeof(letters[0]) == 1;
            });
            if (!is_of_bytes) return assign(chosen);
            const std::size_t length = chosen.texts[index].size();
            texts[i] = {index, i, length};
            is_sorted &= length >= longest;
            longest = std::max(longest, length);
            all += length;
        }
        if (all < letters_of_block * blocks) return assign(chosen);
        are_bytes_ = true;
        letters.assign_bytes();
        if (!is_sorted) sort_by_length(longest);
    }
    /// With a number of no letter behind each text, as for_texts_of_similar_lengths() wants.
    void assign_padded(const chosen_texts& chosen) { assign_with(chosen, most_similar); }
    /// The greatest length that is similar.
    [[nodiscard]] static constexpr std::size_t most_similar(std::size_t length) {
        return length + length / similar_part + 1;
    }
    /// To keep the memory would be a waste.
    [[nodiscard]] bool is_large() const noexcept { return codes.size() > most_kept; }
    [[nodiscard]] std::span<const std::uint32_t> operator[](const text& one) const {
        return std::span(codes).subspan(one.begin, one.length);
    }

    /// Some texts of one length, or by lcs of similar lengths and padded, shortest first, with the words of a block:
    /// take(text, numbers of the lanes), see lanes::lane_kernel.
    template <class Take>
    void compare(lanes::word_block& block, const lanes::lane_kernels& kernels, lanes::recurrence how,
                 std::span<const text> some, const Take& take) const {
        const std::array<const void*, lanes::most_texts> letters_of = letters_of_each(some);
        std::size_t length = some.back().length; // a letter that no word has changes nothing by lcs
        if (how == lanes::recurrence::hamming) length = std::min(length, block.longest()); // no word goes further
        block.compare(kernels, how, std::span(letters_of.data(), some.size()), are_bytes_, length,
                      [&](std::size_t i, auto found) { take(some[i], found); });
    }
    /// The same, not of hamming: what the lanes count, as lanes::word_block::compare_into().
    void compare_into(lanes::word_block& block, const lanes::lane_kernels& kernels, lanes::recurrence how,
                      std::span<const text> some, std::uint8_t* found, std::size_t step) const {
        const std::array<const void*, lanes::most_texts> letters_of = letters_of_each(some);
        block.compare_into(kernels, how, std::span(letters_of.data(), some.size()), are_bytes_, some.back().length,
                           found, step);
    }

  private:
    static constexpr std::size_t most_kept = 1U << 20U; ///< numbers

    [[nodiscard]] std::array<const void*, lanes::most_texts> letters_of_each(std::span<const text> some) const {
        std::array<const void*, lanes::most_texts> found{};
        for (std::size_t i = 0; i < some.size(); ++i)
            found[i] = are_bytes_ ? static_cast<const void*>(bytes_[some[i].begin]) : codes.data() + some[i].begin;
        return found;
    }

    /// `room_of`: numbers that a text of a length takes.
    template <class Room>
    void assign_with(const chosen_texts& chosen, const Room& room_of) {
        are_bytes_ = false;
        letters.clear();
        const std::uint32_t none = letters.add_none();
        texts.resize(chosen.indexes.size());
        std::size_t numbers = 0;
        std::size_t longest = 0;
        bool is_sorted = true;
        for (std::size_t i = 0; i < texts.size(); ++i) {
            const std::size_t length = chosen.texts[chosen.indexes[i]].size();
            texts[i] = {chosen.indexes[i], numbers, length};
            numbers += room_of(length);
            is_sorted &= length >= longest;
            longest = std::max(longest, length);
        }
        if (codes.size() < numbers) codes = std::vector<std::uint32_t>(numbers);
        for (const text& one : texts) {
            std::uint32_t* to = codes.data() + one.begin;
            const std::size_t room = room_of(one.length);
            chosen.texts[one.index].visit([&](auto all) {
                for (const auto symbol : all.first(std::min(all.size(), room)))
                    *to++ = letters.add(symbol);
            });
            std::fill(to, codes.data() + one.begin + room, none);
        }
        if (!is_sorted) sort_by_length(longest);
    }

    void sort_by_length(std::size_t longest) {
        constexpr std::size_t most_counted = 1024; // letters
        if (longest > most_counted) {
            std::ranges::stable_sort(texts, {}, &text::length);
            return;
        }
        std::array<std::uint32_t, most_counted + 2> first{};
        for (const text& one : texts)
            ++first[one.length + 1];
        for (std::size_t length = 1; length <= longest; ++length)
            first[length] += first[length - 1];
        unsorted_.resize(texts.size());
        unsorted_.swap(texts);
        for (const text& one : unsorted_)
            texts[first[one.length]++] = one;
    }

    std::vector<text> unsorted_;
    bool are_bytes_ = false;
    std::vector<const std::uint8_t*> bytes_; ///< the texts, where they lie; a text's `begin` is its place
};

/// Calls take(texts) with all texts of a list that is sorted by length, lanes::most_texts or fewer at a time, which
/// have one length.
template <class Take>
void for_texts_of_one_length(std::span<const coded_texts::text> texts, const Take& take) {
    for (std::size_t first = 0, end = 0; first < texts.size(); first = end) {
        const std::size_t most = std::min(texts.size(), first + lanes::most_texts);
        for (end = first + 1; end < most && texts[end].length == texts[first].length;)
            ++end;
        take(texts.subspan(first, end - first));
    }
}

/// The same with texts of similar lengths, which are padded.
template <class Take>
void for_texts_of_similar_lengths(std::span<const coded_texts::text> texts, const Take& take) {
    for (std::size_t first = 0, end = 0; first < texts.size(); first = end) {
        const std::size_t most = std::min(texts.size(), first + lanes::most_texts);
        for (end = first + 1; end < most && texts[end].length <= coded_texts::most_similar(texts[first].length);)
            ++end;
        take(texts.subspan(first, end - first));
    }
}

inline constexpr std::size_t lane_classes = 4;

/// What it takes to compare words in lanes with texts letter by letter, as letters that are laid out in that time.
/// `of_kernel`: a letter of a text with a block of words.
[[nodiscard]] inline double steps_in_lanes(const chosen_texts& words, const chosen_texts& texts, double of_kernel) {
    std::size_t row = 0; // bytes of all lanes
    double letters = 0;
    for (const std::size_t index : words.indexes) {
        const std::size_t length = words.texts[index].size();
        row += std::size_t{1} << lanes::lane_class(length);
        letters += static_cast<double>(length);
    }
    double of_texts = 0;
    for (const std::size_t index : texts.indexes)
        of_texts += static_cast<double>(texts.texts[index].size());
    const std::size_t blocks = (row + lanes::row_bytes - 1) / lanes::row_bytes;
    const std::size_t scattered = words.step == 1 ? 0 : words.indexes.size() * texts.indexes.size(); // scores
    return of_kernel * static_cast<double>(blocks) * of_texts + letters + of_texts + static_cast<double>(scattered);
}

/// Words of one lane class, for one block.
struct block_words {
    unsigned lane_class;
    std::span<const std::size_t> indexes;
};

/// Words by the class of their lanes, in blocks.
class words_in_blocks {
  public:
    /// `by_length`: words of a block have neighbouring lengths; else neighbouring indexes.
    explicit words_in_blocks(const chosen_texts& words, bool by_length = false) {
        for (const std::size_t index : words.indexes)
            classes_[lanes::lane_class(words.texts[index].size())].push_back(index);
        const auto length_of = [&](std::size_t index) { return words.texts[index].size(); };
        for (std::vector<std::size_t>& one : classes_)
            if (by_length && !std::ranges::is_sorted(one, {}, length_of)) std::ranges::stable_sort(one, {}, length_of);
        for (unsigned one = 0; one < lane_classes; ++one) {
            const std::size_t lanes = lanes::row_bytes >> one;
            for (std::size_t first = 0; first < classes_[one].size(); first += lanes)
                blocks_.push_back(
                    {one, std::span(classes_[one]).subspan(first, std::min(lanes, classes_[one].size() - first))});
        }
    }
    words_in_blocks(const words_in_blocks&) = delete;
    words_in_blocks& operator=(const words_in_blocks&) = delete;

    [[nodiscard]] const std::vector<block_words>& blocks() const noexcept { return blocks_; }

  private:
    std::array<std::vector<std::size_t>, lane_classes> classes_;
    std::vector<block_words> blocks_;
};

} // namespace concord::python
