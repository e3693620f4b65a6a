// The innermost of nested ranges at each place, for the longest of a sequence's suffixes with which others begin; host
// and device.
//
//   order of the whole sequences     . . . . . . . . . .
//   suffix of 3 letters                [---------------)
//   suffix of 8                          [-----)
//   innermost                        . 3 8 8 8 3 3 3 3 .
#pragma once

#include "base/host_device.hpp"

#include <cstdint>

namespace concord::overlap {

/// The places of [first, last) begin with a suffix of so many letters.
template <class Number>
struct beginning_range {
    Number first;
    Number last;
    Number length;
};

/// Calls report(first, last, length) for each stretch of places with the same innermost range, in order; 2 · count
/// times at most. The ranges are nested or disjoint, in the order of their first places, the wider before those inside
/// it, of two equal ones the shorter suffix first. `open` has room for `count` numbers. Time O(count).
template <class Number, class Report>
CONCORD_HD void for_each_innermost(const beginning_range<Number>* ranges, std::uint64_t count, Number* open,
                                   Report report) {
    std::uint64_t depth = 0; // open ranges
    Number next = 0;         // the first place that has not been reported
    const auto report_until = [&](Number last) {
        if (next < last) report(next, last, ranges[open[depth - 1]].length);
        if (next < last) next = last;
    };
    const auto close = [&] {
        report_until(ranges[open[depth - 1]].last);
        --depth;
    };
    for (std::uint64_t at = 0; at < count; ++at) {
        while (depth > 0 && ranges[open[depth - 1]].last <= ranges[at].first)
            close();
        if (depth > 0) report_until(ranges[at].first);
        next = ranges[at].first;
        open[depth++] = static_cast<Number>(at);
    }
    while (depth > 0) // NOLINT(bugprone-infinite-loop): close() lowers it
        close();
}

} // namespace concord::overlap
