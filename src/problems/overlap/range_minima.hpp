// Range minimum queries in constant time: a table of the minima of 1, 2, 4, 8 ... blocks, and the values beside the
// blocks.
//
//   values   | . . . 5 | 7 8 3 9 | 4 6 2 8 | 6 7 . . |        the least of [3, 14)
//   blocks              3         2                           two table entries that cover the whole blocks,
//               ^                           ^ ^              and the values left over on both sides
//
// Memory: levels · n / block values; for 16 million values with blocks of 32, 0.6 values each (Bender and
// Farach-Colton's sparse table over blocks).
#pragma once

#include "base/bits.hpp"
#include "base/host_device.hpp"
#include "problems/overlap/tuning.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <span>

namespace concord::overlap {

template <class Value>
class range_minima {
  public:
    range_minima() = default;
    /// Over a table of fill_table.
    range_minima(std::span<const Value> values, std::span<const Value> table)
        : values_(values.data()), table_(table.data()), blocks_(blocks_of(values.size())) {}

    /// The same for arrays elsewhere, in the memory of a GPU.
    range_minima(const Value* values, const Value* table, std::uint64_t size)
        : values_(values), table_(table), blocks_(blocks_of(size)) {}

    /// Values of a table for an array of this size.
    [[nodiscard]] static std::uint64_t table_size(std::uint64_t values) {
        return blocks_of(values) * static_cast<std::uint64_t>(std::bit_width(blocks_of(values)));
    }

    /// Computes one entry of a table whose lower levels are complete; `index` counts entries level by level.
    CONCORD_HD static void fill_entry(const Value* values, std::uint64_t size, Value* table, std::uint64_t level,
                                      std::uint64_t index) {
        const std::uint64_t blocks = blocks_of(size);
        if (level == 0) {
            table[index] = least_of(values, index * block, (index + 1) * block);
            return;
        }
        const std::uint64_t half = std::uint64_t{1} << (level - 1);
        if (index + 2 * half > blocks) return; // never read
        const Value* const from = table + (level - 1) * blocks + index;
        table[level * blocks + index] = lesser(from[0], from[half]);
    }
    /// Whether an entry of a complete table, counted through all levels, equals the result of fill_entry; true for
    /// entries that are never read.
    [[nodiscard]] static bool is_entry(const Value* values, std::uint64_t size, const Value* table,
                                       std::uint64_t entry) {
        const std::uint64_t blocks = blocks_of(size);
        const std::uint64_t level = entry / blocks;
        const std::uint64_t index = entry % blocks;
        if (level == 0) return table[index] == least_of(values, index * block, (index + 1) * block);
        const std::uint64_t half = std::uint64_t{1} << (level - 1);
        if (index + 2 * half > blocks) return true;
        const Value* const from = table + (level - 1) * blocks + index;
        return table[entry] == lesser(from[0], from[half]);
    }
    [[nodiscard]] CONCORD_HD static std::uint64_t blocks_of(std::uint64_t values) { return values / block; }
    [[nodiscard]] static std::uint64_t levels_of(std::uint64_t values) { return std::bit_width(blocks_of(values)); }

    /// Level by level: for_parts(count, each) calls each(first, last) for parts of [0, count), in any order.
    template <class ForParts>
    static void fill_table(std::span<const Value> values, std::span<Value> table, ForParts for_parts) {
        for (std::uint64_t level = 0; level < levels_of(values.size()); ++level)
            for_parts(blocks_of(values.size()), [&](std::uint64_t first, std::uint64_t last) {
                for (std::uint64_t index = first; index < last; ++index)
                    fill_entry(values.data(), values.size(), table.data(), level, index);
            });
    }

    /// The minimum of [first, last), which must not be empty.
    [[nodiscard]] CONCORD_HD Value least(std::uint64_t first, std::uint64_t last) const {
        const std::uint64_t first_block = (first + block - 1) / block;
        const std::uint64_t last_block = last / block;
        if (first_block >= last_block) return least_of(values_, first, last);
        Value found = of_blocks(first_block, last_block);
        if (first < first_block * block) found = lesser(found, least_of(values_, first, first_block * block));
        if (last_block * block < last) found = lesser(found, least_of(values_, last_block * block, last));
        return found;
    }

    /// The last position at or before `at` whose value is less than `bound`; there must be one. Time O(log distance).
    [[nodiscard]] CONCORD_HD std::uint64_t last_below(std::uint64_t at, Value bound) const {
        for (std::uint64_t behind = at + 1; behind > at / block * block; --behind)
            if (values_[behind - 1] < bound) return behind - 1;
        std::uint64_t left = at / block; // blocks before this one; a whole number of them is skipped
        bool grows = true;
        for (std::uint64_t level = 0;;) {
            const std::uint64_t wide = std::uint64_t{1} << level;
            if (left >= wide && !(table_[level * blocks_ + left - wide] < bound)) {
                left -= wide;
                level += grows ? 1U : 0U;
            } else if (level == 0) {
                break;
            } else {
                grows = false;
                --level;
            }
        }
        for (std::uint64_t behind = left * block;; --behind)
            if (values_[behind - 1] < bound) return behind - 1;
    }

    /// The first position from `at` on whose value is less than `bound`; `size`, the number of values, if there is
    /// none. Time O(log distance).
    [[nodiscard]] CONCORD_HD std::uint64_t first_below(std::uint64_t at, Value bound, std::uint64_t size) const {
        for (; at < size && at % block != 0; ++at)
            if (values_[at] < bound) return at;
        std::uint64_t next = at / block;
        bool grows = true;
        for (std::uint64_t level = 0; next < blocks_;) {
            const std::uint64_t wide = std::uint64_t{1} << level;
            if (next + wide <= blocks_ && !(table_[level * blocks_ + next] < bound)) {
                next += wide;
                level += grows ? 1U : 0U;
            } else if (level == 0) {
                break;
            } else {
                grows = false;
                --level;
            }
        }
        std::uint64_t found = next * block > at ? next * block : at;
        while (found < size && !(values_[found] < bound))
            ++found;
        return found;
    }

  private:
    static constexpr std::uint64_t block = tuning::block_of_minima;

    [[nodiscard]] CONCORD_HD static Value lesser(Value x, Value y) { return y < x ? y : x; }
    [[nodiscard]] CONCORD_HD static Value least_of(const Value* values, std::uint64_t first, std::uint64_t last) {
        Value found = values[first];
        for (std::uint64_t at = first + 1; at < last; ++at)
            found = lesser(found, values[at]);
        return found;
    }
    [[nodiscard]] CONCORD_HD Value of_blocks(std::uint64_t first, std::uint64_t last) const {
        const std::uint64_t level = 63 - base::leading_zeros(last - first);
        const Value* const row = table_ + level * blocks_;
        // NOLINTNEXTLINE(clang-analyzer-core.UndefinedBinaryOperatorResult): there is one block at least
        return lesser(row[first], row[last - (std::uint64_t{1} << level)]);
    }

    const Value* values_ = nullptr;
    const Value* table_ = nullptr;
    std::uint64_t blocks_ = 0; ///< only whole blocks count
};

} // namespace concord::overlap
