// Partial ratios pair by pair: the pairs whose lengths are alike are searched side by side in lanes.
#pragma once

#include "batch.hpp"
#include "fuzz/ratios.hpp"
#include "held_texts.hpp"

namespace concord::python {

/// Writes the scores of pairs of a batch that is zipped, by a ratio and a cutoff that are_parts_in_lanes(), times
/// `multiplier`; of a missing text 0. Without the interpreter's lock. Throws error (cancelled).
void score_pairs_of_parts(const batch& given, const held_texts& a, const held_texts& b, fuzz::ratio_kind kind,
                          double cutoff, double multiplier);

} // namespace concord::python
