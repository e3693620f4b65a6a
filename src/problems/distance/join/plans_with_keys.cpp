// The plans with keys whose costs are compared.
#include "problems/distance/join/join_estimate.hpp"
#include "problems/distance/tuning.hpp"

#include <algorithm>
#include <cmath>

namespace concord::edit_distance {

double most_keys(const key_window& window) {
    double keys = 1;
    for (std::uint32_t each = 0; each < window.omitted; ++each)
        keys *= static_cast<double>(window.part[0].end - window.part[0].begin - each) / (each + 1);
    return keys * window.places;
}

namespace {

join_plan plan_left_out(const join_question& question) {
    const metric_traits& traits = question.comparer.traits();
    return {.pieces = 1,
            .bound = question.bound,
            .masks = !traits.has_matrix(),
            .most_gaps = question.bound * traits.levenshtein_edits};
}

bool are_of_one_length(const join_question& question) {
    const compared_letters& letters = question.comparer.letters();
    const std::uint64_t length = letters.b().set->longest();
    return letters.b().set->shortest() == length && letters.a().set->shortest() == length &&
           letters.a().set->longest() == length;
}

} // namespace

std::vector<join_plan> plans_with_keys(const join_question& question) {
    const metric_traits& traits = question.comparer.traits();
    const bool masks = !traits.has_matrix();
    std::vector<join_plan> plans;
    join_plan plan{.bound = question.bound,
                   .masks = masks,
                   .transposes = traits.has_transpositions(),
                   .edits_between = traits.is_refined && question.bound > 1};
    for (plan.unchanged = 1; plan.unchanged <= most_key_pieces && plan.bound <= tuning::most_bound_of_keys;
         ++plan.unchanged) {
        plan.pieces = static_cast<std::uint32_t>(plan.bound) + plan.unchanged;
        double keys = 1; // ways to choose the pieces
        for (std::uint32_t each = 0; each < plan.unchanged; ++each)
            keys *= static_cast<double>(plan.pieces - each) / (each + 1);
        if (plan.pieces > 1 && (plan.unchanged == 1 || keys <= tuning::most_keys_of_pieces)) plans.push_back(plan);
    }
    const bool may_extend = question.kernels != nullptr && question.bound >= tuning::least_bound_extended;
    // For long sequences, whose pieces tell enough.
    if (traits.has_transpositions() && question.bound > 0 && question.bound <= tuning::most_bound_of_keys)
        plans.push_back({.pieces = static_cast<std::uint32_t>(question.bound) + 1,
                         .unchanged = 1,
                         .bound = question.bound,
                         .are_apart = true});
    if (question.kernels != nullptr && !masks && question.bound >= tuning::least_bound_anywhere &&
        question.bound <= tuning::most_bound_of_keys)
        plans.push_back({.pieces = static_cast<std::uint32_t>(question.bound) + 1,
                         .unchanged = 1,
                         .bound = question.bound,
                         .are_apart = traits.has_transpositions(),
                         .are_anywhere = true});
    for (std::size_t index = 0, count = plans.size(); may_extend && index < count; ++index)
        if (plans[index].may_be_extended()) {
            plans.push_back(plans[index]);
            plans.back().extends = true;
        }
    if (question.bound <= tuning::most_letters_left_out) plans.push_back(plan_left_out(question));
    return plans;
}

std::optional<chosen_plan> plan_without_estimate(const join_question& question) {
    if (!question.leaves_out_of_words || question.bound != 1) return std::nullopt;
    const compared_letters& letters = question.comparer.letters();
    double sequences = 0;
    double keys = 0;
    const auto add_side = [&](const sequence::packed_sequences& set, std::size_t chosen) {
        const auto count = static_cast<double>(chosen);
        sequences += count;
        keys += count * (static_cast<double>(set.letters()) / static_cast<double>(set.size()) + 1);
    };
    const std::size_t columns = question.columns.empty() ? letters.b().set->size() : question.columns.size();
    add_side(*letters.b().set, columns);
    if (!question.is_self) add_side(*letters.a().set, question.rows.size());
    const double cost = sequences * tuning::cost_of_loaded_word + keys * tuning::cost_of_key_of_word;
    const double pairs = static_cast<double>(question.rows.size()) * static_cast<double>(columns);
    const double to_compare =
        sequences * question.costs.of_sequence + pairs * (question.is_self ? 0.5 : 1) * question.costs.of_candidate;
    const double worth_plans =
        are_of_one_length(question) ? tuning::nanoseconds_worth_plans_of_one_length : tuning::nanoseconds_worth_plans;
    if (cost > std::min(to_compare, sequences * worth_plans) + tuning::nanoseconds_of_plans) return std::nullopt;
    return chosen_plan{.plan = plan_left_out(question), .profile = nullptr, .cost = cost};
}

std::optional<chosen_plan> plan_of_short_words(const join_question& question, double near) {
    if (!question.leaves_out_of_words || question.bound > most_left_out) return std::nullopt;
    const compared_letters& letters = question.comparer.letters();
    double sequences = 0;
    double keys = 0;
    const auto add_side = [&](const sequence::packed_sequences& set, std::span<const std::uint32_t> chosen) {
        const std::uint64_t count = chosen.empty() ? set.size() : chosen.size();
        const std::uint64_t sampled = std::min(count, tuning::sampled_sequences);
        double found = 0;
        for (std::uint64_t index = 0; index < sampled; ++index) {
            const std::uint64_t at = index * count / sampled;
            const auto length = static_cast<double>(set.length(chosen.empty() ? at : chosen[at]));
            found += 1 + length + (question.bound > 1 ? length * (length - 1) / 2 : 0);
        }
        sequences += static_cast<double>(count);
        keys += found * static_cast<double>(count) / static_cast<double>(sampled);
    };
    add_side(*letters.b().set, question.columns);
    if (!question.is_self) add_side(*letters.a().set, question.rows);
    const double of_key = std::lerp(tuning::cost_of_key_of_word, tuning::cost_of_key_of_many_words,
                                    std::min(1.0, keys / tuning::keys_in_caches));
    return chosen_plan{.plan = plan_left_out(question),
                       .profile = nullptr,
                       .cost =
                           sequences * tuning::cost_of_loaded_word + keys * of_key + near * tuning::cost_of_near_word};
}

} // namespace concord::edit_distance
