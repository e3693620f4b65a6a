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

equal_sequences::equal_sequences(const sequence::packed_sequences& set, runtime::thread_pool& pool)
    : group_of_(set.size()) {
    find_groups(set, pool);
    list_members();
}

void equal_sequences::find_groups(const sequence::packed_sequences& set, runtime::thread_pool& pool) {
    const equal_letters letters(set);
    const std::uint64_t count = set.size();
    const std::uint64_t slots = std::bit_ceil(2 * count + 1);
    const runtime::far_array<std::uint64_t> table(slots);
    std::vector<std::uint64_t> hashes(std::min(count, hashes_at_once));
    std::vector<std::uint32_t> firsts; // of groups
    for (std::uint64_t begin = 0; begin < count; begin += hashes_at_once) {
        const std::uint64_t here = std::min(hashes_at_once, count - begin);
        pool.run((here + hashes_of_task - 1) / hashes_of_task, [&](std::size_t task, unsigned) {
            const std::uint64_t end = std::min(here, (task + 1) * hashes_of_task);
            for (std::uint64_t index = task * hashes_of_task; index < end; ++index)
                hashes[index] = letters.hash_of(begin + index);
        });
        for (std::uint64_t index = 0; index < here; ++index) {
            const std::uint64_t ahead = hashes[std::min(index + tuning::entries_ahead, here - 1)];
            __builtin_prefetch(table.data() + (ahead & (slots - 1)), 1);
            const auto sequence = static_cast<std::uint32_t>(begin + index);
            const std::uint64_t tag = hashes[index] >> first_bit_of_hash << first_bit_of_hash;
            for (std::uint64_t at = hashes[index] & (slots - 1);; at = (at + 1) & (slots - 1)) {
                const std::uint64_t slot = table[at];
                if (slot == 0) {
                    table[at] = tag | (std::uint64_t{sequence} + 1);
                    ++distinct_;
                    break;
                }
                if ((slot ^ tag) >> first_bit_of_hash != 0) continue;
                std::uint32_t group = number_in(slot);
                const std::uint32_t first = (slot & is_group) != 0 ? firsts[group] : number_in(slot);
                if (!letters.are_equal(first, sequence)) continue;
                if ((slot & is_group) == 0) {
                    group = static_cast<std::uint32_t>(firsts.size());
                    firsts.push_back(first);
                    sizes_.push_back(1);
                    group_of_[first] = group + 1;
                    table[at] = tag | is_group | (std::uint64_t{group} + 1);
                }
                group_of_[sequence] = group + 1;
                ++sizes_[group];
                break;
            }
        }
    }
}

/// And cuts rows into tasks.
void equal_sequences::list_members() {
    ends_.resize(sizes_.size());
    std::uint32_t all = 0;
    for (std::size_t group = 0; group < sizes_.size(); ++group) { // begins, until members are listed
        ends_[group] = all;
        all += sizes_[group];
    }
    members_.resize(all);
    std::uint64_t pairs = 0;
    cuts_.push_back(0);
    for (std::uint32_t row = 0; row < group_of_.size(); ++row) {
        if (row - cuts_.back() == rows_of_task || pairs > pairs_of_task) {
            cuts_.push_back(row);
            pairs = 0;
        }
        if (group_of_[row] == 0) continue;
        const std::uint32_t group = group_of_[row] - 1;
        members_[ends_[group]++] = row;
        pairs += sizes_[group];
    }
    cuts_.push_back(static_cast<std::uint32_t>(group_of_.size()));
}

void equal_sequences::deliver(runtime::thread_pool& pool, wanted_pairs wanted, const near_pair_sink& sink) const {
    const std::size_t at_once = 4 * std::size_t{pool.threads()};
    std::vector<std::vector<near_pair>> pairs(at_once);
    const auto list = [&](std::uint32_t row, std::vector<near_pair>& to) {
        if (group_of_[row] == 0) {
            if (wanted == wanted_pairs::all) to.push_back({.a = row, .b = row, .distance = 0});
            return;
        }
        const std::uint32_t group = group_of_[row] - 1;
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
