// Scores of texts and short words, in the lanes of vectors.
#pragma once

#include "held_texts.hpp"
#include "output_array.hpp"
#include "running.hpp"
#include "score_rule.hpp"

#include <concord/run.hpp>

#include <cstddef>
#include <span>
#include <vector>

namespace concord::python {

/// Some of the elements of a list, by their indexes, and how far their scores lie apart in the array.
struct chosen_texts {
    const held_texts& texts;
    std::vector<std::size_t> indexes;
    std::size_t step = 1;
};

/// Writes the scores of all texts and all words (of at most lanes::longest_word letters) to
/// [text * text step + word * word step]. Without the interpreter's lock. Time: O(letters of the texts * words * lane /
/// vector bits). Throws error (usage) for a score that does not fit the array, error (cancelled).
void score_words(const chosen_texts& texts, const chosen_texts& words, const score_rule& rule, const output_array& out,
                 const run_options& options);

} // namespace concord::python
