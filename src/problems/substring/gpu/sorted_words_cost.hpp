// What it takes to walk along words in every sequence (sorted_words.hpp): for choosing a device before there is one,
// and on a GPU for choosing this way.
#pragma once

#include "problems/substring/problem.hpp"
#include "problems/substring/tuning.hpp"

#include <cstdint>
#include <limits>

namespace concord::substring {

/// Letters of a word, and mismatches, at most.
inline constexpr std::uint64_t most_letters_of_sorted_word = 64;
inline constexpr std::uint64_t most_mismatches_of_sorted_words = 6;

/// Tests of a seed that take as long as walking along words of `length` letters does, which have so many letters
/// together, those of shared beginnings once; infinite where such words cannot be counted.
[[nodiscard]] inline double tests_of_sorted_words(const problem& given, std::uint64_t length, double letters) {
    if (length == 0 || length > most_letters_of_sorted_word || given.mismatches > most_mismatches_of_sorted_words ||
        given.sequences() > 0xFFFFFFFF)
        return std::numeric_limits<double>::infinity();
    const auto served = static_cast<double>(most_letters_of_sorted_word - length + 1); // starts of 64 letters
    const double stretches = static_cast<double>(given.sequences()) + static_cast<double>(given.set.letters()) / served;
    const double each = tuning::tests_of_word_letter + tuning::tests_of_word_plane * given.letters.planes() +
                        tuning::tests_of_word_row * static_cast<double>(given.mismatches + 1);
    return letters * stretches * each;
}

} // namespace concord::substring
