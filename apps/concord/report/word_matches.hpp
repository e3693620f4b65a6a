// Which places of two sequences begin the same words.
#pragma once

#include "report/dot_plot.hpp"

#include "formats/sequence_pair.hpp"

#include <cstdint>

namespace concord::app::report {

struct word_matches {
    dot_grid grid;
    unsigned word = 1;         ///< letters, lines or tokens
    std::uint64_t sampled = 1; ///< one in so many words was looked at, chosen by its letters
};

/// Words so long that chance hardly repeats one within a cell; with an ambiguous letter a word equals none. Of long
/// sequences about a million words each are looked at, the same of both. Time: O(n + m + words · (log words + cells a
/// side)).
[[nodiscard]] word_matches matching_words(const formats::sequence_pair& pair);

} // namespace concord::app::report
