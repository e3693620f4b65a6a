// Many sequences by the library's own batches: packed collections, GPUs, long sequences.
#include "packed_scores.hpp"

#include "letters.hpp"
#include "sets.hpp"

#include <concord/distance.hpp>
#include <concord/error.hpp>

namespace concord::python {
namespace {

struct both_sets {
    code_point_set a;
    code_point_set b;
    std::uint64_t padded_to = 0;
};

/// Hamming distances of different lengths are counted over letters that differ from every other, and these taken off.
both_sets pack_both(nb::handle queries, nb::handle choices, score_metric metric) {
    both_sets made;
    if (nb::isinstance<held_set>(queries) && nb::isinstance<held_set>(choices)) {
        made.a.set = nb::cast<held_set&>(queries).set;
        made.b.set = nb::cast<held_set&>(choices).set;
        made.a.missing.resize(made.a.set.size());
        made.b.missing.resize(made.b.set.size());
        return made;
    }
    if (nb::isinstance<held_set>(queries) || nb::isinstance<held_set>(choices))
        throw error(error_code::usage, "a SequenceSet can only be compared with another SequenceSet");
    element_numbers numbers;
    made.a = pack_code_points(queries, numbers);
    made.b = choices.is(queries) ? made.a : pack_code_points(choices, numbers);
    const std::uint64_t longest = std::max(made.a.set.longest(), made.b.set.longest());
    const std::uint64_t shortest = std::min(made.a.set.shortest(), made.b.set.shortest());
    if (metric == score_metric::hamming && longest != shortest) made.padded_to = longest;
    return made;
}

} // namespace

run_report score_packed(nb::handle queries, nb::handle choices, const score_rule& given, bool zipped, watched_run& run,
                        const take_scores& take) {
    const both_sets sets = pack_both(queries, choices, given.metric);
    score_rule rule = given;
    rule.padded_to = sets.padded_to;
    if (is_whole(rule.kind) && (sets.a.any_missing || sets.b.any_missing)) refuse_missing();
    const std::uint64_t rows = sets.a.set.size();
    const std::uint64_t columns = zipped ? 1 : sets.b.set.size();
    sequence_set a = sets.a.set;
    sequence_set b = sets.b.set;
    if (sets.padded_to > 0) {
        element_numbers numbers;
        constexpr std::uint32_t last = 0x1F'FFFF; // neither a code point nor, short of a million of them, a made number
        a = pack_code_points(queries, numbers, {sets.padded_to, last}).set;
        b = pack_code_points(choices, numbers, {sets.padded_to, last - 1}).set;
    }
    batch_options options;
    options.metric = edits_of(rule.metric);
    options.max_distance = rule.bound(a, b);
    options.run = run.options();
    run_report report;
    std::vector<double> values(columns);
    const auto score = [&](std::uint64_t i, std::uint64_t j, std::uint32_t edits) {
        return sets.a.missing[i] || sets.b.missing[j] ? rule.worst()
                                                      : rule.of(sets.a.set.length(i), sets.b.set.length(j), edits);
    };
    run.call([&] {
        if (zipped) {
            const std::vector<std::uint32_t> edits = zipped_distances(a, b, options, &report);
            for (std::uint64_t i = 0; i < rows; ++i) {
                values[0] = score(i, i, edits[i]);
                take(i, values);
            }
            return;
        }
        all_distances(
            a, b, options,
            [&](std::uint64_t row, std::span<const std::uint32_t> edits) {
                for (std::uint64_t j = 0; j < columns; ++j)
                    values[j] = score(row, j, edits[j]);
                take(row, values);
            },
            &report);
    });
    return report;
}

void refuse_missing() {
    throw error(error_code::usage, "passed unsupported element None: only normalized scores have a value for it");
}

} // namespace concord::python
