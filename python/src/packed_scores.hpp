// Many sequences by the library's own batches: packed collections, GPUs, long sequences.
#pragma once

#include "running.hpp"
#include "score_rule.hpp"

#include <concord/run.hpp>
#include <nanobind/nanobind.h>

#include <cstdint>
#include <functional>
#include <span>

namespace concord::python {

/// Takes the scores of a row: of a query and all choices, or of a pair.
using take_scores = std::function<void(std::uint64_t row, std::span<const double> scores)>;

/// Scores of `queries` against `choices` (lists, Arrow arrays, or two held sets), or pair by pair.
run_report score_packed(nb::handle queries, nb::handle choices, const score_rule& rule, bool zipped, watched_run& run,
                        const take_scores& take);

/// Throws error (usage): whole scores have no value for a missing sequence.
[[noreturn]] void refuse_missing();

} // namespace concord::python
