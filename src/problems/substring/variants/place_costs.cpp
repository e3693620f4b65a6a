// Whether windows are dropped by the places near to both their halves: what that takes, and counting them as it would
// be done otherwise.
#include "problems/substring/variants/cost_tuning.hpp"
#include "problems/substring/variants/half_neighbourhoods.hpp"
#include "problems/substring/variants/listed_places.hpp"
#include "problems/substring/variants/near_beginnings.hpp"
#include "problems/substring/variants/split_halves.hpp"
#include "problems/substring/variants/split_places.hpp"
#include "problems/substring/variants/window_halves.hpp"
#include "problems/substring/variants/window_trie.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <span>
#include <vector>

namespace concord::substring {
namespace {

/// Instructions, roughly, of counting these places, and what is known beforehand.
struct split_plan {
    double cost = HUGE_VAL;
    double left = 1; ///< share of the windows, by some of these, in random texts
};

split_plan plan_split_places(const variant_problem& given, const variant_resources& resources,
                             const window_starts& starts, std::uint64_t length) {
    split_plan plan;
    const split_shape shape(length, given.allowed.edits);
    const auto letters = static_cast<double>(given.of.text().size());
    const auto windows = static_cast<double>(starts.size());
    const std::size_t asked = std::min(starts.size(), tuning::windows_asked_for_split_places);
    double near = 0;   // beginnings, of all these
    double listed = 0; // places, of all these
    double cost = 0;   // of all these
    double left = 0;
    const double words = std::ldexp(1.0, static_cast<int>(2 * shape.letters[behind_place]));
    const double of_halves = std::min(windows, words);
    for (std::size_t each = 0; each < asked; ++each) {
        const auto window = given.of.letters(starts[(2 * each + 1) * starts.size() / (2 * asked)], length);
        std::array<numbered_word, both_halves> half{1, 1};
        for (std::size_t at = 0; at < length; ++at) {
            const bool is_before = at < shape.letters[before_place];
            const letter next = window[is_before ? shape.letters[before_place] - 1 - at : at];
            numbered_word& of = half[is_before ? before_place : behind_place];
            of = of << 2U | (next < plain_nucleotides ? next : 0U);
        }
        const auto share_of = [](std::span<const numbered_word> beginnings) {
            double share = 0;
            for (const numbered_word word : beginnings)
                share += std::ldexp(1.0, -2 * static_cast<int>(length_of_word(word)));
            return share;
        };
        double places = 0;
        shape.for_each_listed([&](which_half of, unsigned with) {
            const auto rest = near_beginnings(shape.rest(of, with), half[other_of(of)]);
            const double here = letters * share_of(near_beginnings(shape.listed(of, with), half[of]));
            const auto beginnings = static_cast<double>(rest.size());
            places += here * share_of(rest);
            listed += here;
            const double of_all = words * beginnings * tuning::cost_of_made_beginning;
            if (with > 0) {
                near += beginnings;
                cost += of_all + here * of_halves * tuning::cost_of_split_entry +
                        windows * beginnings * tuning::cost_of_near_beginning;
            } else {
                cost += windows * here < tuning::places_asked_one_by_one * words
                            ? windows * here * tuning::cost_of_asked_place
                            : of_all + windows * here * tuning::cost_of_equal_place;
            }
        });
        if (places * tuning::places_beside_chance >= static_cast<double>(given.support)) left += 1;
    }
    const auto of_each = static_cast<double>(asked);
    plan.left = left / of_each;
    const double memory = 4 * (2 * letters + 5 * windows) +
                          near_sums::memory(shape.rest(before_place, shape.few[before_place]), near / of_each);
    if (memory > static_cast<double>(resources.memory) / 8 || letters >= std::numeric_limits<std::uint32_t>::max() / 2)
        return {};
    plan.cost = letters * tuning::cost_of_split_place + cost / of_each +
                plan.left * windows * listed / of_each * tuning::cost_of_equal_place;
    return plan;
}

/// The same of counting windows by rows of their halves (halves.cpp), if these are random: HUGE_VAL if that is not
/// done.
double cost_of_rows(const variant_problem& given, const variant_resources& resources, const variant_lanes& lanes,
                    std::size_t windows, std::uint64_t length) {
    const double known = std::log2(static_cast<double>(windows)) / 2; // letters of as many nucleotides
    const std::vector<std::uint32_t> shared(
        windows, static_cast<std::uint32_t>(std::min(known, static_cast<double>(length - 1))));
    const half_plan plan = plan_halves(given, resources, lanes.letters, lanes.blocks, length, shared);
    const double beside_lists = tuning::cost_of_rows_beside_lists * static_cast<double>(given.allowed.edits);
    return plan.letters_of_end > 0 ? plan.cost * beside_lists : HUGE_VAL;
}

/// Instructions of counting windows, roughly, by the ways that take the least; asked from the quickest to tell on,
/// until one takes less than `enough`.
double cost_of_counting(const variant_problem& given, const variant_resources& resources, const variant_lanes& lanes,
                        const window_starts& starts, std::uint64_t length, double at_once, double enough) {
    double cost = at_once;
    if (cost > enough && given.copies == 1) {
        const neighbourhood_plan halves =
            plan_half_neighbourhoods(given, resources, lanes.blocks, length, starts.size());
        if (halves.letters_of_end > 0) cost = std::min(cost, halves.cost);
    }
    if (cost > enough && given.copies == 1)
        cost = std::min(cost, cost_of_rows(given, resources, lanes, starts.size(), length));
    if (cost > enough)
        cost = std::min(cost, cost_of_random_walks(given, resources, lanes.letters, lanes.blocks, starts, length));
    return cost;
}

} // namespace

bool drop_by_places(const variant_problem& given, const variant_resources& resources, const variant_lanes& lanes,
                    std::uint64_t length, double at_once, window_starts& starts, known_supports& known) {
    const bool were_listed = known.length != 0 && known.length < length;
    known = {};
    const bool are_listed = given.allowed.edits >= tuning::least_edits_of_listed_places;
    if (starts.empty() || !(are_listed || are_split_places_possible(given, length))) return false;
    const bool is_forced = current_search_habits().always_filters;
    const double all = static_cast<double>(starts.size()) * static_cast<double>(given.of.sequences());
    const double least = tuning::least_share_of_split_windows * static_cast<double>(given.of.text().size());
    const double worth = were_listed  ? tuning::worth_further_listed_places
                         : are_listed ? tuning::worth_listed_places
                                      : tuning::worth_split_places;
    if (!is_forced && (all < worth || (!were_listed && static_cast<double>(starts.size()) < least))) return false;
    if (are_listed) {
        const double otherwise =
            is_forced ? HUGE_VAL : cost_of_counting(given, resources, lanes, starts, length, at_once, 0);
        return drop_by_listed_places(given, resources, length, otherwise, starts, known);
    }
    if (!is_forced) {
        const split_plan plan = plan_split_places(given, resources, starts, length);
        const double least_saved = plan.cost / tuning::share_of_split_places;
        if (plan.left > tuning::most_left_by_split_places ||
            cost_of_counting(given, resources, lanes, starts, length, at_once, least_saved) <= least_saved)
            return false;
    }
    drop_by_split_places(given, resources, length, starts);
    return true;
}

} // namespace concord::substring
