// Constants that change speed and never an answer. Cells and diagonals are counted as in README.md; where no other
// record is named, docs/performance.md (pairs-random, pairs-similar) shows what they lead to.
#pragma once

#include <cstdint>

namespace concord::pairwise::tuning {

// Diagonals or the whole matrix (pair_solver.cpp). Cells of the matrix that one thread with the best vectors fills
// while it extends one furthest-reaching point: the ratio of both rates, measured on one core.
inline constexpr double levenshtein_cells_a_diagonal = 140;
inline constexpr double lcs_cells_a_diagonal = 200;
/// How fast AVX2 and baseline vectors fill matrices, AVX-512 being 1: measured on one core.
inline constexpr double avx2_speed = 0.45;
inline constexpr double baseline_speed = 0.27;
/// How fast letters of more than most_planes planes are, fewer being 1.
inline constexpr double letters_as_table_speed = 0.5;
/// Furthest-reaching points that are always extended before the matrix is preferred: a block is filled as a whole,
/// however few letters it has.
inline constexpr double least_points = 1e4;

/// Cells of a matrix that are filled in a second, for choosing a device: by a thread of the CPU with AVX-512, and by
/// one H200 (docs/performance.md, "Pairs on GPUs").
inline constexpr double cpu_cells_a_second = 2e11;
inline constexpr double gpu_cells_a_second = 1e14;

/// Rows of blocks that a thread takes together where letters come as a table, at most (block_matrix.cpp): more of them
/// share a table and leave less for other threads to do.
inline constexpr std::uint64_t most_rows_together = 8;
/// Bytes that kept edges may take beside a multiple of the input's memory.
inline constexpr std::uint64_t edge_bytes = std::uint64_t{8} << 20U;

/// What a row costs a lane of a GPU's warp: instructions, as compiled for compute 9.0.
struct lane_cost {
    double of_word;
    double of_row;
    unsigned most_words; ///< of columns that a lane owns: more do not fit its registers
};
inline constexpr lane_cost levenshtein_lane_cost{10, 10, 8};
inline constexpr lane_cost lcs_lane_cost{3, 6, 16};

// How a matrix is cut into strips for GPUs (bit_parallel/gpu/strip_plan.hpp), measured: a warp alone issues an
// instruction every 3.5 cycles, and several of a scheduler one every 2.6 (2 is what integer instructions allow).
inline constexpr double cycles_alone = 3.5;
inline constexpr double cycles_shared = 2.6;
/// More warps than this on a multiprocessor do not run faster, and each slows the strip on its right.
inline constexpr unsigned warps_of_a_multiprocessor = 8;

} // namespace concord::pairwise::tuning
