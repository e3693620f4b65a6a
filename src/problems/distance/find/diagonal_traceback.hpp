// The alignment of a pattern that ends at a known place of a text with few edits: as column_traceback.hpp, but from the
// furthest rows on diagonals that so many edits reach.
//
//     row 0   \ \ \ \ \        Any letter of the text may come first. F(e, g): the furthest row on diagonal g within e
//              \ \ \ \ \       edits; from F(e - 1) of it and of its neighbours equal letters are followed, eight at a
//               \ \ \ \ \      time. A way to the end leaves the end's diagonal by no more than its edits, and a cell
//                \ \ end       (r, g) costs no more than e exactly where F(e, g) >= r: all that the traceback asks.
#pragma once

#include "base/bits.hpp"
#include "problems/distance/find/column_traceback.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

namespace concord::edit_distance {

/// Letters as bytes, equal where they match; `reads_behind` more can be read behind them.
struct byte_letters {
    static constexpr std::size_t reads_behind = 8;
    const std::uint8_t* first;
    std::size_t size;
};

/// Sources: Ukkonen, "Algorithms for approximate string matching"; Landau and Vishkin, "Fast parallel and serial
/// approximate string matching" (any letter of the text may come first).
class diagonal_traceback {
  public:
    /// Whether it takes less time than columns: so many cells F, and a walk along each diagonal.
    [[nodiscard]] static bool is_worth_it(std::size_t pattern, std::uint64_t edits) {
        return (2 * edits + 1) * (edits + 1) <= tuning::find_furthest_rows_of_letter * pattern;
    }

    /// What trace_end() gives for a text from anywhere. Time O(edits (edits + pattern / 8) + alignment).
    [[nodiscard]] traced_end trace(const byte_letters& pattern, const byte_letters& text, std::uint64_t edits) {
        diagonals_ = 2 * edits + 1;
        lowest_ = static_cast<std::ptrdiff_t>(text.size) - static_cast<std::ptrdiff_t>(pattern.size + edits);
        furthest_.assign((edits + 1) * (diagonals_ + 2), none);
        for (std::uint64_t e = 0; e <= edits; ++e)
            reach(pattern, text, e);
        pairwise::alignment_builder aligned;
        std::size_t r = pattern.size;
        std::size_t c = text.size;
        std::uint64_t left = edits; // the cost of the cell
        while (r > 0) {
            const std::size_t equal = equal_before(pattern.first + r, text.first + c, std::min(r, c));
            aligned.prepend('=', equal);
            r -= equal;
            c -= equal;
            if (r == 0) break;
            --left;
            if (c == 0 || is_within(r - 1, c, left)) {
                aligned.prepend('I');
                --r;
            } else if (is_within(r - 1, c - 1, left)) {
                aligned.prepend('X');
                --r, --c;
            } else {
                aligned.prepend('D');
                --c;
            }
        }
        return {text.size - c, std::move(aligned).take()};
    }

  private:
    static constexpr std::int64_t none = -(std::int64_t{1} << 40U); ///< no row; one more is none either

    /// F(e, .), with a border of none at either side.
    [[nodiscard]] std::int64_t* of(std::uint64_t e) { return furthest_.data() + e * (diagonals_ + 2) + 1; }

    void reach(const byte_letters& pattern, const byte_letters& text, std::uint64_t e) {
        std::int64_t* const now = of(e);
        const std::int64_t* const before = e > 0 ? of(e - 1) : now;
        const auto rows = static_cast<std::int64_t>(pattern.size);
        const auto columns = static_cast<std::int64_t>(text.size);
        for (std::uint64_t at = 0; at < diagonals_; ++at) {
            const std::int64_t diagonal = lowest_ + static_cast<std::int64_t>(at); // column less row
            const std::int64_t last = std::min(rows, columns - diagonal);
            std::int64_t row = diagonal >= 0 ? 0 : none;
            if (e > 0) {
                const std::int64_t* const here = before + at;
                row = std::max({row, here[0] + 1, here[-1], here[1] + 1});
            }
            row = std::min(row, last); // the cell beside a border costs one more at most
            if (row >= 0)
                row += static_cast<std::int64_t>(equal_behind(pattern.first + row, text.first + row + diagonal,
                                                              static_cast<std::size_t>(last - row)));
            now[at] = row;
        }
    }

    /// Whether the first r letters of the pattern end behind c letters of the text within e edits.
    [[nodiscard]] bool is_within(std::size_t r, std::size_t c, std::uint64_t e) {
        const std::int64_t at = static_cast<std::int64_t>(c) - static_cast<std::int64_t>(r) - lowest_;
        if (at < 0 || at >= static_cast<std::int64_t>(diagonals_)) return false; // on no way to the end
        return of(e)[at] >= static_cast<std::int64_t>(r);
    }

    /// Equal letters from two places on, up to a number.
    static std::size_t equal_behind(const std::uint8_t* a, const std::uint8_t* b, std::size_t most) {
        for (std::size_t known = 0; known < most; known += step)
            if (const std::uint64_t differ = word(a + known) ^ word(b + known); differ != 0)
                return std::min(most, known + base::lowest_one(differ) / 8);
        return most;
    }
    /// The same in front of them.
    static std::size_t equal_before(const std::uint8_t* a, const std::uint8_t* b, std::size_t most) {
        std::size_t known = 0;
        for (; known + step <= most; known += step)
            if (const std::uint64_t differ = word(a - known - step) ^ word(b - known - step); differ != 0)
                return known + base::leading_zeros(differ) / 8;
        while (known < most && *(a - known - 1) == *(b - known - 1))
            ++known;
        return known;
    }
    static std::uint64_t word(const std::uint8_t* from) {
        static_assert(std::endian::native == std::endian::little);
        std::uint64_t eight = 0;
        std::memcpy(&eight, from, sizeof(eight));
        return eight;
    }
    static constexpr std::size_t step = sizeof(std::uint64_t);
    static_assert(byte_letters::reads_behind >= step);

    std::uint64_t diagonals_ = 0;
    std::int64_t lowest_ = 0; ///< diagonal
    std::vector<std::int64_t> furthest_;
};

} // namespace concord::edit_distance
