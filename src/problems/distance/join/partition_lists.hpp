// Entries with hashed keys, as several threads list them, in partitions that fit a core's own cache.
#pragma once

#include "runtime/far_array.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace concord::edit_distance {

/// Keys are made in 2^round_bits rounds, and those of one listed in 2^partition_bits partitions, of which there are two
/// at least.
struct partition_layout {
    unsigned partition_bits;
    unsigned round_bits;
};

/// Each thread has lists of its own. A partition has all entries whose hashes have the same highest bits. The lists lie
/// in one array, with room for a little more than an average of entries: hashes spread evenly. A longer one moves away.
template <class Entry>
class partition_lists {
  public:
    explicit partition_lists(unsigned workers) : workers_(workers) {}
    /// For about so many entries in all rounds.
    partition_lists(unsigned workers, partition_layout layout, std::uint64_t expected) : partition_lists(workers) {
        lay_out(layout, expected);
    }

    /// Empties itself, and keeps its memory where that is large enough.
    void lay_out(partition_layout layout, std::uint64_t expected) {
        partition_bits_ = layout.partition_bits;
        round_bits_ = layout.round_bits;
        lists_.clear();
        lists_.resize(std::size_t{workers_} << partition_bits_);
        const std::uint64_t each = (expected >> round_bits_) / lists_.size();
        const std::uint64_t room = each + each / 8 + 8;
        keep_room(room * lists_.size());
        Entry* next = entries_;
        for (list_of_entries& list : lists_) {
            list.begin = list.end = next;
            list.limit = next += room;
        }
    }

    /// Those of another round are ignored.
    void add(unsigned worker, std::uint64_t hash, const Entry& entry) {
        if (round_bits_ > 0 && hash >> (64 - round_bits_) != round_) return;
        of(worker)[(hash << round_bits_) >> (64 - partition_bits_)].add(entry);
    }
    /// The same of all hashes, each of them exclusive-or `changed`: make(hash, its place) is the entry.
    template <class Make>
    [[gnu::noinline]] void add_all(unsigned worker, std::span<const std::uint64_t> hashes, std::uint64_t changed,
                                   const Make& make) {
        list_of_entries* const lists = of(worker);
        const unsigned shift = 64 - partition_bits_; // locals need no reloading
        for (std::size_t at = 0; at < hashes.size(); ++at) {
            const std::uint64_t hash = hashes[at] ^ changed;
            if (round_bits_ == 0)
                lists[hash >> shift].add(make(hash, at));
            else
                add(worker, hash, make(hash, at));
        }
    }

    void begin_round(std::uint64_t round) {
        round_ = round;
        for (list_of_entries& list : lists_)
            list.end = list.begin;
    }
    [[nodiscard]] std::size_t partitions() const noexcept { return std::size_t{1} << partition_bits_; }
    [[nodiscard]] std::span<const Entry> list(unsigned worker, std::size_t partition) const {
        const list_of_entries& of = lists_[(std::uint64_t{worker} << partition_bits_) + partition];
        return {of.begin, of.end};
    }

  private:
    struct list_of_entries {
        void add(const Entry& entry) {
            if (end == limit) move_away();
            *end++ = entry;
        }
        [[gnu::noinline]] void move_away() {
            const auto count = static_cast<std::size_t>(end - begin);
            std::vector<Entry> larger(2 * count);
            std::copy(begin, end, larger.begin());
            own.swap(larger);
            begin = own.data();
            end = begin + count;
            limit = begin + own.size();
        }

        Entry* begin = nullptr;
        Entry* end = nullptr;
        Entry* limit = nullptr;
        std::vector<Entry> own; ///< where it has moved to
    };
    /// Fewer bytes lie on the heap, which keeps its pages from call to call and does not clear them.
    static constexpr std::uint64_t worth_huge_pages = std::uint64_t{1} << 22U;

    void keep_room(std::uint64_t entries) {
        if (entries <= room_) return;
        near_.reset();
        far_ = {};
        if (entries * sizeof(Entry) >= worth_huge_pages) {
            far_ = runtime::far_array<Entry>(entries);
            entries_ = far_.data();
        } else {
            near_ = std::make_unique_for_overwrite<Entry[]>(entries);
            entries_ = near_.get();
        }
        room_ = entries;
    }
    [[nodiscard]] list_of_entries* of(unsigned worker) {
        return lists_.data() + (std::uint64_t{worker} << partition_bits_);
    }

    unsigned workers_;
    unsigned partition_bits_ = 1;
    unsigned round_bits_ = 0;
    std::uint64_t round_ = 0;
    std::vector<list_of_entries> lists_;
    std::uint64_t room_ = 0; ///< entries
    Entry* entries_ = nullptr;
    std::unique_ptr<Entry[]> near_; ///< where they are, or in far_
    runtime::far_array<Entry> far_;
};

} // namespace concord::edit_distance
