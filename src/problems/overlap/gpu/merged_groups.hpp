// Groups of suffixes that windows leave tied, sorted by comparisons, on a data-parallel device: a merge sort of all
// groups at once, a step each for every suffix.
//
//   width 1     d | b | a | c          A suffix goes to its place in its run, plus the suffixes of the run beside it
//   that width 2     b   d | a   c          come before it: a binary search. width 4     a   b   c   d
#pragma once

#include "base/atomic.hpp"
#include "problems/overlap/gpu/sampled_order.hpp"
#include "problems/overlap/gpu/tied_suffixes.hpp"

#include <cstdint>
#include <utility>

namespace concord::overlap {

// Steps.

struct find_group_begins {
    begins_group begins;
    const std::uint32_t* groups;
    std::uint64_t size;
    std::uint64_t group_count;
    std::uint32_t* first; ///< index among the tied slots, by group; one more than groups

    CONCORD_HD void operator()(std::uint64_t index) const {
        if (index == 0) first[group_count] = static_cast<std::uint32_t>(size);
        if (begins(index).count > 0) first[groups[index]] = static_cast<std::uint32_t>(index);
    }
};

struct find_largest_group {
    const std::uint32_t* first;
    std::uint32_t* largest;

    CONCORD_HD void operator()(std::uint64_t group) const {
        const std::uint32_t size = first[group + 1] - first[group];
        if (*static_cast<volatile std::uint32_t*>(largest) < size) base::atomic_max(*largest, size);
    }
};

/// Each suffix finds its place in its run of `width`, merged with the run beside it, by a binary search there.
struct merge_runs {
    sampled_order_view sample;
    listed_positions position_of;
    std::uint64_t depth; ///< letters that all of a group share
    const std::uint32_t* groups;
    const std::uint32_t* group_begins;
    std::uint64_t width;
    const std::uint32_t* from;
    std::uint32_t* to;

    CONCORD_HD void operator()(std::uint64_t index) const {
        const std::uint64_t begin = group_begins[groups[index]];
        const std::uint64_t end = group_begins[groups[index] + 1];
        const std::uint64_t run = (index - begin) / width;
        const std::uint64_t own = begin + run * width;
        const std::uint64_t other = run % 2 == 0 ? own + width : own - width;
        const std::uint32_t suffix = from[index];
        std::uint64_t less = other < end ? other : end;
        std::uint64_t last = other + width < end ? other + width : end;
        const std::uint64_t first = less;
        const std::uint64_t position = position_of(suffix);
        while (less < last) {
            const std::uint64_t middle = less + (last - less) / 2;
            if (sample.is_less(position_of(from[middle]), position, depth))
                less = middle + 1;
            else
                last = middle;
        }
        const std::uint64_t merged = run % 2 == 0 ? own : other;
        to[merged + (index - own) + (less - first)] = suffix;
    }
};

struct finish_prefixes {
    sampled_order_view sample;
    listed_positions position_of;
    std::uint64_t depth;
    const std::uint32_t* order;
    const std::uint32_t* slots;
    std::uint32_t* shared;

    CONCORD_HD void operator()(std::uint64_t index) const {
        const std::uint32_t slot = slots[index];
        if (shared[slot] != tied_prefix) return;
        shared[slot] =
            static_cast<std::uint32_t>(sample.prefix(position_of(order[slot - 1]), position_of(order[slot]), depth));
    }
};

/// Orders what is tied, and computes what neighbours share there. Time O(tied · log²(largest group)), a comparison at
/// most a period of letters; memory 12 bytes for each suffix that is tied. Throws error: resource, cancelled.
template <class Machine>
void merge_tied(Machine& machine, const sampled_order_view& sample, const listed_positions& position_of,
                const order_by_windows<Machine>& made) {
    const tied_slots<Machine>& tied = made.tied;
    const auto begins = machine.template make<std::uint32_t>(tied.group_count + 1);
    machine.for_each(
        tied.size,
        find_group_begins{
            {tied.slots.data(), made.shared.data()}, tied.groups.data(), tied.size, tied.group_count, begins.data()});
    const auto greatest = machine.template zeroed<std::uint32_t>(1);
    machine.for_each(tied.group_count, find_largest_group{begins.data(), greatest.data()});
    std::uint32_t largest = 0;
    machine.get(&largest, greatest.data(), 1);
    auto from = machine.template make<std::uint32_t>(tied.size);
    auto to = machine.template make<std::uint32_t>(tied.size);
    machine.for_each(tied.size, take_tied{made.order.data(), tied.slots.data(), nullptr, from.data()});
    for (std::uint64_t width = 1; width < largest; width *= 2) {
        machine.for_each(tied.size, merge_runs{sample, position_of, made.depth, tied.groups.data(), begins.data(),
                                               width, from.data(), to.data()});
        std::swap(from, to);
        machine.check();
    }
    machine.for_each(tied.size, place_tied{from.data(), tied.slots.data(), made.order.data()});
    machine.for_each(tied.size, finish_prefixes{sample, position_of, made.depth, made.order.data(), tied.slots.data(),
                                                made.shared.data()});
}

} // namespace concord::overlap
