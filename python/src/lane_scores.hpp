// Scores of words in lanes, computed side by side from what the lanes count.
#pragma once

#include "lanes/score_kernels.hpp"
#include "lanes/word_block.hpp"
#include "output_array.hpp"
#include "score_rule.hpp"
#include "score_table.hpp"

#include <algorithm>
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
    /// To look up the normalized scores of a row of mixed lengths takes more time than to divide.
    static constexpr bool is_divided_in_vectors = std::is_same_v<Number, float>;

    /// Whether this computes the scores of a rule, of texts of up to so many letters: whole ones, and normalized ones
    /// that are kept as reals.
    [[nodiscard]] static bool are_of(const score_rule& rule, std::size_t longest) {
        constexpr std::size_t longest_of_all = 1U << 30U;
        if (longest > longest_of_all) return false;
        return is_whole(rule.kind) ? rule.multiplier == 1 : std::is_floating_point_v<Number>;
    }

    lane_scores(const score_rule& rule, const lanes::score_kernels& kernels) : rule_(rule), kernels_(kernels) {
        const std::int32_t edits = has_changes(rule.metric) ? 1 : rule.metric == score_metric::indel ? -2 : -1;
        const bool is_similarity = rule.kind == score_kind::similarity;
        factor_ = is_similarity ? -edits : edits;
        greatest_of_ = rule.metric == score_metric::indel ? of_lengths{0, 1, 1} : of_lengths{1, 0, 0};
        at_zero_of_ = has_changes(rule.metric) ? of_lengths{0, 1, 0} : greatest_of_; // the distance
        if (is_similarity)
            at_zero_of_ = {greatest_of_.longer - at_zero_of_.longer, greatest_of_.text - at_zero_of_.text,
                           greatest_of_.word - at_zero_of_.word};
        constexpr double no_cut = 1U << 31U; // no distance of words is greater
        std::int32_t cut = is_similarity && !rule.cutoff ? 0 : (1 << 30) + 64;
        if (rule.cutoff && *rule.cutoff < no_cut - 1) cut = static_cast<std::int32_t>(*rule.cutoff);
        row_ = {.at_zero = nullptr,
                .greatest = nullptr,
                .inverse = nullptr,
                .words = 0,
                .factor = factor_,
                .cut = cut,
                .within = rule.cutoff.value_or(rule.kind == score_kind::normalized_distance ? 1.0 : 0.0),
                .scale = rule.scale,
                .multiplier = rule.multiplier};
    }

    /// The next text has so many letters; the words are of these lengths.
    void begin(std::span<const std::uint32_t> words, std::size_t length) {
        length_ = static_cast<std::int32_t>(length);
        at_zero_.resize(words.size());
        put_all(at_zero_of_, words, at_zero_.data());
        row_.at_zero = at_zero_.data();
        row_.words = words.size();
        if constexpr (is_narrow) {
            constexpr std::int32_t most = std::numeric_limits<Number>::max();
            are_all_to_fit_ =
                std::ranges::all_of(words, [&](std::uint32_t word) { return greatest_of_.of(length_, word) < most; });
        }
        if (is_whole(rule_.kind)) return;
        greatest_.resize(words.size());
        put_all(greatest_of_, words, greatest_.data());
        row_.greatest = greatest_.data();
        for (std::size_t lane = 0; length_ == 0 && lane < words.size(); ++lane) {
            if (greatest_[lane] != 0) continue;
            greatest_[lane] = 1; // both are empty, and the distance is 0
            if (rule_.is_empty_zero) at_zero_[lane] = 1;
        }
        row_.inverse = nullptr;
        if (length_ + static_cast<std::int32_t>(lanes::longest_word) > lanes::most_with_inverse) return;
        inverse_.resize(words.size());
        row_.inverse = inverse_.data();
        for (std::size_t lane = 0; lane < words.size(); ++lane)
            inverse_[lane] = 1.0 / greatest_[lane];
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
        switch (rule_.kind) {
        case score_kind::distance: return score_by(kernels_.distance[width], counts, to);
        case score_kind::similarity: return score_by(kernels_.similarity[width], counts, to);
        case score_kind::normalized_distance: return score_by(kernels_.normalized_distance[width], counts, to);
        default: return score_by(kernels_.normalized_similarity[width], counts, to);
        }
    }

    /// Of the text of begin() and a word of so many letters: the scores where its lane counts `first`, first + 1 ...
    void score_counts(std::uint32_t word, std::int32_t first, std::span<Number> to) {
        const std::int32_t greatest = greatest_of_.of(length_, word);
        const std::int32_t at_first =
            (greatest == 0 && rule_.is_empty_zero ? 1 : at_zero_of_.of(length_, word)) + factor_ * first;
        const double most = std::max(greatest, 1);
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
    /// A number that follows from the lengths of a text and a word: a factor for the longer one, and for each of them.
    struct of_lengths {
        std::int32_t longer = 0;
        std::int32_t text = 0;
        std::int32_t word = 0;

        [[nodiscard]] std::int32_t of(std::int32_t n, std::uint32_t given) const {
            const auto m = static_cast<std::int32_t>(given);
            return longer * std::max(n, m) + text * n + word * m;
        }
    };

    template <class To>
    void put_all(of_lengths made, std::span<const std::uint32_t> words, To* into) const {
        const std::uint32_t* const from = words.data();
        const std::int32_t length = length_;
        const std::size_t count = words.size();
#pragma GCC ivdep
        for (std::size_t lane = 0; lane < count; ++lane)
            into[lane] = made.of(length, from[lane]);
    }

    /// By a kernel, where it is for the numbers of the array.
    template <class Made, class Count>
    void score_by(lanes::score_kernel<Made> kernel, const Count* counts, Number* to) const {
        if constexpr (std::is_same_v<Number, Made>)
            kernel(row_, counts, to);
        else if constexpr (std::is_same_v<Number, std::int32_t> && std::is_same_v<Made, std::uint32_t>)
            kernel(row_, counts, reinterpret_cast<Made*>(to));
        else
            score([counts](std::size_t place) { return static_cast<std::int32_t>(counts[place]); }, to);
    }

    /// Calls take(score of a distance or similarity, and the greatest distance).
    template <class Take>
    void visit(const Take& take) const {
        const std::int32_t cut = row_.cut;
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
    of_lengths greatest_of_;            ///< the greatest distance
    of_lengths at_zero_of_;             ///< the score, or the distance that is normalized, of lanes that count 0
    std::int32_t length_ = 0;           ///< of the text
    std::vector<std::int32_t> at_zero_; ///< of each lane
    std::vector<double> greatest_;      ///< of each lane of normalized scores, or 1
    std::vector<double> inverse_;       ///< of those
    std::vector<Number> scattered_;
};

} // namespace concord::python
