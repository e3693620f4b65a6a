// The least of any range of an array, in constant time: a table of the minima of 1, 2, 4, 8 ... blocks, and a look at
// the values beside the blocks.
//
//   values   | . . . 5 | 7 8 3 9 | 4 6 2 8 | 6 7 . . |        the least of [3, 14)
//   blocks              3         2                           two entries of the table that cover the whole blocks,
//                ^                           ^ ^              and what is left over on both sides
//
// Memory: levels · n / block values; a fifth of the array for 16 million values, with blocks of 32: 0.6 values each.
// (Bender and Farach-Colton's sparse table over blocks.)
#pragma once

#include "exec/cpu/far_array.hpp"
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
    /// Over a table that fill_table has made.
    range_minima(std::span<const Value> values, std::span<const Value> table)
        : values_(values.data()), table_(table.data()), blocks_(blocks_of(values.size())) {}

    /// Values of a table for so many.
    [[nodiscard]] static std::uint64_t table_size(std::uint64_t values) {
        return blocks_of(values) * static_cast<std::uint64_t>(std::bit_width(blocks_of(values)));
    }

    static void fill_table(std::span<const Value> values, std::span<Value> table) {
        const std::uint64_t blocks = blocks_of(values.size());
        for (std::uint64_t index = 0; index < blocks; ++index)
            table[index] = *std::min_element(values.begin() + static_cast<std::ptrdiff_t>(index * block),
                                             values.begin() + static_cast<std::ptrdiff_t>((index + 1) * block));
        for (std::uint64_t level = 1; (std::uint64_t{1} << level) <= blocks; ++level) {
            const Value* const from = table.data() + (level - 1) * blocks;
            Value* const to = table.data() + level * blocks;
            const std::uint64_t half = std::uint64_t{1} << (level - 1);
            for (std::uint64_t index = 0; index + 2 * half <= blocks; ++index)
                to[index] = std::min(from[index], from[index + half]);
        }
    }

    /// The least of [first, last), which is not empty.
    [[nodiscard]] Value least(std::uint64_t first, std::uint64_t last) const {
        const std::uint64_t first_block = (first + block - 1) / block;
        const std::uint64_t last_block = last / block;
        if (first_block >= last_block) return scan(first, last);
        Value found = of_blocks(first_block, last_block);
        if (first < first_block * block) found = std::min(found, scan(first, first_block * block));
        if (last_block * block < last) found = std::min(found, scan(last_block * block, last));
        return found;
    }

  private:
    static constexpr std::uint64_t block = tuning::block_of_minima;
    static std::uint64_t blocks_of(std::uint64_t values) { return values / block; } // only whole ones are asked for

    [[nodiscard]] Value scan(std::uint64_t first, std::uint64_t last) const {
        Value found = values_[first];
        for (std::uint64_t at = first + 1; at < last; ++at)
            found = std::min(found, values_[at]);
        return found;
    }
    [[nodiscard]] Value of_blocks(std::uint64_t first, std::uint64_t last) const {
        const auto level = static_cast<std::uint64_t>(std::bit_width(last - first) - 1);
        const Value* const row = table_ + level * blocks_;
        return std::min(row[first], row[last - (std::uint64_t{1} << level)]);
    }

    const Value* values_ = nullptr;
    const Value* table_ = nullptr;
    std::uint64_t blocks_ = 0;
};

} // namespace concord::overlap
