// Sorting by all threads: samplesort (Frazer and McKellar, J. ACM 17, 1970). Splitters from a sample divide the values
// into buckets, which are sorted one by one.
#pragma once

#include "base/unset_vector.hpp"
#include "runtime/bucket_places.hpp"
#include "runtime/parts.hpp"
#include "runtime/thread_pool.hpp"

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace concord::runtime {

/// Whether no value is less than the one before it.
template <class Value, class Allocator, class Less>
[[nodiscard]] bool is_sorted(thread_pool& workers, const std::vector<Value, Allocator>& values, Less less) {
    constexpr std::uint64_t least = 1U << 14U;
    std::atomic<bool> all = true;
    for_parts(workers, values.size(), least, [&](std::uint64_t first, std::uint64_t last) {
        const auto begin = values.begin() + static_cast<std::ptrdiff_t>(first - std::min<std::uint64_t>(first, 1));
        if (!std::is_sorted(begin, values.begin() + static_cast<std::ptrdiff_t>(last), less)) all = false;
    });
    return all;
}

/// Fewer values are sorted by one thread.
inline constexpr std::size_t least_sorted_by_all = 1U << 14U;

/// Sorts by a strict weak order. What is equal may be exchanged: an order without equal values gives the same for any
/// number of threads. Time O(n log n / threads), memory for the values twice and two bytes for each.
template <class Value, class Less>
void parallel_sort(thread_pool& workers, std::span<Value> values, Less less) {
    constexpr std::size_t most_buckets = 1024;
    constexpr std::size_t sampled_of_bucket = 32;
    const std::size_t size = values.size();
    const std::size_t buckets = std::min<std::size_t>(std::size_t{4} * workers.threads(), most_buckets);
    if (workers.threads() == 1 || size < least_sorted_by_all) {
        std::sort(values.begin(), values.end(), less);
        return;
    }
    std::vector<Value> splitters;
    for (std::size_t index = 0; index < buckets * sampled_of_bucket; ++index)
        splitters.push_back(values[index * size / (buckets * sampled_of_bucket)]);
    std::sort(splitters.begin(), splitters.end(), less);
    for (std::size_t bucket = 1; bucket < buckets; ++bucket)
        splitters[bucket - 1] = splitters[bucket * sampled_of_bucket];
    splitters.resize(buckets - 1);

    // How many values of each block go to each bucket, and then where.
    const std::size_t blocks = buckets;
    const auto begin_of = [&](std::size_t block) { return block * size / blocks; };
    base::unset_vector<std::uint16_t> bucket_of(size);
    std::vector<std::size_t> places(blocks * buckets, 0);
    workers.run(blocks, [&](std::size_t block, unsigned) {
        for (std::size_t index = begin_of(block); index < begin_of(block + 1); ++index) {
            const auto above = std::upper_bound(splitters.begin(), splitters.end(), values[index], less);
            bucket_of[index] = static_cast<std::uint16_t>(above - splitters.begin());
            ++places[block * buckets + bucket_of[index]];
        }
    });
    const std::vector<std::size_t> borders = place_buckets(places, buckets);

    base::unset_vector<Value> divided(size);
    workers.run(blocks, [&](std::size_t block, unsigned) {
        for (std::size_t index = begin_of(block); index < begin_of(block + 1); ++index)
            divided[places[block * buckets + bucket_of[index]]++] = values[index];
    });
    workers.run(buckets, [&](std::size_t bucket, unsigned) {
        const auto first = divided.begin() + static_cast<std::ptrdiff_t>(borders[bucket]);
        const auto last = divided.begin() + static_cast<std::ptrdiff_t>(borders[bucket + 1]);
        std::sort(first, last, less);
        std::copy(first, last, values.begin() + static_cast<std::ptrdiff_t>(borders[bucket]));
    });
}
template <class Value, class Allocator, class Less>
void parallel_sort(thread_pool& workers, std::vector<Value, Allocator>& values, Less less) {
    parallel_sort(workers, std::span<Value>(values), less);
}

} // namespace concord::runtime
