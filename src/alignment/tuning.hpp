// Constants that change speed and never an answer. Cells and diagonals are counted as in README.md; where no other
// record is named, docs/performance.md (pairs-random, pairs-similar) shows what they lead to.
#pragma once

#include <cstdint>

namespace concord::pairwise::tuning {

// Diagonals or the whole matrix (pair_solver.cpp). Cells of the matrix that one thread with the best vectors fills
// while it extends one furthest-reaching point: the ratio of the two rates, measured on one core of an AMD EPYC with
// AVX-512. With 140 (and 0.5 for letters as a table) 16,384 amino acids 20 % apart took 4.9 ms, 30 % apart 2.7.
inline constexpr double levenshtein_cells_a_diagonal = 170;
inline constexpr double osa_cells_a_diagonal = 180;
inline constexpr double lcs_cells_a_diagonal = 200;
/// The speed of AVX2 and of baseline vectors relative to AVX-512 when filling matrices: measured on one core.
inline constexpr double avx2_speed = 0.45;
inline constexpr double baseline_speed = 0.27;
/// The speed with letters of more than most_planes planes, relative to fewer.
inline constexpr double letters_as_table_speed = 0.6;
/// Furthest-reaching points that are extended in any case before the matrix is preferred: a block is filled as a whole,
/// however few letters it has.
inline constexpr double least_points = 1e4;

/// Rows of a block where a greatest distance leaves out what is far from the diagonals (bit_parallel/corridor.cpp):
/// fewer fit the diagonals better, and each block begins with a row for every word of its vectors.
inline constexpr std::uint64_t rows_of_corridor = 512;
/// The share of the matrix above which all of it is filled.
inline constexpr double most_of_corridor = 0.85;

/// Furthest-reaching points extended in a second: by one thread of a CPU, and by one GPU (from the clock of an H200,
/// see diagonal/gpu/gpu_diagonals.cu).
inline constexpr double cpu_points_a_second = 1.4e9;
inline constexpr double gpu_points_a_second = 5e10;

/// Seconds of a letter of similar sequences, whatever the edits, on a CPU and on a GPU: letters as codes, from the end
/// as well, and compared. Of two sequences of 8 million letters 0.1 % apart, one thread took 0.08 s for all but the
/// points, an H200 and its host 0.11 s.
inline constexpr double cpu_seconds_of_similar_letter = 5e-9;
inline constexpr double gpu_seconds_of_similar_letter = 7e-9;

// The sample that estimates edits (diagonal/edit_estimate.hpp): letters of the shorter sequence, at least (a matrix of
// fewer is filled in a tenth of a second); stretches, their letters, and letters around their places in the other
// sequence: 1,024 words of DNA in a third of a millisecond, the edits of a pair 1 % apart within a tenth. Below this
// share of words little is known.
inline constexpr std::uint64_t least_sampled_letters = std::uint64_t{1} << 17U;
inline constexpr std::uint64_t stretches_of_sample = 16;
inline constexpr std::uint64_t letters_of_stretch = 1024;
inline constexpr std::uint64_t margin_of_stretch = 2048;
inline constexpr double least_share_of_words = 0.125;

/// Cells of a matrix filled in a second, for choosing a device: by a thread of the CPU with AVX-512, and by one H200
/// (docs/performance.md, "Pairs on GPUs").
inline constexpr double cpu_cells_a_second = 2e11;
inline constexpr double gpu_cells_a_second = 1e14;

/// The most rows of blocks that a thread computes together if letters come as a table (block_matrix.cpp): more rows
/// share the table but leave less parallelism.
inline constexpr std::uint64_t most_rows_together = 8;
/// Bytes that kept edges may take beyond a multiple of the input's memory.
inline constexpr std::uint64_t edge_bytes = std::uint64_t{8} << 20U;

// One pair by several ranks (slab_plan.hpp; docs/clusters.md, "One long pair").

/// Seconds from passing on a row of deltas to the begin of the work that waits for it: polls of both ranks.
inline constexpr double seconds_to_neighbour = 1e-3;
/// Seconds that sharing the matrix must save.
inline constexpr double seconds_worth_sharing = 0.02;
/// Picoseconds that a GPU takes from one strip to the next, a column: 32 hops of 0.7 to 3 µs for 1,024 to 8,192 columns
/// (an estimate by lane_cost and an H200's clock).
inline constexpr std::uint64_t gpu_first_row_ps = 20'000;

/// The cost of a row for a lane of a GPU's warp: instructions, as compiled for compute capability 9.0.
struct lane_cost {
    double of_word;
    double of_row;
    unsigned most_words; ///< words of columns of a lane: more do not fit its registers
};
inline constexpr lane_cost levenshtein_lane_cost{10, 10, 8};
inline constexpr lane_cost lcs_lane_cost{3, 6, 16};

// The width of strips for GPUs (bit_parallel/gpu/strip_matrix.cuh), measured: a single warp issues an instruction every
// 3.5 cycles, several warps of a scheduler one every 2.6 (the limit for integer instructions is 2).
inline constexpr double cycles_alone = 3.5;
inline constexpr double cycles_shared = 2.6;
/// More warps than this on a multiprocessor are not faster, and each delays the strip on its right.
inline constexpr unsigned warps_of_a_multiprocessor = 8;

} // namespace concord::pairwise::tuning
