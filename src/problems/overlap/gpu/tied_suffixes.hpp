// Suffixes of a list, ordered by windows of letters as far as these distinguish them, on a data-parallel device.
//
//   slot      0  1  2  3  4  5       order[slot] is the number of a suffix in the list; shared[slot] the letters that
//   it order     7  2  9  4  0  5       shares with the one before it, or `tied_prefix` where both are still tied.
//   Slots 1 shared    0  2  ?  ?  1  ?       to 3 are a group here, and so are 4 and 5.
//
// A round sorts what is tied by the next letters, then by group, stably; so suffixes that reach a border after the same
// letters stay in the order of the list, which is that of their positions.
#pragma once

#include "base/bits.hpp"
#include "base/host_device.hpp"
#include "problems/overlap/suffix_names.hpp"
#include "runtime/gpu/device_concept.hpp"
#include "suffixes/packed_suffix.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <limits>
#include <utility>

namespace concord::overlap {

inline constexpr std::uint32_t tied_prefix = std::numeric_limits<std::uint32_t>::max();

/// Letters and reach as one key of at most 64 bits.
struct window_shape {
    unsigned letters;
    unsigned reach_bits;
    unsigned bits; ///< of a key
    unsigned bits_of_letter;

    /// As many letters as a key holds, `most` (>= 1) at most.
    [[nodiscard]] static window_shape of(const text_view& text, std::uint64_t most) {
        unsigned letters = std::min(bits_per_word / text.bits, bits_per_word - 1); // reach() is at most 64
        while (letters * text.bits + static_cast<unsigned>(std::bit_width(letters)) > bits_per_word)
            --letters;
        letters = static_cast<unsigned>(std::min<std::uint64_t>(letters, most));
        const auto reach_bits = static_cast<unsigned>(std::bit_width(letters));
        return {letters, reach_bits, letters * text.bits + reach_bits, text.bits};
    }

    [[nodiscard]] CONCORD_HD std::uint64_t key(const prefix_key& of) const {
        return of.letters << reach_bits | of.reach;
    }
    [[nodiscard]] CONCORD_HD unsigned reach_of(std::uint64_t key) const {
        return static_cast<unsigned>(key & ((std::uint64_t{1} << reach_bits) - 1));
    }
    /// Letters that two suffixes share, by their keys; all of them, and no border: tied_prefix.
    [[nodiscard]] CONCORD_HD std::uint32_t shared(std::uint64_t a, std::uint64_t b) const {
        const std::uint64_t differ = a >> reach_bits ^ b >> reach_bits;
        unsigned equal = letters;
        if (differ != 0)
            equal = (base::leading_zeros(differ) + letters * bits_of_letter - bits_per_word) / bits_of_letter;
        const unsigned reach_a = reach_of(a);
        const unsigned reach_b = reach_of(b);
        const unsigned reach = reach_a < reach_b ? reach_a : reach_b;
        if (equal == letters && reach == letters) return tied_prefix;
        return equal < reach ? equal : reach;
    }
};

/// The suffixes at these positions, which ascend.
struct listed_positions {
    const std::uint64_t* positions;
    [[nodiscard]] CONCORD_HD std::uint64_t operator()(std::uint32_t index) const { return positions[index]; }
};

// Steps.

template <class Locate>
struct make_first_windows {
    text_view text;
    Locate position_of;
    window_shape shape;
    std::uint64_t* keys;
    std::uint32_t* order;

    CONCORD_HD void operator()(std::uint64_t index) const {
        const auto suffix = static_cast<std::uint32_t>(index);
        keys[index] = shape.key(key_at(text, position_of(suffix), shape.letters));
        order[index] = suffix;
    }
};

struct compare_first_windows {
    const std::uint64_t* keys;
    window_shape shape;
    std::uint32_t* shared;

    CONCORD_HD void operator()(std::uint64_t slot) const {
        shared[slot] = slot == 0 ? 0 : shape.shared(keys[slot - 1], keys[slot]);
    }
};

/// `slots` are those that were tied before; null: all.
struct is_tied_slot {
    const std::uint32_t* slots;
    const std::uint32_t* shared;
    std::uint64_t size; ///< of `shared`

