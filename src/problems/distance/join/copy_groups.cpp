#include "problems/distance/join/copy_groups.hpp"

#include "problems/distance/join/equal_letters.hpp"
#include "problems/distance/tuning.hpp"

#include <algorithm>
#include <bit>
#include <numeric>

namespace concord::edit_distance {

using sequence::packed_sequences;

namespace {

constexpr std::uint64_t sequences_of_task = 1U << 14U;

/// The first of the sequences that each is equal to. Every thread takes those whose hashes have the same highest bits:
/// equal ones are among the same.
class first_equal {
  public:
    first_equal(const packed_sequences& set, runtime::thread_pool& pool)
        : letters_(set), hashes_(set.size()), firsts_(set.size()),
          share_bits_(static_cast<unsigned>(std::bit_width(pool.threads() - 1U))) {
        const std::uint64_t count = set.size();
        pool.run((count + sequences_of_task - 1) / sequences_of_task, [&](std::size_t task, unsigned) {
            const std::uint64_t end = std::min(count, (task + 1) * sequences_of_task);
            for (std::uint64_t at = task * sequences_of_task; at < end; ++at)
                hashes_[at] = letters_.hash_of(at);
        });
        pool.run(shares(), [&](std::size_t share, unsigned) { find(share); });
    }

    [[nodiscard]] std::size_t shares() const noexcept { return std::size_t{1} << share_bits_; }
    [[nodiscard]] std::uint32_t operator[](std::uint64_t sequence) const noexcept { return firsts_[sequence]; }

    /// Calls visit(sequence) for all sequences of a share, ascending.
    template <class Visit>
    void for_each(std::size_t share, const Visit& visit) const {
        for (std::uint64_t at = 0; at < hashes_.size(); ++at)
            if (share_of(hashes_[at]) == share) visit(at);
    }

  private:
    [[nodiscard]] std::size_t share_of(std::uint64_t hash) const noexcept {
        return share_bits_ == 0 ? 0 : hash >> (64 - share_bits_);
    }

    void find(std::size_t share) {
        std::vector<std::uint32_t> own;
        own.reserve(hashes_.size() / shares() + 1);
        for_each(share, [&](std::uint64_t at) { own.push_back(static_cast<std::uint32_t>(at)); });
        // Open addressing: a slot holds a sequence plus one.
        const std::uint64_t slots = std::bit_ceil(2 * std::uint64_t{own.size()} + 1);
        std::vector<std::uint32_t> table(slots);
        for (std::size_t index = 0; index < own.size(); ++index) {
            if (index + tuning::entries_ahead < own.size())
                __builtin_prefetch(table.data() + (hashes_[own[index + tuning::entries_ahead]] & (slots - 1)));
            const std::uint32_t at = own[index];
            const auto is_other = [&](std::uint32_t first) {
                return hashes_[first] != hashes_[at] || !letters_.are_equal(first, at);
            };
            std::uint64_t slot = hashes_[at] & (slots - 1);
            while (table[slot] != 0 && is_other(table[slot] - 1))
                slot = (slot + 1) & (slots - 1);
            if (table[slot] == 0) table[slot] = at + 1;
            firsts_[at] = table[slot] - 1;
        }
    }

    equal_letters letters_;
    std::vector<std::uint64_t> hashes_;
    std::vector<std::uint32_t> firsts_;
    unsigned share_bits_;
};

} // namespace

copy_groups::copy_groups(const packed_sequences& set, runtime::thread_pool& pool) : group_of_(set.size()) {
    const std::uint64_t count = set.size();
    const first_equal first(set, pool);
    for (std::uint64_t at = 0; at < count; ++at) {
        if (first[at] != at) continue;
        group_of_[at] = static_cast<std::uint32_t>(firsts_.size());
        firsts_.push_back(static_cast<std::uint32_t>(at));
    }
    // Count, scan, fill: begins stand one place to the right until filling has moved them to the ends. A group belongs
    // to one share.
    begins_.assign(firsts_.size() + 2, 0);
    pool.run(first.shares(), [&](std::size_t share, unsigned) {
        first.for_each(share, [&](std::uint64_t at) {
            group_of_[at] = group_of_[first[at]];
            ++begins_[group_of_[at] + 2];
        });
    });
    std::partial_sum(begins_.begin(), begins_.end(), begins_.begin());
    copies_.resize(count);
    pool.run(first.shares(), [&](std::size_t share, unsigned) {
        first.for_each(
            share, [&](std::uint64_t at) { copies_[begins_[group_of_[at] + 1]++] = static_cast<std::uint32_t>(at); });
    });
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
