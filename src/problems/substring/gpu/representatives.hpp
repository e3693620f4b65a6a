// Equal sequences on a machine: the first of each group represents all of them, and counts as many times. Equal ones
// are found by sorting hashes, and confirmed by their letters.
#pragma once

#include "base/atomic.hpp"
#include "problems/substring/gpu/device_windows.hpp"
#include "problems/substring/gpu/equal_letters.hpp"
#include "problems/substring/gpu/window_sets.hpp"

#include <concord/cluster.hpp>

#include <algorithm>
#include <cstdint>
#include <vector>

namespace concord::substring {

/// A hash of each sequence, and the sequences in order.
struct hash_sequences {
    collection given;
    std::uint64_t* hashes;
    std::uint32_t* sequences;

    CONCORD_HD void operator()(std::uint64_t index) const {
        const std::uint64_t first = given.offsets[index];
        hashes[index] = hash_of_letters(given.letters, first, given.offsets[index + 1] - first);
        sequences[index] = static_cast<std::uint32_t>(index);
    }
};

/// Whether each sequence, in the order of the hashes, differs from the one before it.
struct mark_first_of_equals {
    collection given;
    const std::uint64_t* hashes;    ///< sorted
    const std::uint32_t* sequences; ///< in the order of their hashes, equal hashes in ascending order
    std::uint32_t* first;

    CONCORD_HD counts operator()(std::uint64_t index) const {
        first[index] =
            index == 0 || hashes[index] != hashes[index - 1] || !equal(sequences[index], sequences[index - 1]);
        return {first[index], 0};
    }

  private:
    [[nodiscard]] CONCORD_HD bool equal(std::uint64_t a, std::uint64_t b) const {
        const std::uint64_t length = given.offsets[a + 1] - given.offsets[a];
        if (given.offsets[b + 1] - given.offsets[b] != length) return false;
        return are_equal(given.letters, given.offsets[a], given.offsets[b], length);
    }
};

/// The first of each group of equal sequences represents all.
struct group_equals {
    const std::uint32_t* sequences;
    const std::uint32_t* first;
    const std::uint64_t* firsts_before; ///< by index
    std::uint32_t* group_of;            ///< by sequence
    std::uint32_t* copies_of_group;     ///< zeros before
    std::uint32_t* representative_of_group;

    CONCORD_HD void operator()(std::uint64_t index) const {
        const auto group = static_cast<std::uint32_t>(firsts_before[index] + first[index] - 1);
        group_of[sequences[index]] = group;
        base::atomic_add(copies_of_group[group], 1);
        if (first[index] != 0) representative_of_group[group] = sequences[index];
    }
};

/// By sequence: how many it represents; 0 where another one represents it.
struct count_copies {
    const std::uint32_t* group_of;
    const std::uint32_t* copies_of_group;
    const std::uint32_t* representative_of_group;
    std::uint32_t* copies;
    std::uint8_t* is_representative;

    CONCORD_HD void operator()(std::uint64_t index) const {
        const std::uint32_t group = group_of[index];
        is_representative[index] = representative_of_group[group] == index ? 1 : 0;
        copies[index] = is_representative[index] != 0 ? copies_of_group[group] : 0;
    }
};

/// Whether each of these sequences represents others.
struct count_others {
    const std::uint64_t* sequences;
    const std::uint32_t* copies;
    CONCORD_HD counts operator()(std::uint64_t index) const { return {copies[sequences[index]] > 1 ? 1U : 0U, 0}; }
};

/// By sequence: whether it is a representative of the shard.
struct keep_shard {
    const std::uint8_t* is_representative; ///< null: all are
    std::uint64_t index;
    std::uint64_t count;
    std::uint8_t* member;

    CONCORD_HD void operator()(std::uint64_t sequence) const {
        const bool represents = is_representative == nullptr || is_representative[sequence] != 0;
        member[sequence] = represents && sequence % count == index ? 1 : 0;
    }
};

/// Leaves only the representatives.
struct keep_representatives {
    const std::uint8_t* is_representative;
    std::uint8_t* member;
    CONCORD_HD void operator()(std::uint64_t index) const { member[index] &= is_representative[index]; }
};

template <class Machine>
class representatives {
  public:
    /// `part`: the shard whose representatives have a mask of their own. Time O(letters) and a sort of the sequences'
    /// hashes.
    explicit representatives(const device_windows<Machine>& input, const shard& part = {}) : part_(part) {
        find_equals(input);
        if (!are_divided()) return;
        of_shard_ = input.machine().template make<std::uint8_t>(input.letters().sequences);
        input.machine().for_each(input.letters().sequences,
                                 keep_shard{mask(), part_.index, part_.count, of_shard_.data()});
    }

    /// By sequence, on the machine: how many it represents, 0 where another represents it; and whether it is a
    /// representative. Null where all sequences differ.
    [[nodiscard]] const std::uint32_t* copies() const { return some_are_equal_ ? copies_.data() : nullptr; }
    [[nodiscard]] const std::uint8_t* mask() const { return some_are_equal_ ? is_representative_.data() : nullptr; }

