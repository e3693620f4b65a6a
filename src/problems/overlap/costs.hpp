// What an index and its questions cost on either device, by an estimate.
#pragma once

#include "problems/overlap/tuning.hpp"
#include "runtime/device_policy.hpp"

#include <cstddef>
#include <limits>

namespace concord::overlap {

/// An index and what will be asked of it.
struct index_work {
    double letters = 0;
    bool walks = false;     ///< questions walk the index from end to end
    double windows = 0;     ///< of seeds that questions extend
    bool in_ranges = false; ///< sorted in ranges by all GPUs, and asked on the CPU
    bool regions = false;   ///< all intervals are walked, for what more than two sequences share
};

/// A GPU sorts in a fifth of the time that an index of random letters takes there, and copies in the rest
/// (docs/performance.md, indexes on GPUs).
[[nodiscard]] inline runtime::device_costs costs_of_index(const index_work& work, unsigned threads) {
    constexpr double share_of_sorting = 0.2;
    const double here =
        work.letters / (work.in_ranges ? tuning::gpu_letters_in_ranges_a_second : tuning::gpu_letters_a_second);
    const double walk = work.walks ? work.letters / tuning::cpu_letters_walked_a_second : 0;
    const double regions =
        work.regions
            ? runtime::seconds_of(
                  runtime::cpu_work{.memory = work.letters / (tuning::cpu_region_letters_a_second * threads)}, threads)
            : 0;
    const double questions = runtime::seconds_of(
        runtime::cpu_work{.scanning = work.windows / (tuning::cpu_windows_a_second * threads), .memory = walk},
        threads);
    const double questions_there =
        work.in_ranges
            ? questions
            : runtime::seconds_of(runtime::gpu_work{.scanning = work.windows / tuning::gpu_windows_a_second});
    return {.cpu =
                questions + regions +
                runtime::seconds_of(runtime::cpu_work{.sorting = work.letters / tuning::cpu_letters_a_second}, threads),
            .gpu = questions_there + (work.in_ranges ? regions : 0) +
                   runtime::seconds_of(runtime::gpu_work{.transfer = here * (1 - share_of_sorting),
                                                         .sorting = here * share_of_sorting}),
            .cpu_after = questions,
            .gpu_after = questions_there,
            .most_gpus = work.in_ranges ? std::numeric_limits<std::size_t>::max() : 1,
            .ranks_must_agree = false};
}

/// Of a question that walks over so many letters, or that compares so many pairs of positions, where a GPU that holds
/// the index takes `there` seconds, most of them for launches and small copies.
[[nodiscard]] inline runtime::device_costs costs_of_walk(double letters, double there, unsigned threads) {
    return {
        .cpu = runtime::seconds_of(runtime::cpu_work{.memory = letters / tuning::cpu_letters_walked_a_second}, threads),
        .gpu = runtime::seconds_of(runtime::gpu_work{.launching = there})};
}
[[nodiscard]] inline runtime::device_costs costs_of_prefixes(double pairs, double there, unsigned threads) {
    return {.cpu = runtime::seconds_of(runtime::cpu_work{.memory = pairs / tuning::cpu_prefixes_a_second}, threads),
            .gpu = runtime::seconds_of(runtime::gpu_work{.launching = there})};
}

} // namespace concord::overlap
