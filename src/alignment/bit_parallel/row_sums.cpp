#include "alignment/bit_parallel/row_sums.hpp"

#include "base/bits.hpp"

#include <algorithm>

namespace concord::pairwise {
namespace {

using column_steps = pair_law::column_steps;

std::int64_t ones(std::uint64_t bits) { return static_cast<std::int64_t>(base::count_ones(bits)); }

/// The first bit last: bits, pairs and fours of a byte change places, then the bytes.
std::uint64_t reversed(std::uint64_t bits) {
    bits = (bits >> 1U & 0x5555555555555555U) | (bits & 0x5555555555555555U) << 1U;
    bits = (bits >> 2U & 0x3333333333333333U) | (bits & 0x3333333333333333U) << 2U;
    bits = (bits >> 4U & 0x0F0F0F0F0F0F0F0FU) | (bits & 0x0F0F0F0F0F0F0F0FU) << 4U;
    std::uint64_t turned = 0;
    for (unsigned byte = 0; byte < 8; ++byte)
        turned |= (bits >> (8 * byte) & 0xFFU) << (56 - 8 * byte);
    return turned;
}

/// Columns [first, first + 64) of a row, any `first`; none before 0.
column_steps steps_from(const summed_row& row, std::int64_t first, const pair_law& law) {
    column_steps steps{0, 0};
    const std::int64_t word = first >= 0 ? first / 64 : -((63 - first) / 64);
    const auto shift = static_cast<unsigned>(first - word * 64);
    if (word >= 0) {
        const column_steps low = law.steps(row.states, row.stride, static_cast<std::size_t>(word));
        steps = {low.more >> shift, low.fewer >> shift};
    }
    if (shift > 0 && word + 1 >= 0 && static_cast<std::size_t>(word + 1) < row.stride) {
        const column_steps high = law.steps(row.states, row.stride, static_cast<std::size_t>(word + 1));
        steps.more |= high.more << (64 - shift);
        steps.fewer |= high.fewer << (64 - shift);
    }
    return steps;
}

} // namespace

std::uint64_t edits_behind(const summed_row& row, std::uint64_t columns, const pair_law& law) {
    auto edits = static_cast<std::int64_t>(row.before_first);
    for (std::uint64_t first = 0; first < columns; first += 64) {
        const column_steps steps = law.steps(row.states, row.stride, first / 64);
        const auto here = static_cast<unsigned>(std::min<std::uint64_t>(64, columns - first));
        const auto mask = base::low_bits<std::uint64_t>(here);
        edits += ones(steps.more & mask) - ones(steps.fewer & mask);
    }
    return static_cast<std::uint64_t>(edits);
}

std::uint64_t least_sum(const summed_row& from_left, const summed_row& from_right, std::uint64_t columns,
                        const pair_law& law) {
    auto sum = static_cast<std::int64_t>(from_left.before_first + edits_behind(from_right, columns, law));
    std::int64_t least = sum;
    for (std::uint64_t first = 0; first < columns; first += 64) {
        const auto here = static_cast<unsigned>(std::min<std::uint64_t>(64, columns - first));
        const auto mask = base::low_bits<std::uint64_t>(here);
        column_steps gained = law.steps(from_left.states, from_left.stride, first / 64);
        gained = {gained.more & mask, gained.fewer & mask};
        // Column c is column columns - 1 - c from the right.
        const column_steps right =
            steps_from(from_right, static_cast<std::int64_t>(columns) - static_cast<std::int64_t>(first) - 64, law);
        const column_steps lost{reversed(right.more) & mask, reversed(right.fewer) & mask};
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
