// Words in the lanes of a block, for texts whose letters are known.
#pragma once

#include "lanes/kernels.hpp"
#include "lanes/letter_rows.hpp"

#include <concord/symbols.hpp>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

namespace concord::lanes {

/// Bytes that begin at a multiple of row_bytes.
class aligned_rows {
  public:
    void resize(std::size_t rows) {
        if (bytes_.size() < (rows + 1) * row_bytes) bytes_.assign((rows + 1) * row_bytes, 0);
    }
    [[nodiscard]] std::uint8_t* data() noexcept {
        const auto at = reinterpret_cast<std::uintptr_t>(bytes_.data());
        return bytes_.data() + (row_bytes - at % row_bytes) % row_bytes;
    }

  private:
    std::vector<std::uint8_t> bytes_;
};

inline constexpr std::size_t longest_word = 64;

/// log2 of the bytes of the lane that a word needs.
[[nodiscard]] constexpr unsigned lane_class(std::size_t length) {
    return length <= 8 ? 0 : length <= 16 ? 1 : length <= 32 ? 2 : 3;
}

/// Up to row_bytes / bytes of a lane words.
class word_block {
  public:
    /// `letters` must outlive the block, and have all letters of the texts.
    word_block(const letter_rows& letters, unsigned lane_class) { begin(letters, lane_class); }
    /// To begin() with.
    word_block() = default;

    /// Another block, without words, in the same memory; as the constructor.
    void begin(const letter_rows& letters, unsigned lane_class) {
        letters_ = &letters;
        class_ = lane_class;
        are_bytes_ = false;
        rows_.resize(std::size_t{letters.count()} + 1);
        ends_.resize(1);
        found_.resize(most_texts);
        indexes_.reserve(lanes());
        lengths_.reserve(lanes());
        clear();
    }

    /// Whether a block of a lane class may keep the numbers of its letters as bytes instead of rows, for hamming: words
    /// of so many letters are compared in less time so.
    [[nodiscard]] static bool has_bytes(const letter_rows& letters, unsigned lane_class) noexcept {
        return lane_class == 3 && letters.count() < behind_text;
    }
    /// Where has_bytes(), of a block without words: they are kept as bytes, until begin().
    void keep_bytes() {
        are_bytes_ = true;
        rows_.resize(lanes() * longest_of_bytes / row_bytes);
        text_.resize(1);
        clear();
    }

    [[nodiscard]] std::size_t lanes() const noexcept { return row_bytes >> class_; }
    [[nodiscard]] std::size_t longest() const noexcept { return std::size_t{8} << class_; } ///< letters of a word
    [[nodiscard]] std::size_t size() const noexcept { return indexes_.size(); }
    [[nodiscard]] const std::uint8_t* rows() noexcept { return rows_.data(); } ///< as of block_task
    [[nodiscard]] bool is_full() const noexcept { return size() == lanes(); }
    /// Of each lane: what the word was added with, and its length.
    [[nodiscard]] const std::vector<std::size_t>& indexes() const noexcept { return indexes_; }
    [[nodiscard]] const std::vector<std::uint32_t>& lengths() const noexcept { return lengths_; }

    void clear() {
        std::memset(rows_.data(), 0,
                    are_bytes_ ? lanes() * longest_of_bytes : (std::size_t{letters_->count()} + 1) * row_bytes);
        std::memset(ends_.data(), 0, row_bytes);
        indexes_.clear();
        lengths_.clear();
    }

    /// A word of at most 8 << lane class letters.
    void add(const symbol_view& word, std::size_t index) {
        word.visit([&](auto letters) {
            if (are_bytes_) return add_bytes(letters);
            switch (class_) {
            case 0: return add_as<std::uint8_t>(letters);
            case 1: return add_as<std::uint16_t>(letters);
            case 2: return add_as<std::uint32_t>(letters);
            default: return add_as<std::uint64_t>(letters);
            }
        });
        indexes_.push_back(index);
        lengths_.push_back(static_cast<std::uint32_t>(word.size()));
    }

