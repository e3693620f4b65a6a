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

} // namespace concord::edits::tuning
