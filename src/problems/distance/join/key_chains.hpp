// Entries of a partition in chains by their keys: of many keys that few sequences share, each is looked at twice.
//
//   keys      7  3  9  7  3  7      each entry names the last one before it whose key has the same slot: the fourth the
//   before    .  .  .  1  2  4      first, the sixth the fourth; entries that name none are not looked at again
#pragma once

#include "problems/distance/join/key_table.hpp"

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace concord::edit_distance {

/// Belongs to one thread and is filled again and again. Slots tell keys apart by their highest bits.
class key_chains {
  public:
    /// Those that all threads have listed of a partition. Time O(entries).
    void fill(const key_lists& lists, unsigned workers, std::size_t partition) {
        entries_ = lists.list(0, partition);
        if (workers > 1) {
            copies_.clear();
            for (unsigned worker = 0; worker < workers; ++worker) {
                const std::span<const key_entry> list = lists.list(worker, partition);
                copies_.insert(copies_.end(), list.begin(), list.end());
            }
            entries_ = copies_;
        }
        const unsigned bits = static_cast<unsigned>(std::bit_width(entries_.size())) + 1; // a quarter to a half of the slots is in use
        shift_ = 32 - std::min(bits, 31U);
        last_.assign(std::size_t{1} << (32 - shift_), 0);
        before_.resize(entries_.size());
        for (std::uint32_t at = 0; at < entries_.size(); ++at) {
            std::uint32_t& last = last_[entries_[at].key >> shift_];
            before_[at] = last;
            last = at + 1;
        }
    }

    /// Calls take(entry, other) for all pairs with an equal key until `is_over` says so.
    template <class Take, class Over>
    void for_each_pair(const Take& take, const Over& is_over) {
        behind_.resize(entries_.size() + 1);
        std::size_t count = 0;
        for (std::uint32_t at = 0; at < entries_.size(); ++at) { // no branch depends on which have one before them
            behind_[count] = at;
            count += before_[at] != 0 ? 1U : 0U;
        }
        for (std::size_t index = 0; index < count && !is_over(); ++index) {
            const key_entry& entry = entries_[behind_[index]];
            for_each_from(before_[behind_[index]], entry.key, [&](const key_entry& other) { take(entry, other); });
        }
    }

    /// Calls take(entry) for all entries of a key.
    template <class Take>
    void for_each_of(std::uint32_t key, const Take& take) const {
        for_each_from(last_[key >> shift_], key, take);
    }

  private:
    template <class Take>
    void for_each_from(std::uint32_t number, std::uint32_t key, const Take& take) const {
        for (; number != 0; number = before_[number - 1])
            if (entries_[number - 1].key == key) take(entries_[number - 1]);
    }

    std::span<const key_entry> entries_;
    std::vector<key_entry> copies_;     ///< of several threads' lists
    unsigned shift_ = 1;                ///< of a key, to its slot
    std::vector<std::uint32_t> last_;   ///< of each slot the number of its last entry, from 1 on; 0: none
    std::vector<std::uint32_t> before_; ///< of each entry that of the one before it in its slot
    std::vector<std::uint32_t> behind_; ///< entries that have one before them
};

} // namespace concord::edit_distance
