// Keys of words with one or two letters left out, and those of a partition in chains: of many keys that few words
// share, each is looked at twice.
//
//   keys      7  3  9  7  3  7      each names the last one before it in its slot: the fourth the first, the sixth the
//   before    .  .  .  1  2  4      fourth; those that name none are not looked at again
#pragma once

#include "base/bits.hpp"
#include "problems/distance/join/letter_hashes.hpp"
#include "problems/distance/join/partition_lists.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace concord::edit_distance {

/// A word by its rank, in the upper half; below it 20 bits of a hash, which tell most keys of a slot apart, and how
/// many letters remain before each of two that are left out, by six bits.
class word_key {
  public:
    word_key() = default;
    /// `gaps`: gaps_of().
    word_key(std::uint64_t hash, std::uint32_t rank, std::uint32_t gaps)
        : bits_(std::uint64_t{rank} << 32U | (hash & hash_bits) | gaps) {}

    /// The last two of a gap_list, each of at most 62 letters.
    [[nodiscard]] static std::uint32_t gaps_of(gap_list gaps) {
        return std::min(63U, gaps >> 8U & 0xFFU) << 6U | std::min(63U, gaps & 0xFFU);
    }
    [[nodiscard]] std::uint32_t rank() const noexcept { return static_cast<std::uint32_t>(bits_ >> 32U); }
    [[nodiscard]] std::size_t slot(unsigned bits) const noexcept {
        return static_cast<std::uint32_t>(bits_) >> (32 - bits);
    }
    [[nodiscard]] bool has_same_hash(word_key other) const noexcept { return ((bits_ ^ other.bits_) & hash_bits) == 0; }
    /// Places where either leaves letters out.
    [[nodiscard]] unsigned united_gaps(word_key other) const noexcept {
        constexpr std::uint64_t no_place = std::uint64_t{1} << 63U;
        return base::count_ones((places() | other.places()) & ~no_place);
    }

  private:
    static constexpr std::uint64_t hash_bits = 0xFFFF'F000U;

    [[nodiscard]] std::uint64_t places() const noexcept {
        return std::uint64_t{1} << (bits_ & 63U) | std::uint64_t{1} << (bits_ >> 6U & 63U);
    }

    std::uint64_t bits_;
};

using word_key_lists = partition_lists<word_key>;

/// Belongs to one thread and is filled again and again.
class key_chains {
  public:
    /// Those that all threads have listed of a partition. Time O(entries).
    void fill(const word_key_lists& lists, unsigned workers, std::size_t partition) {
        entries_ = lists.list(0, partition);
        if (workers > 1) {
            copies_.clear();
            for (unsigned worker = 0; worker < workers; ++worker) {
                const std::span<const word_key> list = lists.list(worker, partition);
                copies_.insert(copies_.end(), list.begin(), list.end());
            }
            entries_ = copies_;
        }
        // A quarter to a half of the slots is in use.
        bits_ = std::min(static_cast<unsigned>(std::bit_width(entries_.size())) + 1, most_slot_bits);
        last_.assign(std::size_t{1} << bits_, 0);
        before_.resize(entries_.size());
        for (std::uint32_t at = 0; at < entries_.size(); ++at) {
            std::uint32_t& last = last_[entries_[at].slot(bits_)];
            before_[at] = last;
            last = at + 1;
        }
    }

    /// Calls take(key, other) for all pairs of equal ones until `is_over` says so.
    template <class Take, class Over>
    void for_each_pair(const Take& take, const Over& is_over) {
        behind_.resize(entries_.size() + 1);
        std::size_t count = 0;
        for (std::uint32_t at = 0; at < entries_.size(); ++at) { // no branch depends on which have one before them
            behind_[count] = at;
            count += before_[at] != 0 ? 1U : 0U;
        }
        for (std::size_t index = 0; index < count && !is_over(); ++index) {
            const word_key key = entries_[behind_[index]];
            for_each_from(before_[behind_[index]], key, [&](word_key other) { take(key, other); });
        }
    }

    /// Calls take(other) for all that equal a key.
    template <class Take>
    void for_each_equal(word_key key, const Take& take) const {
        for_each_from(last_[key.slot(bits_)], key, take);
    }

  private:
    static constexpr unsigned most_slot_bits = 20; ///< as a key has of its hash

    template <class Take>
    void for_each_from(std::uint32_t number, word_key key, const Take& take) const {
        for (; number != 0; number = before_[number - 1])
            if (entries_[number - 1].has_same_hash(key)) take(entries_[number - 1]);
    }

    std::span<const word_key> entries_;
    std::vector<word_key> copies_;      ///< of several threads' lists
    unsigned bits_ = 1;                 ///< of slots
    std::vector<std::uint32_t> last_;   ///< of each slot the number of its last key, from 1 on; 0: none
    std::vector<std::uint32_t> before_; ///< of each key that of the one before it in its slot
    std::vector<std::uint32_t> behind_; ///< keys that have one before them
};

} // namespace concord::edit_distance
