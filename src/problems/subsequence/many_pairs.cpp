// Many pairs: lengths from the indel distances that alignment/batch computes side by side, and subsequences pair by
// pair.
#include "alignment/batch/comparisons.hpp"
#include "alignment/batch/pair_by_pair.hpp"

#include <concord/subsequence.hpp>

namespace concord {
namespace {

batch_options by_indel(const run_options& run) {
    batch_options options;
    options.metric = distance_metric::indel;
    options.run = run;
    return options;
}

/// Every letter that is not inserted or deleted is one of the subsequence, in both sequences.
std::uint32_t length_of(std::uint64_t letters, std::uint32_t distance) {
    return static_cast<std::uint32_t>((letters - distance) / 2);
}

} // namespace

std::vector<std::uint32_t> zipped_subsequence_lengths(const sequence_set& a, const sequence_set& b,
                                                      const run_options& options, run_report* report) {
    std::vector<std::uint32_t> found = edit_distance::compare_zipped(a, b, by_indel(options), report);
    for (std::size_t i = 0; i < found.size(); ++i)
        if (found[i] != no_distance) found[i] = length_of(a.length(i) + b.length(i), found[i]);
    return found;
}

void all_subsequence_lengths(const sequence_set& a, const sequence_set& b, const run_options& options,
                             const subsequence_row& row, run_report* report) {
    std::vector<std::uint64_t> letters(b.size()); // rows come one after the other: the loop over one is for vectors
    for (std::size_t j = 0; j < letters.size(); ++j)
        letters[j] = b.length(j);
    std::vector<std::uint32_t> lengths(b.size());
    const auto take = [&](std::uint64_t i, std::span<const std::uint32_t> distances) {
        const std::uint64_t of_a = a.length(i);
        for (std::size_t j = 0; j < distances.size(); ++j)
            lengths[j] = length_of(of_a + letters[j], distances[j]);
        row(i, lengths);
    };
    edit_distance::compare_all(a, b, by_indel(options), take, report);
}

void zipped_subsequences(const sequence_set& a, const sequence_set& b, const subsequence_options& options,
                         const subsequence_taker& take) {
    edit_distance::solve_zipped(a, b, options, longest_common_subsequence, take);
}

} // namespace concord
