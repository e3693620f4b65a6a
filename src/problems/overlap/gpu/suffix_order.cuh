// The suffix array on a GPU: all suffixes sorted by their first letters, then tied ones by the ranks of what follows,
// twice as many letters each round.
//
//   first    key = letters | reach               one radix sort of all, in as few passes as leave few ties
//   round    key = group | rank behind `depth`   of the tied suffixes alone; depth doubles
//
// Time O(n) for the first sort and O(tied · log(longest repeat)) for the rounds: at most log n of them, whatever the
// text (Manber and Myers' doubling; tied suffixes only, as Larsson and Sadakane). Why not DC3: docs/decisions/0012.
#pragma once

#include "problems/overlap/gpu/radix.cuh"
#include "problems/overlap/suffix_names.hpp"
#include "suffixes/packed_suffix.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <utility>

namespace concord::overlap {

/// The number of letters of the first sort.
struct first_keys {
    unsigned letters;
    unsigned reach_bits;
    unsigned bits; ///< of a key

    /// The fewest passes of the radix sort that leave few ties in a random text.
    [[nodiscard]] static first_keys of(const text_view& text) {
        constexpr unsigned bits_of_a_pass = 8;
        constexpr double keys_a_suffix = 8;
        const double wanted = std::log2(keys_a_suffix * static_cast<double>(text.size));
        const unsigned most = letters_in(text, bits_per_word);
        for (unsigned bits = bits_of_a_pass;; bits += bits_of_a_pass) {
            const unsigned letters = letters_in(text, bits);
            if (letters == 0) continue;
            if (letters == most || letters * text.bits >= wanted)
                return {letters, width_of(letters), letters * text.bits + width_of(letters)};
        }
    }

  private:
    static unsigned width_of(unsigned reach) { return static_cast<unsigned>(std::bit_width(reach)); }
    static unsigned letters_in(const text_view& text, unsigned bits) {
        unsigned letters = std::min(bits / text.bits, bits_per_word - 1); // reach() is at most 64
        while (letters > 0 && letters * text.bits + width_of(letters) > bits)
            --letters;
        return letters;
    }
};

// Steps of cuda_device::for_each, and predicates.

struct make_first_key {
    text_view text;
    first_keys shape;
    std::uint64_t* keys;
    std::uint32_t* suffixes;

    CONCORD_HD void operator()(std::uint64_t position) const {
        const prefix_key key = key_at(text, position, shape.letters);
        keys[position] = key.letters << shape.reach_bits | key.reach;
        suffixes[position] = static_cast<std::uint32_t>(position);
    }
};

/// Writes the begin of a group at its first suffix, and 0 at the others.
struct mark_first_groups {
    const std::uint64_t* keys;
    first_keys shape;
    std::uint32_t* begins;

    CONCORD_HD void operator()(std::uint64_t rank) const {
        const std::uint64_t reach = keys[rank] & ((std::uint64_t{1} << shape.reach_bits) - 1);
        // A suffix that reaches a border is a group of its own: the sort kept such suffixes in the order of positions.
        const bool begins_one = rank == 0 || keys[rank] != keys[rank - 1] || reach < shape.letters;
        begins[rank] = begins_one ? static_cast<std::uint32_t>(rank) : 0;
    }
};

struct rank_suffixes {
    const std::uint32_t* suffixes;
    const std::uint32_t* begins;
    std::uint32_t* ranks;

    CONCORD_HD void operator()(std::uint64_t rank) const { ranks[suffixes[rank]] = begins[rank]; }
};

/// Whether a suffix has others in its group. `slots` are indices of the suffix array; null: all of it.
struct is_tied {
    const std::uint32_t* begins;
    const std::uint32_t* slots;
    std::uint64_t count;

    CONCORD_HD bool operator()(std::uint32_t index) const {
        const std::uint32_t slot = slots == nullptr ? index : slots[index];
        return begins[index] != slot || (index + std::uint64_t{1} < count && begins[index + 1] == begins[index]);
    }
};

struct gather {
    const std::uint32_t* from;
    const std::uint32_t* places;
    std::uint32_t* to;

    CONCORD_HD void operator()(std::uint64_t index) const { to[index] = from[places[index]]; }
};

struct make_round_key {
    text_view text;
    const std::uint32_t* ranks;
    const std::uint32_t* positions;
    std::uint64_t depth;
    unsigned rank_bits;
    std::uint64_t* keys;

