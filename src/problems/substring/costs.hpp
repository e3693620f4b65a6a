// What a search for the longest substring costs on either device, by an estimate.
#pragma once

#include "problems/substring/tuning.hpp"
#include "runtime/device_policy.hpp"

namespace concord::substring {

/// As far as pairs of letters of the collection say: the square of `letters`. The variants are searched on the CPU, but
/// for the plain searches that they consist of, which cost the same.
[[nodiscard]] inline runtime::device_costs costs_of(double letters, unsigned threads) {
    const double pairs = letters * letters;
    return {.cpu = runtime::seconds_of(runtime::cpu_work{.scanning = pairs / (tuning::cpu_pairs_a_second * threads)},
                                       threads),
            .gpu = runtime::seconds_of(runtime::gpu_work{.scanning = pairs / tuning::gpu_pairs_a_second})};
}

} // namespace concord::substring
