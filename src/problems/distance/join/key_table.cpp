#include "problems/distance/join/key_table.hpp"

#include "problems/distance/tuning.hpp"

#include <algorithm>
#include <bit>

namespace concord::edit_distance {

key_lists::key_lists(unsigned workers, unsigned partition_bits, unsigned round_bits, std::uint64_t expected)
    : workers_(workers), partition_bits_(partition_bits), round_bits_(round_bits),
      lists_(std::size_t{workers} << partition_bits) {
    // Hashes spread evenly, so that a little more than the average is enough for most.
    const std::uint64_t each = (expected >> round_bits) / lists_.size();
    for (std::vector<key_entry>& list : lists_)
        list.reserve(each + each / 8 + 8);
}

void key_lists::begin_round(std::uint64_t round) {
    round_ = round;
    for (std::vector<key_entry>& list : lists_)
        list.clear();
}

void key_lists::release(std::size_t partition) {
    for (unsigned worker = 0; worker < workers_; ++worker)
        lists_[(std::uint64_t{worker} << partition_bits_) + partition] = {};
}

void key_table::fill(const key_lists& lists, unsigned workers, std::size_t partition, const std::uint64_t* sketches) {
    std::size_t count = 0;
    for (unsigned worker = 0; worker < workers; ++worker)
        count += lists.list(worker, partition).size();
    const auto bits = static_cast<unsigned>(std::clamp<int>(static_cast<int>(std::bit_width(count)), 1, 28));
    shift_ = 32 - bits;
    begins_.assign((std::size_t{1} << bits) + 2, 0);
    keys_.resize(count);
    ranks_.resize(count);
    sketches_.resize(count);
    // Count, scan, fill: begins stand one place to the right until filling has moved them to the ends.
    std::uint32_t* const begins = begins_.data() + 1;
    for (unsigned worker = 0; worker < workers; ++worker)
        for (const key_entry& each : lists.list(worker, partition))
            ++begins[(each.key >> shift_) + 1];
    for (std::size_t slot = 1; slot + 1 < begins_.size(); ++slot)
        begins[slot] += begins[slot - 1];
    for (unsigned worker = 0; worker < workers; ++worker) {
        const std::span<const key_entry> list = lists.list(worker, partition);
        for (std::size_t index = 0; index < list.size(); ++index) {
            const key_entry& each = list[index];
            if (sketches != nullptr && index + tuning::entries_ahead < list.size())
                __builtin_prefetch(sketches + list[index + tuning::entries_ahead].rank);
            const std::uint32_t at = begins[each.key >> shift_]++;
            keys_[at] = each.key;
            ranks_[at] = each.rank;
            sketches_[at] = sketches != nullptr ? sketches[each.rank] : gap_bits(each.gaps);
        }
    }
}

} // namespace concord::edit_distance
