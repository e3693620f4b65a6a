// Sorts positions by the keys stored beside them, stably.
#pragma once

#include "base/bits.hpp"
#include "runtime/machine.hpp"
#include "suffixes/tuning.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <type_traits>
#include <utility>

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

using digit_counts = std::array<std::uint64_t, digits>;

/// Distributes into `to` by the digit above `shift`, of which there are so many of each value. Returns the ends of the
/// digits.
template <class Item>
digit_counts distribute(const Item* items, Item* to, std::size_t count, unsigned shift, unsigned bits,
                        digit_counts next) {
    const auto mask = base::low_bits<typename Item::key_type>(bits);
    std::uint64_t before = 0;
    for (std::uint64_t& of_digit : next)
        before += std::exchange(of_digit, before);
    for (std::size_t at = 0; at < count; ++at)
        to[next[items[at].key >> shift & mask]++] = items[at];
    return next;
}

template <class Item>
digit_counts count_digits(const Item* items, std::size_t count, unsigned shift, unsigned bits) {
    const auto mask = base::low_bits<typename Item::key_type>(bits);
    digit_counts counts{};
    for (std::size_t at = 0; at < count; ++at)
        ++counts[items[at].key >> shift & mask];
    return counts;
}

/// Of so many items, those that share two digits with any of them, if both are distributed as these counts tell.
inline double expected_with_two_digits(const digit_counts& counts, std::size_t items) {
    double squares = 0;
    for (const std::uint64_t each : counts)
        squares += static_cast<double>(each) * static_cast<double>(each);
    const double share = squares / (static_cast<double>(items) * static_cast<double>(items)); // that has a digit
    return static_cast<double>(items) * share * share;
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
    const digit_counts of_high = count_digits(items, count, bits - high, high);
    if (count > in_cache) { // split first
        const auto ends = distribute(items, copy, count, bits - high, high, of_high);
        std::copy_n(copy, count, items);
        std::uint64_t begin = 0;
        for (const std::uint64_t end : ends) {
            sort_items(items + begin, copy, end - begin, bits - high);
            begin = end;
        }
        return;
    }
    // By two digits, from the lower to the higher, or by three where too many would share two, as of biased letters;
    // items that share all are few, and are sorted by the remaining bits.
    const unsigned low = std::min(bits - high, digit_bits);
    if (low == 0) {
        distribute(items, copy, count, bits - high, high, of_high);
        std::copy_n(copy, count, items);
        return;
    }
    unsigned rest = bits - high - low;
    const bool by_three = rest > 0 && expected_with_two_digits(of_high, count) > tuning::most_with_two_digits;
    if (by_three) {
        const unsigned lowest = std::min(rest, digit_bits);
        distribute(items, copy, count, rest - lowest, lowest, count_digits(items, count, rest - lowest, lowest));
        std::copy_n(copy, count, items);
    }
    distribute(items, copy, count, rest, low, count_digits(items, count, rest, low));
    distribute(copy, items, count, rest + low, high, of_high);
    if (by_three) rest -= std::min(rest, digit_bits);
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
