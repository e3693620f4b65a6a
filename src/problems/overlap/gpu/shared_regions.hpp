// How long the longest region is that exactly s sequences hold, for every s, on a data-parallel device: all LCP
// intervals at once, a step each, instead of one walk with a stack (cpu/interval_walk.hpp).
//
//   rank     0    1    2    3    4        An interval of length v is a run of suffixes between two prefixes below v;
//   the prefix   0    2    2    0    1        step of its first prefix that equals v is responsible for it. sequence a
//   b    a    a    b
//
// Its distinct sequences are its suffixes less the repetitions in it. Where a sequence has suffixes at the ranks p < q,
// and none between, one repetition is counted at a place of the least prefix of (p, q]: that place is inside of exactly
// those intervals that hold both (Hui's colour set sizes, without a tree). Sums of the places before each rank give the
// repetitions of any interval.
#pragma once

#include "base/atomic.hpp"
#include "problems/overlap/gpu/gpu.hpp"
#include "problems/overlap/gpu/least_positions.hpp"
#include "runtime/gpu/device_concept.hpp"
#include "sequence/sequence_at.hpp"

#include <cstdint>
#include <limits>
#include <vector>

namespace concord::overlap {

/// An index in a device's memory, of n suffixes.
struct regions_of {
    const std::uint32_t* suffixes;
    const std::uint32_t* prefixes;
    std::uint64_t size;
    const std::uint64_t* offsets; ///< of the sequences of the text, one more than their number
    std::uint64_t sequences;      ///< of the text
    std::uint64_t of_one_strand;  ///< sequences; those behind are the other strands of the same ones
};

// Steps.

/// key = sequence << 24 (sorts compare the upper 40 bits), value = rank.
struct key_by_sequence {
    regions_of of;
    double sequences_per_letter; ///< for a first guess
    std::uint64_t* keys;
    std::uint32_t* ranks;

    CONCORD_HD void operator()(std::uint64_t rank) const {
        std::uint64_t holder = sequence::sequence_at(of.offsets, of.sequences, sequences_per_letter, of.suffixes[rank]);
        if (holder >= of.of_one_strand) holder -= of.of_one_strand;
        keys[rank] = holder << 24U;
        ranks[rank] = static_cast<std::uint32_t>(rank);
    }
};

struct fill_least_positions {
    const std::uint32_t* values;
    std::uint64_t size;
    std::uint32_t* table;
    std::uint64_t level;

    CONCORD_HD void operator()(std::uint64_t index) const {
        least_positions::fill_entry(values, size, table, level, index);
    }
};

/// Neighbours in the order by sequence and rank: one repetition.
struct count_repetition {
    const std::uint64_t* keys;
    const std::uint32_t* ranks;
    least_positions prefixes;
    std::uint32_t* repetitions; ///< by place

    CONCORD_HD void operator()(std::uint64_t index) const {
        if (index == 0 || keys[index] != keys[index - 1]) return;
        base::atomic_add(repetitions[prefixes.in(std::uint64_t{ranks[index - 1]} + 1, std::uint64_t{ranks[index]} + 1)],
                         1U);
    }
};

struct repetitions_at {
    const std::uint32_t* repetitions;
    CONCORD_HD runtime::counts operator()(std::uint64_t place) const { return {repetitions[place], 0}; }
};

/// The interval whose first prefix of its length is at a place.
struct interval_of_place {
    regions_of of;
    least_positions prefixes;
    const std::uint64_t* before; ///< repetitions at the places before each
    std::uint64_t repetitions;   ///< in all

    std::uint32_t* longest; ///< by number of sequences

    struct interval {
        std::uint64_t first; ///< ranks [first, last)
        std::uint64_t last;
        std::uint64_t sequences;
    };

    /// False if the place is not responsible for one.
    [[nodiscard]] CONCORD_HD bool find(std::uint64_t place, interval& found) const {
        const std::uint32_t length = of.prefixes[place];
        if (length == 0) return false;
        found.first = prefixes.last_before(place, length);
        if (of.prefixes[found.first] == length) return false;
        found.last = prefixes.first_below(place, length);
        const std::uint64_t up_to = found.last < of.size ? before[found.last] : repetitions;
        found.sequences = found.last - found.first - (up_to - before[found.first + 1]);
        return true;
    }
};

struct raise_longest {
    interval_of_place intervals;

