#include "one_against_many.hpp"

#include "fuzz/differing_letters.hpp"
#include "score_table.hpp"
#include "simd/vector_target.hpp"
#include "similarities.hpp"

#include <algorithm>
#include <limits>

namespace concord::python {

edits_against_many::edits_against_many(symbol_view query, const score_rule& rule, bool only_best,
                                       fuzz::own_edits& counter)
    : query_(query), rule_(rule), only_best_(only_best),
      kernels_(lanes::kernels_for(simd::choose_vectors(vector_target::automatic))), pairs_(counter) {
    switch (rule.kind) {
    case score_kind::normalized_similarity: best_ = rule.scale; break;
    case score_kind::similarity: best_ = std::numeric_limits<double>::infinity(); break;
    default: best_ = 0;
    }
    pairs_.begin_own();
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
    ++cutoffs_;
}

const edits_against_many::plan& edits_against_many::plan_of(std::size_t length) {
    plan& made = plans_[std::min(length, plans_.size() - 1)];
    if (made.made_for == cutoffs_ && length < plans_.size() - 1) return made;
    const distance_metric metric = edits_of(rule_.metric);
    const std::size_t own = query_.size();
    made = {.made_for = cutoffs_, .way = way::lanes, .most = rule_.most_edits(own, length)};
    const std::size_t apart = std::max(own, length) - std::min(own, length);
    const bool has_lane = length <= lanes::longest_word && has_lanes(rule_.metric);
    if (apart > made.most)
        made.way = way::none;
    else if (metric == distance_metric::hamming)
        made.way = way::places;
    else if (own > 0 && own <= fuzz::own_edits::longest_own(metric) && is_for_columns(length, made.most))
        made.way = way::columns;
    else if (!has_lane)
        made.way = way::pair;
    return made;
}

/// Whether any choice of this length is far better than the best one so far. Compared at once, it rules out longer ones
/// before they are laid in lanes.
bool edits_against_many::is_sure_to_be_better(std::size_t length) const {
    if (!rule_.cutoff) return true;
    const auto greatest = static_cast<double>(std::max(query_.size(), length));
    return rule_.kind == score_kind::distance && greatest <= 0.75 * *rule_.cutoff;
}

bool edits_against_many::is_for_columns(std::size_t length, std::uint64_t most) const {
    const distance_metric metric = edits_of(rule_.metric);
    if (metric == distance_metric::indel) return true;
    if (!has_lanes(rule_.metric)) return false;
    if (length > lanes::longest_word) return true;
    if (only_best_ && is_sure_to_be_better(length)) return true;
    // Unlike texts are beyond few edits after some columns.
    return 4 * most <= length;
}

void edits_against_many::add(const symbol_view& choice, std::size_t index) {
    const distance_metric metric = edits_of(rule_.metric);
    // An equal choice, which no other is better than, need not wait for others.
    if (only_best_ && are_equal(query_, choice)) return keep(rule_.of(query_.size(), choice.size(), 0), index);
    const auto [made_for, way, most] = plan_of(choice.size());
    const auto keep_edits = [&, most](std::uint64_t edits) {
        if (edits <= most) keep(rule_.of(query_.size(), choice.size(), static_cast<std::uint32_t>(edits)), index);
    };
    switch (way) {
    case way::none: return;
    case way::columns: return keep_edits(pairs_.count_with(query_, choice, metric, most));
    case way::pair:
        return keep_edits(fuzz::own_edits::can_count_within(query_.size(), choice.size(), metric, most)
                              ? pairs_.count_within(query_, choice, metric, most)
                              : count_long_edits(query_, choice, metric, most));
    case way::places: {
        const std::uint64_t edits = query_.visit([&](auto letters) {
            return choice.visit([&](auto others) { return fuzz::differing_letters(letters, others); });
        });
        if (choice.size() > lanes::longest_word) return keep_edits(edits);
        const std::uint64_t equal = std::max(query_.size(), choice.size()) - edits;
        return keep(score_of(choice.size(), static_cast<std::int64_t>(equal)), index);
    }
    case way::lanes: break;
    }
    // One of the first ones may be the query itself: then lanes are not made at all.
    constexpr std::size_t first_ones = 16;
    if (only_best_ && added_ < first_ones && query_.size() > 0 &&
        query_.size() <= fuzz::own_edits::longest_own(metric)) {
        ++added_;
        return keep_edits(pairs_.count_with(query_, choice, metric, most));
    }
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
