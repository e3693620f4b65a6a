// Where a pattern has each letter, as bits.
#pragma once

#include "fuzz/plane_places.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <utility>
#include <vector>

namespace concord::fuzz {

/// For each letter the places at which a pattern has it: bit i % 64 of word i / 64. To take another pattern costs the
/// letters of both, not the size of the tables.
class letter_places {
  public:
    /// Words that can be read behind those of any letter, whatever they hold.
    static constexpr std::size_t words_behind = 64;

    letter_places() : narrow_(256 + words_behind, 0), rows_(1 + words_behind, 0) { make_slots(slots_at_first); }

    template <class Letter>
    void assign(std::span<const Letter> pattern) {
        clear();
        words_ = std::max<std::size_t>(1, (pattern.size() + 63) / 64);
        if (narrow_.size() < 256 * words_ + words_behind) narrow_.resize(256 * words_ + words_behind, 0);
        if (rows_.size() < words_ + words_behind)
            rows_.resize(words_ + words_behind, 0); // texts may have wider letters than the pattern
        if (used_.size() < pattern.size()) used_.resize(pattern.size());
        used_count_ = pattern.size();
        if constexpr (sizeof(Letter) == 1) {
            if (!is_cleared_in_blocks()) std::copy(pattern.begin(), pattern.end(), used_.begin());
            if (words_ == 1) {
                put_word<1>(pattern, 0);
            } else {
                for (std::size_t word = 0; word < words_; ++word)
                    put_word<0>(pattern.subspan(64 * word), word);
            }
            if (is_cleared_in_blocks()) used_blocks_ = blocks_of(pattern);
        } else {
            if (slots_ < 4 * pattern.size()) make_slots(std::bit_ceil(4 * pattern.size()));
            if (words_ == 1)
                put_wide_word(pattern);
            else
                put_wide(pattern);
        }
    }

    [[nodiscard]] std::size_t words() const noexcept { return words_; }

    /// The word of a letter, of a pattern of one word.
    template <class Letter>
    [[nodiscard]] std::uint64_t word_of(Letter letter) const noexcept {
        if constexpr (sizeof(Letter) == 1)
            return narrow_[letter];
        else
            return letter < plane_places::letters ? in_plane(letter) : wide_places(letter);
    }

    /// The words of a letter. `Words`: words(), where the compiler is to know it.
    template <std::size_t Words = 0, class Letter>
    [[nodiscard]] const std::uint64_t* of(Letter letter) const noexcept {
        const std::size_t words = Words == 0 ? words_ : Words;
        if constexpr (sizeof(Letter) > 1) {
            if (words == 1 && letter < plane_places::letters) return &in_plane(letter);
            if (words == 1) return wide_places(letter) != 0 ? &wide_[slot_of(letter)].places : rows_.data();
            if (letter >= 256) return rows_.data() + wide_places(letter) * words; // row 0: nowhere
        }
        return narrow_.data() + std::size_t{letter} * words;
    }

    template <class Letter>
    [[nodiscard]] bool has(Letter letter) const noexcept {
        const std::uint64_t* words = of(letter);
        return std::any_of(words, words + words_, [](std::uint64_t word) { return word != 0; });
    }

  private:
    static constexpr std::size_t letters_of_block = 32; ///< an alphabet has few of these parts of the table
    static constexpr std::size_t most_words_in_blocks = 8;
    static constexpr std::size_t slots_at_first = 512; ///< a power of two, as all their numbers are

    struct slot {
        std::uint64_t key = 0;    ///< the letter, and above it the pattern's number; another_letter may be added
        std::uint64_t places = 0; ///< of a pattern of more than a word, the row that has them
    };
    static constexpr std::uint64_t another_letter = std::uint64_t{1} << 32U; ///< has its places in a slot behind
    static constexpr std::uint64_t next_pattern = 2 * another_letter;

    void make_slots(std::size_t count) {
        slots_ = count;
        wide_.assign(slots_ + words_behind / 2, slot{});
    }

    /// The word of a letter of the planes. A pattern whose letters were narrow is not in them.
    [[nodiscard]] const std::uint64_t& in_plane(std::uint32_t letter) const noexcept {
        if (plane_.has_any()) [[likely]]
            return plane_[letter];
        return letter < 256 ? narrow_[letter] : rows_[0];
    }

    [[nodiscard]] static std::size_t first_slot(std::uint32_t letter, std::size_t mask) noexcept {
        // Neighbours, as the letters of a script are, have slots of their own.
        return (letter ^ letter >> 8U) & mask;
    }

