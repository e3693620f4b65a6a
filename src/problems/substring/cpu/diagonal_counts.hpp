// The scan by counters along diagonals (diagonal_kernels.hpp): every window of one length of every source against every
// position of every target. A scan by seeds follows each pair that its seeds do not rule out; with short windows, or
// many mismatches, that is most of them, and here it costs nothing.
//
//   length L     all sources          windows that have the support? if so:
//   L + 1, + 2, + 4 …                 the sources that still had one
//   between the last two              until the greatest length is known
#pragma once

#include "problems/substring/cpu/scan.hpp"

namespace concord::substring {

/// The same as scan_all: all windows in the sources of the greatest length >= threshold that have the support among the
/// targets. Sources and targets have at most most_diagonal_letters letters. Time O(letters of sources * letters of
/// targets / 64) for each length that is tried; a source is left early where too few targets are left.
[[nodiscard]] longest_windows scan_along_diagonals(const problem& given, const cpu_resources& resources,
                                                   const comparison& compared, std::uint64_t threshold);

/// Instructions that it is estimated to take; infinite where it is not possible. `spans` are of whole sequences.
[[nodiscard]] double cost_of_diagonals(const problem& given, std::uint64_t spans, std::uint64_t targets,
                                       std::uint64_t length);

} // namespace concord::substring
