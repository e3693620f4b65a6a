#include "alignment/bit_parallel/delta_rows.hpp"

#include "base/bits.hpp"

#include <algorithm>

namespace concord::pairwise {
namespace {

std::int64_t ones(std::uint64_t bits) { return static_cast<std::int64_t>(base::count_ones(bits)); }

/// Reverses the bits of a word: bits, pairs and fours within a byte, then the bytes.
std::uint64_t reversed(std::uint64_t bits) {
    bits = (bits >> 1U & 0x5555555555555555U) | (bits & 0x5555555555555555U) << 1U;
    bits = (bits >> 2U & 0x3333333333333333U) | (bits & 0x3333333333333333U) << 2U;
    bits = (bits >> 4U & 0x0F0F0F0F0F0F0F0FU) | (bits & 0x0F0F0F0F0F0F0F0FU) << 4U;
    std::uint64_t turned = 0;
    for (unsigned byte = 0; byte < 8; ++byte)
        turned |= (bits >> (8 * byte) & 0xFFU) << (56 - 8 * byte);
    return turned;
}

/// Columns [first, first + 64) of a row, for any `first`; none before 0.
column_deltas deltas_from(const filled_row& row, std::int64_t first, read_deltas read) {
    column_deltas deltas{0, 0};
    const std::int64_t word = first >= 0 ? first / 64 : -((63 - first) / 64);
    const auto shift = static_cast<unsigned>(first - word * 64);
    if (word >= 0) {
        const column_deltas low = read(row.vertical, row.stride, static_cast<std::size_t>(word));
        deltas = {low.more >> shift, low.fewer >> shift};
    }
    if (shift > 0 && word + 1 >= 0 && static_cast<std::size_t>(word + 1) < row.stride) {
        const column_deltas high = read(row.vertical, row.stride, static_cast<std::size_t>(word + 1));
        deltas.more |= high.more << (64 - shift);
        deltas.fewer |= high.fewer << (64 - shift);
    }
    return deltas;
}

} // namespace

std::uint64_t distance_at(const filled_row& row, std::uint64_t columns, read_deltas read) {
    auto edits = static_cast<std::int64_t>(row.before_first);
    for (std::uint64_t first = 0; first < columns; first += 64) {
        const column_deltas deltas = read(row.vertical, row.stride, first / 64);
        const auto here = static_cast<unsigned>(std::min<std::uint64_t>(64, columns - first));
        const auto mask = base::low_bits<std::uint64_t>(here);
        edits += ones(deltas.more & mask) - ones(deltas.fewer & mask);
    }
    return static_cast<std::uint64_t>(edits);
}

std::uint64_t distance_of_halves(const filled_row& from_left, const filled_row& from_right, std::uint64_t columns,
                                 read_deltas read) {
    auto sum = static_cast<std::int64_t>(from_left.before_first + distance_at(from_right, columns, read));
    std::int64_t least = sum;
    for (std::uint64_t first = 0; first < columns; first += 64) {
        const auto here = static_cast<unsigned>(std::min<std::uint64_t>(64, columns - first));
        const auto mask = base::low_bits<std::uint64_t>(here);
        column_deltas gained = read(from_left.vertical, from_left.stride, first / 64);
        gained = {gained.more & mask, gained.fewer & mask};
        // Column c is column columns - 1 - c from the right.
        const column_deltas right =
            deltas_from(from_right, static_cast<std::int64_t>(columns) - static_cast<std::int64_t>(first) - 64, read);
        const column_deltas lost{reversed(right.more) & mask, reversed(right.fewer) & mask};
        if (sum - ones(gained.fewer) - ones(lost.more) < least) {
            std::int64_t inside = sum;
            for (unsigned i = 0; i < here; ++i) {
                inside += static_cast<std::int64_t>(gained.more >> i & 1U) -
                          static_cast<std::int64_t>(gained.fewer >> i & 1U);
                inside -=
                    static_cast<std::int64_t>(lost.more >> i & 1U) - static_cast<std::int64_t>(lost.fewer >> i & 1U);
                least = std::min(least, inside);
            }
        }
        sum += ones(gained.more) - ones(gained.fewer) - ones(lost.more) + ones(lost.fewer);
    }
    return static_cast<std::uint64_t>(least);
}

} // namespace concord::pairwise
