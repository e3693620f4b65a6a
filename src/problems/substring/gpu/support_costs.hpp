// What the ways to count supports take (support_counter.hpp): for choosing a device before there is one, and on a GPU
// for choosing a way.
#pragma once

#include "problems/substring/gpu/diagonals.hpp"
#include "problems/substring/lcp_with_mismatches.hpp"
#include "problems/substring/problem.hpp"
#include "problems/substring/tuning.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

namespace concord::substring {

// Along words in order (sorted_words.hpp).

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

// By unions of balls (ball_unions.hpp).

/// Letters of a word, at least and at most.
inline constexpr std::uint64_t least_letters_of_ball = 6;
inline constexpr std::uint64_t most_letters_of_ball = 32;

[[nodiscard]] inline bool has_ball_unions(const problem& given, std::uint64_t length) {
    return length >= least_letters_of_ball && length <= most_letters_of_ball && given.set.planes() == 2 &&
           given.sequences() < 0xFFFFFFFF && given.set.longest() < 0xFFFFFFFF;
}

/// Tests of a seed that take as long as `prefixes` unions in every sequence for words of `length` letters; infinite
/// where such words cannot be counted so. `windows`: of all sequences together.
[[nodiscard]] inline double tests_of_ball_unions(const problem& given, std::uint64_t length, double prefixes,
                                                 double windows) {
    if (!has_ball_unions(given, length)) return std::numeric_limits<double>::infinity();
    // A ball is ORed where a mismatch or more are left behind the prefix.
    const auto letters = static_cast<double>(length - least_letters_of_ball);
    double exactly = std::pow(given.chance_match, letters); // so many mismatches in the prefix, by chance
    double taken = 0;
    for (double mismatches = 0; mismatches < static_cast<double>(given.mismatches) && mismatches <= letters;
         ++mismatches) {
        taken += exactly;
        exactly *= (letters - mismatches) / (mismatches + 1) * (1 - given.chance_match) / given.chance_match;
    }
    const double each = tuning::tests_of_union * static_cast<double>(given.sequences()) +
                        windows * (tuning::tests_of_union_window + taken * tuning::tests_of_ball);
    return prefixes * each;
}

// Along diagonals (diagonals.hpp).

/// Letters of a source against 32 positions of a target, where `runs` stretches of windows of `length` letters are
/// sources, and `target_runs` are targets; infinite where counters along diagonals cannot be used.
[[nodiscard]] inline double letters_along_diagonals(const problem& given, std::uint64_t length, double runs,
                                                    double target_runs) {
    if (length == 0 || given.letters.planes() > 3 || given.set.longest() > most_letters_on_diagonals ||
        planes_of_diagonals(length, given.mismatches) > most_digits_on_diagonals)
        return std::numeric_limits<double>::infinity();
    const auto sequences = static_cast<double>(given.sequences());
    const double letters = static_cast<double>(given.set.letters()) / sequences;
    const std::uint64_t words = given.set.longest() <= 64 ? 2 : given.set.longest() <= 128 ? 4 : 8;
    const double asked = sequences * sequences * tuning::letters_of_asking; // whether a source has windows
    return asked + std::min(sequences, runs) * std::min(sequences, target_runs) * letters * static_cast<double>(words);
}

} // namespace concord::substring
