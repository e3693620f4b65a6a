// What a consensus is, by where reads begin and end in it.
#pragma once

#include "problems/adapters/read_statistics.hpp"

#include <concord/adapters.hpp>

namespace concord::adapters {

/// `strand` is the statistics of the strand that is reported, `other` that of its reverse complement.
[[nodiscard]] adapter_verdict judged(const codes& consensus, const strand_statistics& strand,
                                     const strand_statistics& other, bool long_reads);

/// The letters that repeat again and again: 1 for one letter, 6 for telomeres; 0: none.
[[nodiscard]] unsigned period_of(const codes& consensus);

} // namespace concord::adapters