    /// Calls take(a text's place in `texts`, numbers of the lanes) with the numbers of lane_kernel, as a span of signed
    /// numbers of the lane's width. `texts`: most_texts or fewer, as in block_task, of `length`.
    template <class Take>
    void compare(const lane_kernels& kernels, recurrence how, std::span<const void* const> texts, bool are_texts_bytes,
                 std::size_t length, const Take& take) {
        if (are_bytes_) {
            auto* const found = reinterpret_cast<std::int64_t*>(found_.data());
            for (std::size_t text = 0; text < texts.size(); ++text) {
                const std::span rows(static_cast<const std::uint32_t*>(texts[text]), length);
                kernels.equal_bytes(rows_.data(), size(), bytes_of(rows), found);
                take(text, std::span<const std::int64_t>(found, size()));
            }
            return;
        }
        kernels.kernel[static_cast<std::size_t>(how)][class_]({rows_.data(), ends_.data(), texts.data(), texts.size(),
                                                               length, size() << class_, found_.data(),
                                                               are_texts_bytes});
        switch (class_) {
        case 0: return take_each<std::int8_t>(texts.size(), take);
        case 1: return take_each<std::int16_t>(texts.size(), take);
        case 2: return take_each<std::int32_t>(texts.size(), take);
        default: return take_each<std::int64_t>(texts.size(), take);
        }
    }

    /// Not of hamming: of each number the lowest byte, as a signed number the same; of each text a row of lanes()
    /// bytes, behind that of the text before it by `step`.
    void compare_into(const lane_kernels& kernels, recurrence how, std::span<const void* const> texts,
                      bool are_texts_bytes, std::size_t length, std::uint8_t* found, std::size_t step) {
        kernels.kernel[static_cast<std::size_t>(how)][class_]({rows_.data(), ends_.data(), texts.data(), texts.size(),
                                                               length, size() << class_, found, are_texts_bytes, step,
                                                               true});
    }

    /// The same of one text: take(numbers of the lanes).
    template <class Take>
    void compare(const lane_kernels& kernels, recurrence how, std::span<const std::uint32_t> text, const Take& take) {
        const void* const only = text.data();
        compare(kernels, how, std::span(&only, 1), false, text.size(), [&](std::size_t, auto found) { take(found); });
    }

  private:
    static constexpr std::uint8_t behind_text = 0xFF; ///< no letter of a word; behind words there are zeros

    template <class Number, class Take>
    void take_each(std::size_t texts, const Take& take) {
        for (std::size_t text = 0; text < texts; ++text)
            take(text, std::span(reinterpret_cast<const Number*>(found_.data() + text * row_bytes), size()));
    }

    template <class Letter>
    void add_bytes(std::span<const Letter> letters) {
        std::uint8_t* place = rows_.data() + size() * longest_of_bytes;
        for (const Letter letter : letters)
            *place++ = static_cast<std::uint8_t>(letters_->of(letter));
    }

    [[nodiscard]] const std::uint8_t* bytes_of(std::span<const std::uint32_t> text) {
        std::uint8_t* const bytes = text_.data();
        const std::size_t length = std::min(text.size(), longest_of_bytes);
        for (std::size_t i = 0; i < length; ++i)
            bytes[i] = static_cast<std::uint8_t>(text[i]);
        std::memset(bytes + length, behind_text, longest_of_bytes - length);
        return bytes;
    }

    template <class Word, class Letter>
    void add_as(std::span<const Letter> letters) {
        auto* const lane = reinterpret_cast<Word*>(rows_.data()) + size();
        constexpr std::size_t step = row_bytes / sizeof(Word);
        Word place = 1;
        for (const Letter letter : letters) {
            Word& entry = lane[letters_->of(letter) * step];
            entry = static_cast<Word>(entry | place);
            place = static_cast<Word>(place << 1U);
        }
        constexpr std::size_t bits = 8 * sizeof(Word);
        reinterpret_cast<Word*>(ends_.data())[size()] =
            letters.empty() ? Word{0} : static_cast<Word>(static_cast<Word>(~Word{0}) >> (bits - letters.size()));
        // Letters that no text has stand in row 0, which no text's letter takes.
    }

    const letter_rows* letters_ = nullptr;
    unsigned class_ = 0;
    bool are_bytes_ = false;
    aligned_rows rows_;
    aligned_rows text_; ///< as bytes
    aligned_rows ends_;
    aligned_rows found_;
    std::vector<std::size_t> indexes_;
    std::vector<std::uint32_t> lengths_;
};

} // namespace concord::lanes
