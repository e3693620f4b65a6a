// From similarities and common letters to scores.
#pragma once

#include "scores.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>

namespace concord::python {

/// Continues score_metric: the numbers of METRICS in concord/_scorers.py.
enum class similarity_metric : std::uint8_t { jaro = 6, jaro_winkler, prefix, postfix };
[[nodiscard]] constexpr bool is_similarity(unsigned metric) {
    return metric >= static_cast<unsigned>(similarity_metric::jaro) && metric < first_ratio;
}
[[nodiscard]] constexpr bool is_real(similarity_metric metric) {
    return metric == similarity_metric::jaro || metric == similarity_metric::jaro_winkler;
}

struct similarity_rule {
    similarity_metric metric;
    score_kind kind;
    std::optional<double> cutoff = {};

    [[nodiscard]] bool is_whole() const noexcept { return !is_real(metric) && python::is_whole(kind); }
    [[nodiscard]] bool is_distance() const noexcept {
        return kind == score_kind::distance || kind == score_kind::normalized_distance;
    }
    [[nodiscard]] double worst() const noexcept { return is_distance() ? 1.0 : 0.0; }

    /// The score of a distance from 0 to `most`, both whole.
    [[nodiscard]] double of_distance(std::uint64_t apart, std::uint64_t most) const {
        switch (kind) {
        case score_kind::distance: {
            const auto value = static_cast<double>(apart);
            return cutoff && value > *cutoff ? *cutoff + 1 : value;
        }
        case score_kind::similarity: {
            const auto value = static_cast<double>(most - std::min(most, apart));
            return cutoff && value < *cutoff ? 0.0 : value;
        }
        case score_kind::normalized_distance: {
            const double value = normalized(apart, most);
            return cutoff && value > *cutoff ? 1.0 : value;
        }
        default: {
            const double value = 1.0 - normalized(apart, most);
            return cutoff && value < *cutoff ? 0.0 : value;
        }
        }
    }

    /// Similarities below it have one score: that of 0.
    [[nodiscard]] double least_similarity() const {
        if (!cutoff) return 0;
        if (kind == score_kind::similarity) return *cutoff;
        // Of normalized similarities a little less, for roundings are many.
        return is_distance() ? 1.0 - *cutoff : *cutoff - 1e-4;
    }

    /// The score of a similarity from 0 to 1. Cutoffs of distances become cutoffs of similarities and scores are taken
    /// from 1 in the order in which rapidfuzz does it, so that roundings are the same.
    [[nodiscard]] double of_similarity(double similarity) const {
        const auto at_least = [](double value, double least) { return value >= least ? value : 0.0; };
        const auto distance = [&](double most) {
            const double value = 1.0 - at_least(similarity, most < 1.0 ? 1.0 - most : 0.0);
            return value <= most ? value : 1.0;
        };
        if (kind == score_kind::similarity) return at_least(similarity, cutoff.value_or(0.0));
        if (is_distance()) return distance(cutoff.value_or(1.0));
        const double least = cutoff.value_or(0.0);
        return at_least(1.0 - distance(std::min(1.0, 1.0 - least + 1e-5)), least);
    }
};

} // namespace concord::python
