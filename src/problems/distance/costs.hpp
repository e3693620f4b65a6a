// What looking for near pairs and for patterns costs on either device, by an estimate.
#pragma once

#include "alignment/batch/pair_comparer.hpp"
#include "problems/distance/tuning.hpp"
#include "runtime/device_policy.hpp"

#include <algorithm>

namespace concord::edit_distance {

/// Rows times words of columns that lanes (alignment/batch) go through until most pairs of sequences of so many letters
/// are too far away, which is soon.
[[nodiscard]] inline double words_in_lanes(const pair_comparer& comparer, std::uint64_t within, double letters,
                                           double columns) {
    const auto bound = static_cast<double>(within);
    if (comparer.is_narrow(within)) return std::min(letters, 16 + 3 * bound);
    return std::min(letters, tuning::rows_in_lanes + tuning::rows_in_lanes_of_edit * bound) *
           std::min(columns / 64 + 1, bound / 128 + 1.75);
}

/// Nanoseconds of a pair of candidates in lanes.
[[nodiscard]] inline double cost_in_lanes(const pair_comparer& comparer, std::uint64_t bound, double letters) {
    return 2 *
           (tuning::cost_of_candidate + tuning::cost_of_letters * comparer.letters().planes() * (letters / 64 + 1) +
            tuning::cost_of_word * words_in_lanes(comparer, bound, letters, letters) / comparer.kernels().group_lanes);
}

/// Of pairs within a bound of some rows and columns: by keys, which are hashed and looked up, or by comparing all;
/// `rounds` is one more than the bound.
[[nodiscard]] inline runtime::device_costs costs_of_near_pairs(double rows, double columns, double rounds,
                                                               unsigned threads) {
    const double keys = (rows + columns) * tuning::near_cpu_seconds_of_sequence * rounds * rounds / threads;
    const double pairs = rows * columns * tuning::near_cpu_seconds_of_pair / threads;
    const double on_gpu = (rows + columns) * tuning::near_gpu_seconds_of_sequence * rounds;
    return {.cpu = std::min(runtime::seconds_of(runtime::cpu_work{.memory = keys}, threads),
                            runtime::seconds_of(runtime::cpu_work{.cells = pairs}, threads)),
            .gpu = runtime::seconds_of(runtime::gpu_work{.sorting = on_gpu}),
            .most_gpus = 1,
            .ranks_must_agree = false};
}

/// Of finding the nearest where all of so many pairs have to be compared: on a CPU once, on a GPU within one bound
/// after the other.
[[nodiscard]] inline runtime::device_costs costs_of_comparing_for_nearest(double pairs, unsigned threads) {
    const double on_cpu = pairs * tuning::nearest_cpu_seconds_of_pair / threads;
    const double on_gpu = pairs * tuning::nearest_gpu_seconds_of_pair;
    return {.cpu = runtime::seconds_of(runtime::cpu_work{.cells = on_cpu}, threads),
            .gpu = runtime::seconds_of(runtime::gpu_work{.cells = on_gpu}),
            .most_gpus = 1,
            .ranks_must_agree = false};
}

/// What is to be found where.
struct find_work {
    double letters = 0;  ///< of the texts
    double patterns = 0; ///< of both strands, if they count
    double longest = 0;  ///< letters of a pattern
    double edits = 0;
};

[[nodiscard]] inline runtime::device_costs costs_of_finding(const find_work& work, unsigned threads) {
    const double searched = work.letters * work.patterns * (work.edits + 2);
    const double words = work.letters * work.patterns * (work.longest / 32 + 1);
    return {.cpu = runtime::seconds_of(
                runtime::cpu_work{.cells = searched / (tuning::find_cpu_letters_a_second * threads)}, threads),
            .gpu = runtime::seconds_of(runtime::gpu_work{.cells = words / tuning::find_gpu_letters_a_second}),
            .most_gpus = 1,
            .ranks_must_agree = false};
}

} // namespace concord::edit_distance
