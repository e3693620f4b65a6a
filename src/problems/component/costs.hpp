// What a search for the largest component costs on either device, by an estimate.
#pragma once

#include "problems/component/tuning.hpp"
#include "runtime/device_policy.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <span>

namespace concord::component {

/// Two matrices.
struct search_work {
    double cells = 0;          ///< of both
    double pairs = 0;          ///< cells of A times cells of B, as many as are laid over each other by all shifts
    double agreeing = 0;       ///< pairs of these that agree
    bool has_corners = false;  ///< with a connectivity of 8
    bool joins_shapes = false; ///< cells are equal or not, so that shapes may be joined (cpu/shape_search.hpp)
};

/// Seconds of one thread, whichever way is estimated to be quicker. Without shapes: all shifts are bounded by the cells
/// that agree, and more of them are labelled where these are many.
[[nodiscard]] inline double seconds_of_search(const search_work& work) {
    if (work.pairs <= 0) return 0;
    const double share = work.agreeing / work.pairs;
    const double rate =
        (work.has_corners ? tuning::pairs_with_corners_a_nanosecond : tuning::pairs_by_sides_a_nanosecond);
    const double of_shifts = work.pairs * (1 / rate + share * tuning::nanoseconds_of_agreeing_pair);
    if (!work.joins_shapes) return of_shifts * 1e-9;
    // Fixed polyominoes of two cells and more, and polyplets.
    constexpr std::array<double, 6> by_sides = {2, 6, 19, 63, 216, 760};
    constexpr std::array<double, 4> with_corners = {4, 20, 110, 638};
    double least = of_shifts;
    double equal = work.pairs * share;
    for (const double shapes :
         work.has_corners ? std::span<const double>(with_corners) : std::span<const double>(by_sides)) {
        equal *= share;
        least = std::min(least, shapes * (work.cells * tuning::cost_of_key + equal * tuning::cost_of_equal_places));
    }
    return least * 1e-9;
}

/// Boards are planes of bits that adders count and carries flood, as the cells of DP matrices.
[[nodiscard]] inline runtime::device_costs costs_of(const search_work& work, unsigned threads) {
    return {.cpu = runtime::seconds_of(runtime::cpu_work{.cells = seconds_of_search(work) / threads}, threads),
            .gpu = runtime::seconds_of(runtime::gpu_work{.cells = work.pairs / tuning::gpu_pairs_a_second}),
            .worth_all_gpus = 0};
}

} // namespace concord::component
