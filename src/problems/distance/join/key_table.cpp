#include "problems/distance/join/key_table.hpp"

#include "problems/distance/tuning.hpp"

#include <algorithm>
#include <bit>

namespace concord::edit_distance {

namespace {

/// The lists of all workers in parts that ascend together: each worker lists some ranks after the other, ascending.
std::vector<std::span<const key_entry>> by_rank(const key_lists& lists, unsigned workers, std::size_t partition) {
    if (workers == 1) return {lists.list(0, partition)};
    std::vector<std::span<const key_entry>> left;
    for (unsigned worker = 0; worker < workers; ++worker)
        if (!lists.list(worker, partition).empty()) left.push_back(lists.list(worker, partition));
    std::vector<std::span<const key_entry>> runs;
    while (!left.empty()) {
        const auto least = std::ranges::min_element(left, {}, [](const auto& list) { return list.front().rank; });
        std::uint32_t next = 0xFFFF'FFFFU; // of another list
        for (const std::span<const key_entry>& list : left)
            if (list.data() != least->data()) next = std::min(next, list.front().rank);
        std::size_t end = 1;
        while (end < least->size() && (*least)[end].rank < next)
            ++end;
        runs.push_back(least->first(end));
        *least = least->subspan(end);
        if (least->empty()) left.erase(least);
    }
    return runs;
}

} // namespace

void key_table::fill(const key_lists& lists, unsigned workers, std::size_t partition, const std::uint64_t* sketches) {
    if (sketches == nullptr)
        fill(
            lists, workers, partition, [](const key_entry&) {},
            [](const key_entry& each, std::uint32_t) { return gap_bits(each.gaps); });
    else
        fill(
            lists, workers, partition, [&](const key_entry& each) { __builtin_prefetch(sketches + each.rank); },
            [&](const key_entry& each, std::uint32_t) { return sketches[each.rank]; });
}

void key_table::fill(const key_lists& lists, unsigned workers, std::size_t partition, const piece_extension& extension,
                     const extended_letters& letters) {
    std::size_t count = 0;
    for (unsigned worker = 0; worker < workers; ++worker)
        count += lists.list(worker, partition).size();
    places_.resize(count);
    fill(
        lists, workers, partition, [](const key_entry&) {},
        [&](const key_entry& each, std::uint32_t at) {
            places_[at] = each.gaps;
            return extension.entry(letters.letters_from(each.rank, piece_extension::begin_of(each.gaps)), each.gaps);
        });
}

template <class Fetch, class Word>
void key_table::fill(const key_lists& lists, unsigned workers, std::size_t partition, const Fetch& fetch,
                     const Word& word) {
    const std::vector<std::span<const key_entry>> runs = by_rank(lists, workers, partition);
    std::size_t count = 0;
    for (const std::span<const key_entry>& run : runs)
        count += run.size();
    const auto bits = static_cast<unsigned>(std::clamp<int>(static_cast<int>(std::bit_width(count)), 1, 28));
    shift_ = 32 - bits;
    begins_.assign((std::size_t{1} << bits) + 2, 0);
    constexpr std::size_t padding = 8; // words are read in vectors
    keys_.resize(count + padding);
    ranks_.resize(count);
    sketches_.resize(count + padding);
    // Count, scan, fill: begins stand one place to the right until filling has moved them to the ends.
    std::uint32_t* const begins = begins_.data() + 1;
    is_ascending_ = true;
    std::uint32_t last = 0;
    for (const std::span<const key_entry>& run : runs)
        for (const key_entry& each : run) {
            ++begins[(each.key >> shift_) + 1];
            is_ascending_ = is_ascending_ && each.rank >= last;
            last = each.rank;
        }
    for (std::size_t slot = 1; slot + 1 < begins_.size(); ++slot)
        begins[slot] += begins[slot - 1];
    for (const std::span<const key_entry>& run : runs) {
        for (std::size_t index = 0; index < run.size(); ++index) {
            const key_entry& each = run[index];
            if (index + tuning::entries_ahead < run.size()) fetch(run[index + tuning::entries_ahead]);
            const std::uint32_t at = begins[each.key >> shift_]++;
            keys_[at] = each.key;
            ranks_[at] = each.rank;
            sketches_[at] = word(each, at);
        }
    }
}

} // namespace concord::edit_distance
