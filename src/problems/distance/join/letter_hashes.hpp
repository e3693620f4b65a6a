// The letters of one sequence as random numbers, and hashes of any of its substrings with letters left out or masked.
//
//   sums[j] = t(0) p^0 + t(1) p^1 + ... + t(j - 1) p^(j - 1)     modulo 2^64; t: a random number of each letter
//
// The hash of letters [i, j) is (sums[j] - sums[i]) / p^i, so that of a substring with some letters deleted is the sum
// of the hashes of what lies between them, each times a power of p. Equal letters have equal hashes; different ones
// may, rarely: every pair that is found by hashes is compared. (Karp and Rabin, 1987.)
#pragma once

#include "problems/distance/batch/pair_comparer.hpp"

#include <cstdint>
#include <vector>

namespace concord::edit_distance {

/// The mixing function of SplitMix64 (Steele, Lea and Flood, OOPSLA 2014): every input bit affects every output bit.
[[nodiscard]] constexpr std::uint64_t mixed(std::uint64_t value) noexcept {
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
    [[nodiscard]] std::uint64_t of_byte(std::uint8_t code) const noexcept { return of_bytes_[code]; }

  private:
    const compared_letters* letters_;
    std::vector<std::uint64_t> powers_;
    std::vector<std::uint64_t> inverses_;
    std::vector<std::uint64_t> of_bytes_;
};

/// Letters [begin, end) of a sequence, of which exactly `omitted` are left out (or, under hamming, masked).
struct key_window {
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
    std::uint16_t omitted = 0;
    std::uint16_t piece = 0; ///< keys of different pieces differ

    friend auto operator<=>(const key_window&, const key_window&) = default;
};

/// One sequence at a time; belongs to one thread.
class letter_hashes {
  public:
    explicit letter_hashes(const letter_numbers& numbers);

    void load(const compared_side& side, std::uint64_t sequence);
    [[nodiscard]] std::uint64_t length() const noexcept { return length_; }
    /// Codes of the letters (truncated to 8 bits where there are more planes).
    [[nodiscard]] const std::uint8_t* codes() const noexcept { return codes_.data(); }
    /// Of all letters; the same for equal sequences without ambiguous letters.
    [[nodiscard]] std::uint64_t whole() const noexcept { return mixed(sums_[length_] + length_); }

    /// Calls emit(hash) for the ways to leave letters out; once for those that leave out one or another of adjacent
    /// equal letters.
    template <class Emit>
    void for_each_key(const key_window& window, bool masks, Emit emit) const {
        const auto finish = [&](std::uint64_t hash) { emit(mixed(hash + window.piece * 0x9E37'79B9'7F4A'7C15U)); };
        if (window.omitted == 0)
            finish(between(window.begin, window.end) * numbers_.inverse(window.begin));
        else if (masks)
            mask(window, window.begin, between(window.begin, window.end), 0, finish);
        else
            leave_out(window, window.begin, 0, 0, finish);
    }

  private:
    [[nodiscard]] std::uint64_t between(std::uint64_t begin, std::uint64_t end) const noexcept {
        return sums_[end] - sums_[begin];
    }

    /// `hash` is that of what lies before `from`, of which `out` letters are left out already.
    template <class Finish>
    void leave_out(const key_window& window, std::uint32_t from, std::uint64_t hash, std::uint32_t out,
                   Finish& finish) const {
        const std::uint64_t shift = numbers_.inverse(window.begin + out);
        // Of a run of equal letters the last ones are left out.
        const bool must_go_on = out > 0 && from < window.end && numbers_of_letters_[from] == numbers_of_letters_[from - 1];
        if (out == window.omitted) {
            if (!must_go_on) finish(hash + between(from, window.end) * shift);
            return;
        }
        const std::uint32_t last = must_go_on ? from : window.end - (window.omitted - out);
        for (std::uint32_t at = from; at <= last && at < window.end; ++at)
            leave_out(window, at + 1, hash + between(from, at) * shift, out + 1, finish);
    }

    template <class Finish>
    void mask(const key_window& window, std::uint32_t from, std::uint64_t hash, std::uint32_t masked,
              Finish& finish) const {
        if (masked == window.omitted) return finish(hash * numbers_.inverse(window.begin));
        for (std::uint32_t at = from; at + (window.omitted - masked) <= window.end; ++at)
            mask(window, at + 1, hash - between(at, at + 1), masked + 1, finish);
    }

    const letter_numbers& numbers_;
    std::uint64_t length_ = 0;
    std::vector<std::uint8_t> codes_;
    std::vector<std::uint64_t> numbers_of_letters_;
    std::vector<std::uint64_t> sums_;
};

} // namespace concord::edit_distance
