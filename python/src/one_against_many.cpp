#include "one_against_many.hpp"

#include "score_table.hpp"
#include "simd/vector_target.hpp"
#include "similarities.hpp"

#include <algorithm>
#include <limits>

namespace concord::python {

edits_against_many::edits_against_many(symbol_view query, const score_rule& rule, bool only_best,
                                       fuzz::pair_edits& counter)
    : query_(query), rule_(rule), only_best_(only_best),
      kernels_(lanes::kernels_for(simd::choose_vectors(vector_target::automatic))), pairs_(counter) {
    switch (rule.kind) {
    case score_kind::normalized_similarity: best_ = rule.scale; break;
    case score_kind::similarity: best_ = std::numeric_limits<double>::infinity(); break;
    default: best_ = 0;
    }
    is_wide_ = query.visit([](auto symbols) { return sizeof(symbols[0]) > 1; });
    pairs_.begin_own();
}

namespace {

/// Of views of one length.
bool are_equal(const symbol_view& a, const symbol_view& b) { return common_letters<false>(a, b) == a.size(); }

} // namespace

std::optional<std::uint64_t> edits_against_many::count_by_query(const symbol_view& choice, std::uint64_t most) {
    const distance_metric metric = edits_of(rule_.metric);
    const bool is_indel = metric == distance_metric::indel;
    if (query_.size() == 0 || query_.size() > fuzz::pair_edits::longest_own(metric)) return {};
    if (!is_indel && !has_lanes(rule_.metric)) return {};
    return choice.visit([&](auto symbols) -> std::optional<std::uint64_t> {
        // A column takes longer than to lay a short choice into a lane; wide letters are looked up for that, which
        // Levenshtein's column is worth, and the longer one with transpositions is not.
        constexpr std::size_t few_wide_letters = 16;
        const std::size_t most_letters =
            sizeof(symbols[0]) > 1 && metric == distance_metric::levenshtein ? few_wide_letters : 0;
        const bool has_column = query_.size() <= lanes::longest_word && symbols.size() <= most_letters;
        if (!is_indel && symbols.size() <= lanes::longest_word && !has_column) return {};
        return pairs_.count_with(query_, choice, metric, most);
    });
}

void edits_against_many::keep(double score, std::size_t index) {
    if (rule_.cutoff && rule_.is_worse_than_cutoff(score)) return;
    found_.push_back({score, index});
    if (score == best_) has_best_ = true;
    if (!only_best_) return;
    // Equal ones stay within it: they come in any order, and the first of them is wanted.
    constexpr double of_rounding = 1e-9;
    const bool is_lower_better = rule_.kind == score_kind::distance || rule_.kind == score_kind::normalized_distance;
    const double slack = is_whole(rule_.kind) ? 0 : of_rounding;
    rule_.cutoff = is_lower_better ? score / rule_.scale + slack : std::max(0.0, score / rule_.scale - slack);
}

void edits_against_many::add(const symbol_view& choice, std::size_t index) {
    const distance_metric metric = edits_of(rule_.metric);
    // An equal choice, which no other is better than, need not wait for others.
    if (only_best_ && choice.size() == query_.size() && are_equal(query_, choice))
        return keep(rule_.of(query_.size(), choice.size(), 0), index);
    if (metric == distance_metric::hamming) {
        const std::uint64_t edits = pairs_.count(query_, choice, metric);
        if (choice.size() > lanes::longest_word)
            return keep(rule_.of(query_.size(), choice.size(), static_cast<std::uint32_t>(edits)), index);
        const std::uint64_t equal = std::max(query_.size(), choice.size()) - edits;
        return keep(score_of(choice.size(), static_cast<std::int64_t>(equal)), index);
    }
    const std::uint64_t most = fuzz::pair_edits::has_bounds(metric) || choice.size() > lanes::longest_word
                                   ? rule_.most_edits(query_.size(), choice.size())
                                   : no_bound;
    const auto keep_edits = [&](std::uint64_t edits) {
        keep(rule_.of(query_.size(), choice.size(), static_cast<std::uint32_t>(edits)), index);
    };
    if (most <= fuzz::most_bounded_edits) {
        // Lanes compare words of few letters in less time.
        const std::uint64_t steps = (most + 1) * (most + 1) * (is_wide_ ? 1 : 3);
        if (steps <= choice.size() && fuzz::pair_edits::is_worth_bounding(query_.size(), choice.size(), metric, most))
            return keep_edits(pairs_.count_within(query_, choice, metric, most));
    }
    if (const std::optional<std::uint64_t> edits = count_by_query(choice, most)) return keep_edits(*edits);
    if (choice.size() > lanes::longest_word || !has_lanes(rule_.metric))
        return keep_edits(fuzz::pair_edits::can_count_within(query_.size(), choice.size(), metric, most)
                              ? pairs_.count_within(query_, choice, metric, most)
                              : count_long_edits(query_, choice, metric, most));
    const unsigned wanted = lanes::lane_class(choice.size());
    std::optional<lanes::word_block>& block = blocks_[wanted];
    if (!block) {
        if (codes_.empty())
            query_.visit([&](auto symbols) {
                for (const auto symbol : symbols)
                    codes_.push_back(letters_.add(symbol));
            });
        block.emplace(letters_, wanted);
        block->clear();
    }
    block->add(choice, index);
    if (block->is_full()) settle(*block);
}

double edits_against_many::score_of(std::size_t length, std::int64_t found) {
    const std::size_t offset = has_changes(rule_.metric) ? length : 0;
    std::vector<double>& known = scores_[length];
    if (known.empty()) known.resize(length + offset + 1, -1);
    double& score = known[static_cast<std::size_t>(found + static_cast<std::int64_t>(offset))];
    if (score < 0) score = score_from(rule_, query_.size(), length, found);
    return score;
}

void edits_against_many::settle(lanes::word_block& block) {
    block.compare(kernels_, recurrence_of(rule_.metric), codes_, [&](auto found) {
        for (std::size_t lane = 0; lane < found.size(); ++lane)
            keep(score_of(block.lengths()[lane], found[lane]), block.indexes()[lane]);
    });
    block.clear();
}

void edits_against_many::settle() {
    for (std::optional<lanes::word_block>& block : blocks_)
        if (block && block->size() > 0) settle(*block);
}

} // namespace concord::python
