// The letters of one sequence as random numbers, and hashes of any of its substrings with letters left out or masked.
//
//   sums[j] = t(0) p^0 + t(1) p^1 + ... + t(j - 1) p^(j - 1)     modulo 2^64; t: a random number of each letter
//
// The hash of letters [i, j) is (sums[j] - sums[i]) / p^i, so that of a substring with some letters deleted is the sum
// of the hashes of what lies between them, each times a power of p. Equal letters have equal hashes; different ones
// may, rarely: every pair that is found by hashes is compared. (Karp and Rabin, 1987.)
#pragma once

#include "alignment/batch/pair_comparer.hpp"
#include "base/bits.hpp"
#include "base/host_device.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

namespace concord::edit_distance {

/// The mixing function of SplitMix64 (Steele, Lea and Flood, OOPSLA 2014): every input bit affects every output bit.
[[nodiscard]] CONCORD_HD constexpr std::uint64_t mixed(std::uint64_t value) noexcept {
    value = (value ^ value >> 30U) * 0xBF58'476D'1CE4'E5B9U;
    value = (value ^ value >> 27U) * 0x94D0'49BB'1331'11EBU;
    return value ^ value >> 31U;
}

/// What all threads share: powers, and the letters' numbers.
class letter_numbers {
  public:
    /// For sequences of at most `longest` letters.
    letter_numbers(const compared_letters& letters, std::uint64_t longest);

    [[nodiscard]] const compared_letters& letters() const noexcept { return *letters_; }
    [[nodiscard]] std::uint64_t power(std::uint64_t exponent) const noexcept { return powers_[exponent]; }
    [[nodiscard]] std::uint64_t inverse(std::uint64_t exponent) const noexcept { return inverses_[exponent]; }
    /// Of all codes of 8 bits.
    [[nodiscard]] const std::uint64_t* of_bytes() const noexcept { return of_bytes_.data(); }
    [[nodiscard]] const std::uint64_t* powers() const noexcept { return powers_.data(); }

  private:
    const compared_letters* letters_;
    std::vector<std::uint64_t> powers_;
    std::vector<std::uint64_t> inverses_;
    std::vector<std::uint64_t> of_bytes_;
};

inline constexpr std::uint32_t most_key_pieces = 3;
/// Of each piece the letter before it, its first one, and the others, in any order.
inline constexpr std::uint32_t most_key_parts = 3 * most_key_pieces;

/// What makes a key of a sequence: some of its letters, put together, of which exactly `omitted` are left out (or,
/// under hamming, masked).
struct key_window {
    struct range {
        std::uint32_t begin = 0;
        std::uint32_t end = 0;
        friend auto operator<=>(const range&, const range&) = default;
    };

    std::uint16_t omitted = 0; ///< only where there is one part
    std::uint16_t parts = 0;
    std::uint16_t transposed = 0; ///< a bit for each part that is a letter behind the one that follows it in b
    bool is_longer = false;       ///< some piece with the letter before it
    /// Numbers of up to three pieces, nine bits each; below them a bit for each that is longer. Keys of different
    /// pieces differ. Of a piece that may stand anywhere its letters instead of its number.
    std::uint32_t pieces = 0;
    /// Keys: of the part where it is, of one letter further to the right, and so on. More than one only of a piece that
    /// may stand anywhere.
    std::uint32_t places = 1;
    std::array<range, most_key_parts> part{};

