// Scores of words in lanes, computed side by side from what the lanes count.
#pragma once

#include "lanes/score_kernels.hpp"
#include "lanes/word_block.hpp"
#include "output_array.hpp"
#include "score_rule.hpp"
#include "score_table.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

namespace concord::python {

/// Of a text, against words of at most lanes::longest_word letters. `Number`: of the array that the scores are for.
template <class Number>
class lane_scores {
  public:
    /// Words of one length take less time with a score_table then.
    static constexpr bool is_narrow = sizeof(Number) < sizeof(std::int32_t);

    /// Whether this computes the scores of a rule, of texts of up to so many letters: whole ones, and normalized ones
    /// that are kept as reals.
    [[nodiscard]] static bool are_of(const score_rule& rule, std::size_t longest) {
        constexpr std::size_t longest_of_all = 1U << 30U;
        if (longest > longest_of_all) return false;
        return is_whole(rule.kind) ? rule.multiplier == 1 : std::is_floating_point_v<Number>;
    }

    lane_scores(const score_rule& rule, const lanes::score_kernels& kernels) : rule_(rule), kernels_(kernels) {
        const std::int32_t edits = has_changes(rule.metric) ? 1 : rule.metric == score_metric::indel ? -2 : -1;
        factor_ = rule.kind == score_kind::similarity ? -edits : edits;
        constexpr double no_cut = 1U << 31U; // no distance of words is greater
        if (rule.cutoff && *rule.cutoff < no_cut - 1) cut_ = static_cast<std::int32_t>(*rule.cutoff);
        row_ = {.at_zero = nullptr,
                .greatest = nullptr,
                .words = 0,
                .factor = factor_,
                .within = rule.cutoff.value_or(rule.kind == score_kind::normalized_distance ? 1.0 : 0.0),
                .scale = rule.scale,
                .multiplier = rule.multiplier};
    }

    /// The next text has so many letters; the words are of these lengths.
    void begin(std::span<const std::uint32_t> words, std::size_t length) {
        length_ = length;
        at_zero_.resize(words.size());
        const bool are_divided = !is_whole(rule_.kind);
        if (are_divided) greatest_.resize(words.size());
        row_.at_zero = at_zero_.data();
        row_.greatest = greatest_.data();
        row_.words = words.size();
        are_all_to_fit_ = true;
        const auto put_all = [&](const auto& of_word) {
            for (std::size_t lane = 0; lane < words.size(); ++lane) {
                const of_length& found = of_word(words[lane]);
                at_zero_[lane] = found.at_zero;
                if (are_divided) greatest_[lane] = found.greatest;
                if constexpr (is_narrow) are_all_to_fit_ &= found.greatest < std::numeric_limits<Number>::max();
            }
        };
        if (words.size() <= lanes::row_bytes) return put_all([&](std::uint32_t word) { return of(word); });
        for (std::uint32_t word = 0; word < by_length_.size(); ++word) // a tile has many of each
            by_length_[word] = of(word);
        put_all([&](std::uint32_t word) -> const of_length& { return by_length_[word]; });
    }

    /// The scores of the words of begin(), of which count_at(place) says what their lane counts. Throws error (usage)
    /// where one does not fit.
    template <class CountAt>
    void score(const CountAt& count_at, Number* to) const {
        visit([&](const auto& score_of) { score_each(count_at, to, score_of); });
    }

    /// The same, of what the lanes count one after the other.
    template <class Count>
    void score_in_order(const Count* counts, Number* to) const {
        constexpr auto width = static_cast<std::size_t>(std::countr_zero(sizeof(Count)));
        if constexpr (std::is_same_v<Number, float>) {
            if (rule_.kind == score_kind::normalized_distance) return kernels_.distance[width](row_, counts, to);
            if (rule_.kind == score_kind::normalized_similarity) return kernels_.similarity[width](row_, counts, to);
        }
        score([counts](std::size_t place) { return static_cast<std::int32_t>(counts[place]); }, to);
    }

    /// Of the text of begin() and a word of so many letters: the scores where its lane counts `first`, first + 1 ...
    void score_counts(std::uint32_t word, std::int32_t first, std::span<Number> to) {
        const of_length made = of(word);
        const std::int32_t at_first = made.at_zero + factor_ * first;
        const double most = made.greatest;
        visit([&](const auto& score_of) {
            for (std::size_t i = 0; i < to.size(); ++i)
                to[i] = static_cast<Number>(score_of(at_first + factor_ * static_cast<std::int32_t>(i), most));
        });
    }

