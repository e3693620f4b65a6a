// The unrestricted Damerau-Levenshtein distance of a pair whose optimal string alignment distance is known.
//
//   DL <= OSA <= 3/2 DL: a transposition with g letters between costs 1 + g, and without leave for that at most 2 + g;
//   only where g > 0 do they differ. So 0, 1 and 2 are the same in both, and a greater OSA distance bounds the band of
//   diagonals in which a cheaper alignment can lie.
//
// Source: Zhao and Sahni, "String correction using the Damerau-Levenshtein distance", BMC Bioinformatics 20(11), 2019,
// section "Linear space" (the algorithm LS_DL; here the last row with a column's letter stands in an array by columns).
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>

namespace concord::edit_distance {

/// The OSA distance that a DL distance of `bound` can have at most.
[[nodiscard]] constexpr std::uint64_t osa_within(std::uint64_t bound) noexcept {
    return bound > std::numeric_limits<std::uint64_t>::max() / 2 ? bound : bound + bound / 2;
}

/// Whether an OSA distance may be greater than the DL distance.
[[nodiscard]] constexpr bool may_be_less(std::uint64_t osa) noexcept { return osa > 2; }

/// Words of memory for so many columns.
[[nodiscard]] constexpr std::size_t refining_words(std::size_t columns) noexcept { return 4 * (columns + 3); }

/// The DL distance of sequences of `rows` and `columns` letters if it is at most `most`, else most + 1, which is at
/// most the greater of the two numbers. equal(r, c): whether letter r of the rows is letter c of the columns.
/// after_row(r) is called after each row. `memory`: refining_words(columns). Time O(rows min(columns, most)).
template <class Equal, class AfterRow>
[[nodiscard]] std::uint64_t refine(std::size_t rows, std::size_t columns, std::uint64_t most, const Equal& equal,
                                   std::span<std::uint32_t> memory, const AfterRow& after_row) {
    // Cells (r, c) count letters, from 0; two cells of margin are left of column 0.
    constexpr std::size_t margin = 2;
    const auto beyond = static_cast<std::uint32_t>(most + 1);
    std::span<std::uint32_t> above = memory.subspan(0, columns + 3);
    std::span<std::uint32_t> row = memory.subspan(columns + 3, columns + 3);
    // For each column its last match, if there is one: the row, and the cost of the cell two columns before and one row
    // above, from which a transposition of neighbouring columns starts.
    const std::span<std::uint32_t> match_row = memory.subspan(2 * (columns + 3), columns + 3);
    const std::span<std::uint32_t> match_cost = memory.subspan(3 * (columns + 3), columns + 3);
    std::ranges::fill(memory, beyond);
    std::ranges::fill(match_row, 0U);
    // An alignment through diagonal s of a pair whose lengths differ by t costs at least |s| + |t - s|; one diagonal
    // more on either side for the letters that a transposition looks at.
    const std::int64_t longer = static_cast<std::int64_t>(columns) - static_cast<std::int64_t>(rows);
    const std::int64_t bound = static_cast<std::int64_t>(most);
    if ((longer < 0 ? -longer : longer) > bound) return most + 1;
    const std::int64_t ahead = (bound + longer) / 2 + 1;
    const std::int64_t behind = (bound - longer) / 2 + 1;
    for (std::size_t c = 0; c <= columns && static_cast<std::int64_t>(c) <= ahead; ++c)
        above[margin + c] = std::min(beyond, static_cast<std::uint32_t>(c));
    for (std::size_t r = 1; r <= rows; ++r) {
        const std::int64_t here = static_cast<std::int64_t>(r);
        const auto first = static_cast<std::size_t>(std::max<std::int64_t>(1, here - behind));
        const auto last =
            static_cast<std::size_t>(std::min<std::int64_t>(static_cast<std::int64_t>(columns), here + ahead));
        // What is left of the band in `row` is of two rows above.
        std::uint32_t two_above = row[margin + first - 1];
        row[margin + first - 2] = beyond;
        row[margin + first - 1] = first == 1 ? std::min(beyond, static_cast<std::uint32_t>(r)) : beyond;
        std::size_t match_column = 0;
        std::uint32_t match_start = beyond; // the cell before the row's last match, two rows above
        for (std::size_t c = first; c <= last; ++c) {
            std::uint32_t cost = std::min(row[margin + c - 1], above[margin + c]) + 1;
            const std::uint32_t diagonal = above[margin + c - 1];
            if (equal(r - 1, c - 1)) {
                cost = std::min(cost, diagonal);
                match_column = c;
                match_start = two_above;
                match_cost[margin + c] = c >= 2 ? above[margin + c - 2] : beyond;
                match_row[margin + c] = static_cast<std::uint32_t>(r);
            } else {
                cost = std::min(cost, diagonal + 1);
                const std::uint32_t letter_row = match_row[margin + c];
                if (match_column > 0 && letter_row > 0) {
                    const auto rows_apart = static_cast<std::uint32_t>(r) - letter_row;
                    const auto columns_apart = static_cast<std::uint32_t>(c - match_column);
                    // At least one of the two gaps is empty in some alignment of least cost.
                    if (columns_apart == 1)
                        cost = std::min(cost, match_cost[margin + c] + rows_apart);
                    else if (rows_apart == 1)
                        cost = std::min(cost, match_start + columns_apart);
                }
            }
            two_above = row[margin + c];
            row[margin + c] = std::min(cost, beyond);
        }
        std::swap(above, row);
        after_row(r);
    }
    return above[margin + columns];
}

} // namespace concord::edit_distance
