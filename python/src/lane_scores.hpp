// Scores of words in lanes, computed side by side from what the lanes count.
#pragma once

#include "lanes/word_block.hpp"
#include "score_rule.hpp"
#include "score_table.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>
#include <vector>

namespace concord::python {

/// Of a text, against the words of a block. `Number`: of the array that the scores are for.
template <class Number>
class lane_scores {
  public:
    /// Whether this computes the scores of a rule, of texts of up to so many letters: all that fit, as whole scores fit
    /// numbers of 32 bits and normalized ones reals.
    [[nodiscard]] static bool are_of(const score_rule& rule, std::size_t longest) {
        constexpr std::size_t longest_of_all = 1U << 30U;
        if (longest > longest_of_all) return false;
        if (is_whole(rule.kind)) return sizeof(Number) >= sizeof(std::int32_t) && rule.multiplier == 1;
        return std::is_floating_point_v<Number>;
    }

    explicit lane_scores(const score_rule& rule) : rule_(rule) {
        const std::int32_t edits = has_changes(rule.metric) ? 1 : rule.metric == score_metric::indel ? -2 : -1;
        factor_ = rule.kind == score_kind::similarity ? -edits : edits;
        constexpr double no_cut = 1U << 31U; // no distance of words is greater
        if (rule.cutoff && *rule.cutoff < no_cut - 1) cut_ = static_cast<std::int32_t>(*rule.cutoff);
    }

    /// The next text has so many letters.
    void begin(const lanes::word_block& block, std::size_t length) {
        const std::vector<std::size_t>& places = block.indexes();
        are_adjacent_ = true;
        for (std::size_t lane = 1; lane < places.size(); ++lane)
            are_adjacent_ = are_adjacent_ && places[lane] == places[0] + lane;
        at_zero_.resize(block.size());
        greatest_.resize(block.size());
        for (std::size_t lane = 0; lane < block.size(); ++lane) {
            const std::size_t word = block.lengths()[lane];
            const std::uint64_t most = greatest(rule_.metric, length, word);
            const std::uint64_t apart =
                distance_from(rule_.metric, length, word, edits_from(rule_.metric, length, word, 0));
            at_zero_[lane] = static_cast<std::int32_t>(rule_.kind == score_kind::similarity ? most - apart
                                                       : most == 0 && rule_.is_empty_zero   ? 1
                                                                                            : apart);
            greatest_[lane] = static_cast<double>(std::max<std::uint64_t>(most, 1));
        }
    }

    /// Of the block of begin(): the score of each word to the place in `row` that its index says.
    template <class Count>
    void store(const lanes::word_block& block, std::span<Count> found, Number* row) {
        if (found.empty()) return;
        const std::size_t* const places = block.indexes().data();
        if (are_adjacent_) return score(found, row + places[0]);
        scattered_.resize(found.size());
        score(found, scattered_.data());
        for (std::size_t lane = 0; lane < found.size(); ++lane)
            row[places[lane]] = scattered_[lane];
    }

  private:
    template <class Count>
    void score(std::span<Count> found, Number* to) const {
        const std::int32_t cut = cut_;
        switch (rule_.kind) {
        case score_kind::distance:
            if (!rule_.cutoff) return score_each(found, to, [](std::int32_t apart, double) { return apart; });
            return score_each(found, to, [=](std::int32_t apart, double) { return std::min(apart, cut + 1); });
        case score_kind::similarity:
            if (!rule_.cutoff) return score_each(found, to, [](std::int32_t alike, double) { return alike; });
            return score_each(found, to, [=](std::int32_t alike, double) { return alike < cut ? 0 : alike; });
        default: break;
        }
        const double multiplier = rule_.multiplier;
        const double scale = rule_.scale;
        if (rule_.kind == score_kind::normalized_distance) {
            const double within = rule_.cutoff.value_or(1.0);
            return score_each(found, to, [=](std::int32_t apart, double most) {
                const double value = apart / most;
                return multiplier * (scale * (value > within ? 1.0 : value));
            });
        }
        const double within = rule_.cutoff.value_or(0.0);
        score_each(found, to, [=](std::int32_t apart, double most) {
            const double value = 1.0 - apart / most;
            return multiplier * (scale * (value < within ? 0.0 : value));
        });
    }

    template <class Count, class Score>
    void score_each(std::span<Count> found, Number* to, const Score& score) const {
        const std::int32_t* const at_zero = at_zero_.data();
        const double* const most = greatest_.data();
        const Count* const counts = found.data();
        const std::int32_t factor = factor_;
        const std::size_t lanes = found.size();
#pragma GCC ivdep
        for (std::size_t lane = 0; lane < lanes; ++lane)
            to[lane] = static_cast<Number>(
                score(at_zero[lane] + factor * static_cast<std::int32_t>(counts[lane]), most[lane]));
    }

    const score_rule& rule_;
    std::int32_t factor_;               ///< of a whole score, or of the distance that is normalized
    std::int32_t cut_ = (1 << 30) + 64; ///< of whole scores
    bool are_adjacent_ = false;         ///< words whose scores are one after the other
    std::vector<std::int32_t> at_zero_; ///< of each lane, where it counts 0
    std::vector<double> greatest_;      ///< of each lane the greatest distance, or 1
    std::vector<Number> scattered_;
};

} // namespace concord::python
