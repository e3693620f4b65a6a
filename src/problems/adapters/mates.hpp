// The length of an insert that is shorter than its reads, as both mates show: the second read is, as its reverse
// complement, the same letters, and behind them begins the adapter.
//
//   first    [ insert    ]AGATCGGAAG        second   [ insert, reversed ]AGATCGG
//   second, reversed and complemented       CCGATCT[ insert    ]
#pragma once

#include "sequence/packed_sequences.hpp"

#include "runtime/distributed/task_queue.hpp"
#include "runtime/thread_pool.hpp"

#include <cstdint>
#include <vector>

namespace concord::adapters {

inline constexpr std::uint32_t no_short_insert = 0;

/// For each pair, no_short_insert outside `pairs`, and else the letters of the insert where both reads go beyond it: 24
/// at least, nine of ten of them equal; of several lengths, that of most letters after four for each difference are
/// taken off. Time: O(letters² / 64) a pair.
[[nodiscard]] std::vector<std::uint32_t> short_inserts(const sequence::packed_sequences& first,
                                                       const sequence::packed_sequences& second,
                                                       const runtime::task_range& pairs, runtime::thread_pool& pool);

} // namespace concord::adapters
