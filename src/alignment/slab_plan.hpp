// How ranks divide the matrix of one pair: each owns a slab of whole blocks of columns, from the first row to the last.
// A rank begins with a row of blocks when the rank on its left has passed on the deltas that leave its part of the row:
//
//            rank 0      rank 1      rank 2                 time -->
//         +-----------+-----------+-----------+     rank 0   1 2 3 4 5 6
//   rows  |     1     |     2     |     3     |     rank 1     1 2 3 4 5 6
//         |     2     |     3     |     4     |     rank 2       1 2 3 4 5 6
//         +-----------+-----------+-----------+
#pragma once

#include "alignment/bit_parallel/block.hpp"
#include "alignment/tuning.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace concord::pairwise {

/// What a rank can do.
struct rank_speed {
    std::uint64_t megacells;    ///< that it fills in a second; not 0
    std::uint64_t first_row_ps; ///< picoseconds from the arrival of a row of deltas to its leaving, a column
};

struct slab_plan {
    /// Blocks of columns: those of rank r from bounds[r] to bounds[r + 1]. One entry fewer than two: rank 0 alone.
    std::vector<std::uint64_t> bounds;
    double seconds = 0; ///< estimated

    [[nodiscard]] std::size_t ranks() const noexcept { return bounds.empty() ? 1 : bounds.size() - 1; }
};

/// Slabs of many blocks end with a strip of a GPU, however wide it is.
inline constexpr std::uint64_t blocks_of_widest_strip = 16;

/// Letters of a matrix's columns and rows.
struct matrix_size {
    std::uint64_t columns;
    std::uint64_t rows;
};

/// Slabs of the first ranks, in proportion to their speeds.
[[nodiscard]] inline slab_plan divide_columns(const matrix_size& size, std::span<const rank_speed> ranks) {
    std::uint64_t all = 0;
    for (const rank_speed& rank : ranks)
        all += rank.megacells;
    const std::uint64_t blocks = (size.columns + block_columns - 1) / block_columns;
    const std::uint64_t unit = blocks / ranks.size() >= 16 * blocks_of_widest_strip ? blocks_of_widest_strip : 1;
    slab_plan plan{{0}, 0};
    std::uint64_t before = 0;
    double slowest = 0;
    double until_last_begins = 0;
    for (const rank_speed& rank : ranks) {
        before += rank.megacells;
        const std::uint64_t share = blocks * before / all; // below 2^20 blocks, so there is no overflow
        plan.bounds.push_back(before == all ? blocks : share - share % unit);
        const std::uint64_t here = plan.bounds.back() - plan.bounds[plan.bounds.size() - 2];
        const double columns = static_cast<double>(here * block_columns);
        const double fill = columns * static_cast<double>(size.rows) / (static_cast<double>(rank.megacells) * 1e6);
        slowest = slowest < fill ? fill : slowest;
        if (plan.bounds.size() <= ranks.size())
            until_last_begins +=
                columns * static_cast<double>(rank.first_row_ps) * 1e-12 + tuning::seconds_to_neighbour;
    }
    plan.seconds = slowest + until_last_begins;
    return plan;
}

/// The number of ranks that is estimated to be fastest, and their slabs; rank 0 alone unless others save more than
/// `worth_sharing` seconds.
[[nodiscard]] inline slab_plan plan_slabs(const matrix_size& size, std::span<const rank_speed> ranks,
                                          double worth_sharing) {
    const slab_plan alone = divide_columns(size, ranks.first(1));
    slab_plan best = alone;
    for (std::size_t count = 2; count <= ranks.size(); ++count) {
        slab_plan plan = divide_columns(size, ranks.first(count));
        if (plan.seconds < best.seconds) best = std::move(plan);
    }
    return best.seconds + worth_sharing < alone.seconds ? best : alone;
}

} // namespace concord::pairwise
