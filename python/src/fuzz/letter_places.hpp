// Where a pattern has each letter, as bits, and the length of a longest common subsequence by them (bit-parallel:
// Hyyrö, AWOCA 2004; 64 letters of the pattern a word).
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <span>
#include <utility>
#include <vector>

#ifdef __x86_64__
#include <immintrin.h>
#endif

namespace concord::fuzz {

/// For each letter the places at which a pattern has it: bit i % 64 of word i / 64. To take another pattern costs the
/// letters of both, not the size of the tables.
class letter_places {
  public:
    /// Words that can be read behind those of any letter, whatever they hold.
    static constexpr std::size_t words_behind = 64;

    letter_places() : narrow_(256 + words_behind, 0), wide_(slots_at_first), rows_(1 + words_behind, 0) {}

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
            if (wide_.size() < 2 * pattern.size()) wide_.resize(std::bit_ceil(2 * pattern.size()));
            std::size_t narrow_letters = 0;
            for (std::size_t i = 0; i < pattern.size(); ++i) {
                const std::uint32_t letter = pattern[i];
                std::uint64_t* row = nullptr;
                if (letter < 256) {
                    used_[narrow_letters++] = static_cast<std::uint8_t>(letter);
                    used_blocks_ |= 1U << letter / letters_of_block;
                    row = narrow_.data() + letter * words_;
                } else {
                    row = wide_row_for(letter);
                }
                row[i / 64] |= std::uint64_t{1} << i % 64;
            }
            used_count_ = narrow_letters;
        }
    }

    [[nodiscard]] std::size_t words() const noexcept { return words_; }

    /// The words of a letter. `Words`: words(), where the compiler is to know it.
    template <std::size_t Words = 0, class Letter>
    [[nodiscard]] const std::uint64_t* of(Letter letter) const noexcept {
        const std::size_t words = Words == 0 ? words_ : Words;
        if constexpr (sizeof(Letter) == 1) {
            return narrow_.data() + std::size_t{letter} * words;
        } else {
            if (letter < 256) return narrow_.data() + std::size_t{letter} * words;
            return rows_.data() + wide_[slot_of(letter)].row * words; // row 0: nowhere
        }
    }

    template <class Letter>
    [[nodiscard]] bool has(Letter letter) const noexcept {
        const std::uint64_t* words = of(letter);
        return std::any_of(words, words + words_, [](std::uint64_t word) { return word != 0; });
    }

  private:
    static constexpr std::size_t letters_of_block = 32; ///< an alphabet has few of these parts of the table
    static constexpr std::size_t most_words_in_blocks = 8;
    static constexpr std::size_t slots_at_first = 128; ///< a power of two, as all their numbers are

    struct slot {
        std::uint32_t letter = 0;
        std::uint32_t row = 0; ///< 0: free
    };

    [[nodiscard]] std::size_t slot_of(std::uint32_t letter) const noexcept {
        // Neighbours, as the letters of a script are, have slots of their own.
        std::size_t at = (letter ^ letter >> 7U) & (wide_.size() - 1);
        while (wide_[at].row != 0 && wide_[at].letter != letter)
            at = (at + 1) & (wide_.size() - 1);
        return at;
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

    std::uint64_t* wide_row_for(std::uint32_t letter) {
        const std::size_t at = slot_of(letter);
        slot& found = wide_[at];
        if (found.row == 0) {
            used_slots_.push_back(static_cast<std::uint32_t>(at));
            found = {letter, static_cast<std::uint32_t>(used_slots_.size())};
            const std::size_t end = (used_slots_.size() + 1) * words_ + words_behind;
            if (rows_.size() < end) rows_.resize(end);
        }
        return rows_.data() + std::size_t{found.row} * words_;
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
        if (used_slots_.empty()) return;
        for (const std::uint32_t at : used_slots_)
            wide_[at] = {};
        std::fill_n(rows_.begin(), (used_slots_.size() + 1) * words_, std::uint64_t{0});
        used_slots_.clear();
    }

    std::size_t words_ = 1;
    std::vector<std::uint64_t> narrow_; ///< letters below 256, `words_` each
    std::vector<slot> wide_;            ///< other letters: an open hash table
    std::vector<std::uint64_t>
        rows_;                       ///< of the letters in the table, after a row of zeros; all that is not in use is 0
    std::vector<std::uint8_t> used_; ///< letters below 256 of the pattern, unless they are cleared in blocks
    std::size_t used_count_ = 0;     ///< of them
    std::uint32_t used_blocks_ = 0;  ///< in which they are, as bits
    std::vector<std::uint32_t> used_slots_;
};

