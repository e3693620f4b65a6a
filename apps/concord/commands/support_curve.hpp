// The longest length for every support, for reports: whether the support that was asked for was well chosen.
#pragma once

#include "report/charts.hpp"

#include <concord/overlap.hpp>
#include <concord/substring.hpp>

namespace concord::app {

/// Searches again with other supports, outwards from the one that was asked for and then where least is known, until
/// `seconds` are over; without mismatches an index answers all supports at once, if that is soon enough. Every point is
/// exact; how many there are depends on the time. Throws error (cancelled) where a signal asked for the end.
[[nodiscard]] report::support_curve substring_curve(const sequence_set& sequences, const substring_options& options,
                                                    const substring_result& known, double seconds);

/// The same of regions that are shared exactly, from what is known or by an index; without points where the time or the
/// memory did not suffice. `index` may be null.
[[nodiscard]] report::support_curve region_curve(const sequence_set& sequences, const overlap_index* index,
                                                 const shared_region_options& options,
                                                 const shared_region_result& known, double seconds);

} // namespace concord::app