    void add(range next, std::uint32_t piece) {
        part[parts++] = next;
        if ((pieces >> 3U & 511U) != piece + 1) pieces = (pieces & ~7U) << 9U | (piece + 1) << 3U | (pieces & 7U);
    }
    /// Of a piece that may stand anywhere.
    [[nodiscard]] static key_window anywhere(range first, std::uint32_t places) {
        key_window made{.parts = 1, .pieces = (first.end - first.begin) << 3U, .places = places};
        made.part[0] = first;
        return made;
    }
    /// With the letter before it, as the `before`-th of the key's pieces.
    void add_longer(range next, std::uint32_t piece, std::uint32_t before) {
        add({next.begin - 1, next.end}, piece);
        mark_longer(before);
    }
    /// The same with these two letters transposed.
    void add_longer_transposed(range next, std::uint32_t piece, std::uint32_t before) {
        add({next.begin, next.begin + 1}, piece);
        add_transposed(next, piece);
        mark_longer(before);
    }
    /// With the letter before it instead of its first one.
    void add_transposed(range next, std::uint32_t piece) {
        transposed |= static_cast<std::uint16_t>(1U << parts);
        add({next.begin - 1, next.begin}, piece);
        if (next.begin + 1 < next.end) add({next.begin + 1, next.end}, piece);
    }
    /// Where the letters of a key of one piece end.
    [[nodiscard]] std::uint32_t end() const noexcept {
        std::uint32_t last = 0;
        for (std::uint32_t index = 0; index < parts; ++index)
            last = std::max(last, part[index].end + (transposed >> index & 1U));
        return last;
    }
    [[nodiscard]] unsigned transpositions() const noexcept { return base::count_ones(std::uint32_t{transposed}); }
    friend auto operator<=>(const key_window&, const key_window&) = default;

  private:
    void mark_longer(std::uint32_t before) {
        is_longer = true;
        pieces |= 1U << before;
    }
};

/// Whether a hash is that of a key with a longer piece: two sequences that have an equal one have others, too.
[[nodiscard]] constexpr bool is_of_longer(std::uint64_t hash) noexcept { return (hash & 1U) != 0; }

/// Where letters are left out, as numbers of letters that remain before them (modulo 64), a byte each.
using gap_list = std::uint32_t;
inline constexpr gap_list no_gaps = 0xFFFF'FFFFU;

/// A bit for each gap.
[[nodiscard]] constexpr std::uint64_t gap_bits(gap_list gaps) noexcept {
    std::uint64_t bits = 0;
    for (unsigned index = 0; index < 4; ++index)
        if (const std::uint32_t gap = gaps >> 8 * index & 0xFFU; gap < 64) bits |= std::uint64_t{1} << gap;
    return bits;
}

/// One sequence at a time; belongs to one thread.
class letter_hashes {
  public:
    explicit letter_hashes(const letter_numbers& numbers);

    void load(const compared_side& side, std::uint64_t sequence);
    /// The same where can_be_words(): quicker, but keys take longer, and letters are left out of none.
    void load_words(const compared_side& side, std::uint64_t sequence);
    /// Of letters that are bytes, none of which is ambiguous, up to a word of them.
    [[nodiscard]] static bool can_be_words(const compared_letters& letters, std::uint64_t longest) noexcept {
        return longest <= sequence::letters_per_word && letters.ordinary() <= sequence::most_planes &&
               !letters.has_ambiguous();
    }
    [[nodiscard]] std::uint64_t length() const noexcept { return length_; }
    /// Codes of the letters (truncated to 8 bits where there are more planes).
    [[nodiscard]] const std::uint8_t* codes() const noexcept { return codes_.data(); }
    /// Whether the key is another one than that of the same pieces as they stand.
    [[nodiscard]] bool is_changed_by_transposing(const key_window& window) const noexcept {
        for (std::uint32_t index = 0; index < window.parts; ++index) {
            const std::uint32_t at = window.part[index].begin;
            if ((window.transposed >> index & 1U) != 0 && are_codes_letters_ && codes_[at] == codes_[at + 1])
                return false;
        }
        return true;
    }
    /// Of all letters; the same for equal sequences without ambiguous letters.
    [[nodiscard]] std::uint64_t whole() const noexcept { return mixed(sums_[length_] + length_); }

    /// What tells keys of other pieces apart.
    [[nodiscard]] static std::uint64_t added_for(const key_window& window) noexcept {
        return window.pieces * 0x9E37'79B9'7F4A'7C15U;
    }

