// Suffixes of sequences that are prefixes of others, on a data-parallel device: for all letters at once the sequences
// that begin with what follows up to the end of their own; a thread a sequence picks the longest suffix for each of
// them; then the rows, sorted.
#pragma once

#include "problems/overlap/gpu/match_rows.hpp"
#include "problems/overlap/gpu/sorted_rows.hpp"
#include "problems/overlap/nested_ranges.hpp"

#include <algorithm>
#include <cstdint>
#include <span>

namespace concord::overlap {

/// The whole sequences in the order of their suffixes.
struct whole_sequences {
    index_view index;
    std::uint64_t count = 0; ///< that are not empty
    const std::uint32_t* ranks = nullptr;
    const std::uint32_t* sequences = nullptr;
};

struct count_whole {
    index_view index;
    [[nodiscard]] CONCORD_HD bool has(std::uint64_t sequence) const {
        return index.offsets[sequence] < index.offsets[sequence + 1];
    }
    CONCORD_HD runtime::counts operator()(std::uint64_t sequence) const { return {has(sequence) ? 1U : 0U, 0}; }
};
struct list_whole {
    count_whole wholes;
    const std::uint64_t* before;
    std::uint64_t* keys;
    std::uint32_t* sequences;

    CONCORD_HD void operator()(std::uint64_t sequence) const {
        if (!wholes.has(sequence)) return;
        keys[before[sequence]] = std::uint64_t{wholes.index.ranks[wholes.index.offsets[sequence]]} << 24U;
        sequences[before[sequence]] = static_cast<std::uint32_t>(sequence);
    }
};
struct rank_of_key {
    const std::uint64_t* keys;
    std::uint32_t* ranks;
    CONCORD_HD void operator()(std::uint64_t at) const { ranks[at] = static_cast<std::uint32_t>(keys[at] >> 24U); }
};

/// A suffix of `sequence`, and the places of the whole sequences that begin with it.
struct suffix_range {
    beginning_range<std::uint32_t> range;
    std::uint32_t sequence;
};

/// The suffixes of a stretch of sequences from its last letter on, so that those of one sequence come from the shortest
/// on.
struct suffixes_from_end {
    whole_sequences wholes;
    std::uint64_t end; ///< of the stretch, as a position
    std::uint64_t min_length;

    /// False if no other sequence begins with it.
    [[nodiscard]] CONCORD_HD bool find(std::uint64_t nth, suffix_range& found) const {
        const index_view& index = wholes.index;
        const std::uint64_t position = end - 1 - nth;
        const std::uint64_t sequence = index.sequence_of(position);
        const std::uint64_t length = index.offsets[sequence + 1] - position;
        const std::uint64_t rank = index.ranks[position];
        // A prefix that is shared with a neighbour holds no ambiguous letter.
        const bool is_shared =
            index.prefixes[rank] >= length || (rank + 1 < index.text.size && index.prefixes[rank + 1] >= length);
        if (length < min_length || !is_shared) return false;
        const auto bound = static_cast<std::uint32_t>(length);
        const auto first = static_cast<std::uint32_t>(index.minima.last_below(rank, bound));
        const auto last = static_cast<std::uint32_t>(index.minima.first_below(rank + 1, bound, index.text.size));
        const std::uint64_t from = lower_bound_of(wholes.ranks, 0, wholes.count, first);
        const std::uint64_t until = lower_bound_of(wholes.ranks, from, wholes.count, last);
        found = {{static_cast<std::uint32_t>(from), static_cast<std::uint32_t>(until), bound},
                 static_cast<std::uint32_t>(sequence)};
        return from < until;
    }
    CONCORD_HD runtime::counts operator()(std::uint64_t nth) const {
        suffix_range found{};
        return {find(nth, found) ? 1U : 0U, 0};
    }
};

struct list_suffix_range {
    suffixes_from_end suffixes;
    const std::uint64_t* before;
    suffix_range* ranges;

