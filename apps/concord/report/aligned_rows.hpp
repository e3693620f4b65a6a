// Occurrences one below the other, letter by letter.
#pragma once

#include <concord/sequences.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace concord::app::report {

struct aligned_place {
    std::uint64_t sequence = 0;
    std::uint64_t start = 0;
};

/// Of these places, of so many letters each, those that differ from the letters at `reference` are bold, underlined and
/// (where the alphabet folds case) lower case; what stands around them is pale. The first hundred places and 160
/// letters are shown. A DNA letter outside A, C, G, T/U differs from everything but the reference itself.
[[nodiscard]] std::string aligned_rows(const sequence_set& sequences, const aligned_place& reference,
                                       std::uint64_t length, const std::vector<aligned_place>& places);

/// Places that are shown of so many.
[[nodiscard]] std::string which_are_shown(std::uint64_t places, std::uint64_t length);

} // namespace concord::app::report
