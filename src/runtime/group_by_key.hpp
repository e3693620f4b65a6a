// Values grouped by small keys: a counting sort by all threads. First the leading bits of the keys divide the values
// into buckets, which then are sorted one by one, so that no thread waits for another and few cache lines are in use.
#pragma once

#include "runtime/bucket_places.hpp"
#include "runtime/far_array.hpp"
#include "runtime/thread_pool.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace concord::runtime {

/// Sorts values by their keys, stably. `produce(part, emit)` calls emit(key, value) for the values of each of so many
/// parts, in order, the same whenever it is called (twice). begins[key] becomes the number of values with smaller keys;
/// begins has one more element than there are keys, all 0 before, and is written by many threads. `room(values)`
/// returns where so many values go. Fewer than 2^32 values. Time O((values + keys) / threads), memory for all values
/// and their keys (4 bytes) once more where there are several threads.
template <class Value = std::uint32_t, class Produce, class Room>
void group_by_key(thread_pool& workers, std::size_t parts, std::span<std::uint32_t> begins, const Produce& produce,
                  const Room& room) {
    const std::size_t keys = begins.size() - 1;
    if (keys == 0) return;
    if (workers.threads() == 1 || parts == 1) {
        for (std::size_t part = 0; part < parts; ++part)
            produce(part, [&](std::uint64_t key, const Value&) { ++begins[key + 1]; });
        std::uint32_t next = 0;
        for (std::size_t key = 0; key < keys; ++key)
            next += std::exchange(begins[key + 1], next);
        const std::span<Value> values = room(std::size_t{next});
        for (std::size_t part = 0; part < parts; ++part)
            produce(part, [&](std::uint64_t key, const Value& value) { values[begins[key + 1]++] = value; });
        return;
    }
    constexpr int bits_of_bucket = 10; // at most
    const auto shift = static_cast<unsigned>(std::max(0, static_cast<int>(std::bit_width(keys - 1)) - bits_of_bucket));
    const std::size_t buckets = ((keys - 1) >> shift) + 1;
    std::vector<std::size_t> places(parts * buckets, 0);
    workers.run(parts, [&](std::size_t part, unsigned) {
        std::vector<std::size_t> counts(buckets, 0);
        produce(part, [&](std::uint64_t key, const Value&) { ++counts[key >> shift]; });
        std::copy(counts.begin(), counts.end(), places.begin() + static_cast<std::ptrdiff_t>(part * buckets));
    });
    const std::vector<std::size_t> borders = place_buckets(places, buckets);

    struct keyed {
        std::uint32_t key;
        Value value;
    };
    const far_array<keyed> divided(borders.back());
    workers.run(parts, [&](std::size_t part, unsigned) {
        std::size_t* const place = places.data() + part * buckets;
        produce(part, [&](std::uint64_t key, const Value& value) {
            divided[place[key >> shift]++] = {static_cast<std::uint32_t>(key), value};
        });
    });
    const std::span<Value> values = room(borders.back());
    workers.run(buckets, [&](std::size_t bucket, unsigned) {
        const std::span<const keyed> some =
            divided.view().subspan(borders[bucket], borders[bucket + 1] - borders[bucket]);
        for (const keyed& each : some)
            ++begins[each.key + std::size_t{1}];
        auto before = static_cast<std::uint32_t>(borders[bucket]);
        for (std::size_t key = bucket << shift; key < std::min((bucket + 1) << shift, keys); ++key)
            before += std::exchange(begins[key + 1], before);
        for (const keyed& each : some)
            values[begins[each.key + std::size_t{1}]++] = each.value;
    });
}

} // namespace concord::runtime
