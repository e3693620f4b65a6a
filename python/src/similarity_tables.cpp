#include "similarity_tables.hpp"

#include "arrow.hpp"
#include "held_texts.hpp"
#include "runtime/thread_pool.hpp"
#include "sets.hpp"
#include "similarities.hpp"

#include <concord/error.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace concord::python {
namespace {

/// Lists of sequences, and where their scores go.
struct similarity_batch {
    const held_texts& a;
    const held_texts& b;
    const similarity_rule& rule;
    double multiplier;
    const output_array& out;
    const run_options& options;

    [[nodiscard]] double of(similarity_scorer& scorer, std::size_t i, std::size_t j) const {
        return multiplier * (a.is_missing_at(i) || b.is_missing_at(j) ? rule.worst() : scorer.score(b[j]));
    }
    /// The same by common prefixes or suffixes, without a copy of a view, which waits for how it was written.
    [[nodiscard]] double of_affix(std::size_t i, std::size_t j) const {
        if (a.is_missing_at(i) || b.is_missing_at(j)) return multiplier * rule.worst();
        const std::size_t most = std::max(a[i].size(), b[j].size());
        const std::size_t common = rule.metric == similarity_metric::prefix ? common_letters<false>(a[i], b[j])
                                                                            : common_letters<true>(a[i], b[j]);
        return multiplier * rule.of_distance(most - common, most);
    }
};

void score_zipped(const similarity_batch& given) {
    constexpr std::size_t pairs_at_once = 4096;
    const std::size_t count = given.a.size();
    runtime::thread_pool pool(given.options);
    std::vector<std::optional<similarity_scorer>> scorers(pool.threads());
    pool.run((count + pairs_at_once - 1) / pairs_at_once, {.name = "pairs", .unit = "pairs", .total = count},
             [&](std::size_t task, unsigned thread) -> std::uint64_t {
                 if (!scorers[thread]) scorers[thread].emplace(given.rule);
                 similarity_scorer& scorer = *scorers[thread];
                 const std::size_t first = task * pairs_at_once;
                 const std::size_t end = std::min(count, first + pairs_at_once);
                 given.out.visit([&](auto* to) {
                     using number = std::remove_pointer_t<decltype(to)>;
                     for (std::size_t i = first; i < end; ++i) {
                         if (is_real(given.rule.metric)) scorer.assign(given.a[i]);
                         const double score =
                             is_real(given.rule.metric) ? given.of(scorer, i, i) : given.of_affix(i, i);
                         to[i] = output_array::stored<number>(score);
                     }
                 });
                 return end - first;
             });
}

/// Where `known` has both, their score is in the array already.
void score_rows(const similarity_batch& given, const std::vector<char>& known_rows,
                const std::vector<char>& known_columns) {
    runtime::thread_pool pool(given.options);
    std::vector<std::optional<similarity_scorer>> scorers(pool.threads());
    const std::size_t columns = given.b.size();
    pool.run(given.a.size(), {.name = "words", .unit = "pairs", .total = std::uint64_t{given.a.size()} * columns},
             [&](std::size_t row, unsigned thread) -> std::uint64_t {
                 if (!scorers[thread]) scorers[thread].emplace(given.rule);
                 similarity_scorer& scorer = *scorers[thread];
                 scorer.assign(given.a[row]);
                 const bool is_known = !known_rows.empty() && known_rows[row] != 0;
                 given.out.visit([&](auto* to) {
                     using number = std::remove_pointer_t<decltype(to)>;
                     for (std::size_t j = 0; j < columns; ++j)
                         if (!is_known || known_columns[j] == 0)
                             to[row * columns + j] = output_array::stored<number>(given.of(scorer, row, j));
                 });
                 return columns;
             });
}

/// Marks the texts that fit a lane.
std::vector<char> marks_of_short(const held_texts& texts) {
    std::vector<char> made(texts.size());
    for (std::size_t i = 0; i < texts.size(); ++i)
        made[i] = static_cast<char>(!texts.is_missing_at(i) && texts[i].size() <= lanes::longest_word);
    return made;
}

std::vector<std::size_t> marked(const std::vector<char>& marks) {
    std::vector<std::size_t> made;
    made.reserve(marks.size());
    for (std::size_t i = 0; i < marks.size(); ++i)
        if (marks[i] != 0) made.push_back(i);
    return made;
}

/// Short words side by side, all other pairs one by one.
void score_jaro_table(const similarity_batch& given) {
    constexpr std::size_t fewest_words = 3; // for fewer, to lay them into lanes takes longer than to compare them
    const std::vector<char> short_a = marks_of_short(given.a);
    const std::vector<char> short_b = marks_of_short(given.b);
    const chosen_texts words{given.a, marked(short_a), given.b.size()};
    const chosen_texts texts{given.b, marked(short_b), 1};
    if (std::max(words.indexes.size(), texts.indexes.size()) < fewest_words || words.indexes.empty() ||
        texts.indexes.empty())
        return score_rows(given, {}, {});
    score_jaro_words(words, texts, given.rule, given.multiplier, given.out, given.options);
    if (words.indexes.size() < given.a.size() || texts.indexes.size() < given.b.size())
        score_rows(given, short_a, short_b);
}

} // namespace

void similarities_of_all(nb::handle queries, nb::handle choices, const similarity_rule& rule, double multiplier,
                         bool zipped, const output_array& out, const run_arguments& requested) {
    element_numbers numbers;
    const nb::object held_queries = is_arrow(queries) ? list_of(queries) : nb::borrow(queries);
    const nb::object held_choices = is_arrow(choices) ? list_of(choices) : nb::borrow(choices);
    const held_texts a(held_queries, numbers);
    const held_texts b(held_choices, numbers);
    if (zipped && a.size() != b.size())
        throw error(error_code::usage, "Length of queries and choices must be the same! " + std::to_string(a.size()) +
                                           " and " + std::to_string(b.size()) + " were given");
    if (out.size() != a.size() * (zipped ? 1 : b.size()))
        throw error(error_code::usage, "the array has not the shape of the answer");
    if (rule.is_whole() && (a.has_missing() || b.has_missing()))
        throw error(error_code::usage, "passed unsupported element None: only normalized scores have a value for it");
    if (requested.device.names_gpus()) throw error(error_code::resource, "similarities are computed on the CPU only");
    const auto score = [&](const run_options& options) {
        const similarity_batch given{a, b, rule, multiplier, out, options};
        if (zipped) return score_zipped(given);
        if (is_real(rule.metric)) return score_jaro_table(given);
        if (a.has_missing() || b.has_missing()) return score_rows(given, {}, {});
        score_affixes(a, b, rule, multiplier, out, options);
    };
    constexpr std::size_t most_of_few = 256; // short pairs that are compared while no other thread runs
    const bool are_few = out.size() <= most_of_few && std::max(a.longest(), b.longest()) <= lanes::longest_word;
    if (are_few && requested.progress.is_none()) {
        run_options options;
        options.threads = 1;
        return score(options);
    }
    watched_run run(requested);
    run.call([&] { score(run.options()); });
}

} // namespace concord::python
