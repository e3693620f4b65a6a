// Occurrences of the same q letters, on a data-parallel device: all pairs of them that begin a maximal run of equal
// letters, each found by its number alone, so that threads share them evenly however many a position has.
//
//   q = 3           ACG at 7, 40, 95, 101, the letters before: T C T border
//   by position      7  40  95  101          the targets of position 40, which stands behind C, are all but its own
//   by letter        C: 40   T: 7 95   border: 101        class; those of 101, behind a border, are all of them
//
// A group is a run of the suffix array. Its targets in ascending order, without those of one letter: the j-th is the
// (j + skipped)-th of the group, where `skipped` of that letter come before it, found by a binary search.
#pragma once

#include "problems/overlap/gpu/index_view.hpp"
#include "problems/overlap/gpu/sorted_rows.hpp"
#include "runtime/gpu/device_concept.hpp"

#include <algorithm>
#include <cstdint>

namespace concord::overlap {

/// The targets of one position: `count` of them.
struct seed_targets {
    std::uint32_t source = 0; ///< the position
    std::uint32_t begin = 0;  ///< of its range in the order by position
    std::uint32_t skipped = 0;
    std::uint32_t skipped_end = 0; ///< [skipped, skipped_end) in the order by letter are left out
    std::uint32_t count = 0;
};

/// The members of all groups, in a device's memory.
struct seed_groups_view {
    index_view index;
    std::uint32_t q = 1;
    const std::uint32_t* by_position = nullptr; ///< positions, group by group
    const std::uint32_t* by_letter = nullptr;   ///< the same, in each group by the letter before them first
    const std::uint32_t* letters = nullptr;     ///< before each of these
    const std::uint32_t* places = nullptr;      ///< of each of these in `by_position`
    const std::uint32_t* blocks = nullptr; ///< of a group whose first rank is r: from blocks[r] up to blocks[r + 1]

    /// Whether another suffix shares q letters with that of a rank.
    [[nodiscard]] CONCORD_HD bool is_in_group(std::uint64_t rank) const {
        return index.prefixes[rank] >= q || (rank + 1 < index.text.size && index.prefixes[rank + 1] >= q);
    }

    /// The targets of a position among the members [from, until) of the text.
    [[nodiscard]] CONCORD_HD seed_targets targets_of(std::uint64_t position, std::uint64_t from,
                                                     std::uint64_t until) const {
        seed_targets found;
        const std::uint64_t rank = index.ranks[position];
        if (!is_in_group(rank)) return found;
        const std::uint64_t group = index.minima.last_below(rank, q);
        const std::uint64_t end_of_group = blocks[group + 1];
        const std::uint64_t begin = lower_bound_of(by_position, blocks[group], end_of_group, narrow(from));
        const std::uint64_t end = lower_bound_of(by_position, begin, end_of_group, narrow(until));
        if (begin == end) return found;
        std::uint64_t skipped = 0;
        std::uint64_t skipped_end = 0;
        const std::uint32_t letter = index.letter_before(position);
        if (letter != index_view::border) {
            const std::uint64_t first = lower_bound_of(letters, blocks[group], end_of_group, letter);
            const std::uint64_t last = lower_bound_of(letters, first, end_of_group, letter + 1);
            skipped = lower_bound_of(by_letter, first, last, narrow(from));
            skipped_end = lower_bound_of(by_letter, skipped, last, narrow(until));
        }
        return {narrow(position), narrow(begin), narrow(skipped), narrow(skipped_end),
                narrow((end - begin) - (skipped_end - skipped))};
    }

    /// The position of the nth target.
    [[nodiscard]] CONCORD_HD std::uint64_t target(const seed_targets& of, std::uint64_t nth) const {
        std::uint64_t low = of.skipped;
        std::uint64_t high = of.skipped_end;
        while (low < high) { // the first left out that has more than nth targets before it
            const std::uint64_t middle = low + (high - low) / 2;
            if (places[middle] - of.begin - (middle - of.skipped) <= nth)
                low = middle + 1;
            else
                high = middle;
        }
        return by_position[of.begin + nth + (low - of.skipped)];
    }

  private:
    [[nodiscard]] CONCORD_HD static std::uint32_t narrow(std::uint64_t position) {
        return static_cast<std::uint32_t>(position);
    }
};

// Steps.

struct count_member {
    seed_groups_view groups;

    CONCORD_HD runtime::counts operator()(std::uint64_t position) const {
        return {groups.is_in_group(groups.index.ranks[position]) ? 1U : 0U, 0};
    }
};

struct list_member {
    seed_groups_view groups;
    const std::uint64_t* before;
    std::uint32_t* positions;

    CONCORD_HD void operator()(std::uint64_t position) const {
        if (groups.is_in_group(groups.index.ranks[position]))
            positions[before[position]] = static_cast<std::uint32_t>(position);
    }
};

/// Sort keys, for sorts by the upper 40 bits: the group of each member, or the letter before it.
struct key_by_group {
    seed_groups_view groups;
    const std::uint32_t* positions; ///< of members
    const std::uint32_t* values;    ///< members to be sorted
    std::uint64_t* keys;

