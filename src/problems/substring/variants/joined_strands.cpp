#include "problems/substring/variants/joined_strands.hpp"

#include "problems/substring/counting_tuning.hpp"
#include "problems/substring/cpu/join/piece_index.hpp"
#include "problems/substring/cpu/scan/scan.hpp"
#include "problems/substring/cpu/words/counted_words.hpp"
#include "problems/substring/cpu/words/frequent_window.hpp"
#include "problems/substring/cpu/words/pieced_windows.hpp"
#include "problems/substring/tuning.hpp"
#include "problems/substring/variants/cost_tuning.hpp"
#include "problems/substring/variants/variant_costs.hpp"
#include "problems/substring/variants/variant_engine.hpp"
#include "simd/vector_target.hpp"

#include <algorithm>
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

namespace {

/// The sequences with both strands in each, and what is asked about them.
class joined_strands {
  public:
    joined_strands(const variant_problem& given, const variant_resources& resources)
        : given_(given), resources_(resources), set_(joined(given.of)),
          both_(problem(set_, options_of(given, resources)).with_both_strands_in_each()) {}

    /// What other ways take, which compare windows in the end.
    [[nodiscard]] double cost_of_scan() const {
        const std::uint64_t length = std::max<std::uint64_t>(given_.min_length, tuning::length_of_estimates);
        return cost_of_scanning(both_, count_spans(both_, resources_.workers, length), both_.sequences(), length);
    }
    /// What counting may take beside these.
    [[nodiscard]] double bearable_beside(double scan) const {
        const auto letters = static_cast<double>(given_.of.text().size());
        if (given_.support >= tuning::least_support_of_joined_strands)
            return std::min(
                (is_large_share() ? tuning::joined_strands_of_many_are_quick : tuning::joined_strands_are_quick) *
                    letters,
                tuning::joined_strands_beside_scan * scan);
        return given_.support >= tuning::small_support_of_joined_strands
                   ? std::min(tuning::joined_strands_of_some_are_quick * letters,
                              tuning::joined_strands_of_some_beside_scan * scan)
                   : tuning::joined_strands_of_few_are_quick * letters;
    }
    [[nodiscard]] std::optional<longest_windows> count(double most_cost) const;

    /// Infinite: not possible, nearly as dear as other ways, or more is shared than by chance.
    [[nodiscard]] double cost_by_pieces(double scan) const {
        if (both_.mismatches < tuning::least_mismatches_of_strands ||
            given_.support < tuning::least_support_of_pieces || scan < tuning::scan_worth_pieces)
            return impossible;
        const double cost = cost_of_finding_by_pieces(both_, cpu_resources_of(resources_));
        const double most = scan * (is_large_share() ? tuning::pieces_of_many_strands_beside_scan
                                                     : tuning::pieces_of_strands_beside_scan);
        const bool is_by_chance = cost < most && repetition_of_words(both_) <= tuning::most_repetition_of_chance;
        return is_by_chance ? cost : impossible;
    }
    [[nodiscard]] std::uint64_t reach_of_frequent() const {
        return reach_of_frequent_windows(both_, cpu_resources_of(resources_));
    }
    [[nodiscard]] bool is_filtered_sooner(std::uint64_t reached) const {
        return substring::is_filtered_sooner(both_, cpu_resources_of(resources_), reached);
    }
    [[nodiscard]] std::optional<longest_windows> find_by_pieces(double most_cost, std::uint64_t reached = 0) const {
        if (cost_of_finding_by_pieces(both_, cpu_resources_of(resources_)) == impossible) return std::nullopt;
        return in_sequences(substring::find_by_pieces(both_, cpu_resources_of(resources_), most_cost, reached));
    }

  private:
    /// Whether so many sequences are wanted that a scan, which counts both strands apart, is no way.
    [[nodiscard]] bool is_large_share() const {
        return static_cast<double>(given_.support) >=
               tuning::share_in_two_pieces * static_cast<double>(given_.of.sequences());
    }
    static cpu_resources cpu_resources_of(const variant_resources& resources) {
        const simd::vector_target vectors = simd::choose_vectors(resources.workers.options().vectors);
        return {.workers = resources.workers,
                .kernels = seed_kernels_for(vectors),
                .memory = resources.memory,
                .tile = 0,
                .notes = resources.notes,
                .vectors = vectors};
    }
    /// Windows of the joined strands, as those of the sequences.
    [[nodiscard]] std::optional<longest_windows> in_sequences(std::optional<longest_windows> found) const {
        if (found)
            for (window& each : found->windows)
                each.start += given_.of.pieces(each.sequence)[0].origin;
        return found;
    }
    static substring_options options_of(const variant_problem& given, const variant_resources& resources) {
        substring_options asked;
        asked.mismatches = given.allowed.edits;
        asked.support = given.support;
        asked.min_length = given.min_length;
        asked.run = resources.workers.options();
        return asked;
    }

    const variant_problem& given_;
    const variant_resources& resources_;
    sequence_set set_;
    problem both_;
};

std::optional<longest_windows> joined_strands::count(double most_cost) const {
    const variant_problem& given = given_;
    const variant_resources& resources = resources_;
    const piece_collection& of = given.of;
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
    return in_sequences(
        std::move(count_words(both_, cpu_resources_of(resources), most_cost, 0, count_ambiguous).found));
}

} // namespace

std::optional<longest_windows> count_joined_strands(const variant_problem& given, const variant_resources& resources,
                                                    double most_cost) {
    return joined_strands(given, resources).count(most_cost);
}

std::optional<longest_windows> find_joined_strands_by_pieces(const variant_problem& given,
                                                             const variant_resources& resources, double most_cost) {
    return joined_strands(given, resources).find_by_pieces(most_cost);
}

joined_answer find_in_joined_strands(const variant_problem& given, const variant_resources& resources) {
    if (resources.sharing != nullptr || resources.workers.options().device.names_gpus() || !are_strands_joined(given) ||
        outlook_of(given).is_shared)
        return {};
    const joined_strands strands(given, resources);
    const double scan = strands.cost_of_scan();
    const double bearable = strands.bearable_beside(scan);
    if (const double pieced = strands.cost_by_pieces(scan); pieced < impossible) {
        if (auto counted = strands.count(std::min(bearable, tuning::counting_beside_pieces * pieced)))
            return {std::move(counted)};
        const std::uint64_t reached = strands.reach_of_frequent();
        if (!strands.is_filtered_sooner(reached))
            if (auto found = strands.find_by_pieces(tuning::pieces_beside_estimate * pieced, reached))
                return {std::move(found)};
        return {strands.count(bearable), reached};
    }
    return {strands.count(bearable)};
}

} // namespace concord::substring
