// What a text may begin with where something near to a word of nucleotides begins there, as far as its first letters
// tell (the condensed neighbourhood of the word: Myers 1994). Of a text that ends sooner, or of which no more letters
// are known, whatever may follow is taken to suit the word.
//
//     word ACGT, one edit     ACT  AGT  CGT       whatever follows: a letter of the word stands nowhere
//                             ACG  AACGT  ACCGT   without its last letter, and with one more
//                             AAGT  TCGT  ...     replaced
//
// Of these only the first letters are kept that are enough, so that a text begins with one of them at most.
#pragma once

#include "problems/substring/variants/nucleotide_sets.hpp"
#include "runtime/far_array.hpp"
#include "runtime/thread_pool.hpp"

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace concord::substring {

/// Words of nucleotides as one number: the letters behind a one, so that words of all lengths are different numbers.
using numbered_word = std::uint32_t;

[[nodiscard]] constexpr unsigned length_of_word(numbered_word word) noexcept {
    return (static_cast<unsigned>(std::bit_width(word)) - 1) / 2;
}
[[nodiscard]] constexpr numbered_word first_of_letters(unsigned letters) noexcept {
    return numbered_word{1} << 2 * letters;
}

/// Edits by which a text differs from a word, at least and at most.
struct edits_between {
    unsigned least;
    unsigned most;
};

/// Words whose beginnings are asked for: more letters than edits, of which a text has `known` that are read.
struct asked_beginnings {
    static constexpr unsigned most_letters = 9;
    /// One more is known than a word has: nearly all that is near to it with two insertions is distinguished from what
    /// is not.
    static constexpr unsigned most_known = most_letters + 1;

    unsigned letters;
    unsigned known;
    edits_between edits;
};

/// Tells of one word, text by text. A column of the matrix of edits between its beginnings and a text in bits (Myers
/// 1999): where a longer beginning has one edit more, or one less than the one before.
class edits_of_word {
  public:
    struct column {
        std::uint16_t more;
        std::uint16_t less;
        unsigned whole; ///< edits of the whole word with all letters of the text
    };

    edits_of_word(const asked_beginnings& asked, numbered_word word)
        : asked_(asked), last_(1U << (asked.letters - 1)), all_(2 * last_ - 1) {
        for (unsigned at = 0; at < asked.letters; ++at)
            matching_[word >> 2 * (asked.letters - 1 - at) & 3U] |= 1U << at;
    }
    /// Of no text.
    [[nodiscard]] column first() const { return {static_cast<std::uint16_t>(all_), 0, asked_.letters}; }
    /// Of a text with one more letter; any number from plain_nucleotides on is one that matches nothing.
    [[nodiscard]] column next(const column& before, unsigned letter) const {
        const unsigned equal = letter < plain_nucleotides ? matching_[letter] : 0;
        const unsigned more = before.more;
        const unsigned less = before.less;
        const unsigned diagonal = (((equal & more) + more) ^ more) | equal;
        const unsigned rises = less | (~(diagonal | more) & all_);
        const unsigned falls = more & diagonal;
        const unsigned whole = before.whole + ((rises & last_) != 0 ? 1U : 0U) - ((falls & last_) != 0 ? 1U : 0U);
        const unsigned above = rises << 1U | 1U;
        return {static_cast<std::uint16_t>((falls << 1U | ~(equal | less | above)) & all_),
                static_cast<std::uint16_t>(above & (equal | less) & all_), whole};
    }
    /// The fewest edits of a beginning with a text of so many letters: of the word, at least, whatever follows.
    [[nodiscard]] static unsigned fewest(const column& of, unsigned letters);
    /// Whether a text of the letters that are known begins with what is near.
    [[nodiscard]] bool is_near(std::uint32_t text) const;

  private:
    asked_beginnings asked_;
    unsigned last_;
    unsigned all_;
    std::array<unsigned, plain_nucleotides> matching_{};
};

/// In ascending order, shorter ones first. Time O(beginnings letters).
[[nodiscard]] std::vector<numbered_word> near_beginnings(const asked_beginnings& asked, numbered_word word);

/// The same of many words of some letters. What two words that are alike but for the names of their letters are near to
/// is alike, too: a few thousand words are all that is searched.
class all_near_beginnings {
  public:
    /// For these words. Time O(words + 4^letters + distinct patterns beginnings / threads).
    all_near_beginnings(const asked_beginnings& asked, std::span<const numbered_word> words,
                        runtime::thread_pool& workers);

    [[nodiscard]] const asked_beginnings& asked() const noexcept { return asked_; }
    /// Sets `made` to what near_beginnings tells of one of the words, of each length in any order; or, of another word,
    /// to nothing. Time O(beginnings).
    void get(numbered_word word, std::vector<numbered_word>& made) const;

  private:
    asked_beginnings asked_;
    std::vector<std::vector<numbered_word>>
        of_pattern_; ///< by the word that is the least of those alike, but for the one
};

/// What is read soon, where it is too little for the processor to see that it is read in a row.
template <class Value>
void prefetch(std::span<const Value> values) noexcept {
    constexpr std::size_t line = 64;
    const auto bytes = std::as_bytes(values);
    for (std::size_t at = 0; at < bytes.size(); at += line)
        __builtin_prefetch(bytes.data() + at);
}

/// Counts by words of up to `known` letters, summed up over what is near to a word.
class near_sums {
  public:
    /// For the same words. Time and memory O(4^letters beginnings / 4), time / threads.
    near_sums(const all_near_beginnings& all, runtime::thread_pool& workers);

    /// Bytes of the beginnings of all words, where each has so many.
    [[nodiscard]] static double memory(const asked_beginnings& asked, double beginnings);
    /// Letters that some beginning has, at least.
    [[nodiscard]] unsigned fewest_letters() const noexcept { return asked_.letters - asked_.edits.most; }
    /// The sum of counts[w] over the beginnings w of a word. Time O(beginnings).
    [[nodiscard]] std::uint64_t sum(numbered_word word, const std::uint16_t* counts) const;
    /// Its beginnings, which are in no cache, as those of all words are too many.
    void prefetch(numbered_word word) const noexcept;

  private:
    struct renamed {
        std::size_t first; ///< in first_
        std::uint32_t by;
    };
    [[nodiscard]] renamed renamed_of(numbered_word word) const;
    template <class Word>
    [[nodiscard]] std::uint64_t sum_of(const Word* beginnings, numbered_word word, const std::uint16_t* counts) const;
    [[nodiscard]] std::size_t lengths() const noexcept { return asked_.known + 1 - fewest_letters(); }
    [[nodiscard]] static bool has_short_words(const asked_beginnings& asked) noexcept { return asked.known <= 8; }
    [[nodiscard]] bool are_short() const noexcept { return has_short_words(asked_); }

    asked_beginnings asked_;
    /// Of the words that begin with the first nucleotide, by length, where its beginnings are, and the end of all: of
    /// others they are the same with other names, by an exclusive or.
    std::vector<std::uint32_t> first_;
    runtime::far_array<std::uint16_t> short_; ///< the letters of beginnings of up to eight
    runtime::far_array<std::uint32_t> long_;  ///< those of more
};

} // namespace concord::substring
