#include "problems/substring/cpu/words/counted_words.hpp"

#include "problems/substring/chance_supports.hpp"
#include "problems/substring/counting_tuning.hpp"
#include "problems/substring/cpu/words/counting_costs.hpp"
#include "problems/substring/cpu/words/word_counter.hpp"
#include "problems/substring/seed_plan.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

namespace concord::substring {
namespace {

/// The fewest letters, up to `most`, of which no word is expected to have the support in random sequences. Where most
/// sequences must hold it, that is less than a mean tells: of 20,000 reads of 100 letters with six mismatches 12
/// letters instead of 15, and a table of a letter more is four times as large.
unsigned letters_without_support(const problem& given, const growth_alphabet& letters, unsigned most) {
    const auto sequences = static_cast<double>(given.sequences());
    const double of_sequence = static_cast<double>(given.set.letters()) / sequences;
    random_sequences of{sequences, 0, 0, given.mismatches + 1, given.mismatches, given.chance_match};
    for (; of.length < most; ++of.length) {
        of.starts = std::max(1.0, of_sequence - static_cast<double>(of.length) + 1);
        of.windows = std::min(sequences * of.starts, std::pow(static_cast<double>(letters.ordinary()), of.length));
        if (supported_by_chance(of, given.support) < 1) break;
    }
    return static_cast<unsigned>(of.length);
}

/// Letters that random sequences rarely share; 0: not known.
unsigned letters_beyond_chance(const problem& given, const growth_alphabet& letters) {
    const unsigned rarely_shared = letters_rarely_shared(given, letters);
    return 2 * given.support > given.sequences() && rarely_shared > given.mismatches
               ? letters_without_support(given, letters, rarely_shared)
               : rarely_shared;
}

/// Of windows that are tried first: such letters, or one more than some window reaches; 0: none.
unsigned first_counted(const problem& given, const growth_alphabet& letters, std::uint64_t reached) {
    const unsigned expected = letters_beyond_chance(given, letters);
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
        // Where what repeats is the answer, only few words are compared exactly; not where chance alone gives most
        // words what nearly all sequences must hold.
        const bool may_be_few = counter.repetition() > tuning::most_repetition_of_chance &&
                                letters_beyond_chance(given, letters) == letters_rarely_shared(given, letters);
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
            const double sums = costs.of_counted(length, false) + costs.of_counted(length + 1, false);
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