    /// The slot that has a letter if any has it. Whether a slot is taken is as good as random and would be mispredicted
    /// as a branch: there is one only for letters that are not in their first slot.
    [[nodiscard]] std::size_t slot_of(std::uint32_t letter) const noexcept {
        const std::uint64_t key = pattern_ | letter;
        std::size_t at = first_slot(letter, slots_ - 1);
        std::uint64_t differing = wide_[at].key ^ key;
        while (differing > another_letter && differing < next_pattern)
            [[unlikely]] {
                at = (at + 1) & (slots_ - 1);
                differing = wide_[at].key ^ key;
            }
        return at;
    }
    [[nodiscard]] std::uint64_t wide_places(std::uint32_t letter) const noexcept {
        const slot& found = wide_[slot_of(letter)];
        return found.places & ones_if_zero((found.key ^ (pattern_ | letter)) & ~another_letter);
    }
    /// All bits if a number below 2^63 is 0, else none.
    [[nodiscard]] static std::uint64_t ones_if_zero(std::uint64_t number) noexcept {
        return static_cast<std::uint64_t>(static_cast<std::int64_t>(number - 1) >> 63);
    }

    /// The first 64 letters of the rest of a pattern. `Words`: words_, where the compiler is to know it.
    template <std::size_t Words>
    void put_word(std::span<const std::uint8_t> letters, std::size_t word) noexcept {
        std::uint64_t* const rows = narrow_.data() + word;
        const std::size_t words = Words == 0 ? words_ : Words;
        std::uint64_t place = 1;
        for (const std::uint8_t letter : letters.first(std::min<std::size_t>(64, letters.size()))) {
            rows[letter * words] |= place;
            place += place;
        }
    }

    /// A pattern of one word that may have letters from 256 on.
    template <class Letter>
    void put_wide_word(std::span<const Letter> pattern) {
        used_count_ = 0;
        if (plane_.assign(pattern))
            for (std::size_t i = 0; i < pattern.size(); ++i)
                if (pattern[i] < 256)
                    add_narrow(static_cast<std::uint8_t>(pattern[i]), used_count_++, std::uint64_t{1} << i, 0);
        if constexpr (sizeof(Letter) > 2)
            for (std::size_t i = 0; i < pattern.size(); ++i)
                if (pattern[i] >= plane_places::letters) {
                    slot_for(pattern[i]).places |= std::uint64_t{1} << i;
                    has_wide_ = true;
                }
    }

    /// The same of several words.
    template <class Letter>
    void put_wide(std::span<const Letter> pattern) {
        std::size_t narrow_letters = 0;
        for (std::size_t i = 0; i < pattern.size(); ++i) {
            const std::uint32_t letter = pattern[i];
            const std::uint64_t place = std::uint64_t{1} << i % 64;
            if (letter < 256)
                add_narrow(static_cast<std::uint8_t>(letter), narrow_letters++, place, i / 64);
            else
                row_of(slot_for(letter))[i / 64] |= place;
        }
        has_wide_ = narrow_letters < pattern.size();
        used_count_ = narrow_letters;
    }

    /// One of the pattern's letters below 256, `count` of which came before, and its place in a word.
    void add_narrow(std::uint8_t letter, std::size_t count, std::uint64_t place, std::size_t word) noexcept {
        used_[count] = letter;
        used_blocks_ |= 1U << letter / letters_of_block;
        narrow_[letter * words_ + word] |= place;
    }

    /// The parts of the table in which the letters may be, as bits: the upper bits that they have in common tell, of
    /// eight letters or more.
    [[nodiscard]] static std::uint32_t blocks_of(std::span<const std::uint8_t> letters) noexcept {
        std::uint64_t any = 0;
        std::uint64_t all = ~any;
        const auto take = [&](std::size_t first) {
            std::uint64_t eight = 0;
            std::memcpy(&eight, letters.data() + first, sizeof(eight));
            any |= eight;
            all &= eight;
        };
        for (std::size_t first = 0; first + sizeof(any) <= letters.size(); first += sizeof(any))
            take(first);
        take(letters.size() - sizeof(any));
        for (unsigned half = 32; half >= 8; half /= 2) {
            any |= any >> half;
            all &= all >> half;
        }
        const std::uint64_t first = (all & 255U) / letters_of_block;
        const std::uint64_t differing = first ^ (any & 255U) / letters_of_block;
        std::uint32_t blocks = 1U << first;
        for (unsigned bit = 1; bit < 256 / letters_of_block; bit *= 2)
            if ((differing & bit) != 0) blocks |= blocks << bit;
        return blocks;
    }

    /// A few letters are cleared by themselves, and those of many words each once; else whole parts of the table are,
    /// by wide stores, in less time.
    [[nodiscard]] bool is_cleared_in_blocks() const noexcept {
        constexpr std::size_t few = 16;
        return used_count_ > few && words_ <= most_words_in_blocks;
    }

