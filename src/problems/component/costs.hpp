// What a search for the largest component costs on either device, by an estimate.
#pragma once

#include "problems/component/tuning.hpp"
#include "runtime/device_policy.hpp"

namespace concord::component {

/// `pairs`: cells of A times cells of B, as many as are laid over each other by all shifts. Boards are planes of bits
/// that adders count and carries flood, as the cells of DP matrices.
[[nodiscard]] inline runtime::device_costs costs_of(double pairs, unsigned threads) {
    return {
        .cpu = runtime::seconds_of(runtime::cpu_work{.cells = pairs / (tuning::cpu_pairs_a_second * threads)}, threads),
        .gpu = runtime::seconds_of(runtime::gpu_work{.cells = pairs / tuning::gpu_pairs_a_second}),
        .worth_all_gpus = 0};
}

} // namespace concord::component
