// The supports of all words of a few letters at once.
//
// A table has an entry for every word of q letters, one bit for each of 512 sequences (128 where long words make that
// too many bytes): set where the sequence holds the word. With mismatches allowed it is set where the sequence holds
// any word at Hamming distance <= k, which is one OR over the s words that differ in one position, for each position
// and each number of mismatches: the transform of Yates (1937), with OR for its sum.
//
//     q = 2     AA AC AG AT | CA CC CG CT | ...     differ in the last position: neighbours
//               AA          | CA          | ...     differ in the first:         s apart
//
// Time O(m / 512 * q * (k + 1) * s^q) for m sequences: where nearly every word is held by some sequence, all of them
// together cost less than a walk along each.
#pragma once

#include "problems/substring/cpu/cpu_search.hpp"
#include "problems/substring/cpu/growth/growth_block.hpp"
#include "problems/substring/cpu/words/paired_words.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace concord::substring {

/// Sequences that one entry tells about: of a vector, and of entries a quarter as large.
inline constexpr std::size_t sequences_of_entry = 512;
inline constexpr std::size_t sequences_of_narrow_entry = 128;

/// Of every word of `letters_of_word` ordinary letters, the first letter counting most.
struct word_table {
    unsigned letters_of_word = 0;
    std::vector<std::uint32_t> supports; ///< sequences that hold it with up to k mismatches
    std::vector<std::uint8_t> exists;    ///< some sequence holds it as it is
    std::vector<std::vector<std::uint8_t>>
        before_ambiguous; ///< by length, of shorter words: an ambiguous letter follows

    /// Words with the support that some sequence holds as they are.
    [[nodiscard]] std::size_t existing_with(std::uint64_t support) const noexcept;
};

/// Reads the words of a sequence off its letters.
class word_reader {
  public:
    word_reader(const problem& given, const growth_alphabet& letters, unsigned letters_of_word)
        : given_(given), letters_(letters), letters_of_word_(letters_of_word),
          order_(given, letters.ordinary(), letters_of_word) {
        for (unsigned length = 0; length < letters_of_word; ++length)
            words_ *= letters.ordinary();
    }

    /// visit(end, word, before, is_ordinary) for every letter of a sequence, `end` being how many letters there are up
    /// to it: whether it is an ordinary one, how many are in a row before it, and the word that ends with it or, if it
    /// is ambiguous, before it. Of both strands in one sequence, only for letters with which a window ends, and words
    /// are written as word_order says.
    template <class Visit>
    void for_each(std::uint64_t sequence, Visit visit) {
        read(sequence);
        if (!given_.are_both_strands) return for_each_of(0, codes_.size(), visit);
        const std::uint64_t strand = given_.strand_length(sequence);
        for (const std::uint64_t first : {std::uint64_t{0}, strand + 1})
            for_each_of(first, first + strand,
                        [&](std::uint64_t end, std::size_t word, std::uint64_t before, bool is_ordinary) {
                            if (end - first >= letters_of_word_) visit(end, word, before, is_ordinary);
                        });
    }
    /// Of a window of the sequence that was read last, the letter that is written at a place of its word.
    [[nodiscard]] std::uint8_t letter(std::uint64_t start, std::uint64_t place) const noexcept {
        return codes_[start + order_.letter_at(place)];
    }
    [[nodiscard]] const word_order& order() const noexcept { return order_; }

    /// visit(word, count) for every word that the window at `start` of the sequence that was read last may be: each of
    /// its `count` <= most ambiguous letters is any.
    template <class Visit>
    void for_each_spelling(std::uint64_t start, std::uint64_t most, const Visit& visit) const {
        spell(start, 0, 0, 0, most, visit);
    }