    CONCORD_HD void operator()(std::uint64_t at) const {
        const std::uint64_t rank = groups.index.ranks[positions[values[at]]];
        keys[at] = groups.index.minima.last_below(rank, groups.q) << 24U;
    }
};
struct key_by_letter {
    index_view index;
    const std::uint32_t* positions;
    std::uint64_t* keys;
    std::uint32_t* values;

    CONCORD_HD void operator()(std::uint64_t member) const {
        keys[member] = std::uint64_t{index.letter_before(positions[member])} << 24U;
        values[member] = static_cast<std::uint32_t>(member);
    }
};
struct place_by_position {
    const std::uint32_t* positions;
    const std::uint64_t* keys;
    const std::uint32_t* members; ///< by group and position
    std::uint64_t count;
    std::uint32_t* by_position;
    std::uint32_t* place_of_member;
    std::uint32_t* blocks;

    CONCORD_HD void operator()(std::uint64_t at) const {
        by_position[at] = positions[members[at]];
        place_of_member[members[at]] = static_cast<std::uint32_t>(at);
        const std::uint64_t group = keys[at] >> 24U;
        // A group has two suffixes at least, so the entry behind its first rank is no other group's.
        if (at == 0 || keys[at - 1] >> 24U != group) blocks[group] = static_cast<std::uint32_t>(at);
        if (at + 1 == count || keys[at + 1] >> 24U != group) blocks[group + 1] = static_cast<std::uint32_t>(at + 1);
    }
};
struct place_by_letter {
    index_view index;
    const std::uint32_t* positions;
    const std::uint32_t* members; ///< by group, letter and position
    const std::uint32_t* place_of_member;
    std::uint32_t* by_letter;
    std::uint32_t* letters;
    std::uint32_t* places;

    CONCORD_HD void operator()(std::uint64_t at) const {
        const std::uint32_t position = positions[members[at]];
        by_letter[at] = position;
        letters[at] = index.letter_before(position);
        places[at] = place_of_member[members[at]];
    }
};

/// Owns the arrays of the members below `end`. Time O(letters), and O(log) a member for the groups; memory 4 bytes a
/// letter of the text, 16 a member, and while they are made 8 a letter below `end`, then 40 a member. Throws error:
/// resource, cancelled.
template <runtime::data_parallel_device Machine>
class seed_members {
  public:
    seed_members(Machine& machine, const index_view& index, std::uint64_t q, std::uint64_t end)
        : blocks_(machine.template zeroed<std::uint32_t>(index.text.size + 1)) {
        view_.index = index;
        view_.q = static_cast<std::uint32_t>(std::min<std::uint64_t>(q, index_view::border));
        view_.blocks = blocks_.data();
        if (end == 0 || q > index.text.size) return;
        array<std::uint32_t> positions;
        std::uint64_t count = 0;
        {
            const auto before = machine.template make<std::uint64_t>(end);
            count = machine.exclusive_scan(end, count_member{view_}, before.data()).count;
            if (count == 0) return;
            positions = machine.template make<std::uint32_t>(count);
            machine.for_each(end, list_member{view_, before.data(), positions.data()});
        }
        machine.check();
        by_position_ = machine.template make<std::uint32_t>(count);
        by_letter_ = machine.template make<std::uint32_t>(count);
        letters_ = machine.template make<std::uint32_t>(count);
        places_ = machine.template make<std::uint32_t>(count);
        const auto keys = machine.template make<std::uint64_t>(count);
        const auto members = machine.template make<std::uint32_t>(count);
        const auto place_of_member = machine.template make<std::uint32_t>(count);
        const auto sort_by_group = [&] {
            machine.for_each(count, key_by_group{view_, positions.data(), members.data(), keys.data()});
            machine.sort(keys.data(), members.data(), count);
            machine.check();
        };
        machine.for_each(count, count_up{members.data()});
        sort_by_group();
        machine.for_each(count, place_by_position{positions.data(), keys.data(), members.data(), count,
                                                  by_position_.data(), place_of_member.data(), blocks_.data()});
        machine.for_each(count, key_by_letter{index, positions.data(), keys.data(), members.data()});
        machine.sort(keys.data(), members.data(), count);
        machine.check();
        sort_by_group();
        machine.for_each(count, place_by_letter{index, positions.data(), members.data(), place_of_member.data(),
                                                by_letter_.data(), letters_.data(), places_.data()});
        view_.by_position = by_position_.data();
        view_.by_letter = by_letter_.data();
        view_.letters = letters_.data();
        view_.places = places_.data();
    }

    [[nodiscard]] const seed_groups_view& view() const noexcept { return view_; }

  private:
    template <class Value>
    using array = typename Machine::template array<Value>;

    array<std::uint32_t> blocks_;
    array<std::uint32_t> by_position_;
    array<std::uint32_t> by_letter_;
    array<std::uint32_t> letters_;
    array<std::uint32_t> places_;
    seed_groups_view view_;
};

} // namespace concord::overlap
