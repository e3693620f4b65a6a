// What a join does: by which plan, and whether one of each group of copies takes part.
#include "alignment/batch/trie_search.hpp"
#include "problems/distance/join/join_estimate.hpp"
#include "problems/distance/join/near_join.hpp"
#include "problems/distance/tuning.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace concord::edit_distance {
namespace {

constexpr join_costs costs_of_cores{.of_sequence = tuning::cost_of_sequence,
                                    .of_key = tuning::cost_of_key,
                                    .of_key_of_many = tuning::cost_of_key_of_many,
                                    .of_key_left_out = tuning::cost_of_key_left_out,
                                    .of_candidate = tuning::cost_of_sketch,
                                    .has_sketches = true,
                                    .sampled_keys = tuning::sampled_keys,
                                    .pairs_worth_keys = tuning::pairs_worth_keys,
                                    .nanoseconds_worth_keys = tuning::nanoseconds_worth_keys};

} // namespace

bool near_join::are_all_of_a(std::span<const std::uint32_t> rows) const {
    return rows.size() == run_.comparer().a().size();
}

/// Whether they are all sequences of both sides, which are one.
bool near_join::are_all(std::span<const std::uint32_t> rows) const {
    const compared_letters& letters = run_.comparer().letters();
    return letters.a().set == letters.b().set && are_all_of_a(rows);
}

bool near_join::is_worth_grouping(const sequence::packed_sequences& set) const {
    if (set.size() * copy_groups::bytes_of_sequence > runtime::memory_budget(run_.options().run) / 4) return false;
    return estimate_copies_each(set, std::clamp(set.size() / tuning::sequences_for_one_sampled,
                                                tuning::least_sampled_for_copies, tuning::sampled_for_copies)) >=
           tuning::copies_worth_sharing;
}

/// Whether equal sequences are the only near pairs of these rows, and there is memory for finding them.
bool near_join::equal_ones_are_all(std::span<const std::uint32_t> rows) const {
    const std::uint64_t sequences = rows.size() + run_.comparer().b().size();
    return bound_ == 0 && are_all_of_a(rows) && !run_.comparer().letters().has_ambiguous() &&
           sequences * equal_sequences::bytes_of_sequence <= runtime::memory_budget(run_.options().run) / 2;
}

/// Whether letters are loaded as words, which takes less time than sums where there are few keys.
bool near_join::can_load_words(const join_windows& windows) const {
    const std::uint64_t longest = std::max(run_.comparer().a().longest(), run_.comparer().b().longest());
    if (!letter_hashes::can_be_words(run_.comparer().letters(), longest)) return false;
    if (plan_.are_anywhere) return false;
    for (const auto* const side : {&windows.entries, &windows.lookups})
        for (const auto& [length, list] : *side)
            if (list.size() > tuning::most_windows_of_words || (!list.empty() && list.front().omitted > 0))
                return false;
    return true;
}

std::string near_join::describe() const {
    const std::string copies =
        copies_ != nullptr ? std::to_string(copies_->size()) + " distinct sequences share their copies" : "";
    if (equal_ != nullptr)
        return "equal ones are found by hashes: " + std::to_string(equal_->distinct()) + " are distinct";
    if (!is_chosen_) return copies;
    return plan_.describe() + (copies.empty() ? "" : "; " + copies);
}

/// The plan, unless one is given, and the sequences of b that take part.
void near_join::choose(std::span<const std::uint32_t> rows, const join_plan* plan) {
    const compared_letters& letters = run_.comparer().letters();
    std::vector<std::uint32_t> all;
    if (copies_ == nullptr) {
        all.resize(run_.comparer().b().size());
        std::iota(all.begin(), all.end(), std::uint32_t{0});
    }
    const std::span<const std::uint32_t> firsts =
        copies_ != nullptr ? copies_->firsts() : std::span<const std::uint32_t>(all);
    b_ = std::make_unique<join_side>(letters, letters.b(), firsts, short_metric_.has_value());
    is_chosen_ = true;
    if (plan != nullptr) {
        plan_ = *plan;
        profile_ = std::make_unique<information_profile>(
            numbers_, letters.b(), firsts.first(std::min<std::size_t>(firsts.size(), tuning::sampled_for_profile)));
        return;
    }
    const bool is_self = are_all(rows);
    const join_question question{.comparer = run_.comparer(),
                                 .numbers = numbers_,
                                 .rule = rule_,
                                 .bound = bound_,
                                 .most_bits = most_bits_,
                                 .is_short = short_metric_.has_value(),
                                 .is_self = is_self,
                                 .are_words = may_compare_words(run_, rows.size()),
                                 .leaves_out_of_words = can_leave_out_of_words(),
                                 .rows = is_self && copies_ != nullptr ? firsts
                                         : row_copies_ != nullptr      ? row_copies_->firsts()
                                                                       : rows,
                                 .columns = firsts,
                                 .costs = costs_of_cores,
                                 .kernels = &kernels_,
                                 .metric = metric_};
    std::optional<chosen_plan> at_once = plan_without_estimate(question);
    chosen_plan chosen = at_once ? *std::move(at_once) : choose_plan(question);
    plan_ = std::move(chosen.plan);
    profile_ = std::move(chosen.profile);
    cost_ = chosen.cost;
    if (cost_ >= tuning::nanoseconds_worth_threads) return;
    options_of_one_ = run_.options().run;
    options_of_one_.threads = 1;
    alone_.emplace(options_of_one_);
}

} // namespace concord::edit_distance
