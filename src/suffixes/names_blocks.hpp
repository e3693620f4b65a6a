// How several threads put what a part of a loop yields into streams, each of which gets it in the order of the loop.
// Streams are too many to be counted by every thread, as in sais_blocks.hpp, so each thread takes a range of them:
//
//   share of the loop    3 9 1 | 7 3 8 | 1 2 9       1. each thread looks at a share
//   by ranges            31·9  | 3·78  | 12·9        2. and groups what it yields by ranges of streams, in order
//   range of streams     1-4: 3 1, 3, 1 2            3. of a range, one thread puts what the shares have, in order
//                        5-9: 9, 7 8, 9
#pragma once

#include "runtime/far_array.hpp"
#include "suffixes/sais_blocks.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>
#include <vector>

namespace concord::suffixes {

template <class Index>
class stream_ranges {
  public:
    struct entry {
        Index value;
        Index stream; ///< or none
        std::make_unsigned_t<Index> of;
    };
    static constexpr Index none = -1;
    static constexpr std::uint64_t of_share = 64; ///< shares begin at multiples of it

    explicit stream_ranges(const block_sizes& sizes) : sizes_(sizes) {}

    /// Entries at a time, of so many in all.
    [[nodiscard]] std::uint64_t block_of(std::uint64_t all) const {
        const std::uint64_t most = tuning::names_in_share * sizes_.workers.threads();
        return std::clamp(all / tuning::blocks_of_names, std::min(sizes_.least, most), most);
    }

    /// Calls look(first, last, entries) for shares of [0, count), count <= block_of(): it fills entries[first, last).
    template <class Look>
    void look(std::uint64_t count, const Look& look) {
        if (entries_.size() < count) {
            entries_ = runtime::far_array<entry>(count);
            by_ranges_ = runtime::far_array<entry>(count);
        }
        const std::uint64_t threads = sizes_.workers.threads();
        each_ = (count + threads - 1) / threads;
        each_ = (each_ + of_share - 1) / of_share * of_share;
        count_ = count;
        shares_ = (count + each_ - 1) / each_;
        sizes_.workers.run(
            shares_, [&](std::size_t share, unsigned) { look(first_of(share), first_of(share + 1), entries_.data()); });
    }
    [[nodiscard]] entry& operator[](std::uint64_t nth) const { return entries_[nth]; }

    /// Puts those of the last look that have a stream below `streams`: change(first, last, entries) is called for each
    /// share, then put(entry) for each of them.
    template <class Change, class Put>
    void put(std::uint64_t streams, const Change& change, const Put& put) {
        const unsigned bits = static_cast<unsigned>(std::bit_width(streams - 1));
        const unsigned bits_of_ranges = std::min<unsigned>(
            bits, static_cast<unsigned>(std::bit_width(tuning::ranges_of_thread * sizes_.workers.threads())));
        const unsigned shift = bits - bits_of_ranges;
        const std::uint64_t ranges = (streams >> shift) + 1;
        begins_.assign(shares_ * (ranges + 1), 0);
        sizes_.workers.run(shares_, [&](std::size_t share, unsigned) {
            change(first_of(share), first_of(share + 1), entries_.data());
            std::uint32_t* const begins = begins_.data() + share * (ranges + 1);
            for (std::uint64_t nth = first_of(share); nth < first_of(share + 1); ++nth)
                if (entries_[nth].stream >= 0) ++begins[entries_[nth].stream >> shift];
            std::uint32_t sum = 0;
            for (std::uint64_t range = 0; range <= ranges; ++range)
                sum += std::exchange(begins[range], sum);
            entry* const to = by_ranges_.data() + first_of(share);
            for (std::uint64_t nth = first_of(share); nth < first_of(share + 1); ++nth)
                if (const entry& each = entries_[nth]; each.stream >= 0) to[begins[each.stream >> shift]++] = each;
        });
        sizes_.workers.run(ranges, [&](std::size_t range, unsigned) {
            for (std::size_t share = 0; share < shares_; ++share) { // begins have become ends
                const std::uint32_t* const ends = begins_.data() + share * (ranges + 1);
                const entry* const of = by_ranges_.data() + first_of(share);
                for (std::uint32_t nth = range == 0 ? 0 : ends[range - 1]; nth < ends[range]; ++nth)
                    put(of[nth]);
            }
        });
    }

    /// The same for a whole loop: look(first, last, entries) fills entries[0, last - first).
    template <class Look, class Put>
    void distribute(std::uint64_t all, std::uint64_t streams, const Look& look_at, const Put& put_into) {
        const std::uint64_t block = block_of(all);
        for (std::uint64_t begin = 0; begin < all; begin += block) {
            look(std::min(block, all - begin), [&](std::uint64_t first, std::uint64_t last, entry* entries) {
                look_at(begin + first, begin + last, entries + first);
            });
            put(
                streams, [](std::uint64_t, std::uint64_t, entry*) {}, put_into);
        }
    }

    [[nodiscard]] std::uint64_t shares() const { return shares_; }
    [[nodiscard]] std::uint64_t first_of(std::uint64_t share) const { return std::min(count_, share * each_); }

  private:
    const block_sizes& sizes_;
    runtime::far_array<entry> entries_;
    runtime::far_array<entry> by_ranges_;
    std::vector<std::uint32_t> begins_; ///< of the ranges of each share
    std::uint64_t count_ = 0;
    std::uint64_t each_ = 0;
    std::uint64_t shares_ = 0;
};

} // namespace concord::suffixes
