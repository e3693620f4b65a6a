// Constants that change speed and never an answer.
#pragma once

#include <cstdint>

namespace concord::edits::tuning {

/// Longer sequences are compared one pair at a time, each by the engine for long pairs.
inline constexpr std::uint64_t longest_in_lanes = 4096;
/// Pairs that are one unit of work: enough that sorting them by length fills the lanes with like ones.
inline constexpr std::uint64_t pairs_per_chunk = 2048;
/// Long pairs for each thread from which on every thread takes pairs of its own, instead of all sharing one pair.
inline constexpr unsigned long_pairs_a_thread = 4;

// The matrix of all distances.
inline constexpr std::uint64_t rows_per_strip = 64;        ///< that share packed columns
inline constexpr std::uint64_t strips_a_thread = 4;        ///< of a block, where the bytes allow
inline constexpr std::uint64_t columns_bytes = 256 << 10U; ///< of packed columns at a time: half a core's cache
inline constexpr std::uint64_t block_bytes = std::uint64_t{64} << 20U; ///< of distances that wait to be handed on

// Near pairs. Rough costs in nanoseconds of one core, for choosing between looking pieces up and comparing all.
inline constexpr double cost_of_list = 25;      ///< of hashing a piece and looking it up
inline constexpr double cost_of_entry = 2;      ///< of reading one entry of a list
inline constexpr double cost_of_candidate = 15; ///< of bringing a candidate into a lane
inline constexpr double cost_of_cell = 2;       ///< of comparing all: of coming to a pair in a group of lanes
inline constexpr double cost_of_step = 6;       ///< of a word of a row, in all lanes of a vector
inline constexpr std::uint64_t sampled_rows = 64;
inline constexpr std::uint64_t rows_looked_up = 32; ///< that are one unit of work
inline constexpr std::uint64_t units_a_thread = 16; ///< of a block, at least
inline constexpr std::uint64_t most_rows_of_block = 1 << 20U;
inline constexpr std::uint64_t found_bytes = std::uint64_t{64} << 20U; ///< of pairs that wait to be handed on

// Nearest ones.
inline constexpr double share_to_double_at = 0.02;             ///< of the time for comparing all
inline constexpr std::uint64_t letters_compared_at_once = 128; ///< longer ones are compared within a narrow band first
inline constexpr std::uint64_t least_nearest_rows = 1024;      ///< that are searched for together

// Blocks that processes share.
inline constexpr std::uint64_t cells_of_block = 1 << 22U;                ///< distances
inline constexpr std::uint64_t near_cells_of_block = 1 << 27U;           ///< pairs of which some are near
inline constexpr std::uint64_t least_rows_of_block = 4 * rows_per_strip; ///< so that a few threads have some each
inline constexpr std::uint64_t pairs_of_block = 1 << 17U;
inline constexpr std::uint64_t nearest_blocks = 32; ///< each of which looks the pieces of b up anew

/// Cells of tables that are filled in a second, for choosing a device: by a thread of the CPU, in the lanes of AVX-512,
/// and by one H200 (docs/performance.md, the tables of many pairs).
inline constexpr double cpu_cells_a_second = 1e11;
inline constexpr double gpu_cells_a_second = 4e13;

} // namespace concord::edits::tuning
