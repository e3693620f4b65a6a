// The order of the suffixes at the positions of a difference cover, on a data-parallel device, and with it that of any
// two suffixes.
//
// Windows order the sample by as many letters as the period of the cover has. Then the ranks of what follows, by the
// period, twice the period and so on (Manber and Myers' doubling), order what is still tied; these positions are
// sampled as well. Where a round separates two neighbours, what they share is the depth of the round and what the
// suffixes behind share, which is a minimum of what earlier rounds found.
#pragma once

#include "problems/overlap/difference_cover.hpp"
#include "problems/overlap/gpu/tied_suffixes.hpp"
#include "problems/overlap/range_minima.hpp"

#include <concord/error.hpp>

#include <bit>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace concord::overlap {

/// Orders any two suffixes; all arrays are in the memory of the device.
struct sampled_order_view {
    text_view text;
    cover_view cover;
    const std::uint32_t* ranks = nullptr; ///< in the order of the sample, by the number of a sampled position
    range_minima<std::uint32_t> shared;   ///< by neighbours in that order

    /// Whether a suffix has no letter behind `depth` ones.
    [[nodiscard]] CONCORD_HD bool ends(std::uint64_t position, std::uint64_t depth) const {
        return depth == 0 ? text.is_ambiguous(position) : text.is_cut(position + depth);
    }
    [[nodiscard]] CONCORD_HD std::uint32_t rank_of(std::uint64_t sampled) const {
        return ranks[cover.index_of(sampled)];
    }

    /// Letters that two different suffixes share, up to their common shift: if it returns the shift, they share these
    /// or more.
    [[nodiscard]] CONCORD_HD std::uint64_t shared_up_to(std::uint64_t shift, std::uint64_t a, std::uint64_t b,
                                                        std::uint64_t known) const {
        if (known >= shift) return shift;
        const std::uint64_t found = common_prefix(text, a, b, known, shift);
        return found < shift ? found : shift;
    }

    /// Whether suffix a comes before suffix b, given that they share `known` letters. Time O(period / letters of a
    /// word).
    [[nodiscard]] CONCORD_HD bool is_less(std::uint64_t a, std::uint64_t b, std::uint64_t known) const {
        if (a == b) return false;
        const std::uint64_t shift = cover.shift(a, b);
        const std::uint64_t found = shared_up_to(shift, a, b, known);
        if (found < shift || found > 0) {
            const bool a_ends = ends(a, found);
            const bool b_ends = ends(b, found);
            if (a_ends || b_ends) return a_ends && b_ends ? a < b : a_ends;
        }
        if (found < shift) return text.letter(a + found) < text.letter(b + found);
        return rank_of(a + shift) < rank_of(b + shift);
    }

    /// Letters that two different suffixes share, `known` of which are known.
    [[nodiscard]] CONCORD_HD std::uint64_t prefix(std::uint64_t a, std::uint64_t b, std::uint64_t known) const {
        const std::uint64_t shift = cover.shift(a, b);
        const std::uint64_t found = shared_up_to(shift, a, b, known);
        if (found < shift || (found > 0 && (ends(a, found) || ends(b, found)))) return found;
        const std::uint32_t rank_a = rank_of(a + shift);
        const std::uint32_t rank_b = rank_of(b + shift);
        const std::uint64_t low = rank_a < rank_b ? rank_a : rank_b;
        const std::uint64_t high = rank_a < rank_b ? rank_b : rank_a;
        return shift + shared.least(low + 1, high + 1);
    }
};

struct sampled_positions {
    cover_view cover;
    [[nodiscard]] CONCORD_HD std::uint64_t operator()(std::uint32_t index) const { return cover.position_of(index); }
};

// Steps.

struct rank_by_slot {
    const std::uint32_t* order;
    const std::uint32_t* slots; ///< null: all
    std::uint32_t* ranks;

    CONCORD_HD void operator()(std::uint64_t index) const {
        const auto slot = slots == nullptr ? static_cast<std::uint32_t>(index) : slots[index];
        ranks[order[slot]] = slot;
    }
};

