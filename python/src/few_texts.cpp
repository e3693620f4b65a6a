#include "few_texts.hpp"

#include "fuzz/own_edits.hpp"
#include "kept_scorer.hpp"
#include "score_table.hpp"
#include "scores.hpp"
#include "scores_of_pairs.hpp"
#include "sets.hpp"
#include "word_scores.hpp"

#include <concord/distance.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>

namespace concord::python {
namespace {

/// One text with all others, whose scores begin at `first` of the array, `step` apart.
void score_one_with_all(const symbol_view& own, const held_texts& others, const score_rule& rule,
                        const output_array& out, std::size_t first, std::size_t step) {
    auto& counter = own_of_thread<fuzz::own_edits>();
    auto& of_near_ones = own_of_thread<fuzz::own_edits, 1>();
    const distance_metric metric = edits_of(rule.metric);
    // A transposition is two edits of Levenshtein's, which are counted in less time as long as few are of interest.
    const auto are_too_unlike = [&](const symbol_view& other) {
        if (metric != distance_metric::damerau_levenshtein || !rule.cutoff) return false;
        const std::uint64_t longer = std::max(own.size(), other.size());
        const std::uint64_t most = rule.most_edits(own.size(), other.size());
        if (most > longer / 8) return false;
        return of_near_ones.count_within(own, other, distance_metric::levenshtein, 2 * most) > 2 * most;
    };
    const bool is_counted = own.size() <= fuzz::own_edits::longest_own(metric) &&
                            (metric != distance_metric::damerau_levenshtein || others.longest() <= lanes::longest_word);
    if (is_counted) counter.begin_own();
    out.visit([&](auto* to) {
        const bool is_bounded = rule.cutoff && fuzz::own_edits::has_bounds(metric);
        scores_of_pairs<std::remove_pointer_t<decltype(to)>> scores(rule, is_bounded);
        const auto store = [&](std::size_t j, std::uint64_t edits) {
            to[first + j * step] = scores.of(own.size(), others[j].size(), edits);
        };
        if (metric == distance_metric::hamming) {
            own.visit([&](auto letters) {
                for (std::size_t j = 0; j < others.size(); ++j)
                    if (!others.is_missing_at(j))
                        store(j, others[j].visit([&](auto other) { return fuzz::differing_letters(letters, other); }));
            });
            return;
        }
        // Where nearly all edits are of interest, columns of two texts side by side take less time than fewer ones.
        // Those of indel take so little time that a quarter of all is enough.
        const std::uint64_t least_of_all = metric == distance_metric::indel ? (own.size() + others.longest()) / 4
                                                                            : std::max(own.size(), others.longest());
        const bool are_filtered = rule.cutoff && metric == distance_metric::damerau_levenshtein;
        const bool is_by_two = is_counted && !others.has_missing() && !are_filtered &&
                               (!is_bounded || rule.most_edits(own.size(), others.longest()) >= least_of_all);
        std::size_t j = 0;
        for (; is_by_two && j + 2 <= others.size(); j += 2) {
            const auto [one, other] = counter.count_two_with(own, others[j], others[j + 1], metric);
            store(j, one);
            store(j + 1, other);
        }
        for (; j < others.size(); ++j) {
            if (others.is_missing_at(j)) continue;
            const std::uint64_t most = scores.most_edits(own.size(), others[j].size());
            if (scores.are_beyond(own.size(), others[j].size()) || are_too_unlike(others[j]))
                store(j, std::max(own.size(), others[j].size())); // any number beyond it
            else if (is_counted)
                store(j, counter.count_with(own, others[j], metric, most));
            else if (fuzz::own_edits::can_count_within(own.size(), others[j].size(), metric, most))
                store(j, counter.count_within(own, others[j], metric, most));
            else
                store(j, count_long_edits(own, others[j], metric, most));
        }
    });
}

/// Pairs that are not beyond the cutoff by their lengths alone; where they are more than `most`, any number that is.
std::size_t pairs_within(const held_texts& a, const held_texts& b, const score_rule& rule,
                         std::size_t most = std::numeric_limits<std::size_t>::max()) {
    std::size_t pairs = 0;
    for (std::size_t i = 0; i < a.size() && pairs <= most; ++i)
        for (std::size_t j = 0; j < b.size(); ++j) {
            const std::size_t n = a[i].size();
            const std::size_t m = b[j].size();
            pairs += std::max(n, m) - std::min(n, m) <= rule.most_edits(n, m) ? 1U : 0U;
        }
    return pairs;
}

/// Whether a text has letters of several pages of 256, Latin-1 apart: as Han texts do, whose letters are mostly others.
/// To number those and to lay them out in lanes takes longer.
bool has_many_letters(const held_texts& texts) {
    if (texts.size() == 0) return false;
    return texts[0].visit([](auto letters) {
        if constexpr (sizeof(letters[0]) == 1) return false;
        std::uint32_t first_page = 0;
        for (const std::uint32_t letter : letters) {
            const std::uint32_t page = letter >> 8U;
            if (page == 0 || page == first_page) continue;
            if (first_page != 0) return true;
            first_page = page;
        }
        return false;
    });
}

/// Whether so few pairs take less time by Hamming letter by letter than in lanes.
bool are_few_for_hamming(const held_texts& a, const held_texts& b, std::size_t pairs, std::size_t longest) {
    constexpr std::size_t longest_quick_in_lanes = 32;
    const bool are_short = longest <= longest_quick_in_lanes;
    if (has_many_letters(a) || has_many_letters(b)) return pairs <= (are_short ? 512U : 16'384U);
    return pairs <= (are_short ? 128U : 4'096U);
}

/// Whether few words are better laid out in lanes, and many others taken letter by letter, than the other way round: by
/// lcs a column of words of more than 32 letters takes less time than to lay out a letter, as long as letters need no
/// numbers.
bool are_better_as_texts(const held_texts& words, const held_texts& others, score_metric metric) {
    constexpr std::size_t fewest = 32;    // for the rows of all bytes
    constexpr std::size_t most_times = 4; // as long as the words: of longer ones whole columns are many
    constexpr std::size_t longest_quick_in_lanes = 32;
    if (recurrence_of(metric) != lanes::recurrence::lcs || !has_lanes(metric) || others.size() < fewest) return false;
    if (words.longest() > lanes::longest_word || others.longest() > most_times * lanes::longest_word) return false;
    if (std::max(words.longest(), others.longest()) <= longest_quick_in_lanes) return false;
    return others[0].visit([](auto letters) { return sizeof(letters[0]) == 1; });
}

} // namespace

bool is_best_by_library(std::size_t pairs, std::size_t longest, std::size_t longest_other, score_metric metric) {
    constexpr std::uint64_t most_cells = 1U << 14U; // of all matrices, one by one: as long as to pack the texts takes
    if (has_lanes(metric)) return false;
    return std::uint64_t{pairs} * longest * longest_other > most_cells ||
           std::max(longest, longest_other) > lanes::longest_word;
}

bool score_few(const held_texts& a, const held_texts& b, const score_rule& rule, const output_array& out) {
    constexpr std::size_t most_pairs = 256;
    constexpr std::size_t most_in_lanes = 2048;      // some tens of microseconds; more are compared while others run
    constexpr std::size_t most_long_pairs = 32;      // to pack more takes less time than to compare them one by one
    constexpr std::size_t most_with_few = 1U << 16U; // some milliseconds
    constexpr std::size_t fewest_words = 4; // for fewer, to lay them out in lanes takes longer than to compare them
    const std::size_t pairs = a.size() * b.size();
    const std::size_t longest = std::max(a.longest(), b.longest());
    const bool are_counted = rule.cutoff && !has_lanes(rule.metric) && pairs <= most_in_lanes;
    const std::size_t compared = are_counted ? pairs_within(a, b, rule) : pairs;
    if (compared > 1 && is_best_by_library(compared, a.longest(), b.longest(), rule.metric)) return false;
    const bool is_hamming = rule.metric == score_metric::hamming && are_few_for_hamming(a, b, pairs, longest);
    const bool are_short = longest <= lanes::longest_word && !is_hamming;
    const bool are_few_with_others = std::min(a.size(), b.size()) < fewest_words;
    if (are_short && has_lanes(rule.metric) && !are_few_with_others && pairs <= most_in_lanes) {
        score_few_words({a, chosen(a, true), b.size()}, {b, chosen(b, true), 1}, rule, out);
        return true;
    }
    // Many words that are laid out for few texts take less time even so: two texts with a thousand words of 20 letters
    // half of it, three with ten words four fifths. Where few edits are of interest, most words are left sooner.
    const std::size_t fewer = std::min(a.size(), b.size());
    const std::size_t fewest_others = has_changes(rule.metric) ? (fewer > 1 ? 5 : 10) : 10;
    const bool are_few_edits = 4 * std::min<std::uint64_t>(rule.most_edits(longest, longest), longest) <= longest;
    const bool are_enough = (fewer > 1 || has_changes(rule.metric)) && std::max(a.size(), b.size()) >= fewest_others;
    constexpr std::size_t few_uncut = 8; // with more, threads and blocks of one length are worth it
    constexpr std::size_t most_uncut = 1U << 13U;
    const bool are_uncut = !rule.cutoff && fewer <= few_uncut && pairs <= most_uncut;
    const bool are_few_for_lanes =
        are_few_with_others ? are_enough && pairs <= most_with_few && !are_few_edits : are_uncut;
    const bool is_a_fewer = a.size() <= b.size();
    if (are_few_with_others && pairs <= most_with_few && !are_few_edits &&
        are_better_as_texts(is_a_fewer ? a : b, is_a_fewer ? b : a, rule.metric)) {
        const chosen_texts of_a{a, present(a), b.size()};
        const chosen_texts of_b{b, present(b), 1};
        is_a_fewer ? score_few_words(of_b, of_a, rule, out) : score_few_words(of_a, of_b, rule, out);
        return true;
    }
    if (are_short && has_lanes(rule.metric) && are_few_for_lanes) {
        const chosen_texts of_a{a, chosen(a, true), b.size()};
        const chosen_texts of_b{b, chosen(b, true), 1};
        is_a_fewer ? score_few_words(of_a, of_b, rule, out) : score_few_words(of_b, of_a, rule, out);
        return true;
    }
    const distance_metric metric = edits_of(rule.metric);
    const bool is_indel = metric == distance_metric::indel;
    constexpr std::size_t most_long_with_few = 4096;
    const auto are_few_within = [&] { // by their lengths alone: others are beyond the cutoff
        return rule.cutoff && pairs <= most_long_with_few &&
               pairs_within(a, b, rule, most_long_pairs) <= most_long_pairs;
    };
    const bool are_long = longest > fuzz::own_edits::longest_indel;
    if (are_long && !are_few_within()) return false;
    // Of a square a half is enough, which is worth more than to do without threads.
    constexpr std::size_t few_of_square = 4;
    if (&a == &b && is_indel && !are_short && a.size() > few_of_square) return false;
    const bool is_laid_out =
        has_lanes(rule.metric) && (a.size() <= b.size() ? a : b).longest() <= fuzz::own_edits::longest_own(metric);
    const bool is_direct = is_hamming                           ? true
                           : are_short || is_indel              ? pairs <= (are_few_with_others ? most_with_few
                                                                            : are_short         ? most_pairs
                                                                                                : most_pairs / 2)
                           : are_few_with_others && is_laid_out ? pairs <= most_long_with_few
                                                                : pairs <= most_long_pairs;
    if (!are_long && !is_direct && !are_few_within()) return false;
    if (a.size() <= b.size()) {
        for (std::size_t i = 0; i < a.size(); ++i)
            if (!a.is_missing_at(i)) score_one_with_all(a[i], b, rule, out, i * b.size(), 1);
    } else {
        for (std::size_t j = 0; j < b.size(); ++j)
            if (!b.is_missing_at(j)) score_one_with_all(b[j], a, rule, out, j, b.size());
    }
    return true;
}

bool score_few_pairs(nanobind::handle queries, nanobind::handle choices, const score_rule& rule,
                     const output_array& out) {
    constexpr Py_ssize_t most_pairs = 256;
    const Py_ssize_t count = PyList_GET_SIZE(queries.ptr());
    if (count > most_pairs || PyList_GET_SIZE(choices.ptr()) != count) return false;
    if (out.size() != static_cast<std::uint64_t>(count)) return false;
    element_numbers numbers;
    const held_texts a(queries, numbers);
    const held_texts b(choices, numbers);
    const distance_metric metric = edits_of(rule.metric);
    const std::size_t longest = std::max(a.longest(), b.longest());
    // Of more letters the library compares several pairs side by side.
    constexpr std::size_t most_letters = 1U << 17U;
    if (a.size() * longest > most_letters || a.has_missing() || b.has_missing()) return false;
    if (metric == distance_metric::damerau_levenshtein && !fuzz::own_edits::can_count(a.longest(), b.longest(), metric))
        return false;
    auto& counter = own_of_thread<fuzz::own_edits>();
    out.visit([&](auto* to) {
        scores_of_pairs<std::remove_pointer_t<decltype(to)>> scores(rule, true);
        for (std::size_t i = 0; i < a.size(); ++i) {
            const std::size_t n = a[i].size();
            const std::size_t m = b[i].size();
            const std::uint64_t most = scores.most_edits(n, m);
            to[i] = scores.of(n, m,
                              fuzz::own_edits::can_count_within(n, m, metric, most)
                                  ? counter.count_within(a[i], b[i], metric, most)
                                  : count_long_edits(a[i], b[i], metric, most));
        }
    });
    return true;
}

} // namespace concord::python
