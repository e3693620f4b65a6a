#include "problems/substring/cpu/words/counted_words.hpp"

#include "problems/substring/counting_tuning.hpp"
#include "problems/substring/cpu/candidate_windows.hpp"
#include "problems/substring/cpu/join/join.hpp"
#include "problems/substring/cpu/join/join_cost.hpp"
#include "problems/substring/cpu/join/piece_index.hpp"
#include "problems/substring/cpu/words/ball_counts.hpp"
#include "problems/substring/cpu/words/ball_unions.hpp"
#include "problems/substring/cpu/words/near_word_bits.hpp"
#include "problems/substring/cpu/words/shared_balls.hpp"
#include "problems/substring/cpu/words/walked_words.hpp"
#include "problems/substring/cpu/words/word_table.hpp"
#include "problems/substring/seed_plan.hpp"
#include "problems/substring/tuning.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <span>
#include <string>
#include <utility>

namespace concord::substring {
namespace {

constexpr std::uint64_t sequences_of_part = 4096;

/// What counting costs, in instructions.
class counting_costs {
  public:
    counting_costs(const problem& given, const growth_alphabet& letters, std::uint64_t memory, unsigned threads)
        : given_(given), letters_(letters), memory_(memory), threads_(threads) {}

    /// Whether there are words at all that chance alone gives the support.
    [[nodiscard]] bool is_possible() const {
        return given_.mismatches > 0 && given_.support >= 2 && letters_.size() <= growth_alphabet::most_letters &&
               letters_.ordinary() >= 2;
    }

    /// Of one length, with exact supports of all words where it is the answer; infinite: not possible.
    [[nodiscard]] double of_length(unsigned length, bool is_answer) const {
        const double counted = cost_of_counted_set(given_, letters_, length, memory_);
        if (counted == impossible) return impossible;
        const split_word split = split_word::of(letters_.ordinary(), length);
        const double words = most_words(given_, split);
        return counted +
               (is_answer
                    ? std::min({of_bits(length), of_near_bits(split, words), of_pairs(split), of_unions(split, words)})
                    : 0);
    }

    /// Exact supports by a table of a bit for each word and sequence (word_table.hpp); infinite: it does not fit.
    [[nodiscard]] double of_bits(unsigned length) const {
        return sequences_of_fitting_entry(given_, memory_, threads_, letters_, length) > 0
                   ? tuning::memory_of_word_table * cost_of_word_table(given_, letters_, length)
                   : impossible;
    }
    /// The same by a table of a bit for each word, of one sequence after the other (near_word_bits.hpp).
    [[nodiscard]] double of_near_bits(const split_word& split, double words) const {
        return cost_of_near_word_bits(given_, memory_, threads_, split, words);
    }
    /// The same by uniting balls (ball_unions.hpp).
    [[nodiscard]] double of_unions(const split_word& split, double words) const {
        return cost_of_ball_unions(given_, split, words);
    }
    /// The same by a walk along these words (walked_words.hpp).
    [[nodiscard]] double of_walk(const word_set& words) const {
        return cost_of_walked_words(given_, memory_, threads_, letters_, words);
    }
    /// Exact supports by what is near to two windows of a sequence.
    [[nodiscard]] double of_pairs(const split_word& split) const {
        return bytes_of_counting_once(given_) * threads_ > static_cast<double>(memory_) / 4
                   ? impossible
                   : cost_of_counting_once(given_, ball_shape(split, given_.mismatches));
    }

    /// Of a length that no word is expected to have the support at, and of the answer, one letter shorter: from which
    /// one goes on with few windows.
    [[nodiscard]] double of_lengths(unsigned length) const {
        if (length <= 1) return of_length(length, false);
        const double longer = of_length(length, false);
        const double answer = of_length(length - 1, true);
        return answer + std::min(longer, answer);
    }

  private:
    const problem& given_;
    const growth_alphabet& letters_;
    std::uint64_t memory_; ///< bytes
    unsigned threads_;
};

class word_counter {
  public:
    word_counter(const problem& given, const cpu_resources& resources, const growth_alphabet& letters,
                 const counting_costs& costs, double most_cost)
        : given_(given), resources_(resources), letters_(letters), costs_(costs), most_cost_(most_cost) {}