    CONCORD_HD void operator()(std::uint64_t index) const {
        const std::uint32_t position = positions[index];
        keys[index] = std::uint64_t{ranks[position]} << rank_bits | rank_behind(text, ranks, position, depth);
    }
};

struct mark_round_groups {
    const std::uint64_t* keys;
    const std::uint32_t* slots;
    unsigned rank_bits;
    std::uint32_t* begins;

    CONCORD_HD void operator()(std::uint64_t index) const {
        const bool ended = (keys[index] & ((std::uint64_t{1} << rank_bits) - 1)) == 0; // a group of its own, as above
        begins[index] = index == 0 || ended || keys[index] != keys[index - 1] ? slots[index] : 0;
    }
};

struct place_suffixes {
    const std::uint32_t* slots;
    const std::uint32_t* positions;
    const std::uint32_t* begins;
    std::uint32_t* suffixes;
    std::uint32_t* ranks;

    CONCORD_HD void operator()(std::uint64_t index) const {
        suffixes[slots[index]] = positions[index];
        ranks[positions[index]] = begins[index];
    }
};

struct ordered_suffixes {
    runtime::device_buffer<std::uint32_t> suffixes;
    runtime::device_buffer<std::uint32_t> ranks;
    std::uint64_t depth;  ///< letters that distinguish all suffixes, at most
    unsigned rounds;      ///< of doubling
    std::uint64_t sorted; ///< suffixes sorted in all rounds
};

/// For a text in the GPU's memory, of 1 to 2^32 - 2 letters. Peak memory: 24 bytes a letter, or 8 and 32 for each
/// suffix that is tied after the first sort. Throws error: resource, cancelled.
[[nodiscard]] inline ordered_suffixes order_suffixes(const runtime::cuda_device& machine, const text_view& text) {
    const std::uint64_t size = text.size;
    const first_keys shape = first_keys::of(text);
    ordered_suffixes made{{}, {}, shape.letters, 0, 0};
    runtime::device_buffer<std::uint32_t> slots;
    std::uint64_t tied = 0;
    {
        sorted_array<std::uint64_t> keys(machine, size);
        sorted_array<std::uint32_t> suffixes(machine, size);
        machine.for_each(size, make_first_key{text, shape, keys.values.data(), suffixes.values.data()});
        sort_pairs(machine, keys, suffixes, size, shape.bits);
        keys.room = {};
        std::uint32_t* const begins = suffixes.room.data();
        machine.for_each(size, mark_first_groups{keys.values.data(), shape, begins});
        keys.values = {};
        scan_greatest(machine, begins, size);
        made.ranks = machine.make<std::uint32_t>(size);
        machine.for_each(size, rank_suffixes{suffixes.values.data(), begins, made.ranks.data()});
        runtime::device_buffer<std::uint32_t> chosen = machine.make<std::uint32_t>(size);
        tied = choose(machine, size, is_tied{begins, nullptr, size}, chosen.data());
        made.suffixes = std::move(suffixes.values);
        slots = std::move(chosen);
    }
    const auto rank_bits = static_cast<unsigned>(std::bit_width(size));
    for (; tied > 0; made.depth *= 2, ++made.rounds) {
        machine.check();
        made.sorted += tied;
        sorted_array<std::uint64_t> keys(machine, tied);
        sorted_array<std::uint32_t> positions(machine, tied);
        machine.for_each(tied, gather{made.suffixes.data(), slots.data(), positions.values.data()});
        machine.for_each(tied, make_round_key{text, made.ranks.data(), positions.values.data(), made.depth, rank_bits,
                                              keys.values.data()});
        sort_pairs(machine, keys, positions, tied, 2 * rank_bits);
        std::uint32_t* const begins = positions.room.data();
        machine.for_each(tied, mark_round_groups{keys.values.data(), slots.data(), rank_bits, begins});
        scan_greatest(machine, begins, tied);
        machine.for_each(tied, place_suffixes{slots.data(), positions.values.data(), begins, made.suffixes.data(),
                                              made.ranks.data()});
        // The keys are no longer needed: their memory receives the indices that are still tied.
        auto* const chosen = reinterpret_cast<std::uint32_t*>(keys.values.data());
        const std::uint64_t left = choose(machine, tied, is_tied{begins, slots.data(), tied}, chosen);
        runtime::device_buffer<std::uint32_t> left_slots = machine.make<std::uint32_t>(left);
        machine.for_each(left, gather{slots.data(), chosen, left_slots.data()});
        slots = std::move(left_slots);
        tied = left;
    }
    return made;
}

} // namespace concord::overlap
