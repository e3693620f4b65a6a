// What it takes to count along diagonals (diagonals.hpp): for choosing a device before there is one, and on a GPU for
// choosing this way.
#pragma once

#include "problems/substring/gpu/diagonals.hpp"
#include "problems/substring/lcp_with_mismatches.hpp"
#include "problems/substring/problem.hpp"
#include "problems/substring/tuning.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>

namespace concord::substring {

/// Letters of a source against 32 positions of a target, where `runs` stretches of windows of `length` letters are
/// sources; infinite where counters along diagonals cannot be used.
[[nodiscard]] inline double letters_along_diagonals(const problem& given, std::uint64_t length, double runs) {
    if (length == 0 || given.letters.planes() > 3 || given.set.longest() > most_letters_on_diagonals ||
        planes_of_diagonals(length, given.mismatches) > most_digits_on_diagonals)
        return std::numeric_limits<double>::infinity();
    const auto sequences = static_cast<double>(given.sequences());
    const double letters = static_cast<double>(given.set.letters()) / sequences;
    const std::uint64_t words = given.set.longest() <= 64 ? 2 : given.set.longest() <= 128 ? 4 : 8;
    const double asked = sequences * sequences * tuning::letters_of_asking; // whether a source has windows
    return asked + std::min(sequences, runs) * sequences * letters * static_cast<double>(words);
}

} // namespace concord::substring
