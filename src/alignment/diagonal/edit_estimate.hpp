// How many edits two sequences are apart, before any are counted: by a sample of words of one that the other has, too.
//
//   a   ......|--------|..............|--------|......      stretches of a, evenly spread, and some words of each
//   b   ....|------------|..........|------------|....      what lies around the same share of b, with a margin
//
// A word of w letters stands unchanged with probability (1 - d)^w where d is the share of edited letters, so the share
// of words that are found tells d. Unrelated sequences have none of them.
#pragma once

#include "sequence/coded_pair.hpp"

#include <optional>

namespace concord::pairwise {

/// Expected substitutions, insertions and deletions; nothing where the sequences are short, or where so few words are
/// found that they tell little. Takes less than a millisecond, whatever the lengths.
[[nodiscard]] std::optional<double> estimated_edits(const sequence::coded_pair& pair);

} // namespace concord::pairwise