    CONCORD_HD void operator()(std::uint64_t nth) const {
        suffix_range found{};
        if (suffixes.find(nth, found)) ranges[before[nth]] = found;
    }
};

enum class range_key : std::uint8_t { last_descending, first, sequence };
struct key_of_range {
    const suffix_range* ranges;
    const std::uint32_t* order;
    range_key by;
    std::uint64_t* keys;

    CONCORD_HD void operator()(std::uint64_t at) const {
        const suffix_range& of = ranges[order[at]];
        const std::uint32_t key = by == range_key::last_descending ? ~of.range.last
                                  : by == range_key::first         ? of.range.first
                                                                   : of.sequence;
        keys[at] = std::uint64_t{key} << 24U;
    }
};
struct arrange_ranges {
    const suffix_range* ranges;
    const std::uint32_t* order;
    beginning_range<std::uint32_t>* arranged;
    std::uint32_t* sequences;

    CONCORD_HD void operator()(std::uint64_t at) const {
        arranged[at] = ranges[order[at]].range;
        sequences[at] = ranges[order[at]].sequence;
    }
};

/// The stretches of places of one sequence with the same longest suffix: up to two for each of its ranges.
struct list_innermost {
    const beginning_range<std::uint32_t>* ranges;
    const std::uint32_t* sequences; ///< of the ranges
    std::uint64_t count;
    std::uint64_t first_sequence;
    std::uint32_t* open;
    beginning_range<std::uint32_t>* stretches; ///< zeros

    CONCORD_HD void operator()(std::uint64_t nth) const {
        const auto sequence = static_cast<std::uint32_t>(first_sequence + nth);
        const std::uint64_t first = lower_bound_of(sequences, 0, count, sequence);
        const std::uint64_t last = lower_bound_of(sequences, first, count, sequence + 1);
        beginning_range<std::uint32_t>* next = stretches + 2 * first;
        for_each_innermost(ranges + first, last - first, open + first,
                           [&](std::uint32_t from, std::uint32_t until, std::uint32_t length) {
                               *next++ = {from, until, length};
                           });
    }
};
struct count_of_stretch {
    const beginning_range<std::uint32_t>* stretches;
    CONCORD_HD runtime::counts operator()(std::uint64_t at) const {
        return {stretches[at].last - stretches[at].first, 0};
    }
};
/// A row has the sequences as positions; a length of 0 where both are the same.
struct fill_end_overlap {
    whole_sequences wholes;
    const beginning_range<std::uint32_t>* stretches;
    const std::uint32_t* sequences;
    const std::uint64_t* before;
    std::uint64_t stretch_count;
    match_row* rows;

    CONCORD_HD void operator()(std::uint64_t at) const {
        const std::uint64_t stretch = last_at_most(before, stretch_count, at);
        const std::uint32_t from = sequences[stretch / 2];
        const std::uint32_t to = wholes.sequences[stretches[stretch].first + (at - before[stretch])];
        rows[at] = {from, to, from == to ? 0 : stretches[stretch].length, 0};
    }
};

template <runtime::data_parallel_device Machine>
class end_overlap_rows {
  public:
    end_overlap_rows(Machine& machine, const index_view& index, std::uint64_t min_length, const at_once& most)
        : machine_(machine), min_length_(min_length), most_(most) {
        wholes_.index = index;
        const auto before = machine.template make<std::uint64_t>(index.sequences);
        wholes_.count = machine.exclusive_scan(index.sequences, count_whole{index}, before.data()).count;
        if (wholes_.count == 0) return;
        const auto keys = machine.template make<std::uint64_t>(wholes_.count);
        ranks_ = machine.template make<std::uint32_t>(wholes_.count);
        sequences_ = machine.template make<std::uint32_t>(wholes_.count);
        machine.for_each(index.sequences, list_whole{{index}, before.data(), keys.data(), sequences_.data()});
        machine.sort(keys.data(), sequences_.data(), wholes_.count);
        machine.for_each(wholes_.count, rank_of_key{keys.data(), ranks_.data()});
        wholes_.ranks = ranks_.data();
        wholes_.sequences = sequences_.data();
    }

