#include "problems/distance/join/copy_groups.hpp"

#include "problems/distance/join/equal_letters.hpp"
#include "problems/distance/tuning.hpp"

#include <algorithm>
#include <bit>

namespace concord::edit_distance {

using sequence::packed_sequences;

copy_groups::copy_groups(const packed_sequences& set, runtime::thread_pool& pool) : group_of_(set.size()) {
    const equal_letters letters(set);
    const std::uint64_t count = set.size();
    std::vector<std::uint64_t> hashes(count);
    constexpr std::uint64_t hashes_of_task = 1U << 14U;
    pool.run((count + hashes_of_task - 1) / hashes_of_task, [&](std::size_t task, unsigned) {
        const std::uint64_t end = std::min(count, (task + 1) * hashes_of_task);
        for (std::uint64_t at = task * hashes_of_task; at < end; ++at)
            hashes[at] = letters.hash_of(at);
    });
    // Open addressing: a slot holds a group plus one.
    const std::uint64_t slots = std::bit_ceil(2 * count + 1);
    std::vector<std::uint32_t> table(slots);
    std::vector<std::uint32_t> sizes;
    for (std::uint64_t at = 0; at < count; ++at) {
        if (at + tuning::entries_ahead < count)
            __builtin_prefetch(table.data() + (hashes[at + tuning::entries_ahead] & (slots - 1)));
        const std::uint64_t hash = hashes[at];
        std::uint64_t slot = hash & (slots - 1);
        const auto is_other = [&](std::uint32_t first) {
            return hashes[first] != hash || !letters.are_equal(first, at);
        };
        while (table[slot] != 0 && is_other(firsts_[table[slot] - 1]))
            slot = (slot + 1) & (slots - 1);
        if (table[slot] == 0) {
            firsts_.push_back(static_cast<std::uint32_t>(at));
            sizes.push_back(0);
            table[slot] = static_cast<std::uint32_t>(firsts_.size());
        }
        group_of_[at] = table[slot] - 1;
        ++sizes[group_of_[at]];
    }
    // Scan, fill: begins stand one place to the right until filling has moved them to the ends.
    begins_.assign(sizes.size() + 2, 0);
    for (std::size_t group = 0; group < sizes.size(); ++group)
        begins_[group + 2] = begins_[group + 1] + sizes[group];
    copies_.resize(count);
    for (std::uint64_t at = 0; at < count; ++at)
        copies_[begins_[group_of_[at] + 1]++] = static_cast<std::uint32_t>(at);
}

double copy_groups::copies_each() const noexcept {
    double pairs = 0;
    for (std::uint32_t group = 0; group < size(); ++group) {
        const auto copies = static_cast<double>(begins_[group + 1] - begins_[group]);
        pairs += copies * copies;
    }
    return pairs / static_cast<double>(std::max<std::size_t>(1, group_of_.size()));
}

double estimate_copies_each(const packed_sequences& set, std::uint64_t sampled) {
    const std::uint64_t count = std::min(set.size(), sampled);
    if (count < 2) return 1;
    const equal_letters letters(set);
    std::vector<std::uint64_t> hashes(count);
    for (std::uint64_t index = 0; index < count; ++index)
        hashes[index] = letters.hash_of(index * set.size() / count);
    std::ranges::sort(hashes);
    double pairs = 0; // of each of the sample with others
    for (std::size_t first = 0, end = 0; first < hashes.size(); first = end) {
        while (end < hashes.size() && hashes[end] == hashes[first])
            ++end;
        pairs += static_cast<double>(end - first) * static_cast<double>(end - first - 1);
    }
    return 1 +
           pairs / static_cast<double>(count) * static_cast<double>(set.size() - 1) / static_cast<double>(count - 1);
}

} // namespace concord::edit_distance
