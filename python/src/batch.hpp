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

} // namespace concord::python
