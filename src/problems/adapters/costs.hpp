// What a search for adapters costs on either device, by an estimate.
#pragma once

#include "problems/adapters/tuning.hpp"
#include "runtime/device_policy.hpp"

namespace concord::adapters {

/// The share of the search that is counting words, in short reads and in long ones (tuning.hpp says of what).
inline constexpr double share_of_counting = 2.0 / 3;
inline constexpr double long_share_of_counting = 0.5;

/// Of reads with so many letters. Words are counted in a table that no cache holds; the rest is scanning. Between the
/// steps of a GPU, a thread of the host decides.
[[nodiscard]] inline runtime::device_costs costs_of(double letters, bool long_reads, unsigned threads) {
    const double of_thread = long_reads ? tuning::cpu_long_letters_a_second : tuning::cpu_letters_a_second;
    const double of_gpu = long_reads ? tuning::gpu_long_letters_a_second : tuning::gpu_letters_a_second;
    const double counting = long_reads ? long_share_of_counting : share_of_counting;
    const double on_cpu = letters / (of_thread * threads);
    return {.cpu = runtime::seconds_of(
                runtime::cpu_work{.scanning = on_cpu * (1 - counting), .memory = on_cpu * counting}, threads),
            .gpu = runtime::seconds_of(runtime::cpu_work{.scanning = tuning::gpu_seconds_of_decisions}, 1) +
                   runtime::seconds_of(runtime::gpu_work{.scanning = letters / of_gpu}),
            .most_gpus = 1};
}

} // namespace concord::adapters
