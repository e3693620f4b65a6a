// Sorts positions by the keys stored beside them, stably.
#pragma once

#include "base/bits.hpp"
#include "runtime/machine.hpp"
#include "suffixes/tuning.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <type_traits>

namespace concord::suffixes {

template <class Position>
struct key_item {
    using key_type = Position;
    key_type key;
    Position position;
};

namespace inner {

inline constexpr unsigned digit_bits = 8;
inline constexpr std::size_t digits = std::size_t{1} << digit_bits;

template <class Item>
void insert_items(Item* items, std::size_t count) {
    for (std::size_t at = 1; at < count; ++at) {
        const Item moved = items[at];
        std::size_t to = at;
        for (; to > 0 && items[to - 1].key > moved.key; --to)
            items[to] = items[to - 1];
        items[to] = moved;
    }
}

/// Distributes into `to` by the digit above `shift`. Returns the ends of the digits.
template <class Item>
std::array<std::uint64_t, digits> distribute(const Item* items, Item* to, std::size_t count, unsigned shift,
                                             unsigned bits) {
    std::array<std::uint64_t, digits> next{};
    const auto mask = base::low_bits<typename Item::key_type>(bits);
    for (std::size_t at = 0; at < count; ++at)
        ++next[items[at].key >> shift & mask];
    std::uint64_t before = 0;
    for (std::uint64_t& of_digit : next) {
        const std::uint64_t here = of_digit;
        of_digit = before;
        before += here;
    }
    for (std::size_t at = 0; at < count; ++at)
        to[next[items[at].key >> shift & mask]++] = items[at];
    return next;
}

} // namespace inner

/// Sorts by the lowest `bits` of the keys; the bits above must be equal. `copy` has the same size. Time O(count · bits
/// / 8).
template <class Item>
void sort_items(Item* items, Item* copy, std::size_t count, unsigned bits) {
    using namespace inner;
    if (count < 2 || bits == 0) return;
    if (count <= tuning::few_items) return insert_items(items, count);
    const unsigned high = std::min(bits, digit_bits);
    const auto in_cache = static_cast<std::size_t>(tuning::share_of_level_2 *
                                                   static_cast<double>(runtime::caches().level_2 / (2 * sizeof(Item))));
    if (count > in_cache) { // split first
        const auto ends = distribute(items, copy, count, bits - high, high);
        std::copy_n(copy, count, items);
        std::uint64_t begin = 0;
        for (const std::uint64_t end : ends) {
            sort_items(items + begin, copy, end - begin, bits - high);
            begin = end;
        }
        return;
    }
    // By two digits, from the lower to the higher; items that share both are few, and are sorted by the remaining bits.
    const unsigned low = std::min(bits - high, digit_bits);
    if (low == 0) {
        distribute(items, copy, count, bits - high, high);
        std::copy_n(copy, count, items);
        return;
    }
    const unsigned rest = bits - high - low;
    distribute(items, copy, count, rest, low);
    distribute(copy, items, count, rest + low, high);
    if (rest == 0) return;
    for (std::size_t begin = 0; begin < count;) {
        std::size_t end = begin + 1;
        while (end < count && items[end].key >> rest == items[begin].key >> rest)
            ++end;
        if (end - begin > 1) sort_items(items + begin, copy, end - begin, rest);
        begin = end;
    }
}

} // namespace concord::suffixes
