// A pair, pairs by number and all against all, for every metric whose edits cost 1; what edit distances and common
// subsequences share.
#pragma once

#include <concord/distance.hpp>

#include <cstdint>
#include <vector>

namespace concord::edit_distance {

/// distance() for edits that all cost 1. `by_ranks`: a collective call of the ranks that options.run.sharing has, which
/// divide a large matrix; otherwise this process compares by itself.
[[nodiscard]] distance_result compare_pair(const sequence_ref& a, const sequence_ref& b,
                                           const distance_options& options, bool by_ranks = false);

/// zipped_distances() for edits that all cost 1. On ranks and shards as batch_options says.
[[nodiscard]] std::vector<std::uint32_t> compare_zipped(const sequence_set& a, const sequence_set& b,
                                                        const batch_options& options, run_report* report);

/// all_distances() for edits that all cost 1.
void compare_all(const sequence_set& a, const sequence_set& b, const batch_options& options, const distance_row& row,
                 run_report* report);

} // namespace concord::edit_distance
