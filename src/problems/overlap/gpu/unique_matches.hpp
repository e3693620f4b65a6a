// Maximal unique matches of two groups of sequences, on a data-parallel device: the suffixes of A and of one strand of
// B are neighbours in a list of their own, where two that share more with each other than with theirs are a match.
#pragma once

#include "problems/overlap/gpu/index_view.hpp"
#include "problems/overlap/gpu/match_rows.hpp"
#include "problems/overlap/gpu/sorted_rows.hpp"
#include "runtime/gpu/device_concept.hpp"

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

namespace concord::overlap {

/// A's letters, and those of B on one strand.
struct strand_members {
    index_view index;
    std::uint64_t end_of_a;
    std::uint64_t first_of_b;
    std::uint64_t last_of_b;

    [[nodiscard]] CONCORD_HD bool has(std::uint64_t rank) const {
        const std::uint64_t position = index.suffixes[rank];
        return position < end_of_a || (position >= first_of_b && position < last_of_b);
    }
    CONCORD_HD runtime::counts operator()(std::uint64_t rank) const { return {has(rank) ? 1U : 0U, 0}; }
};

struct list_strand_member {
    strand_members members;
    const std::uint64_t* before;
    std::uint32_t* ranks;

    CONCORD_HD void operator()(std::uint64_t rank) const {
        if (members.has(rank)) ranks[before[rank]] = static_cast<std::uint32_t>(rank);
    }
};

/// The match of a member and the one before it.
struct unique_pair {
    strand_members members;
    const std::uint32_t* ranks; ///< of the members, in order
    std::uint64_t count;
    std::uint64_t min_length;

    /// False if they are none.
    [[nodiscard]] CONCORD_HD bool find(std::uint64_t at, match_row& found) const {
        const index_view& index = members.index;
        const std::uint64_t length = shared_before(at);
        if (length < min_length || length <= shared_before(at - 1) || length <= shared_before(at + 1)) return false;
        const std::uint32_t before = index.suffixes[ranks[at - 1]];
        const std::uint32_t here = index.suffixes[ranks[at]];
        const std::uint32_t a = before < here ? before : here;
        const std::uint32_t b = before < here ? here : before;
        if (a >= members.end_of_a || b < members.end_of_a) return false;
        const std::uint32_t letter = index.letter_before(a);
        if (letter != index_view::border && letter == index.letter_before(b)) return false;
        if (index.is_reverse(b) && index.is_on_both_strands_at(a, b, length, 0, 0)) return false;
        found = {a, b, static_cast<std::uint32_t>(length), 0};
        return true;
    }

    CONCORD_HD runtime::counts operator()(std::uint64_t at) const {
        match_row found{};
        return {find(at, found) ? 1U : 0U, 0};
    }

  private:
    /// Letters that a member shares with the one before it; 0 for the first and behind the last.
    [[nodiscard]] CONCORD_HD std::uint64_t shared_before(std::uint64_t at) const {
        return at == 0 || at >= count ? 0 : members.index.shared_by_ranks(ranks[at - 1], ranks[at]);
    }
};

struct fill_unique_match {
    unique_pair pairs;
    const std::uint64_t* before;
    match_row* rows;
    std::uint64_t* keys; ///< by b
    std::uint32_t* order;

    CONCORD_HD void operator()(std::uint64_t at) const {
        match_row found{};
        if (!pairs.find(at, found)) return;
        rows[before[at]] = found;
        keys[before[at]] = std::uint64_t{found.b} << 24U;
        order[before[at]] = static_cast<std::uint32_t>(before[at]);
    }
};

/// Delivers the rows of one strand of B in the order of b, which has one row at most. Memory: 12 bytes a letter beside
/// the index, then 12 a suffix and 28 a row. Throws error: resource, cancelled.
template <runtime::data_parallel_device Machine, class Take>
void unique_matches_of_strand(Machine& machine, const strand_members& members, std::uint64_t min_length,
                              const at_once& most, delivery& made, Take take) {
    const std::uint64_t size = members.index.text.size;
    if (size == 0) return;
    typename Machine::template array<std::uint32_t> ranks;
    std::uint64_t count = 0;
    {
        const auto before = machine.template make<std::uint64_t>(size);
        count = machine.exclusive_scan(size, members, before.data()).count;
        if (count < 2) return;
        ranks = machine.template make<std::uint32_t>(count);
        machine.for_each(size, list_strand_member{members, before.data(), ranks.data()});
    }
    machine.check();
    const unique_pair pairs{members, ranks.data(), count, min_length};
    const auto before = machine.template make<std::uint64_t>(count);
    const std::uint64_t found = machine.exclusive_scan(count, pairs, before.data()).count;
    if (found == 0) return;
    const auto rows = machine.template make<match_row>(found);
    const auto keys = machine.template make<std::uint64_t>(found);
    const auto order = machine.template make<std::uint32_t>(found);
    machine.for_each(count, fill_unique_match{pairs, before.data(), rows.data(), keys.data(), order.data()});
    machine.sort(keys.data(), order.data(), found);
    deliver_in_order(machine, rows.data(), order.data(), found, most, made, take);
}

/// Delivers the rows of B's forward strand, then those of its reverse strand, where the text has it.
template <runtime::data_parallel_device Machine, class Take>
void unique_matches(Machine& machine, const index_view& index, const match_question& question, const at_once& most,
                    delivery& made, Take take) {
    const std::uint64_t letters = index.letters_of_one_strand;
    const std::uint64_t end_of_a = question.end_of_a;
    unique_matches_of_strand(machine, {index, end_of_a, end_of_a, letters}, question.min_length, most, made, take);
    if (index.sequences > index.of_one_strand)
        unique_matches_of_strand(machine, {index, end_of_a, letters + end_of_a, index.text.size}, question.min_length,
                                 most, made, take);
}

} // namespace concord::overlap