    /// All windows of a length that have the support; nothing where that takes too much, and where single words have it
    /// as they are, and `by_chance_only`.
    [[nodiscard]] std::optional<longest_windows> supported(unsigned length, bool by_chance_only) {
        if (costs_.of_length(length, false) > most_cost_) return std::nullopt;
        word_set words(given_, letters_, length, resources_.workers);
        const auto has_support = [&](std::uint32_t count) { return count >= given_.support; };
        if (by_chance_only && std::ranges::any_of(words.holders(), has_support)) return std::nullopt;
        longest_windows found{length, {}};
        std::vector<std::uint32_t> counts = ball_counts(given_, resources_, words);
        if (letters_.has_ambiguous() && !settle_ambiguous(words, counts, found)) return std::nullopt;
        std::vector<std::uint8_t> is_possible(counts.size());
        for (std::size_t word = 0; word < counts.size(); ++word)
            is_possible[word] = has_support(counts[word]) ? 1 : 0;
        std::erase_if(counts, [&](std::uint32_t count) { return !has_support(count); });
        words.keep(is_possible);
        if (!counts.empty() && !settle(words, counts, found)) return std::nullopt;
        return found;
    }

    /// Of one letter more than all windows that have the support, from these; nothing where that takes too much, or
    /// more than to count all words.
    [[nodiscard]] std::optional<longest_windows> longer(const longest_windows& shorter) {
        candidate_windows windows(given_, shorter.length);
        windows.sources.clear();
        for (const window& each : shorter.windows)
            windows.sources.set(given_.offset(each.sequence) + each.start);
        ++windows.length;
        windows.sources.lengthen(given_, windows.length);
        windows.targets.lengthen(given_, windows.length);
        windows.count();
        if (windows.source_count == 0) return longest_windows{windows.length, {}};
        distinct_sources distinct(given_, resources_.workers);
        const double counting = costs_.of_length(static_cast<unsigned>(windows.length), false);
        if (cost_of_joining_these(windows, distinct) > std::min(counting, most_cost_)) return std::nullopt;
        return join(given_, resources_.workers, resources_.kernels, windows, distinct.of(windows));
    }

    /// Of words (piece_index.hpp).
    [[nodiscard]] double repetition() {
        return repetition_ ? *repetition_ : repetition_.emplace(repetition_of_words(given_));
    }

  private:
    /// Adds the windows that have the support to those found, of the words of a set and what is near to each; whether
    /// that takes little enough.
    [[nodiscard]] bool settle(const word_set& words, std::vector<std::uint32_t>& counts, longest_windows& found) {
        const double by_bits = costs_.of_bits(words.length());
        const double by_near_bits = costs_.of_near_bits(words.split(), static_cast<double>(words.size()));
        const double by_pairs = costs_.of_pairs(words.split());
        const double by_unions = costs_.of_unions(words.split(), static_cast<double>(words.size()));
        const double by_walk = costs_.of_walk(words);
        const double all_at_once = std::min({by_bits, by_near_bits, by_pairs, by_unions, by_walk});
        const double bearable = std::min(all_at_once, most_cost_);
        const double near = std::accumulate(counts.begin(), counts.end(), 0.0) * tuning::cost_of_near_window;
        if (near < bearable)
            if (const std::optional<std::vector<window_occurrence>> few = few_windows_of(words)) {
                candidate_windows windows = sources_at(*few, words.length());
                distinct_sources distinct(given_, resources_.workers);
                if (cost_of_joining_these(windows, distinct) + near < bearable) {
                    add_joined(windows, distinct, found);
                    return true;
                }
            }
        if (all_at_once > most_cost_) return false;
        if (by_walk == all_at_once)
            counts = count_walked_words(given_, resources_, letters_, word_list(words));
        else if (by_unions == all_at_once)
            count_ball_unions(given_, resources_, letters_, words, counts);
        else if (by_bits == all_at_once)
            count_bits(words, counts);
        else if (by_near_bits == all_at_once)
            count_near_word_bits(given_, resources_, letters_, words, counts);
        else
            count_sequences_once(given_, resources_, letters_, words, counts);
        list_windows(words, counts, found.windows);
        return true;
    }

