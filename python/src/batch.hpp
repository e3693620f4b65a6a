// What a call of many sequences compares.
#pragma once

#include "output_array.hpp"
#include "running.hpp"

#include <nanobind/nanobind.h>

namespace concord::python {

/// What is compared, and where the scores go.
struct batch {
    nanobind::handle queries;
    nanobind::handle choices;
    bool zipped;
    const output_array& out;
    watched_run& run;

    [[nodiscard]] bool is_square() const { return queries.is(choices) && !zipped; }
};

/// Scores of `queries` against `choices`, into `array`: (queries, choices), or (queries) where `zipped`. `requested`
/// are run_arguments, or None.
void score_all(nanobind::handle queries, nanobind::handle choices, unsigned metric, unsigned kind,
               nanobind::handle cutoff, double multiplier, bool zipped, nanobind::handle array,
               nanobind::handle requested);

} // namespace concord::python
