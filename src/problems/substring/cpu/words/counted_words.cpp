#include "problems/substring/cpu/words/counted_words.hpp"

#include "problems/substring/counting_tuning.hpp"
#include "problems/substring/cpu/words/counting_costs.hpp"
#include "problems/substring/cpu/words/word_counter.hpp"
#include "problems/substring/seed_plan.hpp"

#include <algorithm>
#include <string>
#include <utility>

namespace concord::substring {
namespace {

/// Of windows that are tried first: letters that random sequences rarely share, or one more than some window reaches;
/// 0: none.
unsigned first_counted(const problem& given, const growth_alphabet& letters, std::uint64_t reached) {
    const unsigned expected = letters_rarely_shared(given, letters);
    return expected == 0 ? 0
                         : static_cast<unsigned>(
                               std::min(std::max<std::uint64_t>(expected, reached + 1), longest_possible(given)));
}

} // namespace

double cost_of_counting(const problem& given, std::uint64_t memory, unsigned threads, std::uint64_t reached) {
    const growth_alphabet letters(given);
    const counting_costs costs(given, letters, memory, threads);
    const unsigned length = costs.is_possible() ? first_counted(given, letters, reached) : 0;
    return length == 0 ? impossible : costs.of_lengths(length);
}

counted_words count_words(const problem& given, const cpu_resources& resources, double most_cost, std::uint64_t reached,
                          const count_ambiguous& of_ambiguous) {
    counted_words result{std::nullopt, impossible};
    if (given.mismatches == 0 || given.support < 2) return result;
    const growth_alphabet letters(given);
    const counting_costs costs(given, letters, resources.memory, resources.workers.threads());
    if (!costs.is_possible()) return result;
    const unsigned expected = first_counted(given, letters, reached);
    const std::uint64_t longest = longest_possible(given);
    if (expected == 0) return result;

    const unsigned beyond_chance = expected + tuning::most_letters_beyond_chance;
    const bool is_certain = resources.path == search_path::counted_words || reached > 0;
    word_counter counter(given, resources, letters, costs, most_cost, of_ambiguous);
    unsigned length = expected;
    result.cost = costs.of_lengths(length);
    if (result.cost > most_cost) {
        // Where what repeats is the answer, only few words are compared exactly.
        const bool may_be_few = counter.repetition() > tuning::most_repetition_of_chance;
        if (!may_be_few || costs.of_length(length, false) > most_cost * tuning::counting_in_vain) return result;
    }
    if (length > 1 && costs.of_length(length, false) > costs.of_length(length - 1, true)) --length;
    std::uint64_t without = longest + 1; // no word of so many letters has the support
    longest_windows best;
    for (bool is_first = true; length > best.length && length < without; is_first = false) {
        std::optional<longest_windows> found;
        if (best.length > 0) found = counter.longer(best);
        if (!found && (length < beyond_chance || is_certain)) {
            // Where words of one letter more have the support, those of this length need not be counted exactly.
            const bool may_be_longer = best.length == 0 && length + 1 < std::min<std::uint64_t>(without, beyond_chance);
            const double sums = costs.of_length(length, false) + costs.of_length(length + 1, false);
            found = counter.supported(length, is_first && length < longest && !is_certain,
                                      may_be_longer ? tuning::exact_supports_beside_sums * sums : impossible);
        }
        if (counter.is_postponed()) {
            ++length;
            continue;
        }
        if (!found) {
            result.reached = best.length;
            result.cost = impossible;
            return result;
        }
        if (found->windows.empty()) {
            without = length;
            if (length <= given.min_length) break;
            --length;
        } else {
            best = std::move(*found);
            ++length;
            counter.allow(tuning::counting_beyond_answer * most_cost); // else what is known was in vain
        }
    }
    if (best.length < given.min_length) best = {};
    resources.notes.push_back("counted what is near to every word of up to " + std::to_string(without) + " letters");
    result.found = std::move(best);
    return result;
}

} // namespace concord::substring