    /// Adds the windows with ambiguous letters that have the support, of those whose word may have it; whether that
    /// takes little enough.
    [[nodiscard]] bool settle_ambiguous(const word_set& words, const std::vector<std::uint32_t>& counts,
                                        longest_windows& found) {
        const std::vector<window_occurrence> some = list_occurrences(words, [&](front_and_end word, bool is_ordinary) {
            return !is_ordinary && counts[words.rank(word.front, word.end)] >= given_.support;
        });
        if (some.empty()) return true;
        const auto count = static_cast<double>(some.size());
        const double by_walk = cost_of_walked_words(given_, resources_.memory, resources_.workers.threads(), letters_,
                                                    count, count * (words.length() - 1));
        candidate_windows windows = sources_at(some, words.length());
        distinct_sources distinct(given_, resources_.workers);
        const double joining = cost_of_joining_these(windows, distinct);
        if (std::min(joining, by_walk) > most_cost_) return false;
        if (by_walk < joining)
            walk_ambiguous(some, found);
        else
            add_joined(windows, distinct, found);
        return true;
    }

    void walk_ambiguous(std::span<const window_occurrence> windows, longest_windows& found) const {
        std::vector<std::vector<std::uint8_t>> texts;
        for (const window_occurrence& each : windows) {
            std::vector<std::uint64_t> digits(found.length);
            letters_.read(given_, each.position, digits);
            texts.emplace_back(digits.begin(), digits.end());
        }
        std::vector<std::size_t> order(windows.size());
        std::iota(order.begin(), order.end(), 0);
        std::ranges::sort(order, [&](std::size_t a, std::size_t b) { return texts[a] < texts[b]; });
        std::vector<std::uint8_t> sorted;
        for (const std::size_t index : order)
            sorted.insert(sorted.end(), texts[index].begin(), texts[index].end());
        const word_list words(static_cast<unsigned>(found.length), std::move(sorted));
        const std::vector<std::uint32_t> supports = count_walked_words(given_, resources_, letters_, words);
        for (std::size_t word = 0; word < order.size(); ++word) {
            const window_occurrence& each = windows[order[word]];
            if (supports[word] >= given_.support)
                found.windows.push_back({each.sequence, each.position - given_.offset(each.sequence), supports[word]});
        }
    }

    /// The windows of the words of a set; nothing where they are not few.
    [[nodiscard]] std::optional<std::vector<window_occurrence>> few_windows_of(const word_set& words) const {
        double holders = 0;
        for (const std::uint32_t each : words.holders())
            holders += each;
        if (holders > static_cast<double>(given_.set.letters()) * tuning::few_windows_of_words) return std::nullopt;
        return list_occurrences(words, [&](front_and_end word, bool is_ordinary) {
            return is_ordinary && (words.ends(word.front) >> word.end & 1U) != 0;
        });
    }

    /// The windows that is_wanted(word, is_ordinary) says, in order.
    template <class IsWanted>
    [[nodiscard]] std::vector<window_occurrence> list_occurrences(const word_set& words, IsWanted is_wanted) const {
        std::vector<std::vector<window_occurrence>> of_part((given_.sequences() + sequences_of_part - 1) /
                                                            sequences_of_part);
        resources_.workers.run(of_part.size(), [&](std::size_t part, unsigned) {
            word_reader reader(given_, letters_, words.length());
            const std::uint64_t last = std::min((part + 1) * sequences_of_part, given_.sequences());
            for (std::uint64_t sequence = part * sequences_of_part; sequence < last; ++sequence)
                words.for_each(reader, sequence, [&](std::uint64_t start, front_and_end word, bool is_ordinary) {
                    if (is_wanted(word, is_ordinary))
                        of_part[part].push_back({sequence, given_.offset(sequence) + start});
                });
        });
        std::vector<window_occurrence> all;
        for (const auto& some : of_part)
            all.insert(all.end(), some.begin(), some.end());
        return all;
    }

