// The oracle: the textbook's matrix, two rows at a time, too simple to be wrong and too slow to be used.
#pragma once

#include "sequence/coded_pair.hpp"

#include <concord/distance.hpp>

#include <cstdint>
#include <optional>

namespace concord::edit_distance {

/// Time O(n m), memory O(n). Empty for sequences of different lengths under hamming.
[[nodiscard]] std::optional<std::uint64_t> reference_distance(const sequence::coded_pair& pair, distance_metric metric);

/// The alignment that concord::alignment describes, from the whole matrix. Time and memory O(n m).
[[nodiscard]] alignment reference_alignment(const sequence::coded_pair& pair, distance_metric metric);

} // namespace concord::edit_distance