    /// Delivers the rows of the sequences [first, last), whose letters are [begin, end) of the text, in order. False if
    /// there are more than `limit`; then none has been delivered.
    template <class Take>
    bool deliver(std::uint64_t first, std::uint64_t last, std::uint64_t begin, std::uint64_t end, std::uint64_t limit,
                 delivery& made, Take take) {
        if (begin == end) return true;
        array<suffix_range> found;
        std::uint64_t count = 0;
        {
            const auto before = machine_.template make<std::uint64_t>(end - begin);
            const suffixes_from_end suffixes{wholes_, end, min_length_};
            count = machine_.exclusive_scan(end - begin, suffixes, before.data()).count;
            if (count == 0) return true;
            found = machine_.template make<suffix_range>(count);
            machine_.for_each(end - begin, list_suffix_range{suffixes, before.data(), found.data()});
        }
        machine_.check();
        const auto ranges = machine_.template make<beginning_range<std::uint32_t>>(count);
        const auto of_ranges = machine_.template make<std::uint32_t>(count);
        {
            const auto keys = machine_.template make<std::uint64_t>(count);
            const auto order = machine_.template make<std::uint32_t>(count);
            machine_.for_each(count, count_up{order.data()});
            for (const range_key by : {range_key::last_descending, range_key::first, range_key::sequence}) {
                machine_.for_each(count, key_of_range{found.data(), order.data(), by, keys.data()});
                machine_.sort(keys.data(), order.data(), count);
                machine_.check();
            }
            machine_.for_each(count, arrange_ranges{found.data(), order.data(), ranges.data(), of_ranges.data()});
        }
        const auto stretches = machine_.template zeroed<beginning_range<std::uint32_t>>(2 * count);
        {
            const auto open = machine_.template make<std::uint32_t>(count);
            machine_.for_each(last - first, list_innermost{ranges.data(), of_ranges.data(), count, first, open.data(),
                                                           stretches.data()});
        }
        machine_.check();
        const auto before = machine_.template make<std::uint64_t>(2 * count);
        const std::uint64_t size =
            machine_.exclusive_scan(2 * count, count_of_stretch{stretches.data()}, before.data()).count;
        if (size > limit && last > first + 1) return false;
        if (size == 0) return true;
        const auto rows = machine_.template make<match_row>(size);
        machine_.for_each(
            size, fill_end_overlap{wholes_, stretches.data(), of_ranges.data(), before.data(), 2 * count, rows.data()});
        deliver_sorted(machine_, wholes_.index, rows.data(), size, {row_key::b, row_key::a}, 0, most_, made, take);
        return true;
    }

  private:
    template <class Value>
    using array = typename Machine::template array<Value>;

    Machine& machine_;
    std::uint64_t min_length_;
    at_once most_;
    whole_sequences wholes_;
    array<std::uint32_t> ranks_;
    array<std::uint32_t> sequences_;
};

/// Delivers rows of (from, to, length) in the order (from, to), from sequence `made.next` on. `offsets` are those of
/// the sequences on the host. Time O((letters + rows) · log); memory 16 bytes a sequence, 8 a letter of a stretch of
/// sequences, and some 100 for each of its suffixes with which another sequence begins. Throws error: resource,
/// cancelled.
template <runtime::data_parallel_device Machine, class Take>
void end_overlaps(Machine& machine, const index_view& index, std::span<const std::uint64_t> offsets,
                  std::uint64_t min_length, const at_once& most, delivery& made, Take take) {
    if (index.text.size == 0) return;
    end_overlap_rows<Machine> rows(machine, index, min_length, most);
    std::uint64_t letters = most.sources;
    while (made.next < index.sequences) {
        const std::uint64_t next = made.next;
        std::uint64_t last = next + 1;
        while (last < index.sequences && offsets[last + 1] - offsets[next] <= letters)
            ++last;
        if (rows.deliver(next, last, offsets[next], offsets[last], 16 * most.rows, made, take))
            made = {last, false};
        else
            letters = (offsets[last] - offsets[next]) / 2;
    }
}

} // namespace concord::overlap
