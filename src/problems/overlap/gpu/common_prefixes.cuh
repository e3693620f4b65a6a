// Common prefixes of neighbours in the suffix array, on a GPU.
//
// In a text with few repeats each suffix is compared with its predecessor, from the first letter on. In other texts the
// comparisons follow text order, in which the common prefix with the predecessor shrinks by at most one letter from
// position to position (Kasai and others). They run in stretches, whose first positions are compared in coarser
// stretches:
//
//   coarse       compared from the first letter on, a block of threads each
//   finer        a thread for each stretch in between: starts from the previous common prefix less the distance
//   all          the same in between
//
// At each of the two finer levels the letters compared twice are at most the length of the text, so the time is linear
// for any text.
#pragma once

#include "base/host_device.hpp"
#include "problems/overlap/gpu/suffix_order.cuh"
#include "problems/overlap/suffix_names.hpp"
#include "suffixes/packed_suffix.hpp"
#include "problems/overlap/range_minima.hpp"

#include <cub/block/block_reduce.cuh>

#include <algorithm>
#include <cstdint>

namespace concord::overlap {

/// Compares two neighbours from their first letters on.
struct compare_neighbours {
    text_view text;
    const std::uint32_t* suffixes;
    std::uint32_t* prefixes;

    CONCORD_HD void operator()(std::uint64_t rank) const {
        prefixes[rank] =
            rank == 0 ? 0 : static_cast<std::uint32_t>(common_prefix(text, suffixes[rank - 1], suffixes[rank], 0));
    }
};

struct arrays_of_order {
    text_view text;
    const std::uint32_t* suffixes;
    const std::uint32_t* ranks;
};

inline constexpr unsigned sample_threads = 256;

struct lesser_of {
    template <class Value>
    [[nodiscard]] CONCORD_HD Value operator()(const Value& x, const Value& y) const {
        return y < x ? y : x;
    }
};

/// Block i: the common prefix of the suffix at position i * `apart` and its neighbour.
__global__ void __launch_bounds__(sample_threads)
    compare_samples(const arrays_of_order order, std::uint64_t apart, std::uint32_t* shared_by_samples) {
    using reduce = cub::BlockReduce<std::uint64_t, sample_threads>;
    __shared__ typename reduce::TempStorage reducing;
    __shared__ std::uint64_t found;
    const std::uint64_t position = blockIdx.x * apart;
    const std::uint32_t rank = order.ranks[position];
    if (rank == 0) {
        if (threadIdx.x == 0) shared_by_samples[blockIdx.x] = 0;
        return;
    }
    const std::uint64_t neighbour = order.suffixes[rank - 1];
    const std::uint64_t last = order.text.size - (position > neighbour ? position : neighbour);
    const unsigned step = order.text.letters_per_window();
    constexpr std::uint64_t none = ~std::uint64_t{0};
    for (std::uint64_t known = 0;; known += std::uint64_t{sample_threads} * step) {
        // There is nothing to read beyond the end of the text; an earlier position has found the end.
        const std::uint64_t mine = known + std::uint64_t{threadIdx.x} * step;
        std::uint64_t differs = none;
        if (mine <= last) {
            const std::uint64_t shared = common_prefix(order.text, position, neighbour, mine, mine + step);
            if (shared < mine + step) differs = shared;
        }
        const std::uint64_t least = reduce(reducing).Reduce(differs, lesser_of{});
        if (threadIdx.x == 0) found = least;
        __syncthreads();
        if (found != none) break;
        __syncthreads();
    }
    if (threadIdx.x == 0) shared_by_samples[blockIdx.x] = static_cast<std::uint32_t>(found);
}

/// A stretch of positions, of which every `apart`-th one is compared with its neighbour.
struct compare_stretch {
    arrays_of_order order;
    std::uint64_t letters;              ///< of a stretch
    const std::uint32_t* shared_before; ///< by the first position of each stretch
    std::uint64_t apart;
    std::uint32_t* shared_by_samples; ///< of position / `apart`; null: into `prefixes` instead
    std::uint32_t* prefixes;

    CONCORD_HD void operator()(std::uint64_t stretch) const {
        const std::uint64_t first = stretch * letters;
        const std::uint64_t end = first + letters < order.text.size ? first + letters : order.text.size;
        std::uint64_t shared = shared_before[stretch];
        for (std::uint64_t position = first; position < end; position += apart) {
            const std::uint32_t rank = order.ranks[position];
            if (rank == 0) {
                shared = 0;
            } else if (position > first) {
                shared = common_prefix(order.text, position, order.suffixes[rank - 1], shared);
            }
            if (shared_by_samples != nullptr) {
                shared_by_samples[position / apart] = static_cast<std::uint32_t>(shared);
            } else {
                prefixes[rank] = static_cast<std::uint32_t>(shared);
            }
            shared -= shared < apart ? shared : apart;
        }
    }
};

/// Prefixes by rank; the first is 0. Time O(n) for texts whose suffixes differ in their first words; else as above.
[[nodiscard]] inline runtime::device_buffer<std::uint32_t>
neighbour_prefixes(const runtime::cuda_device& machine, const text_view& text, const ordered_suffixes& made) {
    runtime::device_buffer<std::uint32_t> prefixes = machine.make<std::uint32_t>(text.size);
    constexpr std::uint64_t compared_quickly = 256; // letters
    if (made.depth <= compared_quickly) {
        machine.for_each(text.size, compare_neighbours{text, made.suffixes.data(), prefixes.data()});
        return prefixes;
    }
    constexpr std::uint64_t near_samples = std::uint64_t{1} << 17U; // enough for all lanes of a GPU
    constexpr std::uint64_t near_for_far = 64;
    const arrays_of_order order{text, made.suffixes.data(), made.ranks.data()};
    const std::uint64_t near = std::clamp<std::uint64_t>(text.size / near_samples, 32, 4096);
    const std::uint64_t far = near * near_for_far;
    const std::uint64_t samples = (text.size + far - 1) / far;
    const auto by_far = machine.make<std::uint32_t>(samples);
    const auto by_near = machine.make<std::uint32_t>((text.size + near - 1) / near);
    compare_samples<<<static_cast<unsigned>(samples), sample_threads, 0, machine.context().stream()>>>(order, far,
                                                                                                       by_far.data());
    machine.context().check(cudaGetLastError(), "comparing neighbours");
    machine.for_each(samples, compare_stretch{order, far, by_far.data(), near, by_near.data(), nullptr});
    machine.for_each(by_near.size(), compare_stretch{order, near, by_near.data(), 1, nullptr, prefixes.data()});
    return prefixes;
}

/// A step of cuda_device::for_each for each entry of a level of the table of minima.
struct fill_minima {
    const std::uint32_t* prefixes;
    std::uint64_t size;
    std::uint32_t* table;
    std::uint64_t level;

    CONCORD_HD void operator()(std::uint64_t index) const {
        range_minima<std::uint32_t>::fill_entry(prefixes, size, table, level, index);
    }
};

} // namespace concord::overlap
