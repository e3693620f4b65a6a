// The scores of one query against many choices, by any scorer.
#pragma once

#include "one_against_many.hpp"
#include "score_rule.hpp"

#include <nanobind/nanobind.h>

#include <optional>
#include <vector>

namespace concord::python {

using scored = edits_against_many::scored;

[[nodiscard]] inline bool is_lower_better(const score_rule& rule) {
    return rule.kind == score_kind::distance || rule.kind == score_kind::normalized_distance;
}

/// The score that no other choice can be better than, where it does not depend on lengths.
[[nodiscard]] inline std::optional<double> perfect_score(const score_rule& rule, bool is_whole) {
    if (is_lower_better(rule)) return 0;
    return is_whole ? std::nullopt : std::optional(rule.scale);
}

/// The scores of a list's choices from `first` to before `end`, in any order; those beyond the cutoff may be missing.
/// `only_best`: all that are worse than the best one may be. Throws RuntimeError where the list changes its size.
[[nodiscard]] std::vector<scored> scores_of(nanobind::handle query, nanobind::handle choices, Py_ssize_t first,
                                            Py_ssize_t end, unsigned metric, unsigned kind, nanobind::handle processor,
                                            nanobind::handle cutoff, bool only_best, const score_rule& rule);

} // namespace concord::python