struct find_begins {
    begins_group begins;
    const std::uint32_t* groups;
    std::uint32_t* first_slots; ///< by group

    CONCORD_HD void operator()(std::uint64_t index) const {
        if (begins(index).count > 0) first_slots[groups[index]] = begins.slots[index];
    }
};

struct rank_by_group {
    const std::uint32_t* order;
    const std::uint32_t* slots;
    const std::uint32_t* groups;
    const std::uint32_t* first_slots;
    std::uint32_t* ranks;

    CONCORD_HD void operator()(std::uint64_t index) const { ranks[order[slots[index]]] = first_slots[groups[index]]; }
};

/// What follows a sampled suffix after `depth` letters, a multiple of the period: 0 where it ends there, else one more
/// than the rank.
struct ranks_behind {
    sampled_order_view sample;
    std::uint64_t depth;

    [[nodiscard]] CONCORD_HD std::uint64_t operator()(std::uint32_t index) const {
        const std::uint64_t position = sample.cover.position_of(index) + depth;
        return sample.text.is_cut(position) ? 0 : std::uint64_t{sample.rank_of(position)} + 1;
    }
};

struct make_rank_keys {
    ranks_behind behind;
    const std::uint32_t* order;
    const std::uint32_t* slots;
    const std::uint32_t* groups;
    unsigned rank_bits;
    std::uint64_t* keys;
    std::uint32_t* indices;

    CONCORD_HD void operator()(std::uint64_t index) const {
        keys[index] = std::uint64_t{groups[index]} << rank_bits | behind(order[slots[index]]);
        indices[index] = static_cast<std::uint32_t>(index);
    }
};

/// What neighbours share that the round has separated; into an array of its own, as the minima are still those from
/// before the round.
struct compare_behind {
    ranks_behind behind;
    const std::uint32_t* order;
    const std::uint32_t* slots;
    const std::uint32_t* shared;
    std::uint32_t* found;

    CONCORD_HD void operator()(std::uint64_t index) const {
        const std::uint32_t slot = slots[index];
        found[index] = shared[slot];
        if (found[index] != tied_prefix) return;
        const std::uint64_t a = behind(order[slot - 1]);
        const std::uint64_t b = behind(order[slot]);
        if (a == 0 || b == 0) {
            found[index] = static_cast<std::uint32_t>(behind.depth);
        } else if (a != b) { // ranks less one; a group's is that of its first slot
            found[index] = static_cast<std::uint32_t>(behind.depth) + behind.sample.shared.least(a, b);
        }
    }
};

struct place_shared {
    const std::uint32_t* found;
    const std::uint32_t* slots;
    std::uint32_t* shared;

    CONCORD_HD void operator()(std::uint64_t index) const { shared[slots[index]] = found[index]; }
};

struct fill_shared_minima {
    const std::uint32_t* shared;
    std::uint64_t size;
    std::uint32_t* table;
    std::uint64_t level;

    CONCORD_HD void operator()(std::uint64_t index) const {
        range_minima<std::uint32_t>::fill_entry(shared, size, table, level, index);
    }
};

/// Owns the arrays of a sampled_order_view. The text has no run of 2^32 - 1 letters without a border.
template <class Machine>
class sampled_order {
  public:
    /// Time O(sample · (period / letters of a word + log(longest repeat))). Memory: 56 bytes a position of the sample
    /// while it is sorted, then 8 and the minima. Throws error: resource, cancelled.
    sampled_order(Machine& machine, const text_view& text, unsigned log_period) : machine_(machine) {
        const difference_cover cover(log_period);
        view_.text = text;
        view_.cover = cover.view();
        const std::uint64_t size = view_.cover.index_of(text.size);
        if (size >= tied_prefix)
            throw error(error_code::resource, "a sample of " + std::to_string(size) + " positions is too large");
        put(members_, cover.members());
        put(below_, cover.below());
        put(first_, cover.first());
        view_.cover.members = members_.data();
        view_.cover.below = below_.data();
        view_.cover.first = first_.data();

        const sampled_positions positions{view_.cover};
        auto made = sort_by_windows(machine, text, positions, size, view_.cover.period(), true);
        ranks_ = machine.template make<std::uint32_t>(size);
        table_ = machine.template zeroed<std::uint32_t>(range_minima<std::uint32_t>::table_size(size));
        view_.ranks = ranks_.data();
        view_.shared = range_minima<std::uint32_t>(made.shared.data(), table_.data(), size);
        machine.for_each(size, rank_by_slot{made.order.data(), nullptr, ranks_.data()});
        fill_minima(made.shared.data(), size);
        double_until_ordered(made, size);
        shared_ = std::move(made.shared);
        worthwhile_ = made.worthwhile;
        machine.check();
    }