    /// Calls emit(hash, gaps) for all ways to leave letters out.
    template <class Emit>
    void for_each_key(const key_window& window, bool masks, Emit emit) const {
        const auto finish = [&](std::uint64_t hash, gap_list gaps) {
            const std::uint64_t made = mixed(hash + added_for(window));
            emit((made & ~std::uint64_t{1}) | (window.is_longer ? 1 : 0), gaps);
        };
        if (are_words_) return finish(of_words(window), no_gaps);
        const key_window::range whole = window.part[0];
        if (window.omitted > 0 && masks) return mask(window, whole.begin, between(whole.begin, whole.end), 0, finish);
        if (window.omitted > 0) return leave_out(window, whole.begin, 0, 0, no_gaps, finish);
        if (window.places > 1) {
            for (std::uint32_t place = 0; place < window.places; ++place)
                finish(between(whole.begin + place, whole.end + place) * numbers_.inverse(whole.begin + place),
                       no_gaps);
            return;
        }
        std::uint64_t hash = 0;
        std::uint32_t before = 0; // letters of the parts before
        for (std::uint32_t index = 0; index < window.parts; ++index) {
            const key_window::range part = window.part[index];
            const std::uint64_t shift = part.begin >= before ? numbers_.inverse(part.begin - before)
                                                             : numbers_.power(before - part.begin); // transposed
            hash += between(part.begin, part.end) * shift;
            before += part.end - part.begin;
        }
        finish(hash, no_gaps);
    }

  private:
    [[nodiscard]] std::uint64_t between(std::uint64_t begin, std::uint64_t end) const noexcept {
        return sums_[end] - sums_[begin];
    }

    /// A linear hash of the parts' letters, put together.
    [[nodiscard]] std::uint64_t of_words(const key_window& window) const noexcept {
        std::uint64_t hash = 0;
        const std::uint64_t* const factors = numbers_.of_bytes(); // any numbers will do
        std::uint32_t before = 0;
        for (std::uint32_t index = 0; index < window.parts; ++index) {
            const key_window::range part = window.part[index];
            if (part.begin == part.end) continue;
            const auto within = base::low_bits<std::uint64_t>(part.end - part.begin);
            for (unsigned plane = 0; plane < planes_; ++plane)
                hash += ((words_[plane] >> part.begin & within) << before) * (factors[plane] | 1U);
            before += part.end - part.begin;
        }
        return hash + before * factors[sequence::most_planes];
    }

    /// `hash` is that of what lies before `from`, of which `out` letters are left out already.
    template <class Finish>
    void leave_out(const key_window& window, std::uint32_t from, std::uint64_t hash, std::uint32_t out, gap_list gaps,
                   Finish& finish) const {
        const key_window::range whole = window.part[0];
        const std::uint64_t shift = numbers_.inverse(whole.begin + out);
        if (out == window.omitted) return finish(hash + between(from, whole.end) * shift, gaps);
        for (std::uint32_t at = from; at + (window.omitted - out) <= whole.end; ++at)
            leave_out(window, at + 1, hash + between(from, at) * shift, out + 1, gaps << 8U | ((at - out) & 63U),
                      finish);
    }

    template <class Finish>
    void mask(const key_window& window, std::uint32_t from, std::uint64_t hash, std::uint32_t masked,
              Finish& finish) const {
        if (masked == window.omitted) return finish(hash * numbers_.inverse(window.part[0].begin), no_gaps);
        for (std::uint32_t at = from; at + (window.omitted - masked) <= window.part[0].end; ++at)
            mask(window, at + 1, hash - between(at, at + 1), masked + 1, finish);
    }

    const letter_numbers& numbers_;
    std::uint64_t length_ = 0;
    std::vector<std::uint8_t> codes_;
    std::vector<std::uint64_t> sums_;
    bool are_codes_letters_ = false;                           ///< equal codes are equal letters
    bool are_words_ = false;                                   ///< instead of sums
    unsigned planes_ = 0;                                      ///< of words_
    std::array<std::uint64_t, sequence::most_planes> words_{}; ///< zeros behind the last letter
};

} // namespace concord::edit_distance
