// A polynomial hash of the windows of one length (Karp, Rabin 1987), modulo 2^64, which moves with them; and what is
// known of windows, by their letters: equal ones have the support or lose it alike, wherever they stand.
//
//     text      ... C[A A A A A A]A A A A A G ...     one of the windows of As is counted, and all of them are known
#pragma once

#include "problems/substring/variants/pieces.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace concord::substring {

class window_hash {
  public:
    window_hash(std::span<const letter> text, std::uint64_t length) : text_(text), length_(length) {
        for (std::uint64_t at = 0; at < length; ++at)
            power_ *= base;
    }
    [[nodiscard]] std::uint64_t length() const noexcept { return length_; }

    /// Of the window at `start`. Time O(letters from the window before, at most those of a window).
    std::uint64_t at(std::uint64_t start) {
        const std::uint64_t moved = start > start_ ? start - start_ : start_ - start;
        if (is_first_ || moved >= length_) {
            hash_ = 0;
            for (std::uint64_t at = 0; at < length_; ++at)
                hash_ = hash_ * base + value_of(start + at);
            start_ = start;
            is_first_ = false;
        }
        for (; start_ < start; ++start_)
            hash_ = hash_ * base + value_of(start_ + length_) - power_ * value_of(start_);
        for (; start_ > start; --start_)
            hash_ = (hash_ - value_of(start_ + length_ - 1) + power_ * value_of(start_ - 1)) * inverse;
        return hash_;
    }

  private:
    static constexpr std::uint64_t base = 0x9E3779B97F4A7C15U;
    static constexpr std::uint64_t inverse = [] {
        std::uint64_t value = 1; // each step of Newton's doubles the bits that are right
        for (int step = 0; step < 6; ++step)
            value *= 2 - base * value;
        return value;
    }();
    static_assert(base * inverse == 1);

    [[nodiscard]] std::uint64_t value_of(std::uint64_t at) const { return text_[at] + std::uint64_t{1}; }

    std::span<const letter> text_;
    std::uint64_t length_;
    std::uint64_t power_ = 1; // base^length
    std::uint64_t hash_ = 0;
    std::uint64_t start_ = 0;
    bool is_first_ = true;
};

/// Values by windows. Where the hashes of two share a place, the later one remains: what was forgotten is found again
/// in another way.
template <class Value>
class known_windows {
  public:
    /// Room for so many, at least.
    known_windows(std::span<const letter> text, std::size_t windows)
        : text_(text), shift_(64U - static_cast<unsigned>(std::bit_width(std::max<std::size_t>(windows, 2)))),
          entries_(std::size_t{1} << (64U - shift_)) {}

    /// What is known of all windows that begin with the `letters` letters from `start` on.
    void add(std::uint64_t hash, std::uint64_t start, std::uint64_t letters, const Value& value) {
        entries_[place_of(hash)] = {start, letters, value};
    }
    /// Of a window in a piece that has `most` letters from its start on; null: nothing. Time O(letters).
    [[nodiscard]] const Value* find(std::uint64_t hash, std::uint64_t start, std::uint64_t most) const {
        const entry& known = entries_[place_of(hash)];
        if (known.letters == 0 || known.letters > most) return nullptr;
        return std::ranges::equal(text_.subspan(known.start, known.letters), text_.subspan(start, known.letters))
                   ? &known.value
                   : nullptr;
    }

  private:
    struct entry {
        std::uint64_t start = 0;
        std::uint64_t letters = 0; ///< 0: there is none
        Value value{};
    };
    [[nodiscard]] std::size_t place_of(std::uint64_t hash) const noexcept {
        return hash * 0x9E3779B97F4A7C15U >> shift_;
    }

    std::span<const letter> text_;
    unsigned shift_;
    std::vector<entry> entries_;
};

} // namespace concord::substring
