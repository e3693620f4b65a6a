// Maximal exact matches of two groups of sequences, on a data-parallel device: the sources are the letters of B in
// order, the targets those of A in order, so the rows need no sorting.
#pragma once

#include "problems/overlap/gpu/match_rows.hpp"
#include "problems/overlap/gpu/seed_list.hpp"

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

namespace concord::overlap {

/// The targets in A of the nth letter of a stretch of B: its forward strand, then its reverse strand.
struct letters_of_b {
    seed_groups_view groups;
    std::uint64_t end_of_a;
    std::uint64_t first;

    [[nodiscard]] CONCORD_HD seed_targets operator()(std::uint64_t nth) const {
        const std::uint64_t letter = first + nth;
        const std::uint64_t forward = groups.index.letters_of_one_strand - end_of_a;
        // A's reverse complements are not those of B.
        return groups.targets_of(end_of_a + letter + (letter < forward ? 0 : end_of_a), 0, end_of_a);
    }
};

struct fill_exact_match {
    seed_list_view seeds;
    std::uint64_t first;
    match_row* rows;

    CONCORD_HD void operator()(std::uint64_t nth) const {
        const seed_pair pair = seeds.pair(first + nth);
        const index_view& index = seeds.groups.index;
        const std::uint64_t length = index.shared(pair.target, pair.source, seeds.groups.q);
        const bool is_twice =
            index.is_reverse(pair.source) && index.is_on_both_strands_at(pair.target, pair.source, length, 0, 0);
        rows[nth] = {pair.target, pair.source, is_twice ? 0 : static_cast<std::uint32_t>(length), 0};
    }
};

/// Delivers the rows in the order (b, a), from letter `made.next` of B on, as letters_of_b counts them. Memory beside
/// the index: that of seed_members for A, and of a stretch. Throws error: resource, cancelled.
template <runtime::data_parallel_device Machine, class Take>
void exact_matches(Machine& machine, const index_view& index, const match_question& question, const at_once& most,
                   delivery& made, Take take) {
    const std::uint64_t strands = index.sequences > index.of_one_strand ? 2 : 1;
    const std::uint64_t letters = (index.letters_of_one_strand - question.end_of_a) * strands;
    const seed_members<Machine> members(machine, index, question.min_length, question.end_of_a);
    const auto room = machine.template make<match_row>(most.rows);
    std::vector<match_row> rows;
    while (made.next < letters) {
        machine.check();
        const std::uint64_t sources = std::min(most.sources, letters - made.next);
        const seed_list<Machine> seeds(machine, members.view(), sources,
                                       letters_of_b{members.view(), question.end_of_a, made.next});
        for (std::uint64_t first = 0; first < seeds.seeds(); first += most.rows) {
            machine.check();
            const std::uint64_t count = std::min(most.rows, seeds.seeds() - first);
            machine.for_each(count, fill_exact_match{seeds.view(), first, room.data()});
            rows.resize(count);
            machine.get(rows.data(), room.data(), count);
            made.is_under_way = true;
            take(std::span<const match_row>(rows));
        }
        made.next += sources;
        made.is_under_way = false;
    }
}

} // namespace concord::overlap
