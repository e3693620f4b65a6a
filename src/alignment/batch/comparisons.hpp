// A pair, pairs by number and all against all, for every metric whose edits cost 1; what edit distances and common
// subsequences share.
#pragma once

#include <concord/distance.hpp>

#include <cstdint>
#include <vector>

namespace concord::edit_distance {

/// distance() for edits that all cost 1.
[[nodiscard]] distance_result compare_pair(const sequence_ref& a, const sequence_ref& b,
                                           const distance_options& options);

/// zipped_distances() for edits that all cost 1. On ranks and shards as batch_options says.
[[nodiscard]] std::vector<std::uint32_t> compare_zipped(const sequence_set& a, const sequence_set& b,
                                                        const batch_options& options, run_report* report);

/// all_distances() for edits that all cost 1.
void compare_all(const sequence_set& a, const sequence_set& b, const batch_options& options, const distance_row& row,
                 run_report* report);

} // namespace concord::edit_distance
