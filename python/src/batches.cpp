// Many sequences: all against all, and pair by pair, into a NumPy array.
#include "arrow.hpp"
#include "batch.hpp"
#include "bindings.hpp"
#include "calls.hpp"
#include "few_texts.hpp"
#include "fuzz/own_edits.hpp"
#include "held_texts.hpp"
#include "lanes/word_block.hpp"
#include "output_array.hpp"
#include "packed_scores.hpp"
#include "ratio_scores.hpp"
#include "running.hpp"
#include "runtime/thread_pool.hpp"
#include "score_rule.hpp"
#include "scores_of_pairs.hpp"
#include "sets.hpp"
#include "similarities.hpp"
#include "similarity_tables.hpp"
#include "sorted_texts.hpp"
#include "word_scores.hpp"

#include <concord/distance.hpp>
#include <concord/error.hpp>
#include <concord/pairs.hpp>

#include <cmath>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace concord::python {
namespace {

nb::list sublist(nb::handle list, const std::vector<std::size_t>& indexes) {
    nb::list made;
    for (const std::size_t index : indexes)
        made.append(nb::handle(PyList_GET_ITEM(list.ptr(), static_cast<Py_ssize_t>(index))));
    return made;
}

/// A list's texts with their words in order, as Python has them; nothing where one is neither str nor bytes.
std::optional<nb::list> list_in_order(nb::handle list, const held_texts& texts) {
    nb::list made;
    sorted_texts sorted;
    for (std::size_t i = 0; i < texts.size(); ++i) {
        if (texts.is_missing_at(i)) {
            made.append(nb::none());
            continue;
        }
        const nb::handle one = PyList_GET_ITEM(list.ptr(), static_cast<Py_ssize_t>(i));
        if (PyUnicode_Check(one.ptr()) == 0 && PyBytes_CheckExact(one.ptr()) == 0) return {};
        const nb::object text = nb::steal(sorted.of(texts[i]).visit([](auto letters) {
            const int kind = sizeof(letters[0]) == 1 ? PyUnicode_1BYTE_KIND : PyUnicode_4BYTE_KIND;
            return PyUnicode_FromKindAndData(kind, letters.data(), static_cast<Py_ssize_t>(letters.size()));
        }));
        if (!text.is_valid()) throw nb::python_error();
        made.append(text);
    }
    return made;
}

void store_worst(const batch& given, const held_texts& a, const held_texts& b, const score_rule& rule) {
    if (!a.has_missing() && !b.has_missing()) return;
    if (is_whole(rule.kind)) refuse_missing();
    const std::vector<double> worst{rule.worst()};
    for (std::size_t i = 0; i < a.size(); ++i) {
        if (given.zipped) {
            if (a.is_missing_at(i) || b.is_missing_at(i)) given.out.store(i, worst);
            continue;
        }
        for (std::size_t j = 0; j < b.size(); ++j)
            if (a.is_missing_at(i) || b.is_missing_at(j)) given.out.store(i * b.size() + j, worst);
    }
}

/// The edits of a text and others, one after the other: take(which of `columns`, edits).
template <class Number, class Take>
void count_row(fuzz::own_edits& counter, const symbol_view& row, const held_texts& b,
               std::span<const std::size_t> columns, distance_metric metric, scores_of_pairs<Number>& scores,
               const Take& take) {
    if (metric == distance_metric::hamming) {
        row.visit([&](auto letters) {
            for (const std::size_t column : columns)
                take(column, b[column].visit([&](auto others) { return fuzz::differing_letters(letters, others); }));
        });
        return;
    }
    const bool is_long = row.size() > fuzz::own_edits::longest_own(metric);
    if (!is_long) counter.begin_own();
    for (const std::size_t column : columns) {
        const symbol_view& other = b[column];
        const std::uint64_t most = scores.most_edits(row.size(), other.size());
        take(column,
             is_long ? counter.count_within(row, other, metric, most) : counter.count_with(row, other, metric, most));
    }
}

/// Pair by pair: of few short words by metrics that have no lanes, and where few edits are of interest, or of a square
/// a half is enough.
void score_by_pairs(const batch& given, const held_texts& a, const held_texts& b, const score_rule& rule,
                    const std::vector<std::size_t>& rows, const std::vector<std::size_t>& columns) {
    given.run.call([&] {
        runtime::thread_pool pool(given.run.options());
        std::vector<std::unique_ptr<fuzz::own_edits>> counters(pool.threads());
        const std::uint64_t all = std::uint64_t{rows.size()} * columns.size();
        const distance_metric metric = edits_of(rule.metric);
        pool.run(rows.size(), {.name = "words", .unit = "pairs", .total = all},
                 [&](std::size_t task, unsigned thread) -> std::uint64_t {
                     if (!counters[thread]) counters[thread] = std::make_unique<fuzz::own_edits>();
                     const std::size_t row = rows[task];
                     const std::size_t length = a[row].size();
                     // Of a square a half, and the other half the same.
                     const auto wanted = std::span(columns).subspan(given.is_square() ? task : 0);
                     given.out.visit([&](auto* to) {
                         scores_of_pairs<std::remove_pointer_t<decltype(to)>> scores(
                             rule, fuzz::own_edits::has_bounds(metric));
                         count_row(*counters[thread], a[row], b, wanted, metric, scores,
                                   [&](std::size_t column, std::uint64_t edits) {
                                       const auto score = scores.of(length, b[column].size(), edits);
                                       to[row * b.size() + column] = score;
                                       if (given.is_square()) to[column * b.size() + row] = score;
                                   });
                     });
                     return columns.size();
                 });
    });
}

/// Letters up to which so many texts are compared with each other pair by pair in less time by Indel.
constexpr std::size_t longest_of_square(std::size_t texts) { return texts <= 64 ? 400 : texts <= 128 ? 192 : 128; }

/// Whether it takes less time to compare texts longer than a lane pair by pair than all of them by the library.
bool is_best_by_pairs(const batch& given, const held_texts& a, const held_texts& b, const score_rule& rule) {
    const distance_metric metric = edits_of(rule.metric);
    const std::size_t longest = std::max(a.longest(), b.longest());
    if (longest <= lanes::longest_word || !has_lanes(rule.metric)) return false;
    if (rule.metric == score_metric::hamming) return true; // letters as they lie, a vector of them at once
    // The others of a square are computed once, where the library computes them twice, and packs them first.
    if (given.is_square() && metric == distance_metric::indel && longest <= longest_of_square(a.size())) return true;
    if (!rule.cutoff) return false;
    const std::uint64_t most = rule.most_edits(longest, longest);
    constexpr std::size_t few = 1U << 8U; // pairs; many long ones the library compares side by side
    const bool can_count = a.size() * b.size() <= few
                               ? fuzz::own_edits::can_count_within(longest, longest, metric, most)
                               : fuzz::own_edits::can_count(longest, longest, metric);
    return can_count && (fuzz::own_edits::is_worth_bounding(longest, longest, metric, most) ||
                         fuzz::own_edits::has_band(longest, longest, metric, most));
}

/// Whether a quarter of all pairs or more are of two texts that are longer than a lane.
bool are_mostly_long(const held_texts& a, const held_texts& b) {
    return 4 * chosen(a, false).size() * chosen(b, false).size() >= a.size() * b.size();
}

/// All against all: words of a lane side by side, on whichever side they are; what is longer on both by the library.
void score_table_of_lists(const batch& given, const held_texts& a, const held_texts& b, const score_rule& rule) {
    const std::vector<std::size_t> long_a = chosen(a, false);
    const std::vector<std::size_t> long_b = chosen(b, false);
    std::vector<std::size_t> all_a = chosen(a, true);
    if (!has_lanes(rule.metric)) return score_by_pairs(given, a, b, rule, all_a, chosen(b, true));
    const std::vector<std::size_t> short_a = all_a;
    all_a.insert(all_a.end(), long_a.begin(), long_a.end());
    const std::size_t columns = b.size();
    given.run.call([&] {
        score_words({a, all_a, columns}, {b, chosen(b, true), 1}, rule, given.out, given.run.options());
        score_words({b, long_b, 1}, {a, short_a, columns}, rule, given.out, given.run.options());
    });
    if (long_a.empty() || long_b.empty()) return;
    // To pack a few takes longer than to compare them.
    constexpr std::size_t few = 512;
    const bool are_few = long_a.size() * long_b.size() <= few &&
                         fuzz::own_edits::can_count(a.longest(), b.longest(), edits_of(rule.metric));
    if (rule.metric == score_metric::hamming || are_few || is_best_by_pairs(given, a, b, rule))
        return score_by_pairs(given, a, b, rule, long_a, long_b);
    const nb::list queries = sublist(given.queries, long_a);
    const nb::list choices = given.is_square() ? queries : sublist(given.choices, long_b);
    score_packed(queries, choices, rule, false, given.run, [&](std::uint64_t row, std::span<const double> scores) {
        given.out.visit([&](auto* to) {
            using number = std::remove_pointer_t<decltype(to)>;
            for (std::size_t j = 0; j < scores.size(); ++j)
                to[long_a[row] * columns + long_b[j]] = output_array::stored<number>(scores[j]);
        });
    });
}

/// Pair by pair. `are_for_library`: but for those that are alike.
void score_pairs_of_lists(const batch& given, const held_texts& a, const held_texts& b, const score_rule& rule,
                          bool are_for_library) {
    const distance_metric metric = edits_of(rule.metric);
    constexpr std::size_t pairs_at_once = 4096;
    std::vector<char> is_left; // for the library
    const bool are_all_quick = !are_for_library && fuzz::own_edits::is_quick(a.longest(), b.longest(), metric);
    if (!are_all_quick) is_left.resize(a.size());
    given.run.call([&] {
        runtime::thread_pool pool(given.run.options());
        std::vector<std::unique_ptr<fuzz::own_edits>> counters(pool.threads());
        const std::size_t tasks = (a.size() + pairs_at_once - 1) / pairs_at_once;
        pool.run(tasks, {.name = "pairs", .unit = "pairs", .total = a.size()},
                 [&](std::size_t task, unsigned thread) -> std::uint64_t {
                     if (!counters[thread]) counters[thread] = std::make_unique<fuzz::own_edits>();
                     const std::size_t end = std::min(a.size(), (task + 1) * pairs_at_once);
                     given.out.visit([&](auto* to) {
                         scores_of_pairs<std::remove_pointer_t<decltype(to)>> scores(rule, true);
                         for (std::size_t i = task * pairs_at_once; i < end; ++i) {
                             if (a.is_missing_at(i) || b.is_missing_at(i)) continue;
                             const std::size_t n = a[i].size();
                             const std::size_t m = b[i].size();
                             const std::uint64_t most = scores.most_edits(n, m);
                             const std::optional<std::uint64_t> edits =
                                 are_for_library ? counters[thread]->count_if_alike(a[i], b[i], most)
                                 : are_all_quick ? counters[thread]->count_within(a[i], b[i], metric, most)
                                                 : counters[thread]->count_if_quick(a[i], b[i], metric, most);
                             if (edits)
                                 to[i] = scores.of(n, m, *edits);
                             else
                                 is_left[i] = 1;
                         }
                     });
                     return end - task * pairs_at_once;
                 });
    });
    std::vector<std::size_t> left;
    for (std::size_t i = 0; i < is_left.size(); ++i)
        if (is_left[i] != 0) left.push_back(i);
    if (left.empty()) return;
    // For fewer, to pack them takes longer than to compare them one by one.
    constexpr std::size_t few = 32;
    constexpr std::size_t few_of_library = 4;
    constexpr std::size_t longest_of_library = 1U << 11U; // some milliseconds
    const bool are_counted = fuzz::own_edits::can_count(a.longest(), b.longest(), metric);
    if (left.size() <= (are_counted ? few : few_of_library) &&
        (are_counted || std::max(a.longest(), b.longest()) <= longest_of_library)) {
        fuzz::own_edits counter;
        for (const std::size_t i : left) {
            const std::uint64_t edits =
                are_counted ? counter.count(a[i], b[i], metric) : count_long_edits(a[i], b[i], metric, no_bound);
            given.out.store(i, std::vector{rule.of(a[i].size(), b[i].size(), static_cast<std::uint32_t>(edits))});
        }
        return;
    }
    score_packed(sublist(given.queries, left), sublist(given.choices, left), rule, true, given.run,
                 [&](std::uint64_t row, std::span<const double> scores) { given.out.store(left[row], scores); });
}

} // namespace

