#include "problems/substring/cpu/words/word_counter.hpp"

#include "problems/substring/cpu/words/ball_counts.hpp"
#include "problems/substring/cpu/words/ball_unions.hpp"
#include "problems/substring/cpu/words/near_lists.hpp"
#include "problems/substring/cpu/words/near_word_bits.hpp"
#include "problems/substring/cpu/words/searched_words.hpp"
#include "problems/substring/cpu/words/shared_balls.hpp"
#include "problems/substring/cpu/words/spelled_windows.hpp"
#include "problems/substring/cpu/words/union_kernels.hpp"
#include "problems/substring/cpu/words/walked_pairs.hpp"
#include "problems/substring/cpu/words/walked_words.hpp"
#include "problems/substring/cpu/words/word_table.hpp"

#include "runtime/parts.hpp"

#include <algorithm>
#include <atomic>
#include <numeric>
#include <string>
#include <utility>

namespace concord::substring {
namespace {

constexpr std::uint64_t windows_of_part = 256;

} // namespace

std::optional<longest_windows> word_counter::supported(unsigned length, bool by_chance_only, double bearable) {
    is_postponed_ = false;
    if (costs_.of_length(length, false) > most_cost_) return std::nullopt;
    word_set words(given_, letters_, length, resources_.workers);
    const auto has_support = [&](std::uint32_t count) { return count >= given_.support; };
    if (by_chance_only && std::ranges::any_of(words.holders(), has_support)) return std::nullopt;
    if (is_lacking_quicker(words)) return by_lacking(words);
    longest_windows found{length, {}};
    std::vector<window_occurrence> ambiguous;
    base::unset_vector<std::uint32_t> counts;
    if (letters_.has_ambiguous())
        counts = count_with_ambiguous(words, ambiguous);
    else
        counts = ball_counts(given_, resources_, words);
    const word_order order = order_of(words);
    if (order.is_paired())
        keep_counted(words, order, counts);
    else if (given_.sources < given_.sequences() || given_.are_both_strands)
        keep_asked(words, counts);
    const word_bits existing(words, order, !ambiguous.empty());
    keep(words, counts, has_support);
    if (!counts.empty() && !settle(words, counts, found, bearable)) return std::nullopt;
    if (!ambiguous.empty() && !settle_ambiguous(std::move(ambiguous), existing, words, counts, found))
        return std::nullopt;
    leave_other_strands(given_, found);
    return found;
}

std::optional<longest_windows> word_counter::longer(const longest_windows& shorter) {
    candidate_windows windows(given_, shorter.length);
    windows.sources.clear();
    for (const window& each : shorter.windows)
        windows.sources.set(given_.offset(each.sequence) + each.start);
    ++windows.length;
    windows.sources.lengthen(given_, windows.length);
    windows.targets.lengthen(given_, windows.length);
    windows.count();
    if (windows.source_count == 0) return longest_windows{windows.length, {}};
    if (!are_few(static_cast<double>(windows.source_count))) return std::nullopt;
    distinct_sources distinct(given_, resources_.workers);
    const double counting = costs_.of_length(static_cast<unsigned>(windows.length), false);
    if (cost_of_joining_these(windows, distinct) > std::min(counting, most_cost_)) return std::nullopt;
    longest_windows found = join(given_, resources_.workers, resources_.kernels, windows, distinct.of(windows));
    leave_other_strands(given_, found);
    return found;
}

bool word_counter::settle(word_set& words, base::unset_vector<std::uint32_t>& counts, longest_windows& found,
                          double bearable_now) {
    const double by_bits = costs_.of_bits(words.length());
    const double by_near_bits = costs_.of_near_bits(words.split(), static_cast<double>(words.size()));
    const double by_pairs = costs_.of_pairs(words.split());
    const double by_unions = share_asked(counts) * costs_.of_unions(words.split(), static_cast<double>(words.size()));
    const double by_walked_pairs = costs_.of_walked_pairs(words.split(), static_cast<double>(words.size()));
    const double by_others = std::min({by_bits, by_near_bits, by_pairs, by_unions, by_walked_pairs});
    const double by_walk = costs_.of_walk(words, tuning::true_cost_of_pairs * by_others);
    const double all_at_once = std::min(by_others, by_walk);
    const double bearable = std::min(all_at_once, most_cost_);
    const double holders = std::accumulate(counts.begin(), counts.end(), 0.0); // of words that are near to these
    const double near = holders * tuning::cost_of_near_window;
    const double by_lists = cost_of_near_lists(given_, resources_.memory, letters_, words.split(),
                                               static_cast<double>(words.size()), holders);
    is_postponed_ = std::min({all_at_once, by_lists, near}) > bearable_now;
    if (is_postponed_) return false;
    if (by_lists < std::min(bearable, near)) {
        count_near_lists(given_, resources_, letters_, words, counts);
        add_held(words, counts, found);
        return true;
    }
    if (near < bearable)
        if (const std::optional<std::vector<window_occurrence>> few = few_windows_of(words)) {
            candidate_windows windows = sources_at(*few, words.length());
            distinct_sources distinct(given_, resources_.workers);
            // Words are so short that a join compares each with nearly all windows; with ambiguous letters other ways
            // take longer, too.
            const double pairs = given_.letters.ambiguous() != nullptr
                                     ? 0
                                     : static_cast<double>(words.size()) * static_cast<double>(given_.set.letters()) *
                                           tuning::cost_of_pair_of_short_words;
            if (cost_of_joining_these(windows, distinct) + near + pairs < bearable) {
                add_joined(windows, distinct, found);
                return true;
            }
        }
    if (all_at_once > tuning::worth_searching_words && search(words, bearable, counts)) {
        add_held(words, counts, found);
        return true;
    }
    if (all_at_once > most_cost_) return false;
    const double in_parts = std::min(by_walk, by_unions);
    const bool is_before_pairs =
        all_at_once == by_pairs && in_parts <= std::min(most_cost_, tuning::true_cost_of_pairs * by_pairs);
    if (in_parts == all_at_once || is_before_pairs)
        count_in_parts(words, counts);
    else if (by_walked_pairs == all_at_once)
        walk(words, counts);
    else if (by_bits == all_at_once)
        count_bits(words, counts);
    else if (by_near_bits == all_at_once)
        count_near_word_bits(given_, resources_, letters_, words, counts);
    else
        count_sequences_once(given_, resources_, letters_, words, counts);
    add_held(words, counts, found);
    return true;
}

bool word_counter::search(const word_set& words, double most, std::span<std::uint32_t> supports) const {
    if (given_.are_both_strands || !searched_words::are_possible(given_, letters_, words.length(), resources_.memory) ||
        searched_words::least_cost(given_, words.size()) >= most)
        return false;
    const searched_words searched(given_, resources_, letters_, words);
    if (searched.cost(most) >= most) return false;
    resources_.notes.push_back("a search in one sequence after the other counts " + std::to_string(words.size()) +
                               " words of " + std::to_string(words.length()) + " letters");
    searched.count(supports);
    return true;
}

void word_counter::count_in_parts(const word_set& words, base::unset_vector<std::uint32_t>& supports) const {
    supports.assign(words.size(), 0);
    word_set open = words; // of which it is not known yet whether they have the support
    base::unset_vector<std::uint32_t> counted(words.size(), 0);
    base::unset_vector<std::uint32_t> ranks(words.size()); // among all
    std::iota(ranks.begin(), ranks.end(), 0U);
    const std::uint64_t all = given_.sequences();
    const std::uint64_t most = std::max<std::uint64_t>(all / tuning::parts_of_counting, most_united_sequences);
    std::uint64_t each = std::min(first_part_of_counting(), most);
    for (std::uint64_t first = 0, last = 0; last < all && open.size() > 0;
         first = last, each = std::min(2 * each, most)) {
        last = std::min(first + each, all);
        const double by_unions = costs_.of_unions(open.split(), static_cast<double>(open.size()));
        if (by_unions < costs_.of_walk(open, by_unions))
            count_ball_unions(given_, resources_, letters_, open, first, last, counted);
        else
            count_walked_words(given_, resources_, letters_, word_list(open), first, last, counted);
        for (std::size_t word = 0; word < ranks.size(); ++word)
            supports[ranks[word]] = counted[word];
        const auto is_open = [&](std::uint32_t support) {
            return support < given_.enough_support() && support + (all - last) >= given_.support;
        };
        keep(open, counted, is_open, &ranks);
    }
}

template <class IsKept>
void word_counter::keep(word_set& words, base::unset_vector<std::uint32_t>& counts, IsKept is_kept,
                        base::unset_vector<std::uint32_t>* beside) const {
    base::unset_vector<std::uint8_t> stays(counts.size());
    runtime::for_parts(resources_.workers, counts.size(), windows_of_part,
                       [&](std::uint64_t first, std::uint64_t last) {
                           for (std::uint64_t word = first; word < last; ++word)
                               stays[word] = is_kept(counts[word]) ? 1 : 0;
                       });
    runtime::keep_marked(resources_.workers, counts, stays);
    if (counts.size() == stays.size()) return;
    if (beside != nullptr) runtime::keep_marked(resources_.workers, *beside, stays);
    words.keep(stays, resources_.workers);
}

void word_counter::keep_asked(word_set& words, base::unset_vector<std::uint32_t>& counts) const {
    std::vector<std::uint8_t> is_asked(words.size(), 0);
    const sequence_tasks tasks = tasks_of_sources();
    resources_.workers.run(tasks.size(), [&](std::size_t task, unsigned) {
        word_reader reader(given_, letters_, words.length());
        for (std::uint64_t sequence = tasks.first(task); sequence < tasks.last(task); ++sequence)
            words.for_each(reader, sequence, [&](std::uint64_t start, front_and_end word, bool) {
                if (!is_asked_about(sequence, start)) return;
                std::atomic_ref(is_asked[words.rank(word.front, word.end)]).store(1, std::memory_order_relaxed);
            });
    });
    runtime::keep_marked(resources_.workers, counts, is_asked);
    if (counts.size() < is_asked.size()) words.keep(is_asked, resources_.workers);
}

void word_counter::keep_counted(word_set& words, const word_order& order,
                                base::unset_vector<std::uint32_t>& counts) const {
    std::vector<std::uint8_t> is_counted(words.size(), 0);
    words.for_each_word([&](std::size_t rank, std::size_t word) { is_counted[rank] = order.is_counted(word) ? 1 : 0; });
    runtime::keep_marked(resources_.workers, counts, is_counted);
    words.keep(is_counted, resources_.workers);
}

base::unset_vector<std::uint32_t> word_counter::count_with_ambiguous(const word_set& words,
                                                                     std::vector<window_occurrence>& likely) const {
    likely = list_occurrences(words, [](front_and_end, bool is_ordinary) { return !is_ordinary; });
    const ball_shape shape(words.split(), given_.mismatches);
    const auto letters = static_cast<double>(words.split().letters);
    const double near = letters * count_neighbours(letters, words.length(), given_.mismatches - 1);
    const double summing = static_cast<double>(likely.size()) * near * tuning::cost_of_word_in_ball;
    const double by_table =
        costs_.of_spelled(words.split(), static_cast<double>(words.size()), static_cast<double>(likely.size()));
    if (given_.mismatches < 2 || summing < by_table) {
        drop_unlikely(likely, [&](std::size_t index) { return sum_near(words, shape, likely[index]); });
        return ball_counts(given_, resources_, words);
    }
    const spelled_windows spelled(given_, letters_, likely, words.split(), resources_.workers);
    ball_counts_beside found = count_balls_beside(given_, resources_, words, spelled.words());
    drop_unlikely(likely, [&](std::size_t index) {
        return spelled.is_spelled(index) ? spelled.near(index, found.of_others) : sum_near(words, shape, likely[index]);
    });
    return std::move(found.counts);
}

std::uint64_t word_counter::sum_near(const word_set& words, const ball_shape& shape,
                                     const window_occurrence& window) const {
    const std::vector<std::uint8_t> text = text_of(window, words.length());
    std::uint64_t near = 0;
    for_each_in_ball(shape, word_of_ball(shape, text), [&](std::uint64_t front, std::uint64_t ends) {
        if (near >= given_.support) return;
        for (std::uint64_t rest = ends & words.ends(front); rest != 0; rest &= rest - 1)
            near += words.holders()[words.rank(front, base::lowest_one(rest))];
    });
    return near;
}

template <class Near>
void word_counter::drop_unlikely(std::vector<window_occurrence>& windows, const Near& near) const {
    std::vector<std::uint8_t> is_likely(windows.size(), 0);
    runtime::for_parts(
        resources_.workers, windows.size(), windows_of_part, [&](std::uint64_t first, std::uint64_t last) {
            for (std::uint64_t index = first; index < last; ++index)
                is_likely[index] = near(index) >= given_.support ? 1 : 0; // its own sequence is one of them
        });
    std::size_t kept = 0;
    for (std::size_t index = 0; index < windows.size(); ++index)
        if (is_likely[index] != 0) windows[kept++] = windows[index];
    windows.resize(kept);
}

bool word_counter::settle_ambiguous(std::vector<window_occurrence> some, const word_bits& existing,
                                    const word_set& words, const base::unset_vector<std::uint32_t>& counts,
                                    longest_windows& found) {
    std::erase_if(some, [&](const window_occurrence& window) {
        return existing.any_spelling(text_of(window, words.length()), [&](front_and_end word) {
            return !words.has(word) || counts[words.rank(word.front, word.end)] < given_.support;
        });
    });
    if (some.empty()) return true;
    if (of_ambiguous_) {
        longest_windows asked{found.length, {}};
        for (const window_occurrence& each : some)
            asked.windows.push_back({each.sequence, each.position - given_.offset(each.sequence), 0});
        const longest_windows held = of_ambiguous_(asked);
        found.windows.insert(found.windows.end(), held.windows.begin(), held.windows.end());
        return true;
    }
    const auto count = static_cast<double>(some.size());
    double prefixes = 0;
    for (double ways = 1, length = 1; length < words.length(); ++length)
        prefixes += std::min(count, ways *= static_cast<double>(letters_.size()));
    const double by_walk =
        given_.are_both_strands
            ? impossible // a walk knows of no halves
            : cost_of_walked_words(given_, resources_.memory, resources_.workers.threads(), letters_, count, prefixes);
    candidate_windows windows = sources_at(some, words.length());
    distinct_sources distinct(given_, resources_.workers);
    const double joining = cost_of_joining_these(windows, distinct);
    if (std::min(by_walk, joining) > most_cost_) return false;
    if (by_walk <= tuning::walk_beside_join * joining)
        walk_ambiguous(some, found);
    else
        add_joined(windows, distinct, found);
    return true;
}

void word_counter::walk_ambiguous(std::span<const window_occurrence> windows, longest_windows& found) const {
    std::vector<std::vector<std::uint8_t>> texts;
    for (const window_occurrence& each : windows)
        texts.push_back(text_of(each, found.length));
    std::vector<std::size_t> order(windows.size());
    std::iota(order.begin(), order.end(), 0);
    std::ranges::sort(
        order, [&](std::size_t a, std::size_t b) { return std::ranges::lexicographical_compare(texts[a], texts[b]); });
    std::vector<std::uint8_t> sorted;
    for (const std::size_t index : order)
        sorted.insert(sorted.end(), texts[index].begin(), texts[index].end());
    const word_list words(static_cast<unsigned>(found.length), std::move(sorted));
    base::unset_vector<std::uint32_t> supports(words.size(), 0);
    count_walked_words(given_, resources_, letters_, words, 0, given_.sequences(), supports);
    for (std::size_t word = 0; word < order.size(); ++word) {
        const window_occurrence& each = windows[order[word]];
        if (supports[word] >= given_.support)
            found.windows.push_back({each.sequence, each.position - given_.offset(each.sequence), supports[word]});
    }
}

std::optional<std::vector<window_occurrence>> word_counter::few_windows_of(const word_set& words) const {
    double holders = 0;
    for (const std::uint32_t each : words.holders())
        holders += each;
    if (!are_few(holders)) return std::nullopt;
    const word_order order = order_of(words);
    return list_occurrences(words, [&](front_and_end word, bool is_ordinary) {
        return is_ordinary && words.has(words.parted(order.counted(words.number(word))));
    });
}

template <class IsWanted>
std::vector<window_occurrence> word_counter::list_occurrences(const word_set& words, IsWanted is_wanted) const {
    return listed<std::vector<window_occurrence>>(
        words, [&](std::uint64_t sequence, std::uint64_t start, front_and_end word, bool is_ordinary) {
            const window_occurrence here{sequence, given_.offset(sequence) + start};
            return is_wanted(word, is_ordinary) ? std::optional(here) : std::nullopt;
        });
}

template <class Values, class Chosen>
Values word_counter::listed(const word_set& words, Chosen chosen) const {
    const sequence_tasks tasks = tasks_of_sources();
    using Value = typename Values::value_type;
    std::vector<Values> of_task(tasks.size());
    resources_.workers.run(tasks.size(), [&](std::size_t task, unsigned) {
        word_reader reader(given_, letters_, words.length());
        Values here;
        for (std::uint64_t sequence = tasks.first(task); sequence < tasks.last(task); ++sequence)
            words.for_each(reader, sequence, [&](std::uint64_t start, front_and_end word, bool is_ordinary) {
                if (!is_asked_about(sequence, start)) return;
                if (const std::optional<Value> one = chosen(sequence, start, word, is_ordinary)) here.push_back(*one);
            });
        of_task[task] = std::move(here);
    });
    return runtime::joined(of_task, resources_.workers);
}

sequence_tasks word_counter::tasks_of_sources() const {
    return {given_.sources, given_.set.letters() * given_.sources / std::max<std::uint64_t>(given_.sequences(), 1)};
}

candidate_windows word_counter::sources_at(std::span<const window_occurrence> some, std::uint64_t length) const {
    candidate_windows windows(given_, length);
    windows.sources.clear();
    for (const window_occurrence& each : some)
        windows.sources.set(each.position);
    windows.count();
    return windows;
}

void word_counter::count_bits(const word_set& words, std::span<std::uint32_t> supports) const {
    const word_table table = make_word_table(given_, resources_, letters_, words.length(),
                                             sequences_of_fitting_entry(given_, resources_, letters_, words.length()));
    words.for_each_word([&](std::size_t rank, std::size_t word) { supports[rank] = table.supports[word]; });
}

void word_counter::add_held(const word_set& words, std::span<const std::uint32_t> supports,
                            longest_windows& found) const {
    const word_order order = order_of(words);
    window_vector held = listed<window_vector>(
        words,
        [&](std::uint64_t sequence, std::uint64_t start, front_and_end read,
            bool is_ordinary) -> std::optional<window> {
            const front_and_end word = words.parted(order.counted(words.number(read)));
            if (!is_ordinary || !words.has(word)) return std::nullopt;
            const std::uint32_t support = supports[words.rank(word.front, word.end)];
            return support >= given_.support ? std::optional(window{sequence, start, support}) : std::nullopt;
        });
    if (found.windows.empty())
        found.windows = std::move(held);
    else
        found.windows.insert(found.windows.end(), held.begin(), held.end());
}

} // namespace concord::substring
