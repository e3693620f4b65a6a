// How many letters neighbours in the suffix array share.
#pragma once

#include "problems/overlap/step.hpp"
#include "runtime/far_array.hpp"
#include "runtime/thread_pool.hpp"

#include <cstdint>
#include <span>

namespace concord::overlap {

/// prefixes[i] is what suffixes i - 1 and i share, cut at the first border; prefixes[0] is 0. From text order, in which
/// a suffix shares at least one letter less than the one before it (Kasai and others; by way of an array in text order,
/// as Kärkkäinen, Manzini and Puglisi do). Time O(n) and the longest repeat for each of a few parts. Throws error:
/// resource, cancelled.
template <class Position>
[[nodiscard]] runtime::far_array<Position> prefixes_of(const text_view& text, std::span<const Position> suffixes,
                                                       runtime::thread_pool& workers);

} // namespace concord::overlap
