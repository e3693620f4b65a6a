#include "problems/distance/join/equal_sequences.hpp"

#include "problems/distance/join/equal_letters.hpp"
#include "problems/distance/tuning.hpp"

#include <algorithm>
#include <bit>
#include <span>

namespace concord::edit_distance {
namespace {

constexpr std::uint64_t hashes_at_once = 1U << 16U; ///< while they are in the cache
constexpr std::uint64_t hashes_of_task = 1U << 12U;
constexpr std::uint64_t rows_of_task = 1U << 16U;
constexpr std::uint64_t pairs_of_task = 1U << 16U; ///< about

/// What a slot holds: the highest bits of a hash; whether a group is named, or one sequence; its number, from 1 on.
/// 0: nothing.
constexpr std::uint64_t is_group = std::uint64_t{1} << 32U;
constexpr unsigned first_bit_of_hash = 33;

constexpr std::uint32_t number_in(std::uint64_t slot) { return static_cast<std::uint32_t>(slot) - 1; }

} // namespace

equal_sequences::equal_sequences(const sequence::packed_sequences& a, const sequence::packed_sequences& b,
                                 runtime::thread_pool& pool)
    : is_one_(&a == &b), group_of_(b.size()), rows_(is_one_ ? 0 : a.size()) {
    find_groups(a, b, pool);
    list_members();
    cut_rows();
}

void equal_sequences::find_groups(const sequence::packed_sequences& a, const sequence::packed_sequences& b,
                                  runtime::thread_pool& pool) {
    const equal_letters letters(a, b);
    const std::uint64_t slots = std::bit_ceil(2 * std::uint64_t{b.size()} + 1);
    const runtime::far_array<std::uint64_t> table(slots);
    std::vector<std::uint64_t> hashes(std::min(std::max<std::uint64_t>(a.size(), b.size()), hashes_at_once));
    std::vector<std::uint32_t> firsts; // of groups
    // Calls visit(slot, sequence, tag) for each sequence of a side with the slot of those that it equals, or an empty
    // one.
    const auto for_each = [&](unsigned side, std::uint64_t count, const auto& visit) {
        for (std::uint64_t begin = 0; begin < count; begin += hashes_at_once) {
            const std::uint64_t here = std::min(hashes_at_once, count - begin);
            pool.run((here + hashes_of_task - 1) / hashes_of_task, [&](std::size_t task, unsigned) {
                const std::uint64_t end = std::min(here, (task + 1) * hashes_of_task);
                for (std::uint64_t index = task * hashes_of_task; index < end; ++index)
                    hashes[index] = letters.hash_of(begin + index, side);
            });
            for (std::uint64_t index = 0; index < here; ++index) {
                const std::uint64_t ahead = hashes[std::min(index + tuning::entries_ahead, here - 1)];
                __builtin_prefetch(table.data() + (ahead & (slots - 1)), 1);
                const auto sequence = static_cast<std::uint32_t>(begin + index);
                const std::uint64_t tag = hashes[index] >> first_bit_of_hash << first_bit_of_hash;
                std::uint64_t at = hashes[index] & (slots - 1);
                const auto is_other = [&](std::uint64_t slot) {
                    if ((slot ^ tag) >> first_bit_of_hash != 0) return true;
                    const std::uint32_t number = number_in(slot);
                    return !letters.are_equal((slot & is_group) != 0 ? firsts[number] : number, sequence, side);
                };
                while (table[at] != 0 && is_other(table[at]))
                    at = (at + 1) & (slots - 1);
                visit(table[at], sequence, tag);
            }
        }
    };
    // The group of a slot that is not empty; a new one of its sequence, where it names none.
    const auto group_in = [&](std::uint64_t& slot, std::uint64_t tag) {
        if ((slot & is_group) == 0) {
            const std::uint32_t first = number_in(slot);
            firsts.push_back(first);
            sizes_.push_back(1);
            group_of_[first] = static_cast<std::uint32_t>(firsts.size());
            slot = tag | is_group | firsts.size();
        }
        return number_in(slot);
    };
    for_each(1, b.size(), [&](std::uint64_t& slot, std::uint32_t sequence, std::uint64_t tag) {
        if (slot == 0) {
            slot = tag | (std::uint64_t{sequence} + 1);
            ++distinct_;
            return;
        }
        const std::uint32_t group = group_in(slot, tag);
        group_of_[sequence] = group + 1;
        ++sizes_[group];
    });
    if (is_one_) return;
    for_each(0, a.size(), [&](std::uint64_t& slot, std::uint32_t sequence, std::uint64_t tag) {
        if (slot != 0) rows_[sequence] = group_in(slot, tag) + 1;
    });
}

void equal_sequences::list_members() {
    ends_.resize(sizes_.size());
    std::uint32_t all = 0;
    for (std::size_t group = 0; group < sizes_.size(); ++group) { // begins, until members are listed
        ends_[group] = all;
        all += sizes_[group];
    }
    members_.resize(all);
    for (std::uint32_t sequence = 0; sequence < group_of_.size(); ++sequence)
        if (group_of_[sequence] != 0) members_[ends_[group_of_[sequence] - 1]++] = sequence;
}

/// Into tasks.
void equal_sequences::cut_rows() {
    const runtime::far_array<std::uint32_t>& groups = group_of_row();
    std::uint64_t pairs = 0;
    cuts_.push_back(0);
    for (std::uint32_t row = 0; row < groups.size(); ++row) {
        if (row - cuts_.back() == rows_of_task || pairs > pairs_of_task) {
            cuts_.push_back(row);
            pairs = 0;
        }
        if (groups[row] != 0) pairs += sizes_[groups[row] - 1];
    }
    cuts_.push_back(static_cast<std::uint32_t>(groups.size()));
}

void equal_sequences::deliver(runtime::thread_pool& pool, wanted_pairs wanted, const near_pair_sink& sink) const {
    const std::size_t at_once = 4 * std::size_t{pool.threads()};
    std::vector<std::vector<near_pair>> pairs(at_once);
    const runtime::far_array<std::uint32_t>& groups = group_of_row();
    const auto list = [&](std::uint32_t row, std::vector<near_pair>& to) {
        if (groups[row] == 0) {
            if (is_one_ && wanted == wanted_pairs::all) to.push_back({.a = row, .b = row, .distance = 0});
            return;
        }
        const std::uint32_t group = groups[row] - 1;
        std::span<const std::uint32_t> members =
            std::span(members_).subspan(ends_[group] - sizes_[group], sizes_[group]);
        if (wanted == wanted_pairs::each_once) members = {std::ranges::upper_bound(members, row), members.end()};
        for (const std::uint32_t member : members)
            to.push_back({.a = row, .b = member, .distance = 0});
    };
    for (std::size_t first = 0; first + 1 < cuts_.size(); first += at_once) {
        const std::size_t here = std::min(at_once, cuts_.size() - 1 - first);
        pool.run(here, [&](std::size_t index, unsigned) {
            pairs[index].clear();
            for (std::uint32_t row = cuts_[first + index]; row < cuts_[first + index + 1]; ++row)
                list(row, pairs[index]);
        });
        for (std::size_t index = 0; index < here; ++index)
            if (!pairs[index].empty()) sink(pairs[index]);
    }
}

} // namespace concord::edit_distance
