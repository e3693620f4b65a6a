// The unrestricted Damerau-Levenshtein distance of a pair a lane, cell by cell: the algorithm of
// damerau_levenshtein.hpp without branches, in a band that serves all lanes.
//
// Where there is none of them, the last match of a row stands in column -1 and that of a column in row -1, so that no
// gap beside it is of one letter, and costs are `far`.
//
// Compiled for each instruction set (damerau_kernels.cpp).
#if defined(CONCORD_DAMERAU_LANES_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef CONCORD_DAMERAU_LANES_INL_HPP
#undef CONCORD_DAMERAU_LANES_INL_HPP
#else
#define CONCORD_DAMERAU_LANES_INL_HPP
#endif

#include <hwy/highway.h>

#include "alignment/batch/damerau_kernels.hpp"

#include <cstddef>
#include <cstdint>

HWY_BEFORE_NAMESPACE();
namespace concord::edit_distance::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

class damerau_lanes {
  public:
    using tag = hn::CappedTag<std::uint16_t, most_damerau_lanes>;
    using costs = hn::Vec<tag>;
    static constexpr auto lanes = static_cast<unsigned>(hn::MaxLanes(tag()));

    static void distances(const damerau_group& group) { damerau_lanes(group).run(); }

  private:
    static constexpr std::uint16_t far = 0x4000; ///< more than any cost, and so is its sum with one
    static constexpr std::uint16_t none = 0xFFFF;

    // Cells (r, c) count letters, from 0; two cells of margin are left of column 0.
    static constexpr std::size_t margin = 2;

    explicit HWY_INLINE damerau_lanes(const damerau_group& group)
        : group_(group), above_(group.memory), row_(above_ + cells()), match_row_(row_ + cells()),
          match_cost_(match_row_ + cells()) {}

    [[nodiscard]] HWY_INLINE std::size_t cells() const { return (std::size_t{group_.most_columns} + 3) * lanes; }

    [[nodiscard]] static HWY_INLINE costs load(const std::uint16_t* cells, std::size_t at) {
        return hn::LoadU(tag(), cells + at * lanes);
    }
    static HWY_INLINE void store(costs value, std::uint16_t* cells, std::size_t at) {
        hn::StoreU(value, tag(), cells + at * lanes);
    }
    [[nodiscard]] static HWY_INLINE costs all(std::size_t value) {
        return hn::Set(tag(), static_cast<std::uint16_t>(value));
    }

    HWY_INLINE void run() {
        for (std::size_t cell = 0; cell < std::size_t{group_.most_columns} + 3; ++cell) {
            store(all(far), above_, cell);
            store(all(far), row_, cell);
            store(all(none), match_row_, cell);
            store(all(far), match_cost_, cell);
        }
        for (std::size_t c = 0; c <= group_.most_columns && c <= group_.ahead; ++c)
            store(all(c), above_, margin + c);
        std::uint32_t least_rows = group_.most_rows;
        for (unsigned lane = 0; lane < lanes; ++lane)
            if (group_.row_lengths[lane] > 0 && group_.row_lengths[lane] < least_rows)
                least_rows = group_.row_lengths[lane];
        for (std::uint32_t r = 1; r <= group_.most_rows; ++r) {
            fill_row(r);
            std::uint16_t* const filled = row_;
            row_ = above_;
            above_ = filled;
            for (unsigned lane = 0; r >= least_rows && lane < lanes; ++lane)
                if (group_.row_lengths[lane] == r)
                    group_.distances[lane] = above_[(margin + group_.column_lengths[lane]) * lanes + lane];
        }
    }

    HWY_INLINE void fill_row(std::uint32_t r) {
        const std::size_t first = r > group_.behind ? r - group_.behind : 1;
        const std::size_t end = std::size_t{r} + group_.ahead;
        const std::size_t last = end < group_.most_columns ? end : group_.most_columns;
        if (first > last) return;
        const costs letter = load(group_.rows, r - 1);
        const costs one = all(1);
        const costs here = all(r);
        // What is left of the band in `row_` is of two rows above.
        costs two_above = load(row_, margin + first - 1);
        costs left = all(first == 1 ? r : far);
        store(all(far), row_, margin + first - 2);
        store(left, row_, margin + first - 1);
        costs two_before = load(above_, margin + first - 2); // the cell above and two columns to the left
        costs diagonal = load(above_, margin + first - 1);
        costs match_column = all(none);
        costs match_start = all(far); // the cell before the row's last match, two rows above
        for (std::size_t c = first; c <= last; ++c) {
            const costs above = load(above_, margin + c);
            const auto are_equal = hn::Eq(letter, load(group_.columns, c - 1));
            const costs column = all(c);
            const costs letter_row = load(match_row_, margin + c);
            const costs letter_cost = load(match_cost_, margin + c);
            const costs rows_apart = hn::Sub(here, letter_row);
            const costs columns_apart = hn::Sub(column, match_column);
            // At least one of the two gaps of a transposition is empty in some alignment of least cost.
            const costs over_rows =
                hn::IfThenElse(hn::Eq(columns_apart, one), hn::Add(letter_cost, rows_apart), all(far));
            const costs over_columns =
                hn::IfThenElse(hn::Eq(rows_apart, one), hn::Add(match_start, columns_apart), all(far));
            const costs other = hn::Min(hn::Add(diagonal, one), hn::Min(over_rows, over_columns));
            const costs cost = hn::Min(hn::Add(hn::Min(left, above), one), hn::IfThenElse(are_equal, diagonal, other));
            match_column = hn::IfThenElse(are_equal, column, match_column);
            match_start = hn::IfThenElse(are_equal, two_above, match_start);
            store(hn::IfThenElse(are_equal, two_before, letter_cost), match_cost_, margin + c);
            store(hn::IfThenElse(are_equal, here, letter_row), match_row_, margin + c);
            two_above = load(row_, margin + c);
            store(cost, row_, margin + c);
            two_before = diagonal;
            diagonal = above;
            left = cost;
        }
    }

    const damerau_group& group_;
    std::uint16_t* above_;
    std::uint16_t* row_;
    // For each column its last match, if there is one: the row, and the cost of the cell two columns before and one row
    // above, from which a transposition of neighbouring columns starts.
    std::uint16_t* match_row_;
    std::uint16_t* match_cost_;
};

} // namespace concord::edit_distance::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
