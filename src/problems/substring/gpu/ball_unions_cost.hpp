// What it takes to unite the balls around the windows of every sequence (ball_unions.hpp): for choosing a device before
// there is one, and on a GPU for choosing this way.
#pragma once

#include "problems/substring/problem.hpp"
#include "problems/substring/tuning.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

namespace concord::substring {

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
    // A ball is taken up where a mismatch or more are left behind the prefix.
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

} // namespace concord::substring
