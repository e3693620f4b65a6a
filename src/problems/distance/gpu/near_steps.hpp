// The steps of a join on a data-parallel device (device_join.hpp says in which order): sequences packed into words,
// keys listed, the partners of each key counted, candidates compared, pairs put in order.
//
//   keys, sorted    h1 b3   h1 b8   h1 a2*   h2 b1   h3 b4   h3 a4*   h3 a9*        * looked up; the others are entries
//   partners           1       0        2       0       0       1        1          of b3: b8 (in one list); of a2: b3,
//   b8 candidates      0       1       1        3       3       3        4             sums of those before: the step
//   of
//                                                                                   candidate c finds its key in them
#pragma once

#include "base/atomic.hpp"
#include "problems/distance/gpu/short_sequences.hpp"
#include "runtime/gpu/device_concept.hpp"

#include <cstdint>

namespace concord::edit_distance {

/// Packed letters of a set in a device's memory, and the sequences of a join.
struct packed_letters_there {
    const std::uint64_t* plane[most_short_planes_on_gpu];
    const std::uint64_t* ambiguous; ///< null: none
    const std::uint64_t* offsets;
    const std::uint32_t* numbers; ///< of the sequences, ascending; null: all
};

struct pack_sequences {
    packed_letters_there from;
    device_sequences layout;
    std::uint64_t* words;
    std::uint8_t* lengths;

    CONCORD_HD void operator()(std::uint64_t index) const {
        const std::uint64_t sequence = from.numbers == nullptr ? index : from.numbers[index];
        const std::uint64_t begin = from.offsets[sequence];
        const auto length = static_cast<unsigned>(from.offsets[sequence + 1] - begin);
        const auto within = base::low_bits<std::uint64_t>(length);
        std::uint64_t* const to = words + index * layout.stride;
        for (unsigned plane = 0; plane < layout.planes; ++plane)
            to[plane] = sequence::bits_from(from.plane[plane], begin) & within;
        if (layout.stride > layout.planes)
            to[layout.planes] = from.ambiguous == nullptr ? 0 : sequence::bits_from(from.ambiguous, begin) & within;
        lengths[index] = static_cast<std::uint8_t>(length);
    }
};

/// The windows of each length: those of length l are [firsts[l], firsts[l + 1]).
struct windows_there {
    const device_window* windows;
    const std::uint32_t* firsts;
    bool masks;
};

/// Calls emit(hash) for the keys of a round: those whose lowest bits are the round's number.
struct keys_of_round {
    device_sequences sequences;
    windows_there windows;
    std::uint32_t round_mask;
    std::uint32_t round;

    template <unsigned Planes, class Emit>
    CONCORD_HD void for_each(std::uint32_t sequence, const Emit& emit) const {
        const short_sequence<Planes> loaded = sequences.template load<Planes>(sequence);
        for (std::uint32_t at = windows.firsts[loaded.length]; at < windows.firsts[loaded.length + 1]; ++at)
            short_keys<Planes>(windows.windows[at], windows.masks).for_each(loaded, [&](std::uint64_t hash) {
                if ((static_cast<std::uint32_t>(hash) & round_mask) == round) emit(hash);
            });
    }
};

template <unsigned Planes>
struct count_keys {
    keys_of_round keys;

    CONCORD_HD runtime::counts operator()(std::uint64_t sequence) const {
        std::uint32_t count = 0;
        keys.for_each<Planes>(static_cast<std::uint32_t>(sequence), [&](std::uint64_t) { ++count; });
        return {count, 0};
    }
};

/// A key: 39 bits of its hash, whether it is looked up, and 24 bits that are not compared.
inline constexpr unsigned first_key_bit = 24;
inline constexpr std::uint64_t is_lookup_bit = std::uint64_t{1} << first_key_bit;

template <unsigned Planes>
struct list_keys {
    keys_of_round keys;
    const std::uint64_t* before; ///< keys of the sequences before each
    std::uint64_t flag;          ///< is_lookup_bit, or 0
    std::uint64_t* hashes;
    std::uint32_t* sequences;

    CONCORD_HD void operator()(std::uint64_t sequence) const {
        std::uint64_t at = before[sequence];
        keys.for_each<Planes>(static_cast<std::uint32_t>(sequence), [&](std::uint64_t hash) {
            hashes[at] = (hash & ~(2 * is_lookup_bit - 1)) | flag;
            sequences[at++] = static_cast<std::uint32_t>(sequence);
        });
    }
};

struct partner_range {
    std::uint64_t first;
    std::uint64_t count;
};

/// Partners of a place: the entries of equal keys.
struct partners_by_key {
    const std::uint64_t* keys;
    const std::uint32_t* sequences;
    std::uint64_t size;
    bool is_self; ///< entries are partners of each other

    [[nodiscard]] CONCORD_HD partner_range of(std::uint64_t place) const {
        const std::uint64_t key = keys[place] >> first_key_bit;
        if ((key & 1U) == 0) {
            if (!is_self) return {place + 1, 0};
            std::uint64_t step = 1;
            std::uint64_t inside = place; // has the key
            while (inside + step < size && keys[inside + step] >> first_key_bit == key) {
                inside += step;
                step *= 2;
            }
            for (; step > 0; step /= 2)
                if (inside + step < size && keys[inside + step] >> first_key_bit == key) inside += step;
            return {place + 1, inside - place};
        }
        const std::uint64_t lookups = first_not_below(place, key);
        const std::uint64_t entries = first_not_below(lookups, key - 1);
        return {entries, lookups - entries};
    }
    [[nodiscard]] CONCORD_HD std::uint32_t a(std::uint64_t place) const { return sequences[place]; }
    [[nodiscard]] CONCORD_HD std::uint32_t b(std::uint64_t partner) const { return sequences[partner]; }

