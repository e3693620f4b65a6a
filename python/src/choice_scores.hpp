// The scores of one query against many choices, by any scorer.
#pragma once

#include "fuzz/own_edits.hpp"
#include "fuzz/text_scorer.hpp"
#include "kept_scorer.hpp"
#include "letters.hpp"
#include "one_against_many.hpp"
#include "score_rule.hpp"
#include "similarities.hpp"

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

/// The scores of one query against choices that come one by one.
class one_by_one {
  public:
    one_by_one(nanobind::handle query, unsigned metric, unsigned kind, nanobind::handle processor,
               nanobind::handle cutoff);

    /// Nothing for a choice that is missing. One that is beyond the cutoff may have any score beyond it, or none.
    [[nodiscard]] std::optional<double> score(nanobind::handle choice);
    [[nodiscard]] const score_rule& rule() const noexcept { return rule_; }

  private:
    [[nodiscard]] std::optional<double> score_of(const symbol_view& choice);

    nanobind::object query_;
    nanobind::object processor_;
    element_numbers numbers_;
    letters own_;
    score_rule rule_;
    double ratio_cutoff_;
    std::optional<kept_scorer<fuzz::own_edits>> edits_; ///< of these three the one that the metric takes
    std::optional<kept_scorer<fuzz::text_scorer>> ratio_;
    std::optional<similarity_scorer> similarity_;
};

} // namespace concord::python
