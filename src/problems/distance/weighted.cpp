#include "problems/distance/weighted.hpp"

#include "alignment/batch/metrics.hpp"
#include "problems/distance/paired_letters.hpp"
#include "runtime/device_policy.hpp"

#include <concord/error.hpp>

#include <array>
#include <string>

namespace concord {
namespace edit_distance {

std::optional<multiple_of_edits> as_multiple(const edit_weights& weights) noexcept {
    if (weights.insertion != weights.deletion) return std::nullopt;
    if (weights.insertion == 0 || weights.insertion == weights.substitution)
        return multiple_of_edits{distance_metric::levenshtein, weights.insertion};
    if (weights.substitution >= 2 * weights.insertion)
        return multiple_of_edits{distance_metric::indel, weights.insertion};
    return std::nullopt;
}

void check_weights(const edit_weights& weights, distance_metric metric) {
    if (metric != distance_metric::levenshtein)
        throw error(error_code::usage,
                    "weights are for levenshtein distances, not for " + std::string(traits_of(metric).name));
    if (std::max({weights.insertion, weights.deletion, weights.substitution}) > greatest_weight)
        throw error(error_code::usage,
                    "weights " + std::to_string(weights.insertion) + ", " + std::to_string(weights.deletion) + ", " +
                        std::to_string(weights.substitution) + ": expected at most " + std::to_string(greatest_weight));
}

namespace {

std::uint64_t cost_of(const sequence_ref& a, const sequence_ref& b, const edit_weights& weights) {
    if (const std::optional<multiple_of_edits> multiple = as_multiple(weights)) {
        if (multiple->factor == 0) return 0;
        if (is_short_pair(a, b)) return multiple->factor * short_distance(a, b, multiple->metric).value();
        distance_options options;
        options.metric = multiple->metric;
        options.run.device = device::cpu();
        options.run.threads = 1;
        return multiple->factor * distance(a, b, options).distance.value();
    }
    return with_letters(a, b, [&](auto of_a, auto of_b) {
        constexpr std::size_t few = 128; // letters: to allocate memory takes a third of the time of five
        if (of_a.size() < few) {
            std::array<std::uint64_t, few> memory; // NOLINT(cppcoreguidelines-pro-type-member-init): filled where used
            return weighted_cost(of_a, of_b, weights, memory.data());
        }
        std::vector<std::uint64_t> memory(of_a.size() + 1);
        return weighted_cost(of_a, of_b, weights, memory.data());
    });
}

} // namespace

distance_result weighted(const sequence_ref& a, const sequence_ref& b, const distance_options& options) {
    check_weights(options.weights, options.metric);
    const std::optional<multiple_of_edits> multiple = as_multiple(options.weights);
    if (multiple && multiple->factor > 0) {
        distance_options plain = options;
        plain.weights = {};
        plain.metric = multiple->metric;
        if (options.max_distance) plain.max_distance = *options.max_distance / multiple->factor;
        distance_result result = distance(a, b, plain);
        if (result.distance) *result.distance *= multiple->factor;
        return result;
    }
    runtime::check_device(options.run, "distances with weights are computed on the CPU only");
    if (options.alignment)
        throw error(error_code::usage, "there are alignments only where edits of all kinds cost the same, or where "
                                       "replacing a letter costs as much as deleting and inserting one");
    distance_result result;
    result.distance = weighted_distance(a, b, options.weights, options.max_distance);
    result.run.device = "cpu";
    result.run.threads = 1;
    result.run.notes.emplace_back("edits with weights: the whole matrix, cell by cell");
    return result;
}

} // namespace edit_distance

std::optional<std::uint64_t> weighted_distance(const sequence_ref& a, const sequence_ref& b,
                                               const edit_weights& weights, std::optional<std::uint64_t> max_distance) {
    edit_distance::check_weights(weights);
    if (a.letters().index() != b.letters().index())
        throw error(error_code::usage, "letters of a set, bytes and symbols cannot be compared with each other");
    // Letters that only the longer sequence has cost at least this.
    const std::uint64_t apart = a.length() > b.length() ? (a.length() - b.length()) * weights.deletion
                                                        : (b.length() - a.length()) * weights.insertion;
    if (max_distance && apart > *max_distance) return std::nullopt;
    const std::uint64_t cost = edit_distance::cost_of(a, b, weights);
    return max_distance && cost > *max_distance ? std::nullopt : std::optional(cost);
}

std::uint64_t greatest_weighted_distance(std::uint64_t a_length, std::uint64_t b_length,
                                         const edit_weights& weights) noexcept {
    const std::uint64_t shorter = std::min(a_length, b_length);
    const std::uint64_t rest = (a_length - shorter) * weights.deletion + (b_length - shorter) * weights.insertion;
    return std::min(a_length * weights.deletion + b_length * weights.insertion, shorter * weights.substitution + rest);
}

} // namespace concord