    [[nodiscard]] const sampled_order_view& view() const noexcept { return view_; }
    [[nodiscard]] std::uint64_t size() const noexcept { return ranks_.size(); }
    /// Letters up to which windows separate much of what is tied.
    [[nodiscard]] std::uint64_t worthwhile() const noexcept { return worthwhile_; }

  private:
    void put(typename Machine::template array<std::uint16_t>& to, const std::vector<std::uint16_t>& values) {
        to = machine_.template make<std::uint16_t>(values.size());
        machine_.put(to.data(), values.data(), values.size());
    }

    void fill_minima(const std::uint32_t* shared, std::uint64_t size) {
        for (std::uint64_t level = 0; level < range_minima<std::uint32_t>::levels_of(size); ++level)
            machine_.for_each(range_minima<std::uint32_t>::blocks_of(size),
                              fill_shared_minima{shared, size, table_.data(), level});
    }

    /// Tied suffixes get the first slot of their group as rank.
    void rank_groups(const order_by_windows<Machine>& made) {
        const tied_slots<Machine>& tied = made.tied;
        if (tied.size == 0) return;
        const auto first_slots = machine_.template make<std::uint32_t>(tied.group_count);
        machine_.for_each(tied.size,
                          find_begins{{tied.slots.data(), made.shared.data()}, tied.groups.data(), first_slots.data()});
        machine_.for_each(tied.size, rank_by_group{made.order.data(), tied.slots.data(), tied.groups.data(),
                                                   first_slots.data(), ranks_.data()});
    }

    void double_until_ordered(order_by_windows<Machine>& made, std::uint64_t size) {
        const auto rank_bits = static_cast<unsigned>(std::bit_width(size));
        rank_groups(made);
        while (made.tied.size > 0) {
            const std::uint64_t tied = made.tied.size;
            const ranks_behind behind{view_, made.depth};
            {
                const auto keys = machine_.template make<std::uint64_t>(tied);
                const auto indices = machine_.template make<std::uint32_t>(tied);
                machine_.for_each(tied,
                                  make_rank_keys{behind, made.order.data(), made.tied.slots.data(),
                                                 made.tied.groups.data(), rank_bits, keys.data(), indices.data()});
                sort_tied(machine_, made, keys, indices, rank_bits + made.tied.group_bits());
            }
            {
                const auto found = machine_.template make<std::uint32_t>(tied);
                machine_.for_each(tied, compare_behind{behind, made.order.data(), made.tied.slots.data(),
                                                       made.shared.data(), found.data()});
                machine_.for_each(tied, place_shared{found.data(), made.tied.slots.data(), made.shared.data()});
            }
            machine_.for_each(tied, rank_by_slot{made.order.data(), made.tied.slots.data(), ranks_.data()});
            made.tied = tied_slots<Machine>(machine_, made.shared.data(), size, made.tied.slots.data(), tied);
            rank_groups(made);
            fill_minima(made.shared.data(), size);
            made.depth *= 2;
            ++made.rounds;
            machine_.check();
        }
    }

    Machine& machine_;
    sampled_order_view view_;
    typename Machine::template array<std::uint16_t> members_;
    typename Machine::template array<std::uint16_t> below_;
    typename Machine::template array<std::uint16_t> first_;
    typename Machine::template array<std::uint32_t> ranks_;
    typename Machine::template array<std::uint32_t> shared_;
    typename Machine::template array<std::uint32_t> table_;
    std::uint64_t worthwhile_ = 0;
};

} // namespace concord::overlap
