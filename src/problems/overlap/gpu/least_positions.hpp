// Where the least value of a range lies, and the nearest smaller values on both sides: a sparse table over blocks, as
// range_minima.hpp has it, of positions instead of values. For steps of a data-parallel device; host and device.
#pragma once

#include "base/bits.hpp"
#include "base/host_device.hpp"
#include "problems/overlap/tuning.hpp"

#include <bit>
#include <cstdint>

namespace concord::overlap {

class least_positions {
  public:
    least_positions(const std::uint32_t* values, const std::uint32_t* table, std::uint64_t size)
        : values_(values), table_(table), size_(size), blocks_(size / block) {}

    [[nodiscard]] static std::uint64_t blocks_of(std::uint64_t size) { return size / block; }
    [[nodiscard]] static std::uint64_t levels_of(std::uint64_t size) {
        return static_cast<std::uint64_t>(std::bit_width(blocks_of(size)));
    }
    [[nodiscard]] static std::uint64_t table_size(std::uint64_t size) { return blocks_of(size) * levels_of(size); }

    /// Computes one entry of a level of a table whose lower levels are complete.
    CONCORD_HD static void fill_entry(const std::uint32_t* values, std::uint64_t size, std::uint32_t* table,
                                      std::uint64_t level, std::uint64_t index) {
        const std::uint64_t blocks = size / block;
        if (level == 0) {
            table[index] = least_of(values, index * block, (index + 1) * block);
            return;
        }
        const std::uint64_t half = std::uint64_t{1} << (level - 1);
        if (index + 2 * half > blocks) return; // never read
        const std::uint32_t* const from = table + (level - 1) * blocks + index;
        table[level * blocks + index] = lesser(values, from[0], from[half]);
    }

    /// A position of the minimum of [first, last), which must not be empty.
    [[nodiscard]] CONCORD_HD std::uint32_t in(std::uint64_t first, std::uint64_t last) const {
        const std::uint64_t first_block = (first + block - 1) / block;
        const std::uint64_t last_block = last / block;
        if (first_block >= last_block) return least_of(values_, first, last);
        const std::uint64_t level = 63 - base::leading_zeros(last_block - first_block);
        std::uint32_t found =
            lesser(values_, at(level, first_block), at(level, last_block - (std::uint64_t{1} << level)));
        if (first < first_block * block) found = lesser(values_, found, least_of(values_, first, first_block * block));
        if (last_block * block < last) found = lesser(values_, found, least_of(values_, last_block * block, last));
        return found;
    }

    /// The last position before `position` whose value is at most `most`; there must be one.
    [[nodiscard]] CONCORD_HD std::uint64_t last_before(std::uint64_t position, std::uint32_t most) const {
        const std::uint64_t own = position / block * block;
        for (std::uint64_t at = position; at > own; --at)
            if (values_[at - 1] <= most) return at - 1;
        std::uint64_t behind = own / block; // the blocks before this one are left
        bool grows = true;
        for (std::uint64_t level = 0;;) {
            const std::uint64_t wide = std::uint64_t{1} << level;
            if (behind >= wide && values_[at(level, behind - wide)] > most) {
                behind -= wide;
                level += grows ? 1U : 0U;
            } else if (level == 0) {
                break;
            } else {
                grows = false;
                --level;
            }
        }
        for (std::uint64_t at = behind * block;; --at)
            if (values_[at - 1] <= most) return at - 1;
    }

    /// The first position behind `position` whose value is less than `bound`; the number of values if there is none.
    [[nodiscard]] CONCORD_HD std::uint64_t first_below(std::uint64_t position, std::uint32_t bound) const {
        std::uint64_t at_first = position + 1;
        for (; at_first < size_ && at_first % block != 0; ++at_first)
            if (values_[at_first] < bound) return at_first;
        std::uint64_t next = at_first / block;
        bool grows = true;
        for (std::uint64_t level = 0; next < blocks_;) {
            const std::uint64_t wide = std::uint64_t{1} << level;
            if (next + wide <= blocks_ && values_[at(level, next)] >= bound) {
                next += wide;
                level += grows ? 1U : 0U;
            } else if (level == 0) {
                break;
            } else {
                grows = false;
                --level;
            }
        }
        std::uint64_t found = next * block > at_first ? next * block : at_first;
        while (found < size_ && values_[found] >= bound)
            ++found;
        return found;
    }

  private:
    static constexpr std::uint64_t block = tuning::block_of_minima;

    [[nodiscard]] CONCORD_HD std::uint32_t at(std::uint64_t level, std::uint64_t index) const {
        return table_[level * blocks_ + index];
    }
    [[nodiscard]] CONCORD_HD static std::uint32_t lesser(const std::uint32_t* values, std::uint32_t x,
                                                         std::uint32_t y) {
        return values[y] < values[x] ? y : x;
    }
    [[nodiscard]] CONCORD_HD static std::uint32_t least_of(const std::uint32_t* values, std::uint64_t first,
                                                           std::uint64_t last) {
        std::uint64_t found = first;
        for (std::uint64_t at = first + 1; at < last; ++at)
            if (values[at] < values[found]) found = at;
        return static_cast<std::uint32_t>(found);
    }

    const std::uint32_t* values_;
    const std::uint32_t* table_;
    std::uint64_t size_;
    std::uint64_t blocks_; ///< only whole blocks have entries
};

} // namespace concord::overlap