    /// The slot of a letter of the pattern, as slot_of() finds it; without places where the letter is new.
    [[nodiscard]] slot& slot_for(std::uint32_t letter) noexcept {
        const std::uint64_t key = pattern_ | letter;
        std::size_t at = first_slot(letter, slots_ - 1);
        std::uint64_t differing = (wide_[at].key ^ key) & ~another_letter;
        while (differing - 1 < another_letter - 1) { // another letter of this pattern
            wide_[at].key |= another_letter;
            at = (at + 1) & (slots_ - 1);
            differing = (wide_[at].key ^ key) & ~another_letter;
        }
        slot& found = wide_[at];
        found.places &= ones_if_zero(differing);
        found.key = std::max(found.key, key);
        return found;
    }

    /// Of a letter of a pattern of several words.
    [[nodiscard]] std::uint64_t* row_of(slot& found) {
        if (found.places == 0) {
            found.places = ++used_rows_;
            const std::size_t end = (used_rows_ + 1) * words_ + words_behind;
            if (rows_.size() < end) rows_.resize(end);
        }
        return rows_.data() + found.places * words_;
    }

    [[nodiscard]] std::span<const std::uint8_t> used() const noexcept { return {used_.data(), used_count_}; }

    void clear() {
        if (is_cleared_in_blocks()) {
            for (std::size_t block = 0; used_blocks_ >> block != 0; ++block)
                if ((used_blocks_ >> block & 1U) != 0)
                    std::fill_n(narrow_.begin() + static_cast<std::ptrdiff_t>(block * letters_of_block * words_),
                                letters_of_block * words_, std::uint64_t{0});
        } else if (words_ > most_words_in_blocks) {
            std::array<bool, 256> is_clear{}; // each letter once
            for (const std::uint8_t letter : used())
                if (!std::exchange(is_clear[letter], true))
                    std::fill_n(narrow_.begin() + static_cast<std::ptrdiff_t>(letter * words_), words_,
                                std::uint64_t{0});
        } else if (words_ == 1) {
            for (const std::uint8_t letter : used())
                narrow_[letter] = 0;
        } else {
            for (const std::uint8_t letter : used())
                for (std::size_t word = 0; word < words_; ++word)
                    narrow_[letter * words_ + word] = 0;
        }
        used_blocks_ = 0;
        plane_.clear();
        if (!std::exchange(has_wide_, false)) return;
        std::fill_n(rows_.begin(), used_rows_ > 0 ? (used_rows_ + 1) * words_ : 0, std::uint64_t{0});
        used_rows_ = 0;
        pattern_ += next_pattern;
        if (pattern_ >> 63U != 0) { // all numbers have been in use
            make_slots(slots_);
            pattern_ = next_pattern;
        }
    }

    std::size_t words_ = 1;
    std::vector<std::uint64_t> narrow_; ///< letters below 256, `words_` each
    plane_places plane_;                ///< letters of a pattern of one word that are not stored in bytes
    std::vector<slot> wide_;            ///< other letters: an open hash table; what other patterns left there is free
    std::size_t slots_ = 0;             ///< of the table
    std::uint64_t pattern_ = next_pattern; ///< its number
    bool has_wide_ = false;                ///< letters in the table
    std::vector<std::uint64_t>
        rows_;                       ///< of the letters in the table, after a row of zeros; all that is not in use is 0
    std::vector<std::uint8_t> used_; ///< letters below 256 of the pattern, unless they are cleared in blocks
    std::size_t used_count_ = 0;     ///< of them
    std::uint32_t used_blocks_ = 0;  ///< in which they are, as bits
    std::size_t used_rows_ = 0;      ///< of rows_, after the first
};

/// Whether two letters of the text stand in the other order in the pattern. Where none do, no transposition of letters
/// that are not neighbours saves an edit: the distance of Damerau and Levenshtein is that of optimal string alignment.
template <class Letter>
[[nodiscard]] bool has_crossing_matches(const letter_places& pattern, std::span<const Letter> text) {
    std::uint64_t seen = 0;
    bool is_crossing = false;
    for (const Letter letter : text) {
        const std::uint64_t equal = pattern.word_of(letter);
        const std::uint64_t lowest = equal & (0 - equal);
        // Other letters have a place behind the lowest, which there is.
        is_crossing = is_crossing || (seen & ~equal) >> 1U > lowest - 1;
        seen |= equal;
    }
    return is_crossing;
}

/// The lowest bits, as many.
[[nodiscard]] constexpr std::uint64_t low_bits(std::size_t count) noexcept {
    return count < 64 ? ~(~std::uint64_t{0} << count) : ~std::uint64_t{0};
}
/// The same in a word of a long number.
[[nodiscard]] constexpr std::uint64_t low_bits(std::size_t count, std::size_t word) noexcept {
    return low_bits(count - std::min(count, 64 * word));
}

} // namespace concord::fuzz
