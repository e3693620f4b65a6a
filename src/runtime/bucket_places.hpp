// Where values go that are divided into buckets by several parts at once.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

namespace concord::runtime {

/// Bucket after bucket, in each of them the parts in order: `places`, which has how many values each part has of each
/// bucket (places[part * buckets + bucket]), becomes where these begin. Returns the borders of the buckets, the number
/// of all values the last. Time O(parts * buckets).
[[nodiscard]] inline std::vector<std::size_t> place_buckets(std::vector<std::size_t>& places, std::size_t buckets) {
    std::vector<std::size_t> borders(buckets + 1, 0);
    std::size_t next = 0;
    for (std::size_t bucket = 0; bucket < buckets; ++bucket) {
        borders[bucket] = next;
        for (std::size_t place = bucket; place < places.size(); place += buckets)
            next += std::exchange(places[place], next);
    }
    borders[buckets] = next;
    return borders;
}

} // namespace concord::runtime
