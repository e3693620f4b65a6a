// Scores that are no counts of edits: Jaro, Jaro-Winkler, common prefixes and suffixes, and edits with weights; of
// pairs and of many.
#pragma once

#include "fuzz/common_ends.hpp"
#include "fuzz/jaro.hpp"
#include "kept_scorer.hpp"
#include "scores.hpp"
#include "similarity_rule.hpp"

#include <concord/distance.hpp>
#include <concord/symbols.hpp>
#include <nanobind/nanobind.h>

#include <algorithm>
#include <cstddef>
#include <optional>
#include <span>

namespace concord::python {

/// The score of Levenshtein with other weights than ones.
[[nodiscard]] nanobind::object weighted_score(score_kind kind, nanobind::handle s1, nanobind::handle s2,
                                              const edit_weights& weights, nanobind::handle processor,
                                              nanobind::handle cutoff);

/// The same of many: what makes scores of distances with weights, and the score of a pair.
[[nodiscard]] similarity_rule weighted_rule(score_kind kind, nanobind::handle cutoff);
[[nodiscard]] double weighted_score_of(const similarity_rule& rule, const symbol_view& a, const symbol_view& b,
                                       const edit_weights& weights);

/// Weights from None or a sequence of three. Throws error (usage) for another number of them, OverflowError for one
/// that is negative.
[[nodiscard]] edit_weights weights_of(nanobind::handle weights);

/// The kind as calls for many compute it: as rapidfuzz does it there, without 1 - (1 - s) and its roundings.
[[nodiscard]] similarity_rule rule_among_many(unsigned metric, unsigned kind, nanobind::handle cutoff);

/// Scores of one sequence with many others, as rapidfuzz computes them there. Not for several threads at once.
class similarity_scorer {
  public:
    explicit similarity_scorer(const similarity_rule& rule);
    similarity_scorer(const similarity_scorer&) = delete;
    similarity_scorer& operator=(const similarity_scorer&) = delete;

    /// The letters must outlive their use.
    void assign(const symbol_view& own);
    [[nodiscard]] double score(const symbol_view& other);
    /// From here on, only scores that are better than the last one have to be right: others may be worse than they are.
    void only_better() noexcept { least_ = std::max(least_, last_); }
    [[nodiscard]] bool is_better(double score, double other) const noexcept {
        return rule_.is_distance() ? score < other : score > other;
    }

    [[nodiscard]] double best() const noexcept; ///< infinity where it depends on the lengths

  private:
    similarity_rule rule_;
    double least_;    ///< similarity of interest
    double last_ = 0; ///< similarity
    symbol_view own_;
    std::optional<kept_scorer<fuzz::jaro_scorer>> jaro_; ///< of the metrics that take one
};

/// Letters that both begin with, or end with.
template <bool Ends, class A, class B>
[[nodiscard]] std::size_t common_letters_of(std::span<const A> a, std::span<const B> b) {
    const std::size_t most = std::min(a.size(), b.size());
    if constexpr (Ends)
        return fuzz::common_run_before(a.data() + a.size(), b.data() + b.size(), most);
    else
        return fuzz::common_run(a.data(), b.data(), most);
}
template <bool Ends>
[[nodiscard]] std::size_t common_letters(const symbol_view& a, const symbol_view& b) {
    return a.visit([&](auto of_a) { return b.visit([&](auto of_b) { return common_letters_of<Ends>(of_a, of_b); }); });
}
using fuzz::are_equal;

} // namespace concord::python
