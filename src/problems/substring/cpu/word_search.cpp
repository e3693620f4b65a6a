#include "problems/substring/cpu/word_search.hpp"

#include "problems/substring/counting_tuning.hpp"
#include "problems/substring/cpu/filter/filter.hpp"
#include "problems/substring/cpu/growth/growth_block.hpp"
#include "problems/substring/cpu/growth/pattern_growth.hpp"
#include "problems/substring/cpu/join/join_cost.hpp"
#include "problems/substring/cpu/join/piece_index.hpp"
#include "problems/substring/cpu/scan/diagonal_kernels.hpp"
#include "problems/substring/cpu/scan/ring_counts.hpp"
#include "problems/substring/cpu/scan/scan.hpp"
#include "problems/substring/cpu/seeds/seeded_windows.hpp"
#include "problems/substring/cpu/words/counted_words.hpp"
#include "problems/substring/cpu/words/frequent_window.hpp"
#include "problems/substring/cpu/words/pieced_windows.hpp"
#include "problems/substring/cpu/words/spaced_words.hpp"
#include "problems/substring/cpu/words/word_table.hpp"
#include "problems/substring/exact_substrings.hpp"
#include "problems/substring/lcp_with_mismatches.hpp"
#include "problems/substring/sequence_tasks.hpp"
#include "problems/substring/suffix_tuning.hpp"
#include "problems/substring/tuning.hpp"
#include "runtime/parallel_sort.hpp"
#include "runtime/parts.hpp"
#include "suffixes/maximal_pairs.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <functional>
#include <limits>
#include <utility>

