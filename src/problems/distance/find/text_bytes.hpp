// Letters of patterns and of a text as bytes that are equal where they match, for alignments.
#pragma once

#include "problems/distance/find/diagonal_traceback.hpp"
#include "problems/distance/find/find_kernels.hpp"
#include "sequence/packed_sequences.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace concord::edit_distance {

/// The letters of a pattern. Not there where a letter stands for several, or codes of the text are no bytes.
class pattern_bytes {
  public:
    pattern_bytes(const pattern_rows& pattern, const sequence::packed_sequences& text) {
        const bool is_ambiguous = text.ambiguous_plane() != nullptr;
        if (text.planes() > (is_ambiguous ? most_planes_beside_ambiguous : 8U)) return;
        const std::uint32_t most = is_ambiguous ? 1U << most_planes_beside_ambiguous : 256U;
        for (const letter_class& letter : pattern.classes) {
            // A letter that matches nothing is a byte that the text never has, if there is one.
            const bool is_one = letter.count == 1 && letter.codes[0] < most;
            if (!is_one && (letter.count > 0 || text.planes() > most_planes_beside_ambiguous)) return;
        }
        for (const std::uint32_t row : pattern.rows) {
            const letter_class& letter = pattern.classes[row];
            letters_.push_back(letter.count == 0 ? matches_nothing : static_cast<std::uint8_t>(letter.codes[0]));
        }
        letters_.resize(letters_.size() + byte_letters::reads_behind);
    }

    [[nodiscard]] bool are_there() const noexcept { return !letters_.empty(); }
    [[nodiscard]] byte_letters view() const noexcept {
        return {letters_.data(), letters_.size() - byte_letters::reads_behind};
    }

    /// Bits of an ambiguous letter of a text, and of a letter of a pattern that matches nothing: neither is the other.
    static constexpr std::uint8_t ambiguous = 0x80;
    static constexpr std::uint8_t matches_nothing = 0xC0;

  private:
    static constexpr unsigned most_planes_beside_ambiguous = 6;
    std::vector<std::uint8_t> letters_;
};

/// Letters of a text, of which windows are asked for from left to right: each letter is made once.
class text_bytes {
  public:
    explicit text_bytes(const sequence::packed_sequences& text) : text_(text) {}

    /// Letters [begin, end), valid until the next call.
    [[nodiscard]] byte_letters window(std::uint64_t begin, std::uint64_t end) {
        if (begin < first_ || begin > known_) {
            first_ = known_ = begin;
            bytes_.clear();
        } else if (begin - first_ > most_kept && begin - first_ > end - begin) { // what is passed is left out
            bytes_.erase(bytes_.begin(), bytes_.begin() + static_cast<std::ptrdiff_t>(begin - first_));
            first_ = begin;
        }
        if (known_ < end) {
            const std::uint64_t padded = (end - known_ + 63) / 64 * 64;
            bytes_.resize(known_ - first_ + padded + byte_letters::reads_behind);
            for (; known_ < end; known_ += sequence::letters_per_word)
                put_word(known_, bytes_.data() + (known_ - first_));
            known_ = std::min<std::uint64_t>(known_, text_.letters());
        }
        return {bytes_.data() + (begin - first_), end - begin};
    }

  private:
    static constexpr std::uint64_t most_kept = 1U << 16U;

    /// 64 letters from a position on; those beyond the text are any.
    void put_word(std::uint64_t position, std::uint8_t* to) const {
        std::fill_n(to, sequence::letters_per_word, std::uint8_t{0});
        for (unsigned plane = 0; plane < text_.planes(); ++plane)
            add(sequence::bits_from(text_.plane(plane), position), static_cast<std::uint8_t>(1U << plane), to);
        if (text_.ambiguous_plane() != nullptr)
            add(sequence::bits_from(text_.ambiguous_plane(), position), pattern_bytes::ambiguous, to);
    }
    /// Sets a bit of the bytes that have a one.
    static void add(std::uint64_t ones, std::uint8_t bit, std::uint8_t* to) {
        for (unsigned at = 0; at < sequence::letters_per_word; ++at) // which the compiler does for many at once
            to[at] |= (ones >> at & 1U) != 0 ? bit : std::uint8_t{0};
    }

    const sequence::packed_sequences& text_;
    std::vector<std::uint8_t> bytes_;
    std::uint64_t first_ = 0;
    std::uint64_t known_ = 0; ///< one behind the last letter that was made
};

} // namespace concord::edit_distance