    [[nodiscard]] bool are_divided() const noexcept { return part_.count > 1; }
    /// The same, but only those of the shard; null where they are not divided.
    [[nodiscard]] const std::uint8_t* of_shard() const { return are_divided() ? of_shard_.data() : nullptr; }
    [[nodiscard]] bool is_of_shard(std::uint64_t representative) const noexcept {
        return representative % part_.count == part_.index;
    }

    [[nodiscard]] bool some_are_equal() const noexcept { return some_are_equal_; }
    /// By sequence, on the host: its representative. Read only where it is needed: many sequences are many bytes.
    [[nodiscard]] std::vector<std::uint32_t> of_each(const device_windows<Machine>& input) const {
        std::vector<std::uint32_t> representative_of = input.read(group_of_, group_of_.size());
        const auto of_group = input.read(representative_of_group_, representative_of_group_.size());
        for (std::uint32_t& of : representative_of)
            of = of_group[of];
        return representative_of;
    }

    /// Adds the windows of the sequences that others represent; the windows are in order, before and after.
    void add_copies(const device_windows<Machine>& input, longest_windows& all) const {
        if (!some_have_copies(input, all)) return;
        const std::vector<std::uint32_t> representative_of = of_each(input);
        const std::size_t found = all.windows.size(); // copies go behind them
        for (std::uint64_t sequence = 0; sequence < input.given().sequences(); ++sequence) {
            const std::uint64_t representative = representative_of[sequence];
            if (representative == sequence) continue;
            const auto end = all.windows.begin() + static_cast<std::ptrdiff_t>(found);
            const auto first = std::lower_bound(all.windows.begin(), end, window{representative, 0, 0});
            for (auto at = static_cast<std::size_t>(first - all.windows.begin());
                 at < found && all.windows[at].sequence == representative; ++at)
                all.windows.push_back({sequence, all.windows[at].start, all.windows[at].support});
        }
        std::inplace_merge(all.windows.begin(), all.windows.begin() + static_cast<std::ptrdiff_t>(found),
                           all.windows.end());
    }

  private:
    /// Whether any of these windows is of a sequence with copies: few are, and without any of_each need not be read.
    [[nodiscard]] bool some_have_copies(const device_windows<Machine>& input, const longest_windows& all) const {
        if (all.windows.empty()) return false;
        std::vector<std::uint64_t> sequences;
        for (const window& each : all.windows)
            if (sequences.empty() || sequences.back() != each.sequence) sequences.push_back(each.sequence);
        Machine& machine = input.machine();
        const auto listed = input.copy_of(sequences.data(), sequences.size());
        const auto before = machine.template make<std::uint64_t>(sequences.size());
        return machine.exclusive_scan(sequences.size(), count_others{listed.data(), copies()}, before.data()).count > 0;
    }

    void find_equals(const device_windows<Machine>& input) {
        Machine& machine = input.machine();
        const collection& given = input.letters();
        const std::uint64_t count = given.sequences;
        auto hashes = machine.template make<std::uint64_t>(count);
        auto order = machine.template make<std::uint32_t>(count);
        machine.for_each(count, hash_sequences{given, hashes.data(), order.data()});
        machine.sort(hashes.data(), order.data(), count);
        auto first = machine.template make<std::uint32_t>(count);
        auto before = machine.template make<std::uint64_t>(count);
        const std::uint64_t groups =
            machine
                .exclusive_scan(count, mark_first_of_equals{given, hashes.data(), order.data(), first.data()},
                                before.data())
                .count;
        if (groups == count) return;

        auto group_of = machine.template make<std::uint32_t>(count);
        auto copies_of_group = machine.template zeroed<std::uint32_t>(groups);
        auto representative_of_group = machine.template make<std::uint32_t>(groups);
        machine.for_each(count, group_equals{order.data(), first.data(), before.data(), group_of.data(),
                                             copies_of_group.data(), representative_of_group.data()});
        copies_ = machine.template make<std::uint32_t>(count);
        is_representative_ = machine.template make<std::uint8_t>(count);
        machine.for_each(count, count_copies{group_of.data(), copies_of_group.data(), representative_of_group.data(),
                                             copies_.data(), is_representative_.data()});
        some_are_equal_ = true;
        group_of_ = std::move(group_of);
        representative_of_group_ = std::move(representative_of_group);
    }

    shard part_;
    bool some_are_equal_ = false;
    array_of<Machine, std::uint32_t> copies_;
    array_of<Machine, std::uint8_t> is_representative_;
    array_of<Machine, std::uint8_t> of_shard_;
    array_of<Machine, std::uint32_t> group_of_;
    array_of<Machine, std::uint32_t> representative_of_group_;
};

} // namespace concord::substring
