// A query against choices that come one by one.
#pragma once

#include "fuzz/own_edits.hpp"
#include "fuzz/text_scorer.hpp"
#include "lanes/letter_rows.hpp"
#include "lanes/word_block.hpp"
#include "score_rule.hpp"

#include <concord/symbols.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace concord::python {

/// Scores by edits: short choices may wait until their lanes are full.
class edits_against_many {
  public:
    /// The query and the counter must outlive this. `only_best`: scores that are worse than the best one so far may be
    /// left out.
    edits_against_many(symbol_view query, const score_rule& rule, bool only_best, fuzz::own_edits& counter);

    void reserve(std::size_t choices) { found_.reserve(choices); }
    /// The choice is not looked at later. Scores come in any order, and those that are beyond the cutoff do not.
    void add(const symbol_view& choice, std::size_t index);
    /// Scores all that wait.
    void settle();

    struct scored {
        double score;
        std::size_t index;
    };
    [[nodiscard]] std::vector<scored> take_found() noexcept { return std::move(found_); }
    [[nodiscard]] bool has_best() const noexcept { return has_best_; } ///< no other choice can be better

  private:
    enum class way : std::uint8_t { none, columns, pair, places, lanes };
    /// How choices of a length are compared with the query, until the cutoff changes.
    struct plan {
        std::uint32_t made_for = 0; ///< cutoffs_
        enum way way = way::none;
        std::uint64_t most = 0; ///< edits of interest
    };
    [[nodiscard]] const plan& plan_of(std::size_t length);
    [[nodiscard]] bool is_sure_to_be_better(std::size_t length) const;
    [[nodiscard]] bool is_for_columns(std::size_t length, std::uint64_t most) const;
    void settle(lanes::word_block& block);
    void keep(double score, std::size_t index);
    [[nodiscard]] double score_of(std::size_t length, std::int64_t found);

    symbol_view query_;
    score_rule rule_;
    double best_;
    bool only_best_;
    bool has_best_ = false;
    std::size_t added_ = 0;         ///< choices before lanes were made
    std::uint32_t cutoffs_ = 1;     ///< the last of them
    std::array<plan, 256> plans_{}; ///< by length; the last one is of all that are longer
    const lanes::lane_kernels& kernels_;
    lanes::letter_rows letters_;
    std::vector<std::uint32_t> codes_;
    std::array<std::optional<lanes::word_block>, 4> blocks_;
    std::array<std::vector<double>, lanes::longest_word + 1> scores_; ///< by the length and the lane's number
    fuzz::own_edits& pairs_;
    std::vector<scored> found_;
};

} // namespace concord::python
