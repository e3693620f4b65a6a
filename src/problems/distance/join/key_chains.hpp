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
#include <array>
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

/// Equal keys of two words.
struct equal_word_keys {
    word_key one;
    word_key other;
};

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
        behind_.resize(entries_.size() + 1);
        behind_count_ = 0;
        for (std::uint32_t at = 0; at < entries_.size(); ++at) { // no branch depends on which have one before them
            std::uint32_t& last = last_[entries_[at].slot(bits_)];
            before_[at] = last;
            behind_[behind_count_] = at;
            behind_count_ += last != 0 ? 1U : 0U;
            last = at + 1;
        }
    }

    /// Calls take(some) with all pairs of equal ones of two words, several at a time, until it returns false.
    template <class Take>
    void for_each_pair(const Take& take) {
        std::size_t count = 0;
        for (std::size_t index = 0; index < behind_count_; ++index) {
            const std::uint32_t at = behind_[index];
            if (!list_from<true>(before_[at], entries_[at], count, take)) return;
        }
        static_cast<void>(take(std::span<const equal_word_keys>(equal_).first(count)));
    }

    /// The same of all pairs of one of these keys and one that equals it.
    template <class Take>
    void for_each_equal(std::span<const word_key> keys, const Take& take) {
        std::size_t count = 0;
        for (const word_key key : keys)
            if (!list_from<false>(last_[key.slot(bits_)], key, count, take)) return;
        static_cast<void>(take(std::span<const equal_word_keys>(equal_).first(count)));
    }

  private:
    static constexpr unsigned most_slot_bits = 20; ///< as a key has of its hash

    /// Lists those of a chain that equal a key: which ones, no branch depends on. `IsOfOneList`: without those of the
    /// same word, of which a word with runs of letters has many.
    template <bool IsOfOneList, class Take>
    [[nodiscard]] bool list_from(std::uint32_t number, word_key key, std::size_t& count, const Take& take) {
        for (; number != 0; number = before_[number - 1]) {
            const word_key other = entries_[number - 1];
            equal_[count] = {key, other};
            const bool is_other = !IsOfOneList || other.rank() != key.rank();
            count += static_cast<unsigned>(other.has_same_hash(key)) & static_cast<unsigned>(is_other);
            if (count < equal_.size()) continue;
            count = 0;
            if (!take(std::span<const equal_word_keys>(equal_))) return false;
        }
        return true;
    }

    std::span<const word_key> entries_;
    std::vector<word_key> copies_;      ///< of several threads' lists
    unsigned bits_ = 1;                 ///< of slots
    std::vector<std::uint32_t> last_;   ///< of each slot the number of its last key, from 1 on; 0: none
    std::vector<std::uint32_t> before_; ///< of each key that of the one before it in its slot
    std::vector<std::uint32_t> behind_; ///< keys that have one before them
    std::size_t behind_count_ = 0;
    std::array<equal_word_keys, 128> equal_; ///< that wait to be taken
};

} // namespace concord::edit_distance
