#include "problems/distance/join/join_estimate.hpp"

#include "problems/distance/join/plan_estimator.hpp"
#include "problems/distance/tuning.hpp"

#include <algorithm>
#include <utility>

namespace concord::edit_distance {

constexpr std::size_t most_lengths = 20; ///< of which each makes an estimate longer

chosen_plan choose_plan(const join_question& question) {
    plan_estimator estimated(question);
    const bool masks = !question.comparer.traits().has_matrix();
    const join_plan comparing_all{.bound = question.bound, .masks = masks};
    const join_plan comparing_words{.bound = question.bound, .masks = masks, .compares_words = true};
    const double pairs =
        static_cast<double>(question.rows.size()) *
        static_cast<double>(question.columns.empty() ? question.comparer.b().size() : question.columns.size());
    chosen_plan best{.plan = comparing_all, .profile = nullptr};
    best.cost = estimated.of(comparing_all, unlimited).nanoseconds;
    const double of_words = question.are_words ? estimated.of(comparing_words, best.cost).nanoseconds : unlimited;
    if (of_words < best.cost) best = {.plan = comparing_words, .profile = nullptr, .cost = of_words};
    const double bound = std::min(static_cast<double>(question.bound), tuning::most_bound_of_short_estimates);
    const double windows = (bound * bound + 1) * static_cast<double>(std::min(estimated.lengths() + 3, most_lengths));
    if (pairs < question.costs.pairs_worth_keys || best.cost < question.costs.nanoseconds_worth_keys * windows)
        return best;
    estimated.learn_profile();
    std::vector<join_plan> plans = plans_with_keys(question);
    std::ranges::stable_partition(plans, [](const join_plan& each) { return !each.extends; });
    for (const join_plan& each : plans) { // few keys first: many are often too many already
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
