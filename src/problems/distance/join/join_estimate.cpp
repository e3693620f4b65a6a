#include "problems/distance/join/join_estimate.hpp"

#include "problems/distance/join/plan_estimator.hpp"
#include "problems/distance/tuning.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace concord::edit_distance {

constexpr std::size_t most_lengths = 20; ///< of which each makes an estimate longer

/// Of similar pairs: those within the bound.
static double share_near(const join_question& question, std::span<const sequence_pair> similar) {
    constexpr std::size_t most = 512;
    const std::size_t count = std::min(most, similar.size());
    if (count == 0 || !question.leaves_out_of_words) return 1;
    std::vector<sequence_pair> pairs;
    for (std::size_t index = 0; index < count; ++index)
        pairs.push_back(similar[index * similar.size() / count]);
    std::vector<std::uint32_t> distances(count);
    comparison_scratch scratch;
    question.comparer.compare_within(question.bound, pairs, distances.data(), scratch);
    const auto are_far = static_cast<double>(std::ranges::count(distances, no_distance));
    return 1 - are_far / static_cast<double>(count);
}

/// Pairs of equal keys of words with letters left out, as if all had the mean length and no two were alike, by the
/// information of their letters: words of few different letters have many.
static double links_by_chance(const join_question& question, const information_profile& profile) {
    const sequence::packed_sequences& set = *question.comparer.letters().b().set;
    const double length = static_cast<double>(set.letters()) / static_cast<double>(set.size());
    const auto left_out = static_cast<double>(question.bound);
    if (length <= left_out) return unlimited;
    const double keys = question.bound > 1 ? length * (length - 1) / 2 : length;
    const double bits = profile.all_bits(static_cast<std::uint64_t>(length)) * (length - left_out) / length;
    const double pairs = static_cast<double>(question.rows.size()) *
                         static_cast<double>(question.columns.empty() ? set.size() : question.columns.size());
    return pairs * (question.is_self ? 0.5 : 1) * keys * keys * std::exp2(-bits);
}

double cost_of_visits(const join_plan& plan, const plan_costs& cost, const join_costs& costs) {
    if (!plan.has_keys() || plan.extends || plan.pieces == 1 || !costs.has_sketches) return 0;
    return std::min(cost.keys, cost.candidates / tuning::candidates_of_visit) * tuning::cost_of_visit;
}

chosen_plan choose_plan(const join_question& question) {
    plan_estimator estimated(question);
    const bool masks = !question.comparer.traits().has_matrix();
    const join_plan comparing_all{.bound = question.bound, .masks = masks};
    const join_plan comparing_words{.bound = question.bound, .masks = masks, .compares_words = true};
    const double pairs =
        static_cast<double>(question.rows.size()) *
        static_cast<double>(question.columns.empty() ? question.comparer.b().size() : question.columns.size());
    chosen_plan best{.plan = comparing_all, .profile = nullptr};
    const plan_costs of_all = estimated.of(comparing_all, unlimited);
    best.cost = of_all.nanoseconds;
    const double of_words = question.are_words ? estimated.of(comparing_words, best.cost).nanoseconds : unlimited;
    if (of_words < best.cost) best = {.plan = comparing_words, .profile = nullptr, .cost = of_words};
    std::optional<chosen_plan> of_short =
        plan_of_short_words(question, of_all.similar * share_near(question, estimated.similar_pairs()));
    const join_plan otherwise = best.plan;
    const double cost_otherwise = best.cost;
    const bool is_of_short = of_short && of_short->cost < best.cost;
    if (is_of_short) best = *std::move(of_short);
    const double bound = std::min(static_cast<double>(question.bound), tuning::most_bound_of_short_estimates);
    const double windows = (bound * bound + 1) * static_cast<double>(std::min(estimated.lengths() + 3, most_lengths));
    if (pairs < question.costs.pairs_worth_keys || best.cost < question.costs.nanoseconds_worth_keys * windows)
        return best;
    estimated.learn_profile();
    if (is_of_short &&
        links_by_chance(question, estimated.profile()) * tuning::cost_of_link > tuning::share_of_links * best.cost) {
        const double sampled = estimated.of(best.plan, cost_otherwise).nanoseconds;
        if (sampled < unlimited) best.cost = std::max(best.cost, sampled);
        if (best.cost >= cost_otherwise) best = {.plan = otherwise, .profile = nullptr, .cost = cost_otherwise};
    }
    std::vector<join_plan> plans = plans_with_keys(question);
    // Few keys first: many are often too many already. But those whose windows take longer to list than others to
    // estimate come last.
    std::ranges::stable_partition(plans, [](const join_plan& each) { return !each.extends; });
    std::ranges::stable_partition(plans, [&](const join_plan& each) {
        return estimated.cost_of_listing(each) < question.costs.sampled_keys * tuning::cost_of_sampled_key;
    });
    for (const join_plan& each : plans) {
        if (each.extends && best.cost < tuning::nanoseconds_worth_extending * static_cast<double>(question.rows.size()))
            continue;
        const plan_costs cost = estimated.of(each, best.cost);
        if (cost.nanoseconds >= best.cost) continue;
        best.plan = each;
        best.cost = cost.nanoseconds;
    }
    best.profile = estimated.take_profile();
    return best;
}

} // namespace concord::edit_distance
