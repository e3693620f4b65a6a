// Ratios of many sequences that are no function of the edits alone.
#pragma once

#include "batch.hpp"
#include "fuzz/text_scorer.hpp"
#include "held_texts.hpp"

namespace concord::python {

/// Ratios times `multiplier`; those below the cutoff, and of missing texts, are 0. A square is computed to its
/// diagonal, and mirrored. With threads, and without the interpreter's lock. Throws error (cancelled).
void score_ratios(const batch& given, const held_texts& a, const held_texts& b, fuzz::ratio_kind kind, double cutoff,
                  double multiplier);

} // namespace concord::python
