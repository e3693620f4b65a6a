// LCP intervals of enough sequences and few enough suffixes that cannot be extended to the left, on a data-parallel
// device: all at once, as shared_regions.hpp finds them. What else makes one an answer is checked on the host, which
// gets the positions of these alone.
#pragma once

#include "problems/overlap/gpu/match_rows.hpp"
#include "problems/overlap/gpu/shared_regions.hpp"
#include "problems/overlap/gpu/unique_matches.hpp"

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

namespace concord::overlap {

/// Whether the suffix of a rank and the one before it stand behind different letters, or one of them behind a border.
struct left_difference {
    index_view index;

    CONCORD_HD runtime::counts operator()(std::uint64_t rank) const {
        if (rank == 0) return {0, 0};
        const std::uint32_t before = index.letter_before(index.suffixes[rank - 1]);
        const bool differs = before == index_view::border || before != index.letter_before(index.suffixes[rank]);
        return {differs ? 1U : 0U, 0};
    }
};

struct rare_interval_of_place {
    index_view index;
    interval_question question;
    interval_of_place intervals;
    least_positions suffixes;         ///< over the suffix array
    const std::uint64_t* left_before; ///< left differences at the ranks before each
    std::uint64_t left_differences;   ///< in all
    bool both_strands;

    /// False if there is none.
    [[nodiscard]] CONCORD_HD bool find(std::uint64_t place, interval_row& found) const {
        const std::uint32_t length = index.prefixes[place];
        if (length == 0 || length < question.min_length) return false;
        interval_of_place::interval of{};
        if (!intervals.find(place, of)) return false;
        const std::uint64_t count = of.last - of.first;
        if (of.sequences < question.support || count > question.most_suffixes) return false;
        const std::uint64_t up_to = of.last < index.text.size ? left_before[of.last] : left_differences;
        if (up_to == left_before[of.first + 1]) return false; // one letter precedes all of them
        // Else its reverse complement is the one to look at.
        if (both_strands && index.is_reverse(index.suffixes[suffixes.in(of.first, of.last)])) return false;
        found = {static_cast<std::uint32_t>(of.first), length, static_cast<std::uint32_t>(count)};
        return true;
    }

    CONCORD_HD runtime::counts operator()(std::uint64_t place) const {
        interval_row found{};
        return {find(place, found) ? 1U : 0U, 0};
    }
};

struct fill_rare_interval {
    rare_interval_of_place intervals;
    const std::uint64_t* before;
    interval_row* rows;
    std::uint64_t* keys;
    std::uint32_t* order;

    CONCORD_HD void operator()(std::uint64_t place) const {
        interval_row found{};
        if (!intervals.find(place, found)) return;
        rows[before[place]] = found;
        keys[before[place]] = std::uint64_t{found.length} << 24U;
        order[before[place]] = static_cast<std::uint32_t>(before[place]);
    }
};
struct key_by_first {
    const interval_row* rows;
    const std::uint32_t* order;
    std::uint64_t* keys;
    CONCORD_HD void operator()(std::uint64_t at) const { keys[at] = std::uint64_t{rows[order[at]].first} << 24U; }
};
struct arrange_intervals {
    const interval_row* rows;
    const std::uint32_t* order;
    interval_row* arranged;
    CONCORD_HD void operator()(std::uint64_t at) const { arranged[at] = rows[order[at]]; }
};

/// Adds up the suffixes of intervals.
struct count_of_interval {
    const interval_row* rows;
    CONCORD_HD runtime::counts operator()(std::uint64_t at) const { return {rows[at].count, 0}; }
};
struct gather_positions {
    const interval_row* rows;
    const std::uint64_t* before;
    std::uint64_t count;
    const std::uint32_t* suffixes;
    std::uint32_t* positions;

    CONCORD_HD void operator()(std::uint64_t at) const {
        const std::uint64_t row = last_at_most(before, count, at);
        positions[at] = suffixes[rows[row].first + (at - before[row])];
    }
};

/// Delivers intervals by their first rank, then by their length, with the positions of their suffixes one after the
/// other. Time and memory as longest_regions(). Throws error: resource, cancelled.
template <runtime::data_parallel_device Machine, class Take>
void rare_intervals(Machine& machine, const index_view& index, const interval_question& question, const at_once& most,
                    delivery& made, Take take) {
    const std::uint64_t size = index.text.size;
    if (size < 2) return;
    const regions_of of{index.suffixes, index.prefixes, size, index.offsets, index.sequences, index.of_one_strand};
    const bool both_strands = index.sequences > index.of_one_strand;
    const auto prefix_table = positions_of_minima(machine, of.prefixes, size);
    const repetition_sums<Machine> sums(machine, of, prefix_table.data());
    const auto suffix_table = positions_of_minima(machine, of.suffixes, both_strands ? size : 0);
    const auto left_before = machine.template make<std::uint64_t>(size);
    const std::uint64_t left_differences =
        machine.exclusive_scan(size, left_difference{index}, left_before.data()).count;
    machine.check();
    const rare_interval_of_place intervals{
        index,
        question,
        {of, least_positions(of.prefixes, prefix_table.data(), size), sums.before.data(), sums.all, nullptr},
        least_positions(of.suffixes, suffix_table.data(), size),
        left_before.data(),
        left_differences,
        both_strands};
    const auto before = machine.template make<std::uint64_t>(size);
    const std::uint64_t found = machine.exclusive_scan(size, intervals, before.data()).count;
    if (found == 0) return;
    const auto rows = machine.template make<interval_row>(found);
    const auto arranged = machine.template make<interval_row>(found);
    const auto keys = machine.template make<std::uint64_t>(found);
    const auto order = machine.template make<std::uint32_t>(found);
    machine.for_each(size, fill_rare_interval{intervals, before.data(), rows.data(), keys.data(), order.data()});
    machine.sort(keys.data(), order.data(), found);
    machine.for_each(found, key_by_first{rows.data(), order.data(), keys.data()});
    machine.sort(keys.data(), order.data(), found);
    machine.for_each(found, arrange_intervals{rows.data(), order.data(), arranged.data()});
    machine.check();

    // In stretches of about so many positions, and of one interval at least.
    const std::uint64_t positions =
        machine.exclusive_scan(found, count_of_interval{arranged.data()}, keys.data()).count;
    std::vector<interval_row> taken(found);
    machine.get(taken.data(), arranged.data(), found);
    const auto room = machine.template make<std::uint32_t>(std::min(positions, most.rows + question.most_suffixes));
    std::vector<std::uint32_t> of_taken;
    for (std::uint64_t first = 0; first < found;) {
        machine.check();
        std::uint64_t last = first;
        std::uint64_t count = 0;
        while (last < found && count < most.rows)
            count += taken[last++].count;
        const std::uint64_t stretch = last - first;
        static_cast<void>(machine.exclusive_scan(stretch, count_of_interval{arranged.data() + first}, keys.data()));
        machine.for_each(count,
                         gather_positions{arranged.data() + first, keys.data(), stretch, of.suffixes, room.data()});
        of_taken.resize(count);
        machine.get(of_taken.data(), room.data(), count);
        made.is_under_way = true;
        take(std::span<const interval_row>(taken).subspan(first, stretch), std::span<const std::uint32_t>(of_taken));
        first = last;
    }
}

} // namespace concord::overlap
