// t of m over a suffix array that comes in chunks, from GPUs, and is never whole: each is walked while the next is
// sorted.
//
//   chunks    | ... 3 9 8 1 9 9 | 9 8 2 7 9 ...     The suffixes from the least prefix near the end on are kept, and
//   walked
//                         ^~~~~~~~~~~~~~            with the next chunk, so that few intervals lie in two walks.
//
// Several threads walk the pieces of a chunk (cpu/walk_in_pieces.hpp). That finds all intervals of more letters than
// any two suffixes share where a cut was made. Where that is not enough, the ranges are asked for again, and one thread
// walks all of them.
#pragma once

#include "problems/overlap/gpu/range_queue.hpp"
#include "problems/overlap/region_answer.hpp"
#include "problems/overlap/tables.hpp"
#include "runtime/thread_pool.hpp"

#include <concord/overlap.hpp>

#include <cstdint>
#include <functional>
#include <vector>

namespace concord::overlap {

/// Suffixes at most that are kept for the next chunk; chunks have this much room before their first.
inline constexpr std::uint64_t most_kept_for_next_chunk = tuning::places_per_task;

/// Calls the function for the whole suffix array, one chunk after the other; each call sorts again.
template <class Position>
using chunk_source = std::function<void(const take_chunk<Position>&)>;

/// The answer for a support of 2 or more. `held` has no arrays. Throws error: resource, cancelled, and what `source`
/// throws.
template <class Position>
void regions_of_chunks(const index_tables& held, const shared_region_options& options,
                       const chunk_source<Position>& source, runtime::thread_pool& workers,
                       shared_region_result& result);

/// All positions of the `length` (>= 1) letters at a position, ascending. Time O(letters of the text) for all threads.
[[nodiscard]] std::vector<std::uint64_t> positions_in_text(const text_view& text, std::uint64_t position,
                                                           std::uint64_t length, runtime::thread_pool& workers);

} // namespace concord::overlap