namespace concord::substring {

namespace {

/// Letters of the longest windows of which one would expect some to have the support in letters at random (where
/// most_shared_by_chance asks that of a single one): near windows of one are Poisson distributed. Those of a support
/// are one set of windows, whichever of them is asked about.
std::uint64_t longest_by_chance(const problem& given) {
    const auto letters = static_cast<double>(given.set.letters());
    const auto others = static_cast<double>(given.support - 1);
    const double asked = letters * static_cast<double>(given.sources) / static_cast<double>(given.sequences()) /
                         static_cast<double>(given.support);
    std::uint64_t length = given.mismatches + 1;
    for (; length < sequence::letters_per_word; ++length) {
        const double near =
            letters * chance_of_survival(static_cast<unsigned>(length + 1), given.mismatches, given.chance_match);
        if (near >= others) continue;
        if (std::log(asked) + others * std::log(near) - near - std::lgamma(others + 1) < 0) break;
    }
    return length;
}

/// Of all windows that are so long that they are looked at in blocks, at least what seeds take that are quick; infinite
/// where sequences are short.
double cost_along_long_diagonals(const problem& given, runtime::thread_pool& workers) {
    if (given.set.longest() <= most_diagonal_letters) return std::numeric_limits<double>::infinity();
    const std::uint64_t spans = count_spans(given, workers, least_window_of_blocks);
    return std::max(tuning::seeds_are_quick,
                    tuning::time_of_diagonals *
                        cost_of_diagonals(given, spans, given.sequences(), least_window_of_blocks));
}

} // namespace

double word_search::repetition() const {
    return repetition_ ? *repetition_ : repetition_.emplace(repetition_of_words(given_));
}

std::uint64_t word_search::reach_of_frequent() {
    if (given_.known_reach > 0) return given_.known_reach; // which was asked for before
    return reach_of_frequent_ ? *reach_of_frequent_
                              : reach_of_frequent_.emplace(reach_of_frequent_windows(given_, resources_));
}

std::uint64_t word_search::reached_by_rare() {
    return is_free_for(search_path::automatic) && may_be_rare(given_) ? std::max(reached_, reach_of_frequent())
                                                                      : reached_;
}

std::optional<longest_windows> word_search::find_if_cheaper(double most) {
    const auto letters = static_cast<double>(given_.set.letters());
    const double quick = tuning::growth_is_quick * letters;
    if (resources_.path == search_path::pattern_growth) return grow(std::max(quick, tuning::forced_growth));
    if (resources_.path == search_path::counted_words) return count(std::max(quick, tuning::forced_counting));
    if (resources_.path == search_path::spaced_words) return space(std::max(quick, tuning::forced_counting));
    if (resources_.path == search_path::pieced_windows) return by_pieces(std::numeric_limits<double>::infinity());
    if (resources_.path == search_path::seeds) return seed(std::numeric_limits<double>::infinity());
    if (auto exact = find_exactly()) return exact;
    const std::uint64_t length = std::max<std::uint64_t>(given_.min_length, tuning::length_of_estimates);
    const std::uint64_t spans = count_spans(given_, resources_.workers, length);
    const double scan = cost_of_scanning(given_, spans, given_.sequences(), length);
    const double filtering = cost_of_filtering_all();
    if (auto seeded = seed_if_few(scan, filtering)) return seeded;
    if (given_.chance_match < 0.2) // of four letters words grow as quickly
        if (auto spaced = space_if_by_chance(std::min(scan / 2, quick))) return spaced;
    const double pieced = cost_by_pieces(scan);
    const double quick_counting =
        std::min({scan * tuning::quick_counting_beside_scan, tuning::counting_is_quick * letters,
                  tuning::counting_beside_pieces * pieced});
    if (quick_counting > tuning::worth_counting && !has_smaller_table() && is_by_chance()) // else growth may be quicker
        if (auto counted = count(quick_counting)) return counted;
    const double in_vain = std::max(tuning::least_growth_in_vain, filtering * tuning::growth_in_vain_beside_filter);
    // What seeds are estimated to take, they take half of.
    const bool is_along_diagonals = cost_of_diagonals(given_, spans, given_.sequences(), length) <= scan;
    if (!is_after_long_answer())
        if (auto grown = grow(std::min({is_along_diagonals ? scan : scan / 2, quick, pieced,
                                        std::max(tuning::least_growth, tuning::growth_beside_filter * filtering)}),
                              std::min(tuning::growth_in_vain * letters, in_vain)))
            return grown;
    if (pieced < std::min(scan, most)) {
        const double beside_pieces = std::min(bearable_beside(scan), tuning::counting_beside_pieces * pieced);
        if (beside_pieces > quick_counting &&
            substring::cost_of_counting(given_, resources_.memory, resources_.workers.threads()) < beside_pieces)
            if (auto counted = count(beside_pieces)) return counted;
        if (auto found = by_pieces(tuning::pieces_beside_estimate * pieced)) return found;
    }
    const double bearable = std::min(scan / 4, most);
    const double bearable_counting = std::min(bearable_beside(scan), most);
    if (bearable_counting > tuning::worth_counting && (!is_by_chance() || cost_of_counting_ < bearable_counting))
        if (auto counted = count(bearable_counting)) return counted;
    if (auto spaced = space_if_by_chance(bearable)) return spaced;
    return std::nullopt;
}

std::optional<longest_windows> word_search::find_exactly() {
    if (!is_free_for(search_path::automatic)) return std::nullopt;
    if (given_.mismatches == 0 && given_.support == 1) return longest_sequences(given_);
    if (!is_exact(given_, resources_.memory, resources_.workers)) return std::nullopt;
    const double sorting = tuning::cost_of_suffix_array * static_cast<double>(given_.set.letters());
    const double in_vain = sorting * tuning::growth_beside_suffix_array;
    const bool is_sampled =
        given_.sequences() > current_growth_sample().at_once; // else all is spent before it gives up
    if (given_.sequences() > 2) // of two, the words of one are sampled, which is quicker still
        if (auto grown = grow(is_sampled ? sorting / 2 : in_vain, in_vain)) return grown;
    return substring::find_exactly(given_.set, {given_.support, given_.min_length}, resources_.memory,
                                   resources_.workers, resources_.notes);
}

std::optional<longest_windows> word_search::seed(double most_cost, bool are_counted) {
    if (!is_free_for(search_path::seeds) || given_.mismatches == 0 || given_.support < 2) return std::nullopt;
    const std::uint64_t sorting = suffixes::memory_of_longest_shared(given_.set, resources_.workers.threads());
    if (sorting > resources_.memory) return std::nullopt;
    std::vector<std::uint64_t> owners; // both strands of a sequence are one
    for (std::uint64_t sequence = 0; given_.strands > 0 && sequence < given_.sequences(); ++sequence)
        owners.push_back(sequence % given_.strands);
    seeded_windows seeded =
        find_by_seeds(given_.set, {given_.support, given_.min_length, owners}, {given_.mismatches},
                      {most_cost, resources_.memory - sorting, are_counted}, resources_.workers, resources_.notes);
    reached_ = seeded.reached;
    return std::move(seeded.found);
}

std::optional<longest_windows> word_search::seed_if_few(double scan, double filtering) {
    const auto letters = static_cast<double>(given_.set.letters());
    const auto support = static_cast<double>(given_.support);
    if (given_.mismatches == 0) return std::nullopt;
    // What long sequences share may be much longer than by chance: then few seeds tell.
    const auto sequences = static_cast<double>(given_.sequences());
    const bool is_long = letters > tuning::many_letters_for_seeds * sequences;
    const bool are_copies = letters > tuning::letters_of_long_copies * sequences && !is_by_chance();
    const double beside_filter = are_copies ? tuning::seeds_beside_filter_of_copies : tuning::seeds_beside_filter;
    const double quick = is_long && !is_by_chance() ? tuning::quick_seeds_of_copies : 0;
    const double sorting = tuning::cost_of_suffix_array * letters;
    // Where the filter has nothing to tell, of few unequal letters or of many, seeds are few, or they lie in runs of
    // the same letter.
    const bool may_lie_in_runs =
        filtering == std::numeric_limits<double>::infinity() && sequences > tuning::sequences_with_runs;
    // Where what they share is long, it is counted along diagonals whatever they are like.
    const double along_diagonals = cost_along_long_diagonals(given_, resources_.workers);
    const double most = std::min({2 * scan, along_diagonals,
                                  may_lie_in_runs ? std::max(tuning::seeds_in_runs_beside_sorting * sorting,
                                                             growth_alphabet(given_).are_many() ? quick : 0)
                                                  : std::max(beside_filter * filtering, quick)});
    const bool are_many = support * support / 2 * tuning::cost_of_seed > most;
    if (sorting > most / 2 || are_many) return std::nullopt;
    const std::uint64_t letters_of_seed = suffixes::seed_length(longest_by_chance(given_), given_.mismatches);
    const double seeds = letters * letters / 2 * std::pow(given_.chance_match, letters_of_seed);
    const bool are_few_by_chance = seeds * tuning::cost_of_seed < most;
    if (is_long && !are_few_by_chance && is_by_chance())
        return may_lie_in_runs && given_.mismatches == 1
                   ? seed(std::min(along_diagonals, tuning::seeds_of_unequal_letters_beside_sorting * sorting), true)
                   : seed(std::min(most, tuning::seeds_beside_sorting * sorting));
    if (is_long) return seed(most);
    return are_few_by_chance && is_by_chance() ? seed(most) : std::nullopt;
}

bool word_search::is_free_for(search_path path) const {
    return (resources_.path == search_path::automatic || resources_.path == path) &&
           resources_.workers.options().sharing == nullptr;
}
double word_search::bearable_beside(double scan) const {
    return scan * (is_by_chance() ? tuning::counting_beside_scan : tuning::quick_counting_beside_scan);
}

bool word_search::is_by_chance() const { return repetition() <= tuning::most_repetition_of_chance; }

bool word_search::is_after_long_answer() const {
    const auto by_chance = static_cast<double>(most_shared_by_chance(given_));
    return static_cast<double>(given_.length_before) > tuning::long_answer_beside_chance * by_chance;
}

bool word_search::has_rare_words() const {
    const growth_alphabet letters(given_);
    if (letters.are_many()) return false;
    const unsigned length = letters_rarely_shared(given_, letters);
    const std::uint64_t sampled = std::min(given_.sequences(), tuning::sequences_of_holders);
    const double letters_of_sequence =
        static_cast<double>(given_.set.letters()) / static_cast<double>(given_.sequences());
    const double words = std::pow(static_cast<double>(letters.ordinary()), length);
    if (length == 0 || words > tuning::most_fronts_of_counting * 64 ||
        letters_of_sequence > tuning::most_letters_of_sample)
        return false;
    using word_and_sequence = std::pair<std::size_t, std::uint64_t>;
    const std::uint64_t each =
        sequence_tasks(sampled, static_cast<std::uint64_t>(letters_of_sequence) * sampled).each();
    std::vector<word_and_sequence> held = runtime::collect_parts<word_and_sequence>(
        resources_.workers, sampled, each,
        [&](std::uint64_t first, std::uint64_t last, std::vector<word_and_sequence>& found) {
            word_reader reader(given_, letters, length);
            for (std::uint64_t index = first; index < last; ++index)
                reader.for_each(index * given_.sequences() / sampled,
                                [&](std::uint64_t, std::size_t word, std::uint64_t before, bool is_ordinary) {
                                    if (reader.is_word(before, is_ordinary)) found.emplace_back(word, index);
                                });
        });
    runtime::parallel_sort(resources_.workers, held, std::less());
    held.erase(std::unique(held.begin(), held.end()), held.end());
    const double most = tuning::most_holders_by_chance * static_cast<double>(given_.support) *
                        static_cast<double>(sampled) / static_cast<double>(given_.sequences());
    for (std::size_t first = 0, last = 0; first < held.size(); first = last) {
        while (last < held.size() && held[last].first == held[first].first)
            ++last;
        if (static_cast<double>(last - first) > std::max(most, 1.0)) return false;
    }
    return true;
}

bool word_search::has_long_answer(double most_cost) const {
    const growth_alphabet letters(given_);
    const std::uint64_t length =
        letters_rarely_shared(given_, letters) + std::uint64_t{tuning::most_letters_beyond_chance};
    const std::uint64_t sampled = std::min(given_.sequences(), tuning::sequences_of_long_answer);
    const double share = static_cast<double>(given_.support) / static_cast<double>(given_.sequences());
    const double wanted =
        std::max(tuning::least_holders_of_long_answer,
                 std::min(tuning::share_of_long_answer * share, (1 + share) / 2) * static_cast<double>(sampled));
    if (static_cast<double>(given_.set.letters()) >
        tuning::most_letters_of_sample * static_cast<double>(given_.sequences()))
        return false;
    const auto holds = [&](std::uint64_t sequence, std::uint64_t window) {
        for (std::uint64_t start = 0; start + length <= given_.length(sequence); ++start)
            if (mismatches_within(given_.letters, window, given_.offset(sequence) + start, length, given_.mismatches) <=
                given_.mismatches)
                return true;
        return false;
    };
    const double of_window = static_cast<double>(sampled) / 8 * static_cast<double>(given_.set.letters()) /
                             static_cast<double>(given_.sequences()) * tuning::cost_of_window_of_long_answer;
    const double bearable = most_cost * tuning::share_of_long_answers_sample / of_window;
    const auto windows = static_cast<std::uint64_t>(std::min(tuning::windows_of_long_answer, bearable));
    std::atomic<bool> is_found = false;
    resources_.workers.run(windows, [&](std::size_t index, unsigned) {
        const std::uint64_t source = index * 7919 % given_.sequences();
        if (is_found || given_.length(source) < length) return;
        const std::uint64_t window = given_.offset(source) + index * 104729 % (given_.length(source) - length + 1);
        std::uint64_t holders = 0;
        for (std::uint64_t each = 0; each < sampled; ++each) {
            holders += holds(each * given_.sequences() / sampled, window) ? 1U : 0U;
            if (each == sampled / 8 && static_cast<double>(holders) < wanted / 16) break; // far from it
        }
        if (static_cast<double>(holders) >= wanted) is_found = true;
    });
    return is_found;
}

std::optional<longest_windows> word_search::grow(double most_cost, double most_in_vain) {
    if (!is_free_for(search_path::pattern_growth)) return std::nullopt;
    pattern_growth grown = grow_patterns(given_, resources_, most_cost, most_in_vain);
    cost_of_growth_ = grown.cost;
    return std::move(grown.found);
}

bool word_search::has_smaller_table() const {
    if (!may_be_grown(given_) || given_.sequences() > current_growth_sample().at_once) return false;
    const growth_alphabet letters(given_);
    const unsigned length = letters_of_word_table(given_, resources_, letters);
    return length > 0 && 2 * cost_of_word_table(given_, letters, length) <
                             substring::cost_of_counting(given_, resources_.memory, resources_.workers.threads());
}

double word_search::cost_of_filtering_all() const {
    // Of many letters some are frequent: the filter drops less than it is expected to.
    if (growth_alphabet(given_).size() > growth_alphabet::most_letters) return std::numeric_limits<double>::infinity();
    const std::uint64_t length = std::max(
        {given_.min_length, tuning::length_of_estimates, most_shared_by_chance(given_) + 2 * given_.mismatches});
    const window_counts windows = count_all_windows(given_, length);
    const std::uint64_t level = substring::first_filter_level(given_, windows);
    if (level == 0) return std::numeric_limits<double>::infinity();
    return cost_of_filtering(given_, resources_.memory / 4, windows, level);
}

std::optional<longest_windows> word_search::count(double most_cost) {
    if (!is_free_for(search_path::counted_words)) return std::nullopt;
    if (resources_.path == search_path::automatic &&
        (most_cost <= tuning::worth_counting || given_.mismatches == 0 || !(is_by_chance() || has_rare_words()) ||
         has_long_answer(most_cost)))
        return std::nullopt;
    counted_words counted = count_words(given_, resources_, most_cost);
    cost_of_counting_ = counted.cost;
    reached_ = std::max(reached_, counted.reached);
    return std::move(counted.found);
}

std::optional<longest_windows> word_search::count_from(std::uint64_t reached, double most_cost) {
    if (cost_of_counting_ < most_cost)
        if (auto counted = count(most_cost)) return counted;
    if (!is_free_for(search_path::counted_words) || most_cost <= tuning::worth_counting ||
        substring::cost_of_counting(given_, resources_.memory, resources_.workers.threads(), reached) *
                tuning::counting_after_sample >
            most_cost)
        return std::nullopt;
    return std::move(count_words(given_, resources_, most_cost, reached).found);
}

std::optional<longest_windows> word_search::space(double most_cost) const {
    if (!is_free_for(search_path::spaced_words)) return std::nullopt;
    return std::move(find_by_spaced_words(given_, resources_, most_cost).found);
}
std::optional<longest_windows> word_search::by_pieces(double most_cost) {
    if (!is_free_for(search_path::pieced_windows)) return std::nullopt;
    if (cost_of_finding_by_pieces(given_, resources_) == impossible) return std::nullopt;
    if (resources_.path != search_path::automatic) return find_by_pieces(given_, resources_, most_cost);
    if (is_filtered_sooner(given_, resources_, reach_of_frequent())) return std::nullopt;
    return find_by_pieces(given_, resources_, most_cost, reach_of_frequent());
}
double word_search::cost_by_pieces(double scan) const {
    if (!is_free_for(search_path::pieced_windows) || given_.support < tuning::least_support_of_pieces ||
        scan < tuning::scan_worth_pieces)
        return impossible;
    const double cost = cost_of_finding_by_pieces(given_, resources_);
    return cost < scan && is_by_chance() ? cost : impossible;
}
std::optional<longest_windows> word_search::space_if_by_chance(double most_cost) const {
    return least_cost_of_spaced_words(given_, resources_) <= most_cost && is_by_chance() ? space(most_cost)
                                                                                         : std::nullopt;
}

} // namespace concord::substring
