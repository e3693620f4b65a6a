// The scores of all pairs of given lengths, made once: a pair takes a look into the table.
#pragma once

#include "lanes/kernels.hpp"
#include "lanes/word_block.hpp"
#include "output_array.hpp"
#include "score_rule.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace concord::python {

[[nodiscard]] constexpr lanes::recurrence recurrence_of(score_metric metric) {
    switch (metric) {
    case score_metric::levenshtein: return lanes::recurrence::levenshtein;
    case score_metric::hamming: return lanes::recurrence::hamming;
    case score_metric::osa: return lanes::recurrence::osa;
    default: return lanes::recurrence::lcs;
    }
}

/// The edits of a text of n and a word of m letters, from the number of their lane.
[[nodiscard]] constexpr std::uint64_t edits_from(score_metric metric, std::uint64_t n, std::uint64_t m,
                                                 std::int64_t found) {
    const auto changed = static_cast<std::uint64_t>(found);
    if (has_changes(metric)) return n + changed;
    return metric == score_metric::hamming ? std::max(n, m) - changed : n + m - 2 * changed;
}

[[nodiscard]] inline double score_from(const score_rule& rule, std::uint64_t n, std::uint64_t m, std::int64_t found) {
    return rule.of(n, m, static_cast<std::uint32_t>(edits_from(rule.metric, n, m, found)));
}

/// For one thread.
template <class Number>
class score_table {
  public:
    static constexpr std::size_t longest_text = 128;

    explicit score_table(const score_rule& rule) : rule_(rule), rows_(longest_text + 1) {}

    /// The score at [number of the lane]; null for texts that are too long, or where a score does not fit the type.
    [[nodiscard]] const Number* row(std::size_t n, std::size_t m) {
        if (n > longest_text) return nullptr;
        if (rows_[n].empty()) rows_[n].resize(lanes::longest_word + 1);
        row_of& made = rows_[n][m];
        if (made.scores.empty()) fill(made, n, m);
        return made.fits ? made.scores.data() + (is_signed() ? m : 0) : nullptr;
    }

  private:
    struct row_of {
        std::vector<Number> scores;
        bool fits = true;
    };

    [[nodiscard]] bool is_signed() const { return has_changes(rule_.metric); }

    void fill(row_of& made, std::size_t n, std::size_t m) {
        const auto less = static_cast<std::int64_t>(is_signed() ? m : 0);
        made.scores.resize(m + static_cast<std::size_t>(less) + 1);
        const auto last = static_cast<std::int64_t>(is_signed() ? m : std::min(n, m));
        for (std::int64_t found = -less; found <= last; ++found) {
            if (is_signed() && (static_cast<std::int64_t>(n) + found < 0 ||
                                static_cast<std::int64_t>(n) + found > static_cast<std::int64_t>(std::max(n, m))))
                continue; // no such distance
            Number& place = made.scores[static_cast<std::size_t>(found + less)];
            if (!output_array::store_one(score_from(rule_, n, m, found), place)) made.fits = false;
        }
    }

    const score_rule& rule_;
    std::vector<std::vector<row_of>> rows_; ///< by n and m
};

} // namespace concord::python
