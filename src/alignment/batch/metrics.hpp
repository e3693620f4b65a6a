// The metrics: for each its recurrence, and what the searches need to know. In this room a metric is named here and in
// lane_kernels.cpp only. Not for sources that go through hwy/foreach_target.h, which have no scalar recurrences.
#pragma once

#include "alignment/recurrences/damerau-inl.hpp"
#include "alignment/recurrences/lcs-inl.hpp"
#include "alignment/recurrences/levenshtein-inl.hpp"
#include "alignment/recurrences/osa-inl.hpp"
#include "alignment/recurrences/pair_recurrence.hpp"

#include <concord/distance.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>

namespace concord::edit_distance {

struct metric_traits {
    std::string_view name;
    /// For one long pair. None: sequences of one length are compared letter by letter, without a matrix.
    const pairwise::pair_recurrence* recurrence = nullptr;
    unsigned vertical = 0;               ///< words of vertical deltas that its recurrence keeps a row
    bool in_narrow_band = false;         ///< lane_band-inl.hpp computes it
    bool on_gpus = false;                ///< gpu/gpu_batch.cu computes it
    std::uint64_t most_of_letter = 1;    ///< greatest distance, divided by the letters of the longer sequence
    std::uint64_t levenshtein_edits = 1; ///< insertions, deletions and substitutions that one edit can stand for
    /// Its recurrence gives an upper bound, the optimal string alignment distance; damerau_levenshtein.hpp refines it,
    /// where pair_comparer does not compute it by a recurrence of its own.
    bool is_refined = false;

    [[nodiscard]] constexpr bool has_transpositions() const noexcept { return levenshtein_edits > 1; }
    [[nodiscard]] constexpr bool has_matrix() const noexcept { return recurrence != nullptr; }
};

/// Calls use.operator()<Recurrence>() with the recurrence of a metric that has one, over 64-bit words.
template <class Use>
constexpr auto with_recurrence(distance_metric metric, Use&& use) {
    using word = pairwise::scalar_word<std::uint64_t>;
    if (metric == distance_metric::indel) return use.template operator()<pairwise::scalar::lcs<word>>();
    if (metric == distance_metric::osa || metric == distance_metric::damerau_levenshtein)
        return use.template operator()<pairwise::scalar::osa<word>>();
    return use.template operator()<pairwise::scalar::levenshtein<word>>();
}

[[nodiscard]] constexpr unsigned vertical_of(distance_metric metric) {
    return with_recurrence(metric, [&]<class Recurrence>() { return Recurrence::vertical; });
}

/// In the order of distance_metric.
inline constexpr std::array all_metrics = {
    metric_traits{.name = "levenshtein",
                  .recurrence = &pairwise::levenshtein_recurrence,
                  .vertical = vertical_of(distance_metric::levenshtein),
                  .in_narrow_band = true,
                  .on_gpus = true},
    metric_traits{.name = "indel",
                  .recurrence = &pairwise::lcs_recurrence,
                  .vertical = vertical_of(distance_metric::indel),
                  .on_gpus = true,
                  .most_of_letter = 2},
    metric_traits{.name = "hamming", .on_gpus = true},
    metric_traits{.name = "osa",
                  .recurrence = &pairwise::osa_recurrence,
                  .vertical = vertical_of(distance_metric::osa),
                  .in_narrow_band = true,
                  .levenshtein_edits = 2},
    metric_traits{.name = "damerau_levenshtein",
                  .recurrence = &pairwise::osa_recurrence,
                  .vertical = pairwise::scalar::damerau<pairwise::scalar_word<std::uint64_t>>::vertical,
                  .in_narrow_band = true,
                  .levenshtein_edits = 2,
                  .is_refined = true},
};

[[nodiscard]] constexpr const metric_traits& traits_of(distance_metric metric) {
    return all_metrics[static_cast<std::size_t>(metric)];
}

/// Words of vertical deltas that any of the recurrences keeps.
inline constexpr unsigned most_vertical = std::ranges::max_element(all_metrics, {}, &metric_traits::vertical)->vertical;

} // namespace concord::edit_distance
