// Constants that change speed and never an answer.
#pragma once

#include <cstddef>
#include <cstdint>

namespace concord::component::tuning {

/// Pairs of cells, over all shifts, searched in a second, for choosing a device: by one H200, which is half as fast
/// where two thirds of the shifts are labelled (docs/performance.md, components on GPUs).
inline constexpr double gpu_pairs_a_second = 1e12;
/// And nanoseconds of a thread for each pair that agrees, beside those of all pairs (below): 200 x 200 random cells of
/// 2, 4 and 20 values take 1.07, 0.52 and 0.15 s.
inline constexpr double nanoseconds_of_agreeing_pair = 1.25;
/// Row shifts counted together, so that a row of A is shifted once for all of them.
inline constexpr std::size_t downs_at_a_time = 8;
/// Shifts of the greatest bounds searched before all others, to find a large component early.
inline constexpr std::size_t first_shifts = 64;
/// Vectors of the boards in one task: few enough that a cancellation takes effect soon.
inline constexpr std::size_t vectors_per_task = 10'000;
/// Rounds of dropping the ends of trees; more rounds cost more than they save.
inline constexpr std::uint64_t most_rounds = 6;
/// Distance of lattice lines from which floods from them are worthwhile.
inline constexpr std::uint64_t least_lattice = 3;
/// Cells left for each word of a board, all lanes together, from which floods from a lattice are worthwhile.
inline constexpr std::uint64_t cells_worth_floods = 16;
/// Groups of shifts that gaps between rows or columns decide are sought while one of so many is decided; else one group
/// of so many is tried. Stripes against columns, 150 x 150: 1.2 s without, 0.1 s with it; random cells: no difference.
inline constexpr std::uint32_t tries_a_success = 8;
inline constexpr std::uint32_t groups_a_try = 64;
inline constexpr std::uint32_t tries_remembered = 256;

/// Periods of a matrix that are looked for: steps of at most so many rows and columns, and longer ones along either;
/// and how often, on average, each cell may be compared for that.
inline constexpr std::int64_t longest_slant = 16;
inline constexpr std::uint64_t period_comparisons = 256;

// Shapes that both matrices hold against a search of all shifts (cpu/shape_search.hpp), on one core of a Zen 4.
/// Pairs of cells, over all shifts, in a nanosecond, where counting decides nearly all shifts (random cells of 256
/// values, 512 x 512, of which corners are 9): by sides; with corners. Where it does not, as with 20 values, half as
/// many.
inline constexpr double pairs_by_sides_a_nanosecond = 25;
inline constexpr double pairs_with_corners_a_nanosecond = 7;
/// Nanoseconds to list or look up a cell with one shape; for a pair of places that hold the same (40 to 100: 256 x 256
/// to 1,024 x 1,024 cells); and for a step of work, of which such a pair has four on average, before it is given up.
inline constexpr double cost_of_key = 8;
inline constexpr double cost_of_equal_places = 60;
inline constexpr double cost_of_step = 15;
/// Cells of the largest shapes, without corners and with them: 760 and 638 shapes.
inline constexpr unsigned most_cells_of_shape = 7;
inline constexpr unsigned most_cells_with_corners = 5;
/// Shapes must be estimated to take less than this share of the time of all shifts. They are given up where they take
/// twice the estimate, or this share of what they may: diagonal stripes have equal places in few shapes, but there
/// many.
inline constexpr double share_worth_shapes = 0.7;
inline constexpr double share_given_up = 0.15;
/// Shapes of which equal places are counted for the estimate, where that takes no more than this share of all shifts;
/// and for how many numbers of cells.
inline constexpr std::size_t sampled_shapes = 2;
inline constexpr double share_for_samples = 0.1;
inline constexpr unsigned tries_of_shapes = 3;

} // namespace concord::component::tuning
