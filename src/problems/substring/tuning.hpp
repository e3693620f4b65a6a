// Constants that change speed and never an answer.
#pragma once

#include <cstddef>
#include <cstdint>

namespace concord::substring::tuning {

/// Target pieces compared at a time: their planes stay in the first-level cache while the group's sources pass by.
inline constexpr std::size_t entries_per_tile = 3072;
/// Source pieces that share a tile before it is rebuilt for the next group.
inline constexpr std::uint64_t pieces_per_group = 512;
/// Starts of one long sequence that are one unit of work.
inline constexpr std::uint64_t starts_per_span = 2048;
/// Spans whose exact answer is the first lower bound of all.
inline constexpr std::uint64_t sampled_spans = 64;
/// Lengths a histogram tells apart; longer ranges are narrowed down in several passes.
inline constexpr std::uint64_t length_bins = 64;

// Rough costs in instructions, for choosing between plans.
inline constexpr double cost_of_vector_test = 3.5; ///< beside two a plane; shared by all lanes of a vector
inline constexpr double cost_of_survivor = 150;    ///< of following one surviving piece along its diagonal
inline constexpr double lanes_bits = 512;

} // namespace concord::substring::tuning