void score_all(nb::handle given_queries, nb::handle given_choices, unsigned metric, unsigned kind, nb::handle cutoff,
               double multiplier, bool zipped, nb::handle array, nb::handle requested) {
    const output_array out(array);
    if (is_similarity(metric)) {
        similarities_of_all(given_queries, given_choices, rule_among_many(metric, kind, cutoff), multiplier, zipped,
                            out, arguments_of(requested));
        return;
    }
    const score_rule rule = rule_of(metric, kind, cutoff, multiplier);
    const bool are_lists = PyList_CheckExact(given_queries.ptr()) && PyList_CheckExact(given_choices.ptr());
    if (zipped && are_lists && is_by_edits(metric) && requested.is_none() &&
        score_few_pairs(given_queries, given_choices, rule, out))
        return;
    const run_arguments arguments = arguments_of(requested);
    watched_run run(arguments);
    const auto by_library = [&] {
        score_packed(
            given_queries, given_choices, rule, zipped, run,
            [&](std::uint64_t row, std::span<const double> scores) { out.store(row * scores.size(), scores); });
    };
    if (is_by_edits(metric) && (!are_lists || arguments.device.names_gpus())) return by_library();
    const nb::object queries = is_arrow(given_queries) ? list_of(given_queries) : nb::borrow(given_queries);
    const nb::object choices = given_choices.is(given_queries) ? queries
                               : is_arrow(given_choices)       ? list_of(given_choices)
                                                               : nb::borrow(given_choices);
    if (!PyList_CheckExact(queries.ptr()) || !PyList_CheckExact(choices.ptr()))
        throw error(error_code::usage, "this scorer takes lists of sequences");
    element_numbers numbers;
    held_texts a(queries, numbers);
    std::optional<held_texts> other;
    if (!choices.is(queries)) other.emplace(choices, numbers);
    const held_texts& b = other ? *other : a;
    if (zipped && a.size() != b.size())
        throw error(error_code::usage, "Length of queries and choices must be the same! " + std::to_string(a.size()) +
                                           " and " + std::to_string(b.size()) + " were given");
    if (out.size() != a.size() * (zipped ? 1 : b.size()))
        throw error(error_code::usage, "the array has not the shape of the answer");
    const batch given{queries, choices, zipped, out, run};
    // Which of two is the first makes no difference, but a row of the library is one with many.
    const auto by_library_across = [&] {
        score_packed(choices, queries, rule, false, run, [&](std::uint64_t column, std::span<const double> scores) {
            out.visit([&](auto* to) {
                using number = std::remove_pointer_t<decltype(to)>;
                for (std::size_t i = 0; i < scores.size(); ++i)
                    to[i * b.size() + column] = output_array::stored<number>(scores[i]);
            });
        });
    };
    sorted_texts sorted;
    const bool is_of_sorted =
        !zipped && metric - first_ratio == static_cast<unsigned>(fuzz::ratio_kind::token_sort_ratio);
    const bool is_sorted = is_of_sorted && std::min(a.longest(), b.longest()) <= lanes::longest_word;
    if (is_of_sorted && !is_sorted && !arguments.device.names_gpus()) { // the library is for the long ones, from lists
        const std::optional<nb::list> rows = list_in_order(queries, a);
        const std::optional<nb::list> columns = other ? list_in_order(choices, b) : rows;
        const unsigned ratio = first_ratio + static_cast<unsigned>(fuzz::ratio_kind::ratio);
        if (rows && columns)
            return score_all(*rows, *columns, ratio, kind, cutoff, multiplier, zipped, array, requested);
    }
    if (is_sorted) { // the ratio of texts that are sorted once, instead of once a pair
        a.replace([&](const symbol_view& text) { return sorted.of(text); });
        if (other) other->replace([&](const symbol_view& text) { return sorted.of(text); });
    }
    if (!is_by_edits(metric) && !is_sorted) {
        const double ratio_cutoff = cutoff.is_none() ? 0 : nb::cast<double>(cutoff);
        score_ratios(given, a, b, static_cast<fuzz::ratio_kind>(metric - first_ratio), ratio_cutoff, multiplier);
        return;
    }
    store_worst(given, a, b, rule);
    if (zipped)
        return score_pairs_of_lists(given, a, b, rule,
                                    is_best_by_library(a.size(), a.longest(), b.longest(), rule.metric));
    if (score_few(a, b, rule, out)) return;
    constexpr std::size_t few_of_square = 24; // of which those that are short are not worth lanes
    const bool is_small_square = given.is_square() && a.size() <= few_of_square;
    if (is_best_by_pairs(given, a, b, rule) && (is_small_square || are_mostly_long(a, b)))
        return score_by_pairs(given, a, b, rule, present(a), present(b));
    if (is_best_by_library(a.size() * b.size(), a.longest(), b.longest(), rule.metric))
        return a.size() > b.size() ? by_library_across() : by_library();
    score_table_of_lists(given, a, b, rule);
}

namespace {

PyObject* call_score_all(PyObject*, PyObject* const* values, Py_ssize_t count) {
    return guarded([&] {
        if (count != 9) throw nb::type_error("score_all() takes 9 arguments");
        const auto number = [&](std::size_t place) { return nb::cast<unsigned>(nb::handle(values[place])); };
        score_all(values[0], values[1], number(2), number(3), values[4], nb::cast<double>(nb::handle(values[5])),
                  nb::cast<bool>(nb::handle(values[6])), values[7], values[8]);
        return nb::none();
    });
}

PyMethodDef batch_functions[] = {
    {"score_all", reinterpret_cast<PyCFunction>(reinterpret_cast<void (*)()>(&call_score_all)), METH_FASTCALL,
     "score_all(queries, choices, metric, kind, cutoff, multiplier, zipped, array, requested)\n--\n\n"
     "Writes scores into an array."},
    {}};

} // namespace

void bind_batches(nb::module_& module) { add_functions(module, batch_functions, "concord._core"); }

} // namespace concord::python
