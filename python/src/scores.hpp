// The scorers of rapidfuzz: four kinds of scores for each metric.
#pragma once

#include <concord/distance.hpp>
#include <concord/symbols.hpp>
#include <nanobind/nanobind.h>

#include <algorithm>
#include <cstdint>
#include <limits>

namespace concord::python {

enum class score_metric : std::uint8_t { levenshtein, indel, lcs_seq, hamming, osa, damerau_levenshtein };
/// Whether vectors compare many short words by it (lanes/kernels.hpp).
[[nodiscard]] constexpr bool has_lanes(score_metric metric) { return metric <= score_metric::osa; }
/// Whether the lanes' numbers are changes of the text's length, which may be below 0.
[[nodiscard]] constexpr bool has_changes(score_metric metric) {
    return metric == score_metric::levenshtein || metric == score_metric::osa;
}
/// Numbers of metrics from here on, as Python passes them, are ratios: fuzz::ratio_kind.
inline constexpr unsigned first_ratio = 64;

enum class score_kind : std::uint8_t { distance, similarity, normalized_distance, normalized_similarity };

[[nodiscard]] constexpr distance_metric edits_of(score_metric metric) {
    switch (metric) {
    case score_metric::levenshtein: return distance_metric::levenshtein;
    case score_metric::hamming: return distance_metric::hamming;
    case score_metric::osa: return distance_metric::osa;
    case score_metric::damerau_levenshtein: return distance_metric::damerau_levenshtein;
    default: return distance_metric::indel;
    }
}

/// The greatest distance that sequences of these lengths can have.
[[nodiscard]] constexpr std::uint64_t greatest(score_metric metric, std::uint64_t a, std::uint64_t b) {
    return metric == score_metric::indel ? a + b : std::max(a, b);
}

/// A metric's distance, from the edits that the library counts. (The letters of the longer sequence outside the longest
/// common subsequence are one of the metrics.)
[[nodiscard]] constexpr std::uint64_t distance_from(score_metric metric, std::uint64_t a, std::uint64_t b,
                                                    std::uint64_t edits) {
    return metric == score_metric::lcs_seq ? std::max(a, b) - (a + b - edits) / 2 : edits;
}

/// The edits that a distance allows; 0 where the lengths alone are further apart.
[[nodiscard]] constexpr std::uint64_t edits_within(score_metric metric, std::uint64_t a, std::uint64_t b,
                                                   std::uint64_t distance) {
    if (metric != score_metric::lcs_seq) return distance;
    const std::uint64_t longer = std::max(a, b);
    if (distance >= longer) return a + b;
    const std::uint64_t common = longer - distance; // letters, at least
    return common > std::min(a, b) ? 0 : a + b - 2 * common;
}

[[nodiscard]] constexpr bool is_whole(score_kind kind) {
    return kind == score_kind::distance || kind == score_kind::similarity;
}

[[nodiscard]] constexpr double normalized(std::uint64_t distance, std::uint64_t most) {
    return most == 0 ? 0.0 : static_cast<double>(distance) / static_cast<double>(most);
}

inline constexpr std::uint64_t no_bound = std::numeric_limits<std::uint64_t>::max();

/// Edits of a pair of any lengths, for metrics of equal lengths with the rest of the longer one. Numbers greater than
/// `most` are any number greater than it. With the interpreter's lock, which it lets go of for long work.
[[nodiscard]] std::uint64_t count_long_edits(symbol_view a, symbol_view b, distance_metric metric, std::uint64_t most);

/// A cutoff of whole scores, from any number. Throws OverflowError for one below 0.
[[nodiscard]] std::uint64_t whole_cutoff(nanobind::handle cutoff);

} // namespace concord::python
