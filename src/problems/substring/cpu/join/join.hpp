// The join: the few windows that the filter left, source against target, at one length. Equal windows are joined once:
//
//   sources   ACGTA ×3   ──┐  the first 32 letters of every distinct source against those of every distinct target, by
//             TTGAC ×1   ──┤  the vector kernel of near_seeds.hpp; what survives is compared in full
//   targets   ACGTC ×9   ──┘  support: the distinct sequences among the occurrences of all near targets
#pragma once

#include "problems/substring/cpu/candidate_windows.hpp"
#include "problems/substring/cpu/cpu_search.hpp"
#include "problems/substring/cpu/equal_groups.hpp"
#include "problems/substring/cpu/scan/near_seeds.hpp"
#include "problems/substring/problem.hpp"
#include "runtime/distributed/step.hpp"
#include "runtime/thread_pool.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <span>

namespace concord::substring {

/// All source windows that have the support, with their support; equal windows fall to the same shard. `sources`:
/// those of the windows, grouped. Targets that are near no source are left out of the set. Time
/// O(distinct sources * the least of distinct targets / lanes, neighbours, and lists of pieces), which cost_of_joining
/// weighs.
[[nodiscard]] longest_windows join(const problem& given, runtime::thread_pool& workers, const seed_kernels& kernels,
                                   candidate_windows& windows, const equal_windows& sources,
                                   runtime::divided_among division = runtime::divided_among::ranks);

/// The same where sequences are pieces of others, and a support is a number of these: `owners` has one for each
/// sequence, a number below that of the sequences; none, and each is its own.
[[nodiscard]] longest_windows join_pieces(const problem& given, std::span<const std::uint64_t> owners,
                                          runtime::thread_pool& workers, const seed_kernels& kernels,
                                          candidate_windows& windows, const equal_windows& sources,
                                          runtime::divided_among division = runtime::divided_among::ranks);

/// The windows of as many letters as an answer can have (of short sequences these are few, each a whole sequence) that
/// have the support, where there are any and that takes little beside any other step: they are the answer. As where
/// sequences are equal; and where one sequence is enough: then those that are near to no other have the support 1, and
/// only the others are compared. `repetition` gives that of words (piece_index.hpp). Time O(letters + windows *
/// combinations) beside their join.
[[nodiscard]] std::optional<longest_windows> join_longest(const problem& given, const cpu_resources& resources,
                                                          const std::function<double()>& repetition);

} // namespace concord::substring
