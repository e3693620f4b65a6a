#include "problems/substring/cpu/words/counted_bounds.hpp"

#include "problems/substring/counting_tuning.hpp"
#include "problems/substring/cpu/join/join.hpp"
#include "problems/substring/cpu/words/ball_counts.hpp"
#include "problems/substring/cpu/words/hamming_ball.hpp"
#include "problems/substring/cpu/words/word_set.hpp"
#include "problems/substring/cpu/words/word_table.hpp"
#include "problems/substring/join_tuning.hpp"
#include "problems/substring/lcp_with_mismatches.hpp"
#include "problems/substring/search_plan.hpp"
#include "problems/substring/sequence_tasks.hpp"
#include "problems/substring/tuning.hpp"
#include "runtime/parts.hpp"

#include <algorithm>
#include <string>

namespace concord::substring {
namespace {

window_bits bounded(const problem& given, const cpu_resources& resources, unsigned length) {
    const growth_alphabet letters(given);
    const word_set words(given, letters, length, resources.workers);
    const auto counts = ball_counts(given, resources, words);
    window_bits found(given, length);
    runtime::for_parts(resources.workers, given.sequences(),
                       sequence_tasks(given.sequences(), given.set.letters()).each(),
                       [&](std::uint64_t first, std::uint64_t last) {
                           word_reader reader(given, letters, length);
                           for (std::uint64_t sequence = first; sequence < last; ++sequence)
                               words.for_each(reader, sequence, [&](std::uint64_t start, front_and_end word, bool) {
                                   if (counts[words.rank(word.front, word.end)] < given.support)
                                       found.remove(given.offset(sequence) + start);
                               });
                       });
    return found;
}

/// The windows of `length` letters all of whose words are among those of `letters`.
window_bits lengthened(const problem& given, window_bits words, std::uint64_t letters, std::uint64_t length) {
    for (std::uint64_t longer = letters + 1; longer <= length; ++longer)
        words.lengthen(given, longer);
    return words;
}

struct word_of_bound {
    unsigned letters;
    double cost; ///< instructions of counting all words of so many letters; infinite: they are too many
};

/// The words by which windows are bounded: all that they consist of, or of long windows such as random sequences share
/// rarely. A window that has a few random letters beside a run, say, is near to hardly any other one by these alone.
word_of_bound word_to_bound_by(const problem& given, const growth_alphabet& letters, std::uint64_t length,
                               std::uint64_t memory) {
    if (length <= ball_shape::most_letters_of_word) {
        const auto all = static_cast<unsigned>(length);
        if (const double cost = cost_of_counted_set(given, letters, all, memory); cost != impossible)
            return {all, cost};
    }
    const unsigned rare = letters_rarely_shared(given, letters);
    const unsigned some = rare + tuning::letters_of_bound_beyond_rare;
    if (rare == 0 || length < some + tuning::least_letters_beyond_bound || some > ball_shape::most_letters_of_word)
        return {0, impossible};
    return {some, cost_of_counted_set(given, letters, some, memory)};
}

/// Whether one of the words of a window, side by side, is in far fewer of some sequences than is asked for.
bool has_rare_word(const problem& given, std::uint64_t position, std::uint64_t length, std::uint64_t letters) {
    const std::uint64_t sampled = std::min(given.sequences(), tuning::sequences_asked_about_rare_words);
    const poll some{sampled, given.support};
    const auto is_held = [&](std::uint64_t word, std::uint64_t sequence) {
        const std::uint64_t first = given.offset(sequence);
        for (std::uint64_t at = first; at + letters <= first + given.length(sequence); ++at)
            if (mismatches_within(given.letters, word, at, letters, given.mismatches) <= given.mismatches) return true;
        return false;
    };
    for (std::uint64_t word = position; word + letters <= position + length; word += letters) {
        std::uint64_t holders = 0;
        for (std::uint64_t index = 0; index < sampled && 2 * holders * given.sequences() < given.support * sampled;
             ++index)
            holders += is_held(word, some.sequence(index, given)) ? 1U : 0U;
        if (2 * holders * given.sequences() < given.support * sampled) return true;
    }
    return false;
}

/// Whether a good share of some sources has: copies of a text, and what is periodic throughout, lose nothing.
bool have_rare_words(const problem& given, const candidate_windows& windows, std::uint64_t letters) {
    std::uint64_t asked = 0;
    std::uint64_t rare = 0;
    windows.sources.for_each_sampled(tuning::windows_asked_about_rare_words, [&](std::uint64_t position) {
        ++asked;
        rare += has_rare_word(given, position, windows.length, letters) ? 1U : 0U;
    });
    return tuning::share_of_rare_windows * static_cast<double>(asked) <= static_cast<double>(rare);
}

} // namespace

void drop_by_counts(const problem& given, const cpu_resources& resources, candidate_windows& windows,
                    const std::function<double()>& joining) {
    const bool is_forced = resources.path == search_path::filter_and_join;
    const bool is_other = resources.path != search_path::automatic && !is_forced;
    const growth_alphabet letters(given);
    if (is_other || resources.workers.options().sharing != nullptr || given.mismatches == 0 || given.support < 2 ||
        letters.are_many())
        return;
    const word_of_bound word = word_to_bound_by(given, letters, windows.length, resources.memory);
    if (word.cost == impossible) return;
    const auto most = [&] {
        const double join = joining();
        if (word.letters < windows.length) return tuning::bounds_of_long_beside_join * join;
        return join < tuning::least_join_bounded ? join : tuning::bounds_beside_join * join;
    };
    if (word.cost > (is_forced ? tuning::forced_counting : most())) return;
    if (!is_forced && word.letters < windows.length && !have_rare_words(given, windows, word.letters)) return;
    windows.sources.intersect(lengthened(given, bounded(given, resources, word.letters), word.letters, windows.length));
    windows.count();
    resources.notes.push_back("bounded by counts of words of " + std::to_string(word.letters) +
                              " letters: " + std::to_string(windows.source_count) + " windows may have the support");
}

std::optional<counted_bounds> counted_bounds::find(const problem& given, const cpu_resources& resources) {
    const growth_alphabet letters(given);
    if (given.mismatches == 0 || given.support < 2 || letters.are_many() || given.set.letters() == 0)
        return std::nullopt;
    const unsigned rare = letters_rarely_shared(given, letters);
    if (rare == 0 || rare >= given.set.longest()) return std::nullopt;
    const double most = std::min(cost_of_word_table(given, letters, rare) * tuning::bounds_beside_tables,
                                 static_cast<double>(given.set.letters()) * tuning::most_cost_of_bounds);
    unsigned length = rare;
    while (length < given.set.longest() && cost_of_counted_set(given, letters, length + 1, resources.memory) <= most)
        ++length;
    if (length == rare) return std::nullopt;
    return counted_bounds(given, resources, std::min(length, rare + 2));
}

counted_bounds::counted_bounds(const problem& given, const cpu_resources& resources, unsigned letters)
    : given_(given), resources_(resources), letters_(letters), longest_(bounded(given, resources, letters)) {}

window_bits counted_bounds::windows(std::uint64_t length) const {
    return lengthened(given_, longest_, letters(), length);
}

void counted_bounds::settle(std::vector<std::uint64_t> open, std::uint64_t longest,
                            std::vector<substring_candidate>& candidates) const {
    const auto drop_settled = [&] {
        std::erase_if(open, [&](std::uint64_t sequence) { return candidates[sequence].length > 0; });
    };
    drop_settled();
    for (auto length = static_cast<unsigned>(longest); length >= given_.min_length && length > 0 && !open.empty();
         --length) {
        settle_at(length, open, candidates);
        drop_settled();
    }
}

void counted_bounds::settle_at(unsigned length, std::vector<std::uint64_t>& open,
                               std::vector<substring_candidate>& candidates) const {
    window_bits left = length == letters_ ? longest_ : bounded(given_, resources_, length);
    left.keep(given_, open);
    std::vector<std::uint64_t> asked = open;
    candidate_windows windows(given_, length);
    for (std::uint64_t at_once = tuning::first_windows_settled; !asked.empty();
         at_once *= tuning::growth_of_windows_settled) {
        windows.sources.clear();
        windows.targets = window_bits(given_, length);
        for (const std::uint64_t sequence : asked) {
            std::uint64_t taken = 0;
            std::uint64_t first = given_.offset(sequence);
            const std::uint64_t end = given_.offset(sequence + 1);
            for (; first < end && taken < at_once; first = std::min(first + 64, end))
                left.for_each(first, std::min(first + 64, end), [&](std::uint64_t position) {
                    if (taken++ >= at_once) return;
                    windows.sources.set(position);
                    left.remove(position);
                });
        }
        windows.count();
        if (windows.source_count == 0) return;
        const equal_windows sources(given_, windows.sources, length, resources_.workers);
        const longest_windows found = join(given_, resources_.workers, resources_.kernels, windows, sources);
        for (const window& each : found.windows)
            if (substring_candidate& best = candidates[each.sequence]; best.length == 0 || each.start < best.start)
                best = {each.sequence, each.start, length, each.support};
        std::erase_if(asked, [&](std::uint64_t sequence) {
            return candidates[sequence].length > 0 || !left.any(given_.offset(sequence), given_.offset(sequence + 1));
        });
    }
}

} // namespace concord::substring
