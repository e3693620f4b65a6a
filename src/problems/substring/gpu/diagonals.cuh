// The kernel of counters along diagonals.
//
//   thread     a target, its counters in registers
//   block      128 targets at a time, of a stretch of targets, against eight sources
//   warp       32 targets pass the same letter of the same source: how many are near is one ballot
//
// Some 20 instructions of logic for 32 positions and a letter; 64 a clock in each multiprocessor are the roof.
#pragma once

#include "problems/substring/gpu/diagonals.hpp"

#include <cuda_runtime.h>

#include <algorithm>
#include <cstdint>

namespace concord::substring {

inline constexpr unsigned diagonal_threads = 128;
inline constexpr unsigned diagonal_warps = diagonal_threads / 32;
inline constexpr unsigned diagonal_sources = 8; ///< of a block

template <unsigned Planes, unsigned Words, unsigned Digits>
__global__ void __launch_bounds__(diagonal_threads)
    count_along_diagonals(const __grid_constant__ diagonal_work work, std::uint64_t first_group,
                          std::uint64_t targets_per_block) {
    constexpr unsigned rows = Words * 32;
    __shared__ std::uint32_t near[diagonal_warps][diagonal_sources][rows];
    __shared__ std::uint8_t codes[diagonal_sources][rows];
    __shared__ unsigned letters[diagonal_sources]; // 0: the source has no window to count

    const std::uint64_t first_source = (first_group + blockIdx.x) * diagonal_sources;
    const unsigned warp = threadIdx.x / 32;
    const unsigned lane = threadIdx.x % 32;
    for (unsigned index = threadIdx.x; index < diagonal_warps * diagonal_sources * rows; index += diagonal_threads)
        (&near[0][0][0])[index] = 0;
    if (threadIdx.x < diagonal_sources) {
        const std::uint64_t source = first_source + threadIdx.x;
        letters[threadIdx.x] = 0;
        if (source < work.given.sequences &&
            has_window(work.sources, work.given.offsets[source], work.given.offsets[source + 1]))
            letters[threadIdx.x] = static_cast<unsigned>(work.given.offsets[source + 1] - work.given.offsets[source]);
    }
    __syncthreads();
    for (unsigned index = threadIdx.x; index < diagonal_sources * rows; index += diagonal_threads)
        if (index % rows < letters[index / rows])
            codes[index / rows][index % rows] = static_cast<std::uint8_t>(
                code_at(work.given.letters, Planes, work.given.offsets[first_source + index / rows] + index % rows));
    __syncthreads();

    const auto length = static_cast<unsigned>(work.length);
    const std::uint64_t first = blockIdx.y * targets_per_block;
    const std::uint64_t last =
        min(first + targets_per_block, work.of.groups(work.given.sequences) * sequences_of_group);
    for (std::uint64_t base = first + warp * 32; base < last; base += diagonal_threads) {
        diagonal_target<Planes, Words> target;
        static_assert(sequences_of_group == 32, "a group is what a warp takes");
        const std::uint64_t sequence = work.of.sequence(base / sequences_of_group) + lane;
        const bool has_windows = sequence < work.given.sequences && target.load(work, sequence);
        if (!__any_sync(0xFFFFFFFFU, has_windows)) continue;
        const std::uint32_t weight = !has_windows ? 0 : work.copies == nullptr ? 1 : work.copies[sequence];
        if (!has_windows) target = {};
        for (unsigned source = 0; source < diagonal_sources; ++source) {
            if (letters[source] == 0) continue;
            diagonal_walk<Planes, Words, Digits> walk(target, work.mismatches);
            const auto count = [&](unsigned row) {
                const bool is_near = walk.is_near();
                const std::uint32_t all = work.copies == nullptr
                                              ? __popc(__ballot_sync(0xFFFFFFFFU, is_near))
                                              : __reduce_add_sync(0xFFFFFFFFU, is_near ? weight : 0U);
                if (lane == 0) near[warp][source][row] += all;
            };
            for (unsigned row = 0; row < length; ++row)
                walk.begin_with(codes[source][row]);
            count(length - 1);
            for (unsigned row = length; row < letters[source]; ++row) {
                walk.go_on_with(codes[source][row], codes[source][row - length]);
                count(row);
            }
        }
    }
    __syncthreads();
    for (unsigned index = threadIdx.x; index < diagonal_sources * rows; index += diagonal_threads) {
        const unsigned source = index / rows;
        const unsigned row = index % rows;
        if (row + 1 < length || row >= letters[source]) continue;
        const std::uint64_t window = work.given.offsets[first_source + source] + row + 1 - length;
        if ((work.sources.from(window) & 1U) == 0) continue;
        std::uint32_t sum = 0;
        for (unsigned of_warp = 0; of_warp < diagonal_warps; ++of_warp)
            sum += near[of_warp][source][row];
        if (sum > 0) atomicAdd(&work.supports[work.sources.rank(window)], sum);
    }
}

/// The sources of a launch, in groups of those of a block.
struct diagonal_part {
    std::uint64_t first;
    std::uint64_t groups;
};

/// Groups of sources that there are.
[[nodiscard]] inline std::uint64_t diagonal_groups(const diagonal_work& work) {
    return (work.given.sequences + diagonal_sources - 1) / diagonal_sources;
}

template <unsigned Planes, unsigned Words>
void launch_along_diagonals(const diagonal_work& work, const diagonal_part& part, cudaStream_t stream) {
    const std::uint64_t asked = work.of.groups(work.given.sequences) * sequences_of_group;
    // Stretches of targets so that there are some ten thousand blocks, of 128 targets at least.
    const std::uint64_t stretches = std::min<std::uint64_t>((asked + 1023) / 1024, 20000 / part.groups + 1);
    const std::uint64_t targets = (asked / stretches + diagonal_threads) / diagonal_threads * diagonal_threads;
    const dim3 grid(static_cast<unsigned>(part.groups), static_cast<unsigned>((asked + targets - 1) / targets));
    if (work.digits <= 4)
        count_along_diagonals<Planes, Words, 4><<<grid, diagonal_threads, 0, stream>>>(work, part.first, targets);
    else if (work.digits <= 6)
        count_along_diagonals<Planes, Words, 6><<<grid, diagonal_threads, 0, stream>>>(work, part.first, targets);
    else
        count_along_diagonals<Planes, Words, most_digits_on_diagonals>
            <<<grid, diagonal_threads, 0, stream>>>(work, part.first, targets);
}

/// For a collection whose sequences have at most most_letters_on_diagonals letters. The caller asks for errors.
template <unsigned Planes>
void launch_along_diagonals(const diagonal_work& work, const diagonal_part& part, cudaStream_t stream) {
    if (work.longest <= 64)
        launch_along_diagonals<Planes, 2>(work, part, stream);
    else if (work.longest <= 128)
        launch_along_diagonals<Planes, 4>(work, part, stream);
    else
        launch_along_diagonals<Planes, 8>(work, part, stream);
}

} // namespace concord::substring
