// Keys of sequences in partitions that fit a core's own cache, and the sequences that have equal ones.
#pragma once

#include "problems/distance/join/join_kernels.hpp"
#include "problems/distance/join/letter_hashes.hpp"
#include "problems/distance/join/partition_lists.hpp"
#include "problems/distance/join/piece_extension.hpp"

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

namespace concord::edit_distance {

struct key_entry {
    std::uint32_t key;
    std::uint32_t rank; ///< of the sequence that has it
    std::uint32_t gaps; ///< gap_list; or of an entry piece_extension::place(), of a lookup the number of its note
};

/// A partition has all keys with the same highest bits.
class key_lists : public partition_lists<key_entry> {
  public:
    using partition_lists::partition_lists;
    void add(unsigned worker, std::uint64_t hash, std::uint32_t rank, gap_list gaps) {
        partition_lists::add(worker, hash, {static_cast<std::uint32_t>(hash), rank, gaps});
    }
};

/// The entries of one partition in slots by their keys; belongs to one thread and is filled again and again.
class key_table {
  public:
    /// With the sketches of all ranks; null: with the bits of the keys' gaps instead.
    void fill(const key_lists& lists, unsigned workers, std::size_t partition, const std::uint64_t* sketches);
    /// With what follows the keys' pieces in the sequences, and where that begins.
    void fill(const key_lists& lists, unsigned workers, std::size_t partition, const piece_extension& extension,
              const extended_letters& letters);

    [[nodiscard]] std::size_t size() const noexcept { return ranks_.size(); }
    [[nodiscard]] std::uint32_t key(std::size_t at) const noexcept { return keys_[at]; }
    [[nodiscard]] std::uint32_t rank(std::size_t at) const noexcept { return ranks_[at]; }
    [[nodiscard]] std::uint64_t sketch(std::size_t at) const noexcept { return sketches_[at]; }
    /// Those of ranks from `first` to `last`, and others where the slot has few.
    [[nodiscard]] sketch_list within(sketch_list slot, std::uint32_t first, std::uint32_t last) const {
        constexpr std::size_t few = 16;
        if (!is_ascending_ || slot.end - slot.begin <= few) return slot;
        const auto at = [&](std::uint32_t rank) { // a binary search without branches, which nothing could foretell
            const std::uint32_t* ranks = ranks_.data() + slot.begin;
            std::size_t left = slot.end - slot.begin;
            for (; left > 1; left -= left / 2)
                ranks += ranks[left / 2 - 1] < rank ? left / 2 : 0;
            return static_cast<std::size_t>(ranks - ranks_.data()) + (*ranks < rank ? 1 : 0);
        };
        return {slot.sketches, slot.keys, at(first), at(last)};
    }
    [[nodiscard]] std::uint32_t place(std::size_t at) const noexcept { return places_[at]; }
    /// Where entries of this key can be.
    [[nodiscard]] sketch_list slot(std::uint32_t key) const noexcept {
        const std::size_t slot = key >> shift_;
        return {sketches_.data(), keys_.data(), begins_[slot], begins_[slot + 1]};
    }

  private:
    unsigned shift_ = 31;
    bool is_ascending_ = true; ///< the ranks of each slot
    std::vector<std::uint32_t> begins_;
    std::vector<std::uint32_t> keys_;
    std::vector<std::uint32_t> ranks_;
    std::vector<std::uint64_t> sketches_; ///< or the bits of gaps, or words of extensions
    std::vector<std::uint32_t> places_;   ///< of extensions

    template <class Fetch, class Word>
    void fill(const key_lists& lists, unsigned workers, std::size_t partition, const Fetch& fetch, const Word& word);
};

} // namespace concord::edit_distance
