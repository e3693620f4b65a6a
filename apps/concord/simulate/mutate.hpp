// Descent with changes.
#pragma once

#include "simulate/random_source.hpp"

#include <cstdint>
#include <string>
#include <string_view>

namespace concord::simulate {

struct mutation_rates {
    double substitutions = 0; ///< a letter
    double indels = 0; ///< a letter: half of them insertions, half deletions, of 1 to 10 letters, short ones oftener
};

/// Letters [start, end), 0-based.
struct range {
    std::uint64_t start = 0;
    std::uint64_t end = 0;
};

struct descendant {
    std::string letters;
    range island; ///< where the letters that were spared ended up
};

/// A sequence of independent, equally frequent bases.
[[nodiscard]] std::string random_sequence(std::uint64_t length, random_source& random);

/// A copy of `ancestor` with changes everywhere but in `island`, which is handed on whole. Time and memory O(letters).
[[nodiscard]] descendant mutate(std::string_view ancestor, const mutation_rates& rates, range island,
                                random_source& random);

} // namespace concord::simulate
