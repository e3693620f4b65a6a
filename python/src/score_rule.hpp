// From edits to scores.
#pragma once

#include "fuzz/ratios.hpp"
#include "scores.hpp"

#include <concord/distance.hpp>
#include <concord/error.hpp>
#include <concord/sequences.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>

namespace concord::python {

/// Converts the library's distances to the requested scores.
struct score_rule {
    score_metric metric;
    score_kind kind;
    std::optional<double> cutoff;
    double scale = 1;            ///< 100 for a ratio; the cutoff is of the score before it
    double multiplier = 1;       ///< of the caller
    bool is_empty_zero = false;  ///< QRatio
    std::uint64_t padded_to = 0; ///< 0: nothing was padded

    [[nodiscard]] double worst() const { return kind == score_kind::normalized_distance ? multiplier * scale : 0.0; }

    [[nodiscard]] double of(std::uint64_t a, std::uint64_t b, std::uint32_t edits) const {
        const std::uint64_t most = greatest(metric, a, b);
        std::uint64_t apart = most + 1;
        if (edits != no_distance)
            apart = distance_from(metric, a, b, padded_to == 0 ? edits : edits - (padded_to - std::max(a, b)));
        const bool beyond = edits == no_distance;
        switch (kind) {
        case score_kind::distance: {
            const auto value = static_cast<double>(apart);
            return multiplier * (cutoff && (beyond || value > *cutoff) ? *cutoff + 1 : value);
        }
        case score_kind::similarity: {
            const double value = beyond ? 0.0 : static_cast<double>(most - apart);
            return multiplier * (cutoff && value < *cutoff ? 0.0 : value);
        }
        case score_kind::normalized_distance: {
            const double value = beyond ? 1.0 : normalized(apart, most);
            return multiplier * (scale * (cutoff && value > *cutoff ? 1.0 : value));
        }
        default: {
            const double value = beyond || (is_empty_zero && (a == 0 || b == 0)) ? 0.0 : 1.0 - normalized(apart, most);
            return multiplier * (scale * (cutoff && value < *cutoff ? 0.0 : value));
        }
        }
    }

    /// Whether a score is that of a pair beyond the cutoff.
    [[nodiscard]] bool is_worse_than_cutoff(double score) const {
        const double least = multiplier * scale * *cutoff;
        if (kind == score_kind::distance || kind == score_kind::normalized_distance) return score > least;
        return score < least;
    }

    /// Edits beyond which a pair is beyond the cutoff.
    [[nodiscard]] std::uint64_t most_edits(std::uint64_t a, std::uint64_t b) const {
        if (!cutoff) return no_bound;
        const std::uint64_t most = greatest(metric, a, b);
        std::uint64_t within = 0;
        if (is_whole(kind)) {
            const std::uint64_t cut = *cutoff < static_cast<double>(most) ? static_cast<std::uint64_t>(*cutoff) : most;
            within = kind == score_kind::distance ? cut : most - cut;
        } else {
            const double share = kind == score_kind::normalized_distance ? *cutoff : 1.0 - *cutoff;
            // A little more than requested: the score itself is compared with the cutoff in the end.
            within = static_cast<std::uint64_t>(std::ceil(std::max(0.0, share + 1e-5) * static_cast<double>(most)));
        }
        return within >= most ? no_bound : edits_within(metric, a, b, within);
    }

    /// Edits beyond which every pair of two sets is beyond the cutoff.
    [[nodiscard]] std::optional<std::uint64_t> bound(const sequence_set& a, const sequence_set& b) const {
        if (!cutoff || padded_to != 0) return std::nullopt;
        const auto most = static_cast<double>(greatest(metric, a.longest(), b.longest()));
        double within = 0;
        switch (kind) {
        case score_kind::distance: within = *cutoff; break;
        case score_kind::similarity: within = most - *cutoff; break;
        case score_kind::normalized_distance: within = std::ceil((*cutoff + 1e-5) * most); break;
        case score_kind::normalized_similarity: within = std::ceil((1.0 - *cutoff + 1e-5) * most); break;
        }
        if (within >= most) return std::nullopt;
        const auto whole = static_cast<std::uint64_t>(std::max(0.0, within));
        return metric == score_metric::lcs_seq ? 2 * whole + static_cast<std::uint64_t>(a.longest() + b.longest()) -
                                                     2 * std::min(a.shortest(), b.shortest())
                                               : whole;
    }
};

/// The rule of a metric, or of a ratio that is one of a metric's scores.
[[nodiscard]] inline score_rule rule_of(unsigned metric, unsigned kind, nanobind::handle cutoff, double multiplier) {
    score_rule rule{.metric = static_cast<score_metric>(metric), .kind = static_cast<score_kind>(kind), .cutoff = {}};
    rule.multiplier = multiplier;
    if (metric >= first_ratio) {
        rule.metric = score_metric::indel;
        rule.kind = score_kind::normalized_similarity;
        rule.scale = 100;
        rule.is_empty_zero = metric - first_ratio == static_cast<unsigned>(fuzz::ratio_kind::quick_ratio);
    }
    if (cutoff.is_none()) return rule;
    const double value = nanobind::cast<double>(cutoff);
    const bool is_similarity =
        metric > static_cast<unsigned>(score_metric::damerau_levenshtein) && metric < first_ratio;
    if (!is_whole(rule.kind) && !is_similarity && !(value >= 0 && value <= rule.scale))
        throw nanobind::type_error(rule.scale == 1 ? "score_cutoff has to be in the range of 0.0 - 1.0"
                                                   : "score_cutoff has to be in the range of 0.0 - 100.0");
    rule.cutoff = is_whole(rule.kind) ? std::trunc(value) : value / rule.scale;
    if (is_whole(rule.kind) && !(value >= 0)) throw error(error_code::usage, "a score_cutoff below 0");
    return rule;
}

/// Whether a metric or ratio is a function of the lengths and the edits.
[[nodiscard]] inline bool is_by_edits(unsigned metric) {
    return metric <= static_cast<unsigned>(score_metric::damerau_levenshtein) ||
           metric - first_ratio == static_cast<unsigned>(fuzz::ratio_kind::ratio) ||
           metric - first_ratio == static_cast<unsigned>(fuzz::ratio_kind::quick_ratio);
}

} // namespace concord::python
