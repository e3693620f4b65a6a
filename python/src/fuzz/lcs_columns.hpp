// The length of a longest common subsequence, by the places of a pattern's letters (bit-parallel: Hyyrö, AWOCA 2004; 64
// letters of the pattern a word).
#pragma once

#include "fuzz/letter_places.hpp"

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#ifdef __x86_64__
#include <immintrin.h>
#endif

namespace concord::fuzz {

/// The columns of the LCS matrix after some letters of a text: a bit that is 0 is one letter more in common.
class lcs_column {
  public:
    explicit lcs_column(const letter_places& pattern) : pattern_(pattern) {
        if (pattern.words() > 1) more_.assign(pattern.words(), ~std::uint64_t{0});
    }

    template <class Letter>
    void take(Letter letter) noexcept {
        if (more_.empty()) {
            const std::uint64_t matched = one_ & pattern_.word_of(letter);
            one_ = (one_ + matched) | (one_ - matched);
            return;
        }
        const std::uint64_t* const equal = pattern_.of(letter);
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
            const std::uint64_t matched = one & pattern.word_of(letter);
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
