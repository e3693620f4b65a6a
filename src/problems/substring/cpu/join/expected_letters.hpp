// What the letter at each position of a window is expected to be, said by the others: the most frequent letter, or the
// one a period before. Of two windows that differ in one letter, one at least has another letter there than is expected
// (the rest of both is the same, and so is what it lets expect). Windows with a short period, or with one letter
// nearly everywhere, have few such places.
//
//     period 2        A C A C T C A C          windows one letter away are looked up with another letter at x
//     unexpected      . . . . x . x .          from here, or with the expected one from there
#pragma once

#include "problems/substring/cpu/growth/growth_block.hpp"
#include "problems/substring/problem.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>

namespace concord::substring {

class expected_letters {
  public:
    /// The letter so many places before, or behind in the first period, of windows of at least two periods.
    [[nodiscard]] static expected_letters of_period(std::uint64_t period) { return {period, 0}; }
    /// Always the same, by its code.
    [[nodiscard]] static expected_letters of_letter(std::uint64_t code) { return {0, code}; }

    /// The code that is expected at a letter of the window at a position.
    [[nodiscard]] std::uint64_t at(const problem& given, std::uint64_t position, std::uint64_t index) const {
        if (period_ == 0) return code_;
        return given.letters.code(position + (index >= period_ ? index - period_ : index + period_));
    }

    /// visit(index) for each letter of the window at a position that is not the expected one, or ambiguous. Time
    /// O(length / 64), and what is visited.
    template <class Visit>
    void for_each_unexpected(const problem& given, std::uint64_t position, std::uint64_t length,
                             const Visit& visit) const {
        if (period_ == 0) {
            visit_stretch(
                0, length, [&](std::uint64_t index) { return others_than_code(given, position + index); }, visit);
            return;
        }
        const auto differences = [&](std::uint64_t index) {
            return given.letters.differences(position + index, position + index + period_);
        };
        visit_stretch(0, period_, differences, visit);
        visit_stretch(0, length - period_, differences, [&](std::uint64_t index) { visit(index + period_); });
    }

  private:
    expected_letters(std::uint64_t period, std::uint64_t code) : period_(period), code_(code) {}

    /// visit(index) for each bit of bits_from(first), bits_from(first + 64) … up to the last one.
    template <class Bits, class Visit>
    static void visit_stretch(std::uint64_t first, std::uint64_t last, const Bits& bits_from, const Visit& visit) {
        constexpr std::uint64_t at_once = sequence::letters_per_word;
        for (std::uint64_t index = first; index < last; index += at_once) {
            const auto letters = static_cast<unsigned>(last - index < at_once ? last - index : at_once);
            for (std::uint64_t bits = bits_from(index) & base::low_bits<std::uint64_t>(letters); bits != 0;
                 bits &= bits - 1)
                visit(index + base::lowest_one(bits));
        }
    }
    [[nodiscard]] std::uint64_t others_than_code(const problem& given, std::uint64_t position) const {
        std::uint64_t others = 0;
        for (unsigned plane = 0; plane < given.letters.planes(); ++plane) {
            const std::uint64_t bits = given.letters.target(plane, position);
            others |= (code_ >> plane & 1U) != 0 ? ~bits : bits;
        }
        return others;
    }

    std::uint64_t period_; ///< 0: of a letter
    std::uint64_t code_;
};

/// The rule by which windows of `length` letters have the fewest unexpected letters, by a sample.
struct likely_letters {
    expected_letters rule;
    double unexpected; ///< letters of a window
};

/// Nothing where there are no such windows. Time O(length): of a fixed number of windows and rules.
[[nodiscard]] std::optional<likely_letters> most_likely_letters(const problem& given, const growth_alphabet& letters,
                                                                std::uint64_t length);

} // namespace concord::substring
