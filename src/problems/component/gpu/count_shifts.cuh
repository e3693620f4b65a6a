// A bound for every shift, by counts: a thread a shift, neighbours in a row of shifts side by side, so that they read
// the same words of A and of B.
//
// A thread goes down strips of a few words and keeps the masks of three rows of them; a word more on each side lends
// its nearest cell.
#pragma once

#include "problems/component/gpu/shift_view.cuh"

#include <cstdint>

namespace concord::component {

inline constexpr unsigned count_threads = 128;
inline constexpr unsigned strip_words = 4;

/// One row of a strip with a word on both sides.
struct strip_row {
    gpu_word words[strip_words + 2];

    [[nodiscard]] __device__ node_group<gpu_word> around(unsigned i) const {
        return {words[i], words[i + 1], words[i + 2]};
    }
};

/// bounds[number] for all shifts of a band: no component of it is larger. numbers[number] = number.
template <bool Corners>
__global__ void __launch_bounds__(count_threads)
    count_shifts(const __grid_constant__ plane_view planes, const __grid_constant__ band_of_shifts band,
                 std::uint32_t blocks_of_a_row, std::uint32_t* bounds, std::uint32_t* numbers) {
    const std::uint32_t shift_row = blockIdx.x / blocks_of_a_row;
    const std::uint32_t wanted = blockIdx.x % blocks_of_a_row * count_threads + threadIdx.x;
    const std::uint32_t column = wanted < band.columns ? wanted : band.columns - 1; // all lanes stay for the votes
    const std::uint32_t number = shift_row * band.columns + column;
    const shifted at(planes, band, number);
    const auto words_of_b = static_cast<std::uint32_t>((planes.columns_b + word_cells - 1) / word_cells);
    std::uint64_t cells = 0;
    std::uint64_t joints = 0;
    for (std::uint32_t word = 0; word < words_of_b; word += strip_words) {
        gpu_word valid[strip_words + 2];
        gpu_word any = 0;
#pragma unroll
        for (unsigned i = 0; i < strip_words + 2; ++i) {
            valid[i] = at.valid(std::int64_t{word} + i - 1);
            if (i > 0 && i <= strip_words) any |= valid[i];
        }
        if (__any_sync(0xFFFFFFFFU, any != 0) == 0) continue;
        strip_row above{};
        strip_row here{};
        strip_row below{};
        for (std::uint32_t row = 0; row <= at.rows; ++row) { // what comes below the last row is empty
            above = here;
            here = below;
            below = strip_row{};
            if (row < at.rows) {
                agreeing(planes, at, at.first_row + row, std::int64_t{word} - 1, below.words);
#pragma unroll
                for (unsigned i = 0; i < strip_words + 2; ++i)
                    below.words[i] &= valid[i];
            }
            if (row == 0) continue;
#pragma unroll
            for (unsigned i = 0; i < strip_words; ++i) {
                const gpu_word joint =
                    here.words[i + 1] & with_two_neighbours<Corners>(above.around(i), here.around(i), below.around(i));
                cells += static_cast<unsigned>(__popc(here.words[i + 1]));
                joints += static_cast<unsigned>(__popc(joint));
            }
        }
    }
    if (wanted >= band.columns) return;
    constexpr std::uint64_t not_counted = 1; // whether joints are firm
    bounds[number] =
        static_cast<std::uint32_t>(bound_by_counts(cells, joints, joints == 0 ? 0 : not_counted, Corners ? 8 : 4));
    numbers[number] = number;
}

} // namespace concord::component
