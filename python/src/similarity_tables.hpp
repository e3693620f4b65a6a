// Jaro, Jaro-Winkler, common prefixes and suffixes of many sequences, into an array.
#pragma once

#include "coded_texts.hpp"
#include "output_array.hpp"
#include "running.hpp"
#include "similarity_rule.hpp"

#include <nanobind/nanobind.h>

namespace concord::python {

/// Scores of all queries with all choices, or of pairs at the same index (`zipped`), times `multiplier`. On the CPU.
void similarities_of_all(nanobind::handle queries, nanobind::handle choices, const similarity_rule& rule,
                         double multiplier, bool zipped, const output_array& out, const run_arguments& requested);

/// Writes the scores by Jaro or Jaro-Winkler of words and texts, all of at most lanes::longest_word letters, to
/// [word * word step + text * text step]. Without the interpreter's lock. Throws error (usage) for a score that does
/// not fit the array, error (cancelled).
void score_jaro_words(const chosen_texts& words, const chosen_texts& texts, const similarity_rule& rule,
                      double multiplier, const output_array& out, const run_options& options);

/// Writes the scores by common prefixes or suffixes of all rows and columns, none of them missing, as above.
void score_affixes(const held_texts& rows, const held_texts& columns, const similarity_rule& rule, double multiplier,
                   const output_array& out, const run_options& options);

} // namespace concord::python
