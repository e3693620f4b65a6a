// The public calls for a pair, for pairs by number and for all against all: with weights or without.
#include "alignment/batch/comparisons.hpp"
#include "alignment/batch/pair_by_pair.hpp"
#include "problems/distance/weighted.hpp"

#include <concord/distance.hpp>

namespace concord {

distance_result distance(const sequence_ref& a, const sequence_ref& b, const distance_options& options) {
    return edit_distance::are_plain(options.weights) ? edit_distance::compare_pair(a, b, options, true)
                                                     : edit_distance::weighted(a, b, options);
}

std::vector<std::uint32_t> zipped_distances(const sequence_set& a, const sequence_set& b, const batch_options& options,
                                            run_report* report) {
    return edit_distance::are_plain(options.weights) ? edit_distance::compare_zipped(a, b, options, report)
                                                     : edit_distance::weighted_zipped(a, b, options, report);
}

void zipped_alignments(const sequence_set& a, const sequence_set& b, const distance_options& options,
                       const distance_taker& take) {
    distance_options aligned = options;
    aligned.alignment = true;
    edit_distance::solve_zipped(a, b, aligned, distance, take);
}

void zipped_alignments(std::span<const sequence_ref> a, std::span<const sequence_ref> b,
                       const distance_options& options, const distance_taker& take) {
    distance_options aligned = options;
    aligned.alignment = true;
    edit_distance::check_zipped(a, b);
    edit_distance::solve_pairs(
        a.size(), aligned, [&](std::uint64_t i, const distance_options& each) { return distance(a[i], b[i], each); },
        take);
}

void all_distances(const sequence_set& a, const sequence_set& b, const batch_options& options, const distance_row& row,
                   run_report* report) {
    if (edit_distance::are_plain(options.weights)) return edit_distance::compare_all(a, b, options, row, report);
    edit_distance::weighted_all(a, b, options, row, report);
}

} // namespace concord