    CONCORD_HD void operator()(std::uint64_t place) const {
        interval_of_place::interval found{};
        if (!intervals.find(place, found)) return;
        const std::uint32_t length = intervals.of.prefixes[place];
        std::uint32_t& longest = intervals.longest[found.sequences];
        // Mostly a longer one is known already: then there is nothing that others would have to wait for.
        if (*static_cast<volatile std::uint32_t*>(&longest) < length) base::atomic_max(longest, length);
    }
};

struct lower_position {
    interval_of_place intervals;
    least_positions suffixes; ///< over the suffix array
    std::uint32_t* lowest;    ///< by number of sequences

    CONCORD_HD void operator()(std::uint64_t place) const {
        interval_of_place::interval found{};
        if (!intervals.find(place, found) || intervals.longest[found.sequences] != intervals.of.prefixes[place]) return;
        base::atomic_min(lowest[found.sequences], intervals.of.suffixes[suffixes.in(found.first, found.last)]);
    }
};

template <class Machine>
[[nodiscard]] typename Machine::template array<std::uint32_t>
positions_of_minima(Machine& machine, const std::uint32_t* values, std::uint64_t size) {
    auto table = machine.template make<std::uint32_t>(least_positions::table_size(size));
    for (std::uint64_t level = 0; level < least_positions::levels_of(size); ++level)
        machine.for_each(least_positions::blocks_of(size), fill_least_positions{values, size, table.data(), level});
    return table;
}

/// Repetitions at the places before each, and in all. Memory: 36 bytes a letter while the sequences are sorted, then 8.
template <class Machine>
struct repetition_sums {
    repetition_sums(Machine& machine, const regions_of& of, const std::uint32_t* prefix_table) {
        const least_positions prefixes(of.prefixes, prefix_table, of.size);
        const auto repetitions = machine.template zeroed<std::uint32_t>(of.size);
        {
            const auto keys = machine.template make<std::uint64_t>(of.size);
            const auto ranks = machine.template make<std::uint32_t>(of.size);
            const double sequences_per_letter = static_cast<double>(of.sequences) / static_cast<double>(of.size);
            machine.for_each(of.size, key_by_sequence{of, sequences_per_letter, keys.data(), ranks.data()});
            machine.sort(keys.data(), ranks.data(), of.size);
            machine.check();
            machine.for_each(of.size, count_repetition{keys.data(), ranks.data(), prefixes, repetitions.data()});
        }
        before = machine.template make<std::uint64_t>(of.size);
        all = machine.exclusive_scan(of.size, repetitions_at{repetitions.data()}, before.data()).count;
        machine.check();
    }

    typename Machine::template array<std::uint64_t> before;
    std::uint64_t all = 0;
};

/// Time O(n log n) at the worst, on texts without long periods O(n); memory 36 bytes a letter beside the index while
/// the sequences are sorted. Throws error: resource, cancelled.
template <runtime::data_parallel_device Machine>
[[nodiscard]] region_table longest_regions(Machine& machine, const regions_of& of) {
    region_table found;
    const std::uint64_t supports = of.of_one_strand + 1;
    found.length.resize(supports);
    found.position.resize(supports);
    if (of.size < 2) return found;
    const auto prefix_table = positions_of_minima(machine, of.prefixes, of.size);
    const least_positions prefixes(of.prefixes, prefix_table.data(), of.size);
    const repetition_sums<Machine> sums(machine, of, prefix_table.data());
    const auto longest = machine.template zeroed<std::uint32_t>(supports);
    const interval_of_place intervals{of, prefixes, sums.before.data(), sums.all, longest.data()};
    machine.for_each(of.size, raise_longest{intervals});
    machine.check();
    const auto suffix_table = positions_of_minima(machine, of.suffixes, of.size);
    const std::vector<std::uint32_t> highest(supports, std::numeric_limits<std::uint32_t>::max());
    const auto lowest = machine.template make<std::uint32_t>(supports);
    machine.put(lowest.data(), highest.data(), supports);
    machine.for_each(
        of.size, lower_position{intervals, least_positions(of.suffixes, suffix_table.data(), of.size), lowest.data()});
    machine.get(found.length.data(), longest.data(), supports);
    machine.get(found.position.data(), lowest.data(), supports);
    return found;
}

} // namespace concord::overlap
