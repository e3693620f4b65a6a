// The longest length for every support, for reports: whether the support that was asked for was well chosen.
#pragma once

#include <concord/overlap.hpp>
#include <concord/substring.hpp>
#include <io/report/curve.hpp>

namespace concord::app {

/// Searches again with other supports, outwards from the one that was asked for and then where least is known, until
/// `seconds` are over; without mismatches an index answers all supports at once, if that is soon enough. Every point is
/// exact; how many there are depends on the time. Throws error (cancelled) where a signal asked for the end.
[[nodiscard]] io::report::support_curve substring_curve(const sequence_set& sequences, const substring_options& options,
                                                        const substring_result& known, double seconds);

/// Of what an index told of every support.
[[nodiscard]] io::report::support_curve curve_of(const shared_region_result& found, const sequence_set& sequences,
                                                 std::uint64_t chosen, std::uint64_t min_length);

} // namespace concord::app