    /// The score of each word of a block, with those lengths, to the place in `row` that its index says.
    template <class Count>
    void store(const lanes::word_block& block, bool are_adjacent, std::span<Count> found, Number* row) {
        if (found.empty()) return;
        const std::size_t* const places = block.indexes().data();
        if (are_adjacent) return score_in_order(found.data(), row + places[0]);
        scattered_.resize(found.size());
        score_in_order(found.data(), scattered_.data());
        for (std::size_t lane = 0; lane < found.size(); ++lane)
            row[places[lane]] = scattered_[lane];
    }

  private:
    /// Of a word of a length, with the text.
    struct of_length {
        std::int32_t at_zero = 0; ///< where its lane counts 0
        double greatest = 0;      ///< the greatest distance, or 1
    };

    [[nodiscard]] of_length of(std::uint32_t word) const {
        const std::uint64_t most = greatest(rule_.metric, length_, word);
        const std::uint64_t apart =
            distance_from(rule_.metric, length_, word, edits_from(rule_.metric, length_, word, 0));
        return {static_cast<std::int32_t>(rule_.kind == score_kind::similarity ? most - apart
                                          : most == 0 && rule_.is_empty_zero   ? 1
                                                                               : apart),
                static_cast<double>(std::max<std::uint64_t>(most, 1))};
    }

    /// Calls take(score of a distance or similarity, and the greatest distance).
    template <class Take>
    void visit(const Take& take) const {
        const std::int32_t cut = cut_;
        switch (rule_.kind) {
        case score_kind::distance:
            if (!rule_.cutoff) return take([](std::int32_t apart, double) { return apart; });
            return take([=](std::int32_t apart, double) { return std::min(apart, cut + 1); });
        case score_kind::similarity:
            if (!rule_.cutoff) return take([](std::int32_t alike, double) { return alike; });
            return take([=](std::int32_t alike, double) { return alike < cut ? 0 : alike; });
        default: break;
        }
        const double multiplier = rule_.multiplier;
        const double scale = rule_.scale;
        if (rule_.kind == score_kind::normalized_distance) {
            const double within = rule_.cutoff.value_or(1.0);
            return take([=](std::int32_t apart, double most) {
                const double value = apart / most;
                return multiplier * (scale * (value > within ? 1.0 : value));
            });
        }
        const double within = rule_.cutoff.value_or(0.0);
        take([=](std::int32_t apart, double most) {
            const double value = 1.0 - apart / most;
            return multiplier * (scale * (value < within ? 0.0 : value));
        });
    }

    template <class CountAt, class Score>
    void score_each(const CountAt& count_at, Number* to, const Score& score_of) const {
        using made = decltype(score_of(0, 0.0));
        const std::int32_t* const at_zero = at_zero_.data();
        const double* const most = greatest_.data();
        const std::int32_t factor = factor_;
        const std::size_t lanes = at_zero_.size();
        if constexpr (!std::is_integral_v<made>) {
            if constexpr (std::is_floating_point_v<Number>) {
#pragma GCC ivdep
                for (std::size_t lane = 0; lane < lanes; ++lane)
                    to[lane] = static_cast<Number>(score_of(at_zero[lane] + factor * count_at(lane), most[lane]));
            }
        } else {
#pragma GCC ivdep
            for (std::size_t lane = 0; lane < lanes; ++lane)
                to[lane] = static_cast<Number>(score_of(at_zero[lane] + factor * count_at(lane), 0));
            for (std::size_t lane = 0; is_narrow && !are_all_to_fit_ && lane < lanes; ++lane)
                to[lane] = output_array::stored<Number>(score_of(at_zero[lane] + factor * count_at(lane), 0));
        }
    }

    const score_rule& rule_;
    const lanes::score_kernels& kernels_;
    lanes::row_of_scores row_{};        ///< of begin()
    bool are_all_to_fit_ = true;        ///< whatever the lanes count
    std::int32_t factor_;               ///< of a whole score, or of the distance that is normalized
    std::int32_t cut_ = (1 << 30) + 64; ///< of whole scores
    std::size_t length_ = 0;            ///< of the text
    std::array<of_length, lanes::longest_word + 1> by_length_;
    std::vector<std::int32_t> at_zero_; ///< of each lane, where it counts 0
    std::vector<double> greatest_;      ///< of each lane of normalized scores the greatest distance, or 1
    std::vector<Number> scattered_;
};

} // namespace concord::python
