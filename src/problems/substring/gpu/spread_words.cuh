// The kernel that spreads a table of words: a block has a tile in shared memory, a thread words of it, and then
// quartets that differ in one letter (spread_words_steps.hpp).
#pragma once

#include "problems/substring/gpu/spread_words_steps.hpp"

#include <cuda_runtime.h>

#include <cstdint>

namespace concord::substring {

inline constexpr unsigned spread_threads = 256;
/// What any multiprocessor has for a block, without being asked for more.
inline constexpr unsigned most_spread_entries = (48U << 10U) / sizeof(std::uint32_t);

__global__ void __launch_bounds__(spread_threads) spread_tiles(const __grid_constant__ word_pass pass) {
    extern __shared__ std::uint32_t spread_entries[];
    const std::uint64_t tile = blockIdx.x;
    for (unsigned index = threadIdx.x; index < pass.words(); index += spread_threads)
        pass.read(tile, index, spread_entries);
    for (unsigned letter = 0; letter < pass.letters; ++letter) {
        __syncthreads();
        for (unsigned index = threadIdx.x; index < pass.words() / 4; index += spread_threads)
            pass.spread(letter, index, spread_entries);
    }
    __syncthreads();
    for (unsigned index = threadIdx.x; index < pass.words(); index += spread_threads)
        pass.write(tile, index, spread_entries);
}

/// The caller asks for errors.
inline void launch_spread_words(const place_table& table, cudaStream_t stream) {
    for (const word_pass& pass : passes_of(table, most_spread_entries)) {
        const std::size_t bytes = std::size_t{pass.entries()} * sizeof(std::uint32_t);
        spread_tiles<<<static_cast<unsigned>(pass.tiles()), spread_threads, bytes, stream>>>(pass);
    }
}

} // namespace concord::substring