  private:
    /// The first place up to `from` whose key is `key` or greater.
    [[nodiscard]] CONCORD_HD std::uint64_t first_not_below(std::uint64_t from, std::uint64_t key) const {
        std::uint64_t step = 1;
        std::uint64_t at = from; // none below it is known to be less
        while (at >= step && keys[at - step] >> first_key_bit >= key) {
            at -= step;
            step *= 2;
        }
        for (; step > 0; step /= 2)
            if (at >= step && keys[at - step] >> first_key_bit >= key) at -= step;
        return at;
    }
};

/// Partners of a place without keys: sequences of similar length. In one list a place is one of `order`, and its
/// partners stand before it; in two it is a sequence of a.
struct partners_by_length {
    const std::uint32_t* order;  ///< sequences of b in ascending order of length
    const std::uint32_t* firsts; ///< the place in `order` of the first of at least each length, 0 to 64
    const std::uint8_t* lengths_a;
    std::uint32_t reach;    ///< by which lengths may differ
    std::uint32_t shortest; ///< partners have fewer letters
    bool is_self;

    [[nodiscard]] CONCORD_HD partner_range of(std::uint64_t place) const {
        const std::uint32_t length = lengths_a[a(place)];
        const std::uint32_t least = length > reach ? length - reach : 0;
        const std::uint32_t above = length + reach + 1 < shortest ? length + reach + 1 : shortest;
        if (least >= above) return {0, 0};
        const std::uint64_t first = firsts[least < 64 ? least : 64];
        std::uint64_t last = firsts[above < 64 ? above : 64];
        if (is_self && place < last) last = place;
        return {first, last > first ? last - first : 0};
    }
    [[nodiscard]] CONCORD_HD std::uint32_t a(std::uint64_t place) const {
        return is_self ? order[place] : static_cast<std::uint32_t>(place);
    }
    [[nodiscard]] CONCORD_HD std::uint32_t b(std::uint64_t partner) const { return order[partner]; }
};

/// Each sequence is its own partner.
struct partners_of_themselves {
    [[nodiscard]] CONCORD_HD partner_range of(std::uint64_t place) const { return {place, 1}; }
    [[nodiscard]] CONCORD_HD std::uint32_t a(std::uint64_t place) const { return static_cast<std::uint32_t>(place); }
    [[nodiscard]] CONCORD_HD std::uint32_t b(std::uint64_t partner) const {
        return static_cast<std::uint32_t>(partner);
    }
};

template <class Partners>
struct count_partners {
    Partners partners;

    CONCORD_HD runtime::counts operator()(std::uint64_t place) const {
        return {static_cast<std::uint32_t>(partners.of(place).count), 0};
    }
};

/// Pairs within the bound, in any order and some several times: row << column_bits | column, and the distance.
struct near_list {
    std::uint64_t* pairs;
    std::uint32_t* distances;
    std::uint32_t* count; ///< also of those for which there was no room
    std::uint32_t room;
    unsigned column_bits;

    CONCORD_HD void add(std::uint64_t row, std::uint64_t column, std::uint32_t distance) const {
        const std::uint32_t at = base::atomic_add(*count, 1U);
        if (at >= room) return;
        pairs[at] = row << column_bits | column;
        distances[at] = distance;
    }
};

template <class Partners, short_comparison How, unsigned Planes>
struct compare_candidate {
    Partners partners;
    const std::uint64_t* before; ///< candidates of the places before each
    std::uint64_t places;
    std::uint64_t first; ///< candidate of step 0
    device_sequences of_a;
    device_sequences of_b;
    const std::uint32_t* numbers_a; ///< of the sequences of a; null: all
    comparing_rule rule;
    bool is_self;
    bool each_once;
    near_list found;

    CONCORD_HD void operator()(std::uint64_t index) const {
        const std::uint64_t candidate = first + index;
        std::uint64_t low = 0; // before[low] <= candidate < before[high]
        std::uint64_t high = places;
        while (high - low > 1) {
            const std::uint64_t middle = low + (high - low) / 2;
            if (before[middle] <= candidate)
                low = middle;
            else
                high = middle;
        }
        const std::uint32_t a = partners.a(low);
        const std::uint32_t b = partners.b(partners.of(low).first + (candidate - before[low]));
        const unsigned distance =
            short_distance_of<How, Planes>(of_a.template load<Planes>(a), of_b.template load<Planes>(b), rule);
        if (distance > rule.bound) return;
        if (!is_self) {
            const std::uint32_t row = numbers_a == nullptr ? a : numbers_a[a];
            if (!each_once || row < b) found.add(row, b, distance);
            return;
        }
        if (a == b) {
            if (!each_once) found.add(a, a, distance);
            return;
        }
        found.add(a < b ? a : b, a < b ? b : a, distance);
        if (!each_once) found.add(a < b ? b : a, a < b ? a : b, distance);
    }
};

/// Of sorted pairs: each once.
struct count_distinct {
    const std::uint64_t* pairs;
    CONCORD_HD runtime::counts operator()(std::uint64_t index) const {
        return {index == 0 || pairs[index] != pairs[index - 1] ? 1U : 0U, 0};
    }
};

struct keep_distinct {
    const std::uint64_t* pairs;
    const std::uint32_t* distances;
    const std::uint64_t* before;
    std::uint64_t* to_pairs;
    std::uint32_t* to_distances;

    CONCORD_HD void operator()(std::uint64_t index) const {
        if (index > 0 && pairs[index] == pairs[index - 1]) return;
        to_pairs[before[index]] = pairs[index];
        to_distances[before[index]] = distances[index];
    }
};

} // namespace concord::edit_distance
