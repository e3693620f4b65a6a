// Whole scores of words in lanes, which are linear in what a lane counts: no table is looked up, and many are computed
// side by side.
#pragma once

#include "lanes/word_block.hpp"
#include "score_rule.hpp"
#include "score_table.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace concord::python {

/// Of a text, against the words of a block. `Number`: of the array that the scores are for.
template <class Number>
class linear_scores {
  public:
    /// Whether the scores of texts of up to so many letters are linear, and fit: those of a smaller type are looked at
    /// one by one.
    [[nodiscard]] static bool are_of(const score_rule& rule, std::size_t longest) {
        constexpr std::size_t longest_of_all = 1U << 30U;
        return sizeof(Number) >= sizeof(std::int32_t) && is_whole(rule.kind) && !rule.cutoff && rule.multiplier == 1 &&
               longest <= longest_of_all;
    }

    explicit linear_scores(const score_rule& rule) : rule_(rule) {
        const std::int32_t edits = has_changes(rule.metric) ? 1 : rule.metric == score_metric::indel ? -2 : -1;
        factor_ = rule.kind == score_kind::distance ? edits : -edits;
    }

    /// The next text has so many letters. The indexes of the block's words ascend.
    void begin(const lanes::word_block& block, std::size_t length) {
        const std::size_t* const places = block.indexes().data();
        are_adjacent_ = block.size() == 0 || places[block.size() - 1] - places[0] + 1 == block.size();
        at_zero_.resize(block.size());
        for (std::size_t lane = 0; lane < block.size(); ++lane) {
            const std::size_t word = block.lengths()[lane];
            const std::uint64_t apart = distance_from(rule_.metric, length, word, edits_from(rule_.metric, length, word, 0));
            at_zero_[lane] = static_cast<std::int32_t>(
                rule_.kind == score_kind::distance ? apart : greatest(rule_.metric, length, word) - apart);
        }
    }

    /// Of the block of begin(): the score of each word to the place in `row` that its index says.
    template <class Count>
    void store(const lanes::word_block& block, std::span<Count> found, Number* row) const {
        const std::size_t* const places = block.indexes().data();
        const std::int32_t* const at_zero = at_zero_.data();
        const std::int32_t factor = factor_;
        if (!are_adjacent_) {
            for (std::size_t lane = 0; lane < found.size(); ++lane)
                row[places[lane]] = score(at_zero[lane], factor, found[lane]);
            return;
        }
        if (found.empty()) return;
        Number* const to = row + places[0];
        const Count* const counts = found.data();
        const std::size_t lanes = found.size();
#pragma GCC ivdep
        for (std::size_t lane = 0; lane < lanes; ++lane)
            to[lane] = score(at_zero[lane], factor, counts[lane]);
    }

  private:
    template <class Count>
    [[nodiscard]] static Number score(std::int32_t at_zero, std::int32_t factor, Count found) {
        return static_cast<Number>(at_zero + factor * static_cast<std::int32_t>(found));
    }

    const score_rule& rule_;
    std::int32_t factor_;
    bool are_adjacent_ = false;         ///< words whose scores are one after the other
    std::vector<std::int32_t> at_zero_; ///< of each lane the score where it counts 0
};

} // namespace concord::python
