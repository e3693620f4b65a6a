// Where is the least value of a range, the leftmost of equal ones? Masks within blocks of 32 values, a sparse table
// over the blocks; for any integers, host and device.
//
//   values   5 3 4 3 7 2      mask of the fifth (7): 3, 3 and 7 are what the minimum of a range that ends there can be:
//   mask of 7: 0 1 0 1 1      each is at most what comes after it. The lowest bit at or behind the begin of the range
//   is
//                             the leftmost minimum.
#pragma once

#include "base/bits.hpp"
#include "base/host_device.hpp"

#include <bit>
#include <cstdint>

namespace concord::overlap {

template <class Value>
class leftmost_minima {
  public:
    static constexpr std::uint64_t block = 32; ///< values; bits of a mask

    leftmost_minima() = default;
    /// `masks`: one a value. `table`: table_size() numbers of blocks, level by level from the first one on: of the
    /// 2^level blocks from each one on, the one that holds the leftmost minimum. Filled by fill_masks() and
    /// fill_entry().
    CONCORD_HD leftmost_minima(const Value* values, const std::uint32_t* masks, const std::uint32_t* table,
                               std::uint64_t size)
        : values_(values), masks_(masks), table_(table), size_(size) {}

    [[nodiscard]] CONCORD_HD std::uint64_t size() const { return size_; }
    [[nodiscard]] CONCORD_HD static std::uint64_t blocks_of(std::uint64_t size) { return (size + block - 1) / block; }
    /// Levels of the table: that of single blocks is not stored.
    [[nodiscard]] static std::uint64_t levels_of(std::uint64_t size) {
        return size == 0 ? 0 : static_cast<std::uint64_t>(std::bit_width(blocks_of(size))) - 1;
    }
    [[nodiscard]] static std::uint64_t table_size(std::uint64_t size) { return blocks_of(size) * levels_of(size); }

    /// The masks of one block.
    CONCORD_HD void fill_masks(std::uint64_t of, std::uint32_t* masks) const {
        const std::uint64_t begin = of * block;
        std::uint32_t mask = 0;
        for (std::uint64_t at = begin; at < begin + block && at < size_; ++at) {
            while (mask != 0 && values_[begin + highest_one(mask)] > values_[at])
                mask ^= std::uint32_t{1} << highest_one(mask);
            mask |= std::uint32_t{1} << (at - begin);
            masks[at] = mask;
        }
    }
    /// One entry of a level (>= 1), once the masks and the levels below are complete.
    CONCORD_HD void fill_entry(std::uint64_t level, std::uint64_t from, std::uint32_t* table) const {
        const std::uint64_t half = std::uint64_t{1} << (level - 1);
        if (from + 2 * half > blocks_of(size_)) return; // never read
        table[(level - 1) * blocks_of(size_) + from] =
            lesser_block(entry(level - 1, from), entry(level - 1, from + half));
    }

    /// Of [first, last), which must not be empty. Time: constant.
    [[nodiscard]] CONCORD_HD std::uint64_t argmin(std::uint64_t first, std::uint64_t last) const {
        const std::uint64_t first_block = first / block;
        const std::uint64_t last_block = (last - 1) / block;
        if (first_block == last_block) return within(first, last - 1);
        std::uint64_t best = within(first, (first_block + 1) * block - 1);
        if (last_block - first_block > 1) {
            const std::uint64_t level = 63 - base::leading_zeros(last_block - first_block - 1);
            const std::uint64_t width = std::uint64_t{1} << level;
            best = lesser(
                best, minimum_of_block(lesser_block(entry(level, first_block + 1), entry(level, last_block - width))));
        }
        return lesser(best, within(last_block * block, last - 1));
    }

  private:
    [[nodiscard]] CONCORD_HD static unsigned highest_one(std::uint32_t mask) {
        return 63 - static_cast<unsigned>(base::leading_zeros(std::uint64_t{mask}));
    }
    [[nodiscard]] CONCORD_HD std::uint32_t entry(std::uint64_t level, std::uint64_t from) const {
        return level == 0 ? static_cast<std::uint32_t>(from) : table_[(level - 1) * blocks_of(size_) + from];
    }

    /// Of two indices, a < b, the one of the lesser value; of equal ones the first.
    [[nodiscard]] CONCORD_HD std::uint64_t lesser(std::uint64_t a, std::uint64_t b) const {
        return values_[b] < values_[a] ? b : a;
    }
    /// Of a range within a block; `last` is in it.
    [[nodiscard]] CONCORD_HD std::uint64_t within(std::uint64_t first, std::uint64_t last) const {
        const std::uint32_t candidates = masks_[last] >> (first % block) << (first % block);
        return first / block * block + base::lowest_one(std::uint64_t{candidates});
    }
    [[nodiscard]] CONCORD_HD std::uint64_t minimum_of_block(std::uint64_t of) const {
        const std::uint64_t end = (of + 1) * block;
        return within(of * block, (end < size_ ? end : size_) - 1);
    }
    [[nodiscard]] CONCORD_HD std::uint32_t lesser_block(std::uint32_t a, std::uint32_t b) const {
        return values_[minimum_of_block(b)] < values_[minimum_of_block(a)] ? b : a;
    }

    const Value* values_ = nullptr;
    const std::uint32_t* masks_ = nullptr;
    const std::uint32_t* table_ = nullptr;
    std::uint64_t size_ = 0;
};

} // namespace concord::overlap
