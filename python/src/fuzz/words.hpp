// The words of a text: sorted, joined, as sets.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

namespace concord::fuzz {

/// Whether a letter separates words. Texts of one byte a letter know only those of ASCII, as in rapidfuzz.
template <class Letter>
[[nodiscard]] constexpr bool is_space(Letter letter, bool only_ascii) {
    if (letter <= 0x20) return letter == 0x20 || (letter >= 0x09 && letter <= 0x0D) || letter >= 0x1C;
    if (sizeof(Letter) == 1 || only_ascii || letter < 0x85) return false;
    return letter == 0x85 || letter == 0xA0 || letter == 0x1680 || (letter >= 0x2000 && letter <= 0x200A) ||
           letter == 0x2028 || letter == 0x2029 || letter == 0x202F || letter == 0x205F || letter == 0x3000;
}

/// The first letter that separates words, or `end`. Of bytes eight are looked at at once: those that do are among the
/// ones up to a space, which few others are.
template <class Letter>
[[nodiscard]] const Letter* find_space(const Letter* first, const Letter* end, bool only_ascii) noexcept {
    if constexpr (sizeof(Letter) == 1) {
        constexpr std::uint64_t each = 0x0101'0101'0101'0101;
        for (; end - first >= 8; first += 8) {
            std::uint64_t eight = 0;
            std::memcpy(&eight, first, sizeof eight);
            // The highest bit of those below 0x21; above one of them, of some others, too.
            std::uint64_t low = (eight - 0x21 * each) & ~eight & 0x80 * each;
            for (; low != 0; low &= low - 1) {
                const Letter* const one = first + std::countr_zero(low) / 8;
                if (is_space(*one, only_ascii)) return one;
            }
        }
    }
    if constexpr (sizeof(Letter) > 1) {
        // One branch a letter, which is foreseen within words.
        const auto is_none = [](std::uint32_t letter) {
            return (letter - 0x21 < 0x85 - 0x21) | (letter - 0xA1 < 0x1680 - 0xA1) | (letter > 0x3000);
        };
        while (first != end && (is_none(*first) || !is_space(*first, only_ascii)))
            ++first;
        return first;
    }
    while (first != end && !is_space(*first, only_ascii))
        ++first;
    return first;
}

/// Whether a text has any word.
template <class Letter>
[[nodiscard]] bool has_word(std::span<const Letter> text, bool only_ascii) noexcept {
    return std::ranges::any_of(text, [=](Letter letter) { return !is_space(letter, only_ascii); });
}

/// Whether the first words of two texts are the same, of up to 64 letters; from reverse iterators on, the last ones.
template <class A, class B>
[[nodiscard]] bool begin_with_one_word(A a, A end_of_a, B b, B end_of_b, bool only_ascii) noexcept {
    constexpr std::ptrdiff_t most = 64;
    while (a != end_of_a && is_space(*a, only_ascii))
        ++a;
    while (b != end_of_b && is_space(*b, only_ascii))
        ++b;
    const A first = a;
    while (a != end_of_a && b != end_of_b && *a == *b && !is_space(*a, only_ascii) && a - first < most)
        ++a, ++b;
    return a != first && (a == end_of_a || is_space(*a, only_ascii)) && (b == end_of_b || is_space(*b, only_ascii));
}

/// Words in ascending order. They are views of the text that they come from.
template <class Letter>
class sorted_words {
  public:
    using word = std::span<const Letter>;

    sorted_words() = default;

    void split(std::span<const Letter> text, bool only_ascii) {
        words_.clear();
        const Letter* first = text.data();
        const Letter* const behind = first + text.size();
        while (first != behind) {
            const Letter* const end = find_space(first, behind, only_ascii);
            if (end != first) words_.push_back({key_of(word(first, end)), word(first, end)});
            if (end == behind) break;
            first = end + 1;
        }
        if (words_.size() > 1) std::sort(words_.begin(), words_.end(), is_less);
    }

    [[nodiscard]] bool empty() const noexcept { return words_.empty(); }
    [[nodiscard]] std::size_t size() const noexcept { return words_.size(); }

    /// Letters of the joined words.
    [[nodiscard]] std::size_t joined_length() const noexcept {
        std::size_t letters = words_.empty() ? 0 : words_.size() - 1;
        for (const entry& one : words_)
            letters += one.letters.size();
        return letters;
    }

    /// The words with a space between each two.
    void join(std::vector<Letter>& into) const {
        into.resize(joined_length());
        Letter* to = into.data();
        for (const entry& one : words_) {
            if (&one != words_.data()) *to++ = Letter{0x20};
            to = std::ranges::copy(one.letters, to).out;
        }
    }

    /// Splits two lists of words, each word taken once: those of both, those of `a` alone, those of `b` alone.
    static void decompose(const sorted_words& a, const sorted_words& b, sorted_words& both, sorted_words& only_a,
                          sorted_words& only_b) {
        both.words_.clear();
        only_a.words_.clear();
        only_b.words_.clear();
        std::size_t i = 0;
        std::size_t j = 0;
        while (i < a.words_.size() || j < b.words_.size()) {
            if (j == b.words_.size() || (i < a.words_.size() && is_less(a.words_[i], b.words_[j]))) {
                only_a.words_.push_back(a.words_[i]);
                i = a.after(i);
            } else if (i == a.words_.size() || is_less(b.words_[j], a.words_[i])) {
                only_b.words_.push_back(b.words_[j]);
                j = b.after(j);
            } else {
                both.words_.push_back(a.words_[i]);
                i = a.after(i);
                j = b.after(j);
            }
        }
    }

  private:
    struct entry {
        std::uint64_t key; ///< its first letters as a number: where they differ, the rest need not be compared
        word letters;
    };

    [[nodiscard]] static std::uint64_t key_of(word letters) {
        constexpr std::size_t bits = 8 * sizeof(Letter);
        std::uint64_t key = 0;
        for (std::size_t i = 0; i < 64 / bits; ++i)
            key = key << bits | (i < letters.size() ? std::uint64_t{letters[i]} : 0);
        return key;
    }
    static bool is_less(const entry& a, const entry& b) {
        if (a.key != b.key) return a.key < b.key;
        return std::lexicographical_compare(a.letters.begin(), a.letters.end(), b.letters.begin(), b.letters.end());
    }

    /// The index of the next word that differs.
    [[nodiscard]] std::size_t after(std::size_t index) const {
        std::size_t next = index + 1;
        while (next < words_.size() && std::ranges::equal(words_[next].letters, words_[index].letters))
            ++next;
        return next;
    }

    std::vector<entry> words_;
};

} // namespace concord::fuzz
