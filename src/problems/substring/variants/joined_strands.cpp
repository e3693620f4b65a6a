#include "problems/substring/variants/joined_strands.hpp"

#include "problems/substring/cpu/words/counted_words.hpp"
#include "problems/substring/tuning.hpp"
#include "problems/substring/variants/variant_costs.hpp"
#include "problems/substring/variants/variant_engine.hpp"
#include "simd/vector_target.hpp"

#include <string>
#include <utility>

namespace concord::substring {
namespace {

/// Letters of a text, as those of a sequence.
void append(const piece_collection& of, const piece& some, std::string& text) {
    for (const letter each : of.letters(some.first, some.length))
        text += "ACGTN"[each];
}

sequence_set joined(const piece_collection& of) {
    sequence_set_builder builder(alphabet::dna);
    std::string text;
    for (std::uint64_t sequence = 0; sequence < of.sequences(); ++sequence) {
        text.clear();
        append(of, of.pieces(sequence)[0], text);
        text += 'N';
        append(of, of.pieces(sequence)[1], text);
        builder.add({}, text);
    }
    return std::move(builder).finish();
}

} // namespace

bool are_strands_joined(const variant_problem& given) {
    const piece_collection& of = given.of;
    if (!of.has_both_strands() || !of.is_dna() || of.has_sets() || given.allowed.indels || given.allowed.edits == 0 ||
        given.copies != 1 || given.support < 2)
        return false;
    for (std::uint64_t sequence = 0; sequence < of.sequences(); ++sequence)
        if (of.pieces(sequence).size() != 2) return false;
    return true;
}

std::optional<longest_windows> count_joined_strands(const variant_problem& given, const variant_resources& resources,
                                                    double most_cost) {
    const piece_collection& of = given.of;
    const sequence_set set = joined(of);
    substring_options asked;
    asked.mismatches = given.allowed.edits;
    asked.support = given.support;
    asked.min_length = given.min_length;
    asked.run = resources.workers.options();
    const simd::vector_target vectors = simd::choose_vectors(asked.run.vectors);
    const auto count_ambiguous = [&](const longest_windows& some) {
        window_starts starts;
        for (const window& each : some.windows)
            starts.push_back(of.pieces(each.sequence)[0].first + each.start);
        longest_windows counted =
            supported_windows(given, *make_cpu_engine(given, resources), resources, starts, some.length);
        for (window& each : counted.windows)
            each.start -= of.pieces(each.sequence)[0].origin;
        return counted;
    };
    counted_words counted = count_words(problem(set, asked).with_both_strands_in_each(),
                                        {.workers = resources.workers,
                                         .kernels = seed_kernels_for(vectors),
                                         .memory = resources.memory,
                                         .tile = 0,
                                         .notes = resources.notes,
                                         .vectors = vectors},
                                        most_cost, 0, count_ambiguous);
    if (!counted.found) return std::nullopt;
    for (window& each : counted.found->windows)
        each.start += of.pieces(each.sequence)[0].origin;
    return std::move(counted.found);
}

std::optional<longest_windows> find_in_joined_strands(const variant_problem& given,
                                                      const variant_resources& resources) {
    if (resources.sharing != nullptr || resources.workers.options().device.names_gpus() || !are_strands_joined(given) ||
        outlook_of(given).is_shared)
        return std::nullopt;
    const bool is_large_share =
        static_cast<double>(given.support) >= tuning::share_in_two_pieces * static_cast<double>(given.of.sequences());
    const bool is_small = given.support < (is_large_share ? tuning::least_support_of_joined_strands
                                                          : tuning::least_support_of_joined_share);
    const double most = is_small ? tuning::joined_strands_of_few_are_quick : tuning::joined_strands_are_quick;
    return count_joined_strands(given, resources, most * static_cast<double>(given.of.text().size()));
}

} // namespace concord::substring
