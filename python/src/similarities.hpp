// Scores that are no counts of edits: Jaro, Jaro-Winkler, common prefixes and suffixes, and edits with weights; of
// pairs and of many.
#pragma once

#include "fuzz/jaro.hpp"
#include "scores.hpp"

#include <concord/distance.hpp>
#include <concord/run.hpp>
#include <concord/symbols.hpp>
#include <nanobind/nanobind.h>

#include <cstdint>
#include <functional>
#include <optional>
#include <span>

namespace concord::python {

/// Continues score_metric: the numbers of METRICS in concord/_scorers.py.
enum class similarity_metric : std::uint8_t { jaro = 6, jaro_winkler, prefix, postfix };
[[nodiscard]] constexpr bool is_similarity(unsigned metric) {
    return metric >= static_cast<unsigned>(similarity_metric::jaro) && metric < first_ratio;
}

/// The score of Levenshtein with other weights than ones.
[[nodiscard]] nanobind::object weighted_score(score_kind kind, nanobind::handle s1, nanobind::handle s2,
                                              const edit_weights& weights, nanobind::handle processor,
                                              nanobind::handle cutoff);

/// Weights from None or a sequence of three. Throws error (usage) for another number of them, OverflowError for one
/// that is negative.
[[nodiscard]] edit_weights weights_of(nanobind::handle weights);

/// Scores of one sequence with many others, as rapidfuzz computes them there. Not for several threads at once.
class similarity_scorer {
  public:
    similarity_scorer(unsigned metric, unsigned kind, nanobind::handle cutoff);

    /// The letters must outlive their use.
    void assign(const symbol_view& own);
    [[nodiscard]] double score(const symbol_view& other) const;

    [[nodiscard]] double worst() const noexcept;
    [[nodiscard]] double best() const noexcept; ///< infinity where it depends on the lengths
    [[nodiscard]] bool is_whole() const noexcept;

  private:
    similarity_metric metric_;
    score_kind kind_;
    std::optional<double> cutoff_;
    symbol_view own_;
    fuzz::jaro_scorer jaro_;
};

/// Takes scores from an index on, on any thread.
using score_sink = std::function<void(std::uint64_t first, std::span<const double> scores)>;

/// Scores of all queries with all choices, row by row, or of pairs at the same index, times `multiplier`; on the
/// threads of `requested`. Returns a report.
nanobind::dict similarities_of_all(nanobind::handle queries, nanobind::handle choices, unsigned metric, unsigned kind,
                                   nanobind::handle cutoff, double multiplier, bool zipped, const score_sink& sink,
                                   nanobind::handle requested);

} // namespace concord::python