    [[nodiscard]] CONCORD_HD std::uint64_t slot_of(std::uint64_t index) const {
        return slots == nullptr ? index : slots[index];
    }
    CONCORD_HD runtime::counts operator()(std::uint64_t index) const {
        const std::uint64_t slot = slot_of(index);
        const bool tied = shared[slot] == tied_prefix || (slot + 1 < size && shared[slot + 1] == tied_prefix);
        return {tied ? 1U : 0U, 0};
    }
};

struct list_tied_slots {
    is_tied_slot tied;
    const std::uint64_t* before;
    std::uint32_t* listed;

    CONCORD_HD void operator()(std::uint64_t index) const {
        if (tied(index).count > 0) listed[before[index]] = static_cast<std::uint32_t>(tied.slot_of(index));
    }
};

struct begins_group {
    const std::uint32_t* slots;
    const std::uint32_t* shared;

    CONCORD_HD runtime::counts operator()(std::uint64_t index) const {
        return {shared[slots[index]] != tied_prefix ? 1U : 0U, 0};
    }
};

struct number_groups {
    begins_group begins;
    const std::uint64_t* before;
    std::uint32_t* groups;

    CONCORD_HD void operator()(std::uint64_t index) const {
        groups[index] = static_cast<std::uint32_t>(before[index] + begins(index).count - 1);
    }
};

template <class Locate>
struct make_next_windows {
    text_view text;
    Locate position_of;
    const std::uint32_t* order;
    const std::uint32_t* slots;
    std::uint64_t depth;
    window_shape shape;
    std::uint64_t* keys;
    std::uint32_t* indices;

    CONCORD_HD void operator()(std::uint64_t index) const {
        keys[index] = shape.key(key_behind(text, position_of(order[slots[index]]), depth, shape.letters));
        indices[index] = static_cast<std::uint32_t>(index);
    }
};

struct make_group_keys {
    const std::uint32_t* groups;
    const std::uint32_t* indices;
    std::uint64_t* keys;

    CONCORD_HD void operator()(std::uint64_t index) const { keys[index] = groups[indices[index]]; }
};

struct take_tied {
    const std::uint32_t* order;
    const std::uint32_t* slots;
    const std::uint32_t* indices; ///< null: as they are
    std::uint32_t* taken;

    CONCORD_HD void operator()(std::uint64_t index) const {
        taken[index] = order[slots[indices == nullptr ? index : indices[index]]];
    }
};

struct place_tied {
    const std::uint32_t* taken;
    const std::uint32_t* slots;
    std::uint32_t* order;

    CONCORD_HD void operator()(std::uint64_t index) const { order[slots[index]] = taken[index]; }
};

template <class Locate>
struct compare_next_windows {
    text_view text;
    Locate position_of;
    const std::uint32_t* order;
    const std::uint32_t* slots;
    std::uint64_t depth;
    std::uint64_t letters;
    std::uint32_t* shared;

    CONCORD_HD void operator()(std::uint64_t index) const {
        const std::uint32_t slot = slots[index];
        if (shared[slot] != tied_prefix) return;
        const std::uint64_t found =
            common_prefix(text, position_of(order[slot - 1]), position_of(order[slot]), depth, depth + letters);
        if (found < depth + letters) shared[slot] = static_cast<std::uint32_t>(found);
    }
};

/// The slots whose suffixes are tied, and the groups that they form.
template <class Machine>
struct tied_slots {
    typename Machine::template array<std::uint32_t> slots;
    typename Machine::template array<std::uint32_t> groups; ///< numbered by slot, from 0
    std::uint64_t size = 0;
    std::uint64_t group_count = 0;

