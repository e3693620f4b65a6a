// What comparing sequences costs on either device, by an estimate.
#pragma once

#include "alignment/batch/tuning.hpp"
#include "alignment/tuning.hpp"
#include "runtime/device_policy.hpp"

namespace concord::pairwise {

/// Of a whole matrix of one pair.
[[nodiscard]] inline runtime::device_costs costs_of_matrix(double cells, unsigned threads) {
    return {
        .cpu = runtime::seconds_of(runtime::cpu_work{.cells = cells / (tuning::cpu_cells_a_second * threads)}, threads),
        .gpu = runtime::seconds_of(runtime::gpu_work{.cells = cells / tuning::gpu_cells_a_second})};
}

/// Of a pair with so few edits that they are counted diagonal by diagonal: from both ends, half of the square of the
/// edits are furthest-reaching points.
[[nodiscard]] inline runtime::device_costs costs_of_few_edits(double letters, double edits, unsigned threads) {
    const double points = edits * edits / 2;
    return {.cpu = runtime::seconds_of(runtime::cpu_work{.scanning = points / (tuning::cpu_points_a_second * threads) +
                                                                     letters * tuning::cpu_seconds_of_similar_letter},
                                       threads),
            .gpu = letters * tuning::gpu_seconds_of_similar_letter +
                   runtime::seconds_of(runtime::gpu_work{.scanning = points / tuning::gpu_points_a_second}),
            .most_gpus = 1};
}

/// Furthest-reaching points that threads extend, comparing packed letters, while a GPU starts; and one GPU in so many
/// seconds.
[[nodiscard]] inline double points_while_a_gpu_starts(unsigned threads) {
    const machine_rates rates = used_machine_rates();
    return tuning::cpu_points_a_second * rates.cpu.scanning.alone * threads * rates.gpu.start_seconds;
}
[[nodiscard]] inline double points_on_gpu(double seconds) {
    return tuning::gpu_points_a_second * used_machine_rates().gpu.scanning * seconds;
}

} // namespace concord::pairwise

namespace concord::edit_distance {

/// What is to be compared.
struct batch_work {
    double pairs = 0;
    double letters = 0; ///< of a, each as often as it is compared
    double cells = 0;   ///< of DP matrices
};

/// Of many pairs: by their matrices, or letter by letter (Hamming), which a GPU does while it
/// copies the distances to the host.
[[nodiscard]] inline runtime::device_costs costs_of_pairs(const batch_work& work, bool has_matrix, unsigned threads) {
    runtime::cpu_work cpu{.cells = work.cells / tuning::cpu_cells_a_second};
    runtime::gpu_work gpu{.cells = work.cells / tuning::gpu_cells_a_second};
    if (!has_matrix) {
        cpu = {.scanning = work.letters * tuning::cpu_seconds_of_hamming_letter,
               .memory = work.pairs * tuning::cpu_seconds_of_hamming};
        gpu = {.transfer = work.pairs * tuning::gpu_seconds_of_hamming,
               .scanning = work.letters * tuning::gpu_seconds_of_hamming_letter};
    }
    return {.cpu = runtime::seconds_of(cpu, threads) / threads, .gpu = runtime::seconds_of(gpu)};
}

} // namespace concord::edit_distance