    /// The window at `start` of the sequence that was read last with the first letter in place of ambiguous ones: it
    /// is at no greater distance from any word. None where more than `most` are ambiguous.
    [[nodiscard]] std::optional<std::size_t> spelled(std::uint64_t start, std::uint64_t most) const {
        std::uint64_t ambiguous = 0;
        std::size_t word = 0;
        for (unsigned place = 0; place < letters_of_word_; ++place) {
            const std::uint8_t code = letter(start, place);
            const bool is_ordinary = code < letters_.ordinary();
            ambiguous += is_ordinary ? 0U : 1U;
            word = word * letters_.ordinary() + (is_ordinary ? code : 0U);
        }
        return ambiguous <= most ? std::optional(word) : std::nullopt;
    }

    [[nodiscard]] bool is_word(std::uint64_t before, bool is_ordinary) const noexcept {
        return is_ordinary && before + 1 >= letters_of_word_;
    }

  private:
    void read(std::uint64_t sequence);

    template <class Visit>
    void for_each_of(std::uint64_t first, std::uint64_t last, Visit visit) {
        if (!order_.is_paired()) return for_each_in_order(first, last, visit);
        std::uint64_t reversed = 0;
        const unsigned shift = 2 * (letters_of_word_ - 1);
        for_each_in_order(first, last,
                          [&](std::uint64_t end, std::size_t word, std::uint64_t before, bool is_ordinary) {
                              reversed = reversed >> 2U | (word & 3U) << shift;
                              visit(end, order_.paired(word, reversed), before, is_ordinary);
                          });
    }
    template <class Visit>
    void for_each_in_order(std::uint64_t first, std::uint64_t last, Visit visit) {
        std::size_t word = 0;
        std::uint64_t ordinary = 0;
        for (std::uint64_t end = first + 1; end <= last; ++end) {
            const std::uint8_t code = codes_[end - 1];
            const bool is_ordinary = code < letters_.ordinary();
            const std::size_t before = word;
            word = (word * letters_.ordinary() + (is_ordinary ? code : 0)) % words_;
            visit(end, is_ordinary ? word : before, ordinary, is_ordinary);
            ordinary = is_ordinary ? ordinary + 1 : 0;
        }
    }

    template <class Visit>
    void spell(std::uint64_t start, unsigned letters, std::size_t word, std::uint64_t ambiguous, std::uint64_t most,
               const Visit& visit) const {
        if (ambiguous > most) return;
        if (letters == letters_of_word_) return visit(word, ambiguous);
        const std::size_t ordinary = letters_.ordinary();
        const std::uint8_t code = letter(start, letters);
        if (code < ordinary) return spell(start, letters + 1, word * ordinary + code, ambiguous, most, visit);
        for (std::size_t any = 0; any < ordinary; ++any)
            spell(start, letters + 1, word * ordinary + any, ambiguous + 1, most, visit);
    }

    const problem& given_;
    const growth_alphabet& letters_;
    unsigned letters_of_word_;
    word_order order_;
    std::size_t words_ = 1;
    std::vector<std::uint8_t> codes_;
};

/// Letters of the shortest words that random sequences hold clearly more rarely than the support asks for; 0: unknown.
[[nodiscard]] unsigned letters_rarely_shared(const problem& given, const growth_alphabet& letters);

/// The most sequences of an entry with which tables of words of so many letters, one for each thread, are small enough;
/// 0: none.
[[nodiscard]] std::size_t sequences_of_fitting_entry(const problem& given, const cpu_resources& resources,
                                                     const growth_alphabet& letters, unsigned letters_of_word);
[[nodiscard]] std::size_t sequences_of_fitting_entry(const problem& given, std::uint64_t memory, unsigned threads,
                                                     const growth_alphabet& letters, unsigned letters_of_word);

/// letters_rarely_shared where tables of these words fit; else 0.
[[nodiscard]] unsigned letters_of_word_table(const problem& given, const cpu_resources& resources,
                                             const growth_alphabet& letters);

/// Instructions that it takes to make one.
[[nodiscard]] double cost_of_word_table(const problem& given, const growth_alphabet& letters, unsigned letters_of_word);

/// `sequences`: of an entry, one of the two numbers above.
[[nodiscard]] word_table make_word_table(const problem& given, const cpu_resources& resources,
                                         const growth_alphabet& letters, unsigned letters_of_word,
                                         std::size_t sequences);

} // namespace concord::substring
