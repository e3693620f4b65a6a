// Constants that change speed and never an answer.
#pragma once

#include "problems/substring/piece_plan.hpp"

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
/// Sequences whose own answer, with a support in proportion, is a guess at the answer; the support is at least so much.
inline constexpr std::uint64_t most_polled = 8000;
inline constexpr std::uint64_t least_polled_support = 4;
inline constexpr std::uint64_t wished_polled_support = 20;
/// Spans of what the sieve left that may raise it.
inline constexpr std::uint64_t resampled_spans = 128;
/// Lengths a histogram tells apart; longer ranges are narrowed down in several passes.
inline constexpr std::uint64_t length_bins = 64;

// Rough costs in instructions, for choosing between plans.
inline constexpr double cost_of_vector_test = 3.5; ///< beside two a plane; shared by all lanes of a vector
inline constexpr double cost_of_survivor = 150;    ///< of following one surviving piece along its diagonal
inline constexpr double lanes_bits = 512;

inline constexpr double cost_of_choice = 12;     ///< of looking one choice of blocks up in a table in the cache
inline constexpr double cost_of_far_choice = 25; ///< the same in memory
inline constexpr double cache_bytes = 48e6;
inline constexpr double cost_of_block = 8; ///< of hashing one block
/// Of adding up a byte among ranks, for each thread that waits: a thousand million bytes a second.
inline constexpr double cost_of_exchanged_byte = 3;
/// As many bytes exchanged cost what a whole table of marks costs a machine beside: new memory, and less in the cache.
inline constexpr double copy_of_marks = 8;
inline constexpr double cost_of_counting = 6;   ///< of counting one place of a window that is near
inline constexpr double cost_of_grouping = 200; ///< of finding what a window is equal to
inline constexpr double most_choices = 1500;    ///< of blocks, that a level of the sieve may have
/// A level of the sieve may leave to a random window one agreeing one for so many of t: the more t is, the fewer
/// windows can have it.
inline constexpr double support_of_few = 16'384;

/// Estimated instructions of the dense path from which on the sieve is worth its passes over the input.
inline constexpr double dense_is_quick = 1e9;
/// Estimated instructions below which the join is not compared with other ways: equal windows make it cheaper still.
inline constexpr double join_is_quick = 1e9;

// A GPU's costs, in tests of one piece against one place (see windows/near_pairs.cuh): counting ones has a quarter of
// the rate of logic, which hides behind it up to three planes.
inline constexpr piece_costs costs_of_a_gpu{
    [](unsigned planes, unsigned) { return planes <= 3 ? 1.0 : (planes + 1) / 4.0; }, 300, 10, 32, 64};
/// Pairs of letters (the square of all letters) that a search deals with in a second, for choosing a device: by a
/// thread of the CPU, and by one H200. Rough, for most pairs are never looked at; chosen so that each device is taken
/// where it was faster in the records of docs/performance.md.
inline constexpr double cpu_pairs_a_second = 2e11;
inline constexpr double gpu_pairs_a_second = 2e16;
/// Seconds that ranks must save, beside the exchange of counts, to share a comparison; what they exchange in a second;
/// counts of one exchange; pieces that one of them takes in a row, so that a GPU is busy with them.
inline constexpr double seconds_worth_ranks = 0.01;
inline constexpr double bytes_exchanged_a_second = 1e9;
inline constexpr std::uint64_t counts_at_once = std::uint64_t{1} << 19U;
inline constexpr std::uint64_t pieces_of_a_stripe = 8192;
/// Tests of a piece against a place after which a GPU's counts are worth keeping: about a second of an H200.
inline constexpr double tests_of_a_part = 4e12;
/// Windows of a target, on average, up to which a place is compared with those before it instead of being remembered.
inline constexpr std::uint64_t most_places_looked_through = 64;
/// Windows whose support among all is the first lower bound; and those that may raise it after a level of the sieve.
inline constexpr std::uint64_t sampled_windows = 1024;
/// Windows that are counted exactly at once, without an upper bound first.
inline constexpr std::uint64_t few_windows = 2048;
/// Bytes of the sieve's tables that a GPU keeps in its cache.
inline constexpr std::uint64_t gpu_cache_bytes = std::uint64_t{24} << 20U;

} // namespace concord::substring::tuning
