// Few texts, or few letters: what takes less time than to start threads, to pack sets or to lay words out in lanes.
#pragma once

#include "held_texts.hpp"
#include "output_array.hpp"
#include "score_rule.hpp"

#include <nanobind/nanobind.h>

namespace concord::python {

/// Whether a metric that has no lanes here takes less time in the library's, though the texts are to be packed for it:
/// where the texts are long, or the matrices of all pairs have many cells. Lengths in letters.
[[nodiscard]] bool is_best_by_library(std::size_t pairs, std::size_t longest, std::size_t longest_other,
                                      score_metric metric);

/// All against all of a few texts, or of very few with others, without threads. False, and nothing is done, where they
/// are more, or long.
[[nodiscard]] bool score_few(const held_texts& a, const held_texts& b, const score_rule& rule, const output_array& out);

/// A few short pairs of two lists, without threads. False, and nothing is done, where they are not few, or not short,
/// or some are missing.
[[nodiscard]] bool score_few_pairs(nanobind::handle queries, nanobind::handle choices, const score_rule& rule,
                                   const output_array& out);

} // namespace concord::python
