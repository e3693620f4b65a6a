// WRatio of short words, side by side in lanes, with those of longer texts.
#pragma once

#include "lane_comparison.hpp"

namespace concord::python {

/// Writes the scores of the pairs of a comparison, whose texts are for fuzz::ratio_kind::weighted_ratio. Throws error
/// (cancelled).
void compare_weighted(const ratio_comparison& given, const ratio_question& question, const output_array& out,
                      const run_options& options);

} // namespace concord::python
