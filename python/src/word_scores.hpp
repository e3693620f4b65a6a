// Scores of texts and short words, in the lanes of vectors.
#pragma once

#include "coded_texts.hpp"
#include "output_array.hpp"
#include "running.hpp"
#include "score_rule.hpp"

#include <concord/run.hpp>

namespace concord::python {

/// Writes the scores of all texts and all words (of at most lanes::longest_word letters) to
/// [text * text step + word * word step]. Without the interpreter's lock. Time: O(letters of the texts * words * lane /
/// vector bits). Throws error (usage) for a score that does not fit the array, error (cancelled).
void score_words(const chosen_texts& texts, const chosen_texts& words, const score_rule& rule, const output_array& out,
                 const run_options& options);

/// The same on this thread, at once: for some hundred pairs.
void score_few_words(const chosen_texts& texts, const chosen_texts& words, const score_rule& rule,
                     const output_array& out);

} // namespace concord::python