/// Whether two letters of the text stand in the other order in the pattern. Where none do, no transposition of letters
/// that are not neighbours saves an edit: the distance of Damerau and Levenshtein is that of optimal string alignment.
template <class Letter>
[[nodiscard]] bool has_crossing_matches(const letter_places& pattern, std::span<const Letter> text) {
    std::uint64_t seen = 0;
    bool is_crossing = false;
    for (const Letter letter : text) {
        const std::uint64_t equal = *pattern.of<1>(letter);
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

/// The columns of the LCS matrix after some letters of a text: a bit that is 0 is one letter more in common.
class lcs_column {
  public:
    explicit lcs_column(const letter_places& pattern) : pattern_(pattern) {
        if (pattern.words() > 1) more_.assign(pattern.words(), ~std::uint64_t{0});
    }

    template <class Letter>
    void take(Letter letter) noexcept {
        const std::uint64_t* equal = pattern_.of(letter);
        if (more_.empty()) {
            const std::uint64_t matched = one_ & *equal;
            one_ = (one_ + matched) | (one_ - matched);
            return;
        }
        std::uint64_t carry = 0;
        for (std::size_t word = 0; word < more_.size(); ++word) {
            const std::uint64_t kept = more_[word];
            const std::uint64_t matched = kept & equal[word];
            const std::uint64_t partial = kept + carry;
            const std::uint64_t sum = partial + matched;
            carry = static_cast<std::uint64_t>(partial < carry) | static_cast<std::uint64_t>(sum < matched);
            more_[word] = sum | (kept - matched);
        }
    }

    /// Letters that the pattern and the text so far have in common, in order.
    [[nodiscard]] std::size_t length() const noexcept {
        if (more_.empty()) return static_cast<std::size_t>(std::popcount(~one_));
        std::size_t count = 0;
        for (const std::uint64_t word : more_)
            count += static_cast<std::size_t>(std::popcount(~word));
        return count;
    }

  private:
    const letter_places& pattern_;
    std::uint64_t one_ = ~std::uint64_t{0};
    std::vector<std::uint64_t> more_; ///< empty where one word is enough
};

/// a + b + carry, and the carry of that (0 or 1).
[[nodiscard]] inline std::uint64_t add_with_carry(std::uint64_t a, std::uint64_t b, unsigned char& carry) noexcept {
#ifdef __x86_64__
    unsigned long long sum = 0;
    carry = _addcarry_u64(carry, a, b, &sum);
    return sum;
#else
    const std::uint64_t partial = a + carry;
    const std::uint64_t sum = partial + b;
    carry = static_cast<unsigned char>(partial < a || sum < b);
    return sum;
#endif
}

/// Keeps the compiler from putting words into vectors, from which each sum has to be taken out again.
inline void keep_scalar([[maybe_unused]] std::uint64_t& word) noexcept {
#ifdef __x86_64__
    asm("" : "+r"(word));
#endif
}

/// The same for a pattern of so many words, which then stay in registers. `prefix`: letters that both begin with, whose
/// columns are known; `rows`: letters of the pattern that count.
template <std::size_t Words, class Letter>
[[nodiscard]] std::size_t lcs_length_of_words(const letter_places& pattern, std::span<const Letter> text,
                                              std::size_t prefix, std::size_t rows) {
    std::array<std::uint64_t, Words> column;
    for (std::size_t word = 0; word < Words; ++word)
        column[word] = ~low_bits(prefix, word);
    if constexpr (Words == 1) { // in a register
        std::uint64_t one = column[0];
#pragma GCC unroll 4
        for (const Letter letter : text.subspan(prefix)) {
            const std::uint64_t matched = one & *pattern.of<1>(letter);
            one = (one + matched) | (one ^ matched);
        }
        return static_cast<std::size_t>(std::popcount(~one & low_bits(rows)));
    }
    for (const Letter letter : text.subspan(prefix)) {
        const std::uint64_t* const equal = pattern.of<Words>(letter);
        // The sums by themselves, for other operations spoil the processor's carry.
        std::array<std::uint64_t, Words> matched;
        for (std::size_t word = 0; word < Words; ++word) {
            matched[word] = column[word] & equal[word];
            if constexpr (Words > 1) keep_scalar(matched[word]);
        }
        std::array<std::uint64_t, Words> sum;
        unsigned char carry = 0;
        for (std::size_t word = 0; word < Words; ++word)
            sum[word] = add_with_carry(column[word], matched[word], carry);
        for (std::size_t word = 0; word < Words; ++word)
            column[word] = sum[word] | (column[word] ^ matched[word]); // & ~matched, in an instruction less
    }
    std::size_t count = 0;
    for (std::size_t word = 0; word < Words; ++word)
        count += static_cast<std::size_t>(std::popcount(~column[word] & low_bits(rows, word)));
    return count;
}

inline constexpr std::size_t all_rows = std::numeric_limits<std::size_t>::max();

/// The length of a longest common subsequence. Time: O(text * words of the pattern). Of patterns of up to 8 words, that
/// of their first `rows` letters, where both begin with `prefix` letters.
template <class Letter>
[[nodiscard]] std::size_t lcs_length(const letter_places& pattern, std::span<const Letter> text, std::size_t prefix = 0,
                                     std::size_t rows = all_rows) {
    switch (pattern.words()) {
    case 1: return lcs_length_of_words<1>(pattern, text, prefix, rows);
    case 2: return lcs_length_of_words<2>(pattern, text, prefix, rows);
    case 3: return lcs_length_of_words<3>(pattern, text, prefix, rows);
    case 4: return lcs_length_of_words<4>(pattern, text, prefix, rows);
    case 5: return lcs_length_of_words<5>(pattern, text, prefix, rows);
    case 6: return lcs_length_of_words<6>(pattern, text, prefix, rows);
    case 7: return lcs_length_of_words<7>(pattern, text, prefix, rows);
    case 8: return lcs_length_of_words<8>(pattern, text, prefix, rows);
    default: break;
    }
    lcs_column column(pattern);
    for (const Letter letter : text)
        column.take(letter);
    return column.length();
}

} // namespace concord::fuzz
