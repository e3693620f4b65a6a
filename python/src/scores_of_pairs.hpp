// Scores of pairs many of which have the same lengths: what follows from the lengths alone is computed once for them.
#pragma once

#include "output_array.hpp"
#include "score_rule.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

namespace concord::python {

/// `Number`: of the array that the scores are for. The rule must outlive this.
template <class Number>
class scores_of_pairs {
  public:
    /// `is_bounded`: the edits are counted up to most_edits() alone.
    scores_of_pairs(const score_rule& rule, bool is_bounded)
        : rule_(rule), is_bounded_(is_bounded && rule.cutoff),
          is_plain_(is_whole(rule.kind) && !rule.cutoff && rule.multiplier == 1),
          is_cut_distance_(rule.kind == score_kind::distance && rule.metric != score_metric::lcs_seq && rule.cutoff &&
                           rule.multiplier == 1) {
        has_beyond_ = rule.cutoff && output_array::store_one(rule.of(0, 0, no_distance), beyond_);
        if (is_cut_distance_ && *rule.cutoff < static_cast<double>(no_bound))
            within_ = static_cast<std::uint64_t>(*rule.cutoff);
    }

    /// Edits beyond which any number greater stands for them, of texts of these lengths.
    [[nodiscard]] std::uint64_t most_edits(std::size_t a, std::size_t b) {
        use_lengths(a, b);
        return is_bounded_ ? within_ : no_bound;
    }

    /// Whether texts of these lengths are beyond the cutoff, whatever their letters.
    [[nodiscard]] bool are_beyond(std::size_t a, std::size_t b) {
        if (!rule_.cutoff) return false;
        use_lengths(a, b);
        return std::max(a, b) - std::min(a, b) > within_;
    }

    /// Throws error (usage) where the score does not fit.
    [[nodiscard]] Number of(std::size_t a, std::size_t b, std::uint64_t edits) {
        if (is_plain_) {
            const std::uint64_t apart = distance_from(rule_.metric, a, b, edits);
            const std::uint64_t score =
                rule_.kind == score_kind::distance ? apart : greatest(rule_.metric, a, b) - apart;
            if (fits(score)) return static_cast<Number>(score);
        }
        if (is_cut_distance_ && edits <= within_ && fits(edits)) return static_cast<Number>(edits);
        use_lengths(a, b);
        if (edits > within_ && has_beyond_) return beyond_;
        return output_array::stored<Number>(rule_.of(a, b, static_cast<std::uint32_t>(edits)));
    }

  private:
    [[nodiscard]] static bool fits(std::uint64_t score) {
        if constexpr (std::is_floating_point_v<Number>)
            return true;
        else
            return std::in_range<Number>(score);
    }

    void use_lengths(std::size_t a, std::size_t b) {
        if (is_cut_distance_ || (is_known_ && a == a_ && b == b_)) return;
        is_known_ = true;
        a_ = a;
        b_ = b;
        within_ = rule_.most_edits(a, b);
    }

    const score_rule& rule_;
    bool is_bounded_;
    bool is_plain_;
    bool is_cut_distance_; ///< the edits within the cutoff are scores, whatever the lengths
    bool is_known_ = false;
    bool has_beyond_; ///< it fits
    std::size_t a_ = 0;
    std::size_t b_ = 0;
    std::uint64_t within_ = no_bound;
    Number beyond_{}; ///< the score of pairs beyond the cutoff, whatever the lengths
};

} // namespace concord::python