    [[nodiscard]] candidate_windows sources_at(std::span<const window_occurrence> some, std::uint64_t length) const {
        candidate_windows windows(given_, length);
        windows.sources.clear();
        for (const window_occurrence& each : some)
            windows.sources.set(each.position);
        windows.count();
        return windows;
    }
    void add_joined(candidate_windows& windows, distinct_sources& distinct, longest_windows& found) const {
        const longest_windows joined =
            join(given_, resources_.workers, resources_.kernels, windows, distinct.of(windows));
        found.windows.insert(found.windows.end(), joined.windows.begin(), joined.windows.end());
    }

    [[nodiscard]] double cost_of_joining_these(const candidate_windows& windows, distinct_sources& distinct) {
        if (memory_of_joining(given_, windows.counts()) > static_cast<double>(resources_.memory)) return impossible;
        return cost_of_joining_distinct(given_, resources_.kernels, windows, distinct, repetition());
    }

    /// Supports of the words of a set, from a table of a bit for each word and sequence.
    void count_bits(const word_set& words, std::span<std::uint32_t> supports) const {
        const word_table table =
            make_word_table(given_, resources_, letters_, words.length(),
                            sequences_of_fitting_entry(given_, resources_, letters_, words.length()));
        words.for_each_word([&](std::size_t rank, std::size_t word) { supports[rank] = table.supports[word]; });
    }

    void list_windows(const word_set& words, const std::vector<std::uint32_t>& supports,
                      std::vector<window>& found) const {
        const std::uint64_t parts = (given_.sequences() + sequences_of_part - 1) / sequences_of_part;
        std::vector<std::vector<window>> of_part(parts);
        resources_.workers.run(parts, [&](std::size_t part, unsigned) {
            word_reader reader(given_, letters_, words.length());
            const std::uint64_t last = std::min((part + 1) * sequences_of_part, given_.sequences());
            for (std::uint64_t sequence = part * sequences_of_part; sequence < last; ++sequence)
                words.for_each(reader, sequence, [&](std::uint64_t start, front_and_end word, bool is_ordinary) {
                    if (!is_ordinary || (words.ends(word.front) >> word.end & 1U) == 0) return;
                    const std::uint32_t support = supports[words.rank(word.front, word.end)];
                    if (support >= given_.support) of_part[part].push_back({sequence, start, support});
                });
        });
        for (const auto& some : of_part)
            found.insert(found.end(), some.begin(), some.end());
    }

    const problem& given_;
    const cpu_resources& resources_;
    const growth_alphabet& letters_;
    const counting_costs& costs_;
    double most_cost_; ///< of a step, in instructions
    std::optional<double> repetition_;
};

} // namespace

double cost_of_counting(const problem& given, std::uint64_t memory, unsigned threads) {
    const growth_alphabet letters(given);
    const counting_costs costs(given, letters, memory, threads);
    const unsigned expected = costs.is_possible() ? letters_rarely_shared(given, letters) : 0;
    if (expected == 0) return impossible;
    return costs.of_lengths(static_cast<unsigned>(std::min<std::uint64_t>(expected, longest_possible(given))));
}

counted_words count_words(const problem& given, const cpu_resources& resources, double most_cost) {
    counted_words result{std::nullopt, impossible};
    if (given.mismatches == 0 || given.support < 2) return result;
    const growth_alphabet letters(given);
    const counting_costs costs(given, letters, resources.memory, resources.workers.threads());
    if (!costs.is_possible()) return result;
    const unsigned expected = letters_rarely_shared(given, letters);
    const std::uint64_t longest = longest_possible(given);
    if (expected == 0) return result;

    const bool is_forced = resources.path == search_path::counted_words;
    word_counter counter(given, resources, letters, costs, most_cost);
    auto length = static_cast<unsigned>(std::min<std::uint64_t>(expected, longest));
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
        if (!found && (length < expected + tuning::most_letters_beyond_chance || is_forced))
            found = counter.supported(length, is_first && length < longest && !is_forced);
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
        }
    }
    if (best.length < given.min_length) best = {};
    resources.notes.push_back("counted what is near to every word of up to " + std::to_string(without) + " letters");
    result.found = std::move(best);
    return result;
}

} // namespace concord::substring
