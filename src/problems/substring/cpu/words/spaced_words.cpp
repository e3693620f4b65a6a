#include "problems/substring/cpu/words/spaced_words.hpp"

#include "problems/substring/cpu/words/spaced_counts.hpp"
#include "problems/substring/seed_plan.hpp"
#include "problems/substring/tuning.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <string>
#include <utility>

namespace concord::substring {
namespace {

/// Windows of k letters are near to all others.
longest_windows any_windows(const problem& given) {
    longest_windows found{given.mismatches, {}};
    std::uint64_t holders = 0;
    for (std::uint64_t sequence = 0; sequence < given.sequences(); ++sequence)
        holders += given.length(sequence) >= given.mismatches ? 1U : 0U;
    const placed_windows all = place_all_windows(given, given.mismatches);
    for (std::size_t index = 0; index < all.size(); ++index)
        found.windows.push_back(
            {all.sequences[index], all.positions[index] - given.offset(all.sequences[index]), holders});
    return found;
}

} // namespace

std::uint64_t most_shared_by_chance(const problem& given) {
    const auto sequences = static_cast<double>(given.sequences());
    const std::uint64_t longest = longest_possible(given);
    const double mean = static_cast<double>(given.set.letters()) / sequences;
    const double share = static_cast<double>(given.support) / sequences;
    std::uint64_t length = given.mismatches + 1;
    for (; length < longest && length < sequence::letters_per_word; ++length) {
        const double starts = std::max(1.0, mean - static_cast<double>(length));
        const double near =
            starts * chance_of_survival(static_cast<unsigned>(length + 1), given.mismatches, given.chance_match);
        if (1 - std::exp(-near) < share * tuning::rare_enough) break;
    }
    return std::min(length, longest);
}

double least_cost_of_spaced_words(const problem& given, const cpu_resources& resources) {
    if (given.mismatches == 0 || given.support < 2 || longest_possible(given) <= given.mismatches ||
        given.chance_match >= 1)
        return std::numeric_limits<double>::infinity();
    return spaced_costs(given, resources, growth_alphabet(given))
        .of_supports(most_shared_by_chance(given), static_cast<double>(given.set.letters()));
}

spaced_words find_by_spaced_words(const problem& given, const cpu_resources& resources, double most_cost) {
    double spent = least_cost_of_spaced_words(given, resources);
    if (spent > most_cost) return {std::nullopt, spent};
    const std::uint64_t longest = longest_possible(given);
    const growth_alphabet letters(given);
    const std::uint64_t expected = most_shared_by_chance(given);
    std::uint64_t length = expected;
    const spaced_costs costs(given, resources, letters);
    const spaced_counts counts(given, resources, letters, costs);
    const auto may_have_support = [&](placed_windows&& windows, std::uint64_t of) {
        spent += costs.of_bounds(of, static_cast<double>(windows.size()));
        if (spent <= most_cost) windows = with_support(windows, counts.bounds(windows, of), given.support);
        spent += costs.of_supports(of, static_cast<double>(windows.size()));
        return std::move(windows);
    };
    // What is longer than chance explains is looked at first: if much of it may have the support, all is in vain.
    placed_windows beyond;
    if (length < longest) beyond = may_have_support(place_all_windows(given, length + 1), length + 1);
    placed_windows windows = place_all_windows(given, length);
    longest_windows best;
    for (std::uint64_t without = longest + 1; length > best.length && length < without;) {
        if (spent > most_cost) return {std::nullopt, spent};
        if (length == given.mismatches) {
            best = any_windows(given);
            break;
        }
        const std::vector<std::uint32_t> supports = counts.supports(windows, length);
        longest_windows found = answer_of(given, windows, supports, length);
        if (found.windows.empty()) {
            without = length;
            if (length <= given.min_length || best.length > 0) break;
            windows = place_all_windows(given, --length);
            if (length > given.mismatches) spent += costs.of_supports(length, static_cast<double>(windows.size()));
        } else {
            best = std::move(found);
            windows = lengthened(with_support(windows, supports, given.support));
            if (++length == expected + 1)
                windows = of_both(windows, beyond);
            else if (length > expected && length < without)
                windows = may_have_support(std::move(windows), length);
        }
    }
    if (best.length < given.min_length) best = {};
    resources.notes.push_back("counted what agrees in all but " + std::to_string(given.mismatches) +
                              " letters of every window");
    return {std::move(best), spent};
}

} // namespace concord::substring
