// One pair, by every metric. The recurrences are in alignment/recurrences/, the solver in alignment/pair_solver.hpp.
#include "alignment/batch/comparisons.hpp"
#include "alignment/batch/damerau_by_words.hpp"
#include "alignment/batch/damerau_levenshtein.hpp"
#include "alignment/batch/metrics.hpp"
#include "alignment/batch/tuning.hpp"
#include "alignment/common_ends.hpp"
#include "alignment/pair_solver.hpp"
#include "runtime/device_policy.hpp"

#include <concord/error.hpp>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace concord::edit_distance {
namespace {

/// Substitutions only. Time O(n).
distance_result hamming(const sequence::coded_pair& pair, const distance_options& options) {
    runtime::check_device(options.run, "a hamming distance is computed on the CPU only");
    distance_result result;
    result.run.device = "cpu";
    result.run.threads = 1;
    if (pair.a.length != pair.b.length) return result;
    std::uint64_t differing = 0;
    pairwise::alignment_builder aligned;
    for (std::uint64_t i = pair.a.length; i-- > 0;) {
        const bool equal = pair.code_a(i) == pair.code_b(i);
        differing += equal ? 0 : 1;
        if (options.alignment) aligned.prepend(equal ? '=' : 'X');
    }
    if (options.max_distance && differing > *options.max_distance) return result;
    result.distance = differing;
    result.alignment = std::move(aligned).take();
    return result;
}

/// The length of the shortest common subsequence that leaves at most so many letters unmatched.
std::uint64_t shortest_within(std::uint64_t a_length, std::uint64_t b_length, std::uint64_t most_edits) {
    const std::uint64_t letters = a_length + b_length;
    return letters > most_edits ? (letters - most_edits + 1) / 2 : 0;
}

/// The letters that the longest common subsequence does not match. An alignment of it has no 'X', so it is the same
/// one.
distance_result indel(const sequence::coded_pair& pair, const distance_options& options, bool by_ranks) {
    const std::uint64_t min_length =
        options.max_distance ? shortest_within(pair.a.length, pair.b.length, *options.max_distance) : 0;
    distance_result result;
    pairwise::lcs_outcome common = pairwise::solve_lcs(
        pair, min_length, {.alignment = options.alignment, .by_ranks = by_ranks}, options.run, result.run);
    if (common.length) result.distance = pair.a.length + pair.b.length - 2 * *common.length;
    result.alignment = std::move(common.aligned);
    return result;
}

/// From the optimal string alignment distance, which is an upper bound.
std::optional<std::uint64_t> damerau_levenshtein(const sequence::coded_pair& pair, std::uint64_t osa,
                                                 const distance_options& options) {
    const std::uint64_t bound = options.max_distance.value_or(osa);
    std::uint64_t found = osa;
    if (may_be_less(osa)) {
        // Fewer columns than rows need less memory.
        const bool turned = pair.a.length > pair.b.length;
        const std::uint64_t rows = turned ? pair.a.length : pair.b.length;
        const std::uint64_t columns = turned ? pair.b.length : pair.a.length;
        const auto equal = [&](std::size_t r, std::size_t c) {
            return turned ? pair.code_a(r) == pair.code_b(c) : pair.code_a(c) == pair.code_b(r);
        };
        const auto after_row = [&](std::size_t) {
            if (options.run.cancelled && options.run.cancelled()) throw error(error_code::cancelled, "cancelled");
        };
        std::optional<std::uint64_t> exact;
        if (tuning::letters_an_edit_by_words * std::min(osa, bound) > columns)
            exact = damerau_by_words(pair, turned, after_row);
        std::vector<std::uint32_t> memory(exact ? 0 : refining_words(columns));
        found = exact ? *exact : refine(rows, columns, std::min(osa - 1, bound), equal, memory, after_row);
        if (found > bound) return std::nullopt;
    }
    return found <= bound ? std::optional(found) : std::nullopt;
}

} // namespace

distance_result compare_pair(const sequence_ref& a, const sequence_ref& b, const distance_options& options,
                             bool by_ranks) {
    sequence::coded_pair pair = pairwise::code_pair(a, b, options.run);
    if (options.metric == distance_metric::indel) return indel(pair, options, by_ranks);
    const metric_traits& metric = traits_of(options.metric);
    if (!metric.has_matrix()) return hamming(pair, options);
    if (options.alignment && metric.recurrence->trace == nullptr)
        throw error(error_code::usage, "there is no alignment of a distance by " + std::string(metric.name) +
                                           ": it could not show letters that are transposed");
    if (metric.is_refined) // cell by cell, and as wide a band as there are edits
        if (std::optional<sequence::coded_pair> middle = pairwise::without_common_ends(pair)) pair = std::move(*middle);
    distance_result result;
    std::optional<std::uint64_t> most_edits = options.max_distance;
    if (most_edits && metric.is_refined) most_edits = osa_within(*most_edits);
    pairwise::pair_outcome outcome = pairwise::solve_pair(
        pair, *metric.recurrence,
        {.alignment = options.alignment, .most_edits = most_edits, .by_ranks = by_ranks && !metric.is_refined},
        options.run, result.run);
    result.distance = outcome.edits;
    if (metric.is_refined && outcome.edits) result.distance = damerau_levenshtein(pair, *outcome.edits, options);
    result.alignment = std::move(outcome.aligned);
    return result;
}

} // namespace concord::edit_distance