    tied_slots() = default;
    /// Among all slots, or among `earlier` ones (null: all).
    tied_slots(Machine& machine, const std::uint32_t* shared, std::uint64_t all, const std::uint32_t* earlier,
               std::uint64_t earlier_size) {
        const is_tied_slot tied{earlier, shared, all};
        {
            const auto before = machine.template make<std::uint64_t>(earlier_size);
            size = earlier_size == 0 ? 0 : machine.exclusive_scan(earlier_size, tied, before.data()).count;
            slots = machine.template make<std::uint32_t>(size);
            if (size > 0) machine.for_each(earlier_size, list_tied_slots{tied, before.data(), slots.data()});
        }
        if (size == 0) return;
        const auto before = machine.template make<std::uint64_t>(size);
        const begins_group begins{slots.data(), shared};
        group_count = machine.exclusive_scan(size, begins, before.data()).count;
        groups = machine.template make<std::uint32_t>(size);
        machine.for_each(size, number_groups{begins, before.data(), groups.data()});
    }
    [[nodiscard]] unsigned group_bits() const {
        return std::max(1U, static_cast<unsigned>(std::bit_width(group_count - 1)));
    }
};

/// Suffixes of a list in an order that is complete but for `tied`, which share `depth` letters.
template <class Machine>
struct order_by_windows {
    typename Machine::template array<std::uint32_t> order;
    typename Machine::template array<std::uint32_t> shared;
    tied_slots<Machine> tied;
    std::uint64_t depth = 0;
    std::uint64_t worthwhile = 0; ///< letters of windows that separated some of what was tied, one after the other
    std::uint64_t rounds = 0;
};

/// Sorts what is tied by keys of its slots (by their lowest `bits`) and puts it in place. Values of 32 bits count
/// slots.
template <class Machine>
void sort_tied(Machine& machine, order_by_windows<Machine>& made,
               const typename Machine::template array<std::uint64_t>& keys,
               const typename Machine::template array<std::uint32_t>& indices, unsigned bits) {
    const std::uint64_t tied = made.tied.size;
    machine.sort(keys.data(), indices.data(), tied, 0, bits);
    const auto taken = machine.template make<std::uint32_t>(tied);
    machine.for_each(tied, take_tied{made.order.data(), made.tied.slots.data(), indices.data(), taken.data()});
    machine.for_each(tied, place_tied{taken.data(), made.tied.slots.data(), made.order.data()});
}

/// A window is worth its sort if it separates an eighth of what is tied.
inline constexpr std::uint64_t tied_for_a_worthwhile_window = 8;

/// Sorts `count` (>= 1, < 2^32 - 1) suffixes by up to `most` (>= 1) letters; by fewer, unless `always`, once a window
/// is not worth its sort. Time O(count) a window; memory 40 bytes a suffix at most. Throws error: resource, cancelled.
template <class Machine, class Locate>
[[nodiscard]] order_by_windows<Machine> sort_by_windows(Machine& machine, const text_view& text,
                                                        const Locate& position_of, std::uint64_t count,
                                                        std::uint64_t most, bool always) {
    order_by_windows<Machine> made;
    const window_shape first = window_shape::of(text, most);
    made.depth = made.worthwhile = first.letters;
    made.order = machine.template make<std::uint32_t>(count);
    {
        const auto keys = machine.template make<std::uint64_t>(count);
        machine.for_each(count, make_first_windows<Locate>{text, position_of, first, keys.data(), made.order.data()});
        machine.sort(keys.data(), made.order.data(), count, 0, first.bits);
        made.shared = machine.template make<std::uint32_t>(count);
        machine.for_each(count, compare_first_windows{keys.data(), first, made.shared.data()});
    }
    machine.check();
    made.tied = tied_slots<Machine>(machine, made.shared.data(), count, nullptr, count);
    bool goes_on = true;
    while (made.tied.size > 0 && made.depth < most && (goes_on || always)) {
        const std::uint64_t tied = made.tied.size;
        const window_shape next = window_shape::of(text, most - made.depth);
        {
            const auto keys = machine.template make<std::uint64_t>(tied);
            const auto indices = machine.template make<std::uint32_t>(tied);
            machine.for_each(tied,
                             make_next_windows<Locate>{text, position_of, made.order.data(), made.tied.slots.data(),
                                                       made.depth, next, keys.data(), indices.data()});
            machine.sort(keys.data(), indices.data(), tied, 0, next.bits);
            machine.for_each(tied, make_group_keys{made.tied.groups.data(), indices.data(), keys.data()});
            sort_tied(machine, made, keys, indices, made.tied.group_bits());
        }
        machine.for_each(tied,
                         compare_next_windows<Locate>{text, position_of, made.order.data(), made.tied.slots.data(),
                                                      made.depth, next.letters, made.shared.data()});
        made.depth += next.letters;
        ++made.rounds;
        machine.check();
        made.tied = tied_slots<Machine>(machine, made.shared.data(), count, made.tied.slots.data(), tied);
        goes_on = goes_on && tied - made.tied.size >= tied / tied_for_a_worthwhile_window;
        if (goes_on) made.worthwhile = made.depth;
    }
    return made;
}

} // namespace concord::overlap
