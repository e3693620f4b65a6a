// The oracle: the textbook's matrix, two rows at a time, too simple to be wrong and too slow to be used.
#pragma once

#include "sequence/coded_pair.hpp"

#include <concord/subsequence.hpp>

namespace concord::subsequence {

/// The length of a longest common subsequence. Time O(n m), memory O(n).
[[nodiscard]] std::uint64_t reference_length(const sequence::coded_pair& pair);

/// The alignment that concord::alignment describes, from the whole matrix. Time and memory O(n m).
[[nodiscard]] alignment reference_alignment(const sequence::coded_pair& pair);

} // namespace concord::subsequence
