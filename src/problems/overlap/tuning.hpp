// Constants that change speed and never an answer.
#pragma once

#include "suffixes/tuning.hpp"

#include <cstddef>
#include <cstdint>

namespace concord::overlap::tuning {

using suffixes::tuning::far_ahead;
using suffixes::tuning::places_per_task;

inline constexpr std::size_t block_of_minima = 32; ///< values for each minimum in the table of minima
// A walk over intervals by several threads: suffixes of a piece at least, and pieces for each thread.
inline constexpr std::uint64_t least_suffixes_of_piece = 4096;
inline constexpr std::uint64_t pieces_of_thread = 4;
/// Letters up to which intervals that borders of pieces cut are counted apart.
inline constexpr std::uint64_t most_letters_of_cut = 64;
/// Sequences up to which, for every number of them, the longest region is looked for in pieces where these are not: of
/// more, that of all has too few letters.
inline constexpr std::uint64_t most_sequences_in_pieces = 256;
// Answers that are delivered in order: positions of the first batch; later batches grow while answers are few.
inline constexpr std::uint64_t least_places_per_batch = 256;
inline constexpr std::uint64_t most_places_per_batch = 65'536;
inline constexpr std::uint64_t target_answers_per_batch = 262'144;
inline constexpr std::uint64_t letters_per_shared_block = 16'384; ///< letters of a block that processes share

inline constexpr std::uint64_t scanned_before_minima = 256; ///< letters compared before the tables are read

/// Letters indexed in a second, for choosing a device: by all threads of the CPU (memory, not their number, is the
/// bound), and by one H200, copies to the host included (docs/performance.md, indexes on GPUs).
inline constexpr double cpu_letters_a_second = 134'217'728;
inline constexpr double gpu_letters_a_second = 1e9;
/// Common prefixes that the CPU computes in a second, and the seconds of a query to an index on a GPU: from 2^17 pairs
/// on the GPU is faster.
inline constexpr double cpu_prefixes_a_second = 1e8;
inline constexpr double seconds_of_a_gpu_question = 131'072 / cpu_prefixes_a_second;

// The suffix array in ranges, on GPUs.
/// The period of the sample is 2^6 letters, or as much more as the sample needs to take half of a GPU's memory.
inline constexpr unsigned least_log_period = 6;
/// Suffixes at once: fewer than the least count as too little memory; more than the most would only wait longer for
/// the first range.
inline constexpr std::uint64_t least_suffixes_of_range = 65'536;
inline constexpr std::uint64_t most_suffixes_of_range = std::uint64_t{1} << 30U;
/// Random splitters a range: of 64 gaps, their number of suffixes is within half of the mean.
inline constexpr std::uint64_t splitters_of_range = 64;
/// Letters that one GPU sorts in ranges and delivers in a second, for choosing devices: four similar genomes of 130
/// million letters, 18 ranges, one H100.
inline constexpr double gpu_letters_in_ranges_a_second = 3.4e8;
/// Bytes of a GPU's memory that a letter takes at the least, beside the text: an index, and t of m on one.
inline constexpr std::uint64_t gpu_bytes_of_index = 24;
inline constexpr std::uint64_t gpu_bytes_of_regions = 51;

/// Range minima over any integers: random values a second over which a thread builds the structure, and random queries
/// a second that it answers where the structure exceeds the cache (2^24 values of 32 bits, Intel Xeon: 33 and 4
/// million). A GPU does either as fast as bytes are copied: 40 a pair in 71 ms for 2^24 common prefixes
/// (docs/performance.md).
inline constexpr double cpu_minima_built_a_second = 3e7;
inline constexpr double cpu_minima_asked_a_second = 4e6;
inline constexpr double gpu_bytes_copied_a_second = 1e10;

/// Letters that the CPU walks in a second to answer a question about an index (groups of seeds of four genomes of
/// Staphylococcus, -O1, two cores: 4 million), and windows of seeds that a thread of it or an H200 extends.
inline constexpr double cpu_letters_walked_a_second = 1e7;
/// Letters whose intervals a thread walks in a second (a million reads of 100 letters, all supports: 3.1 s).
inline constexpr double cpu_region_letters_a_second = 3.3e7;
inline constexpr double cpu_windows_a_second = 7e6;
inline constexpr double gpu_windows_a_second = 1e9;

// Matches with mismatches.
inline constexpr std::uint64_t least_seed = 3; ///< shorter ones occur nearly everywhere: all diagonals are scanned
/// Members of a group from which the letters around them are kept, and up to which all pairs are compared while the
/// group is made: most members of small groups are then in no pair, and are not looked up.
inline constexpr std::uint64_t least_members_with_contexts = 2;
inline constexpr std::uint64_t most_members_compared = 64;
/// Members of a class from which vectors find those that the letters around them do not rule out.
inline constexpr std::uint64_t least_members_screened = 8;
/// Members of a class, and positions that are paired with them, from which the class is sorted by letters around it;
/// and how many letters tell enough members apart.
inline constexpr std::uint64_t least_members_joined = 1024;
inline constexpr std::uint64_t least_letters_of_piece = 3;

// Windows that are joined by pieces of them.
inline constexpr std::uint64_t most_letters_in_pieces = 64; ///< of a window: more would not be rarer
inline constexpr std::uint64_t most_pieces = 24;
inline constexpr double most_combinations = 1024; ///< of a group that is joined again
/// Of a combination, so that a bucket, 8 bytes a window, and its copy fit a cache of level 2.
inline constexpr std::uint64_t windows_of_bucket = 16'384;
inline constexpr unsigned most_bucket_bits_of_windows = 12;
inline constexpr std::uint64_t least_windows_joined_again = 128; ///< fewer are compared sooner than keys are made
inline constexpr std::uint64_t least_windows_by_letter =
    32;                                                ///< fewer are compared sooner than sorted by the one before
inline constexpr std::size_t most_levels_of_joins = 2; ///< up to which a group is joined again
inline constexpr std::uint64_t most_joined_pairs = 33'554'432; ///< in memory at a time
/// Costs in nanoseconds of one thread (AMD EPYC, 1 MiB of level 2). Of a window that is joined: one
/// million reads of 50 letters, k = 2, 126 million keys in 1.9 s; of its pairs: two texts of 5 million letters, k = 5.
inline constexpr double cost_of_keyed_window = 15;
inline constexpr double cost_of_grouped_window = 20; ///< of those with equal keys, with a pair or without one
inline constexpr double cost_of_joined_pair = 20;
inline constexpr double cost_of_compared_pair = 2;
inline constexpr double cost_of_window_joined_again = 400;
/// Of a member of a group of seeds: 200,000 reads, k = 2, ten million of them in 1.0 s; of its pairs: k = 3 and 5, 2.3
/// and 9.2 billion in 14 and 33 s; of a letter of a pair on all diagonals.
inline constexpr double cost_of_seed = 100;
inline constexpr double cost_of_seed_pair = 5;
inline constexpr double cost_of_scanned_letter = 7;
/// Windows are joined where by an estimate the other way takes so many times as long: 27 mitochondrial genomes, L = 30
/// and k = 5, were estimated alike, and took 1.7 times as long when joined.
inline constexpr double least_gain_of_join = 2;
/// Ranks between those where large groups are looked for, and members in a row there that make one.
inline constexpr std::uint64_t step_to_large_groups = 1024;
inline constexpr std::uint64_t checked_of_large_group = 64;
inline constexpr std::uint64_t sampled_of_large_group = 256; ///< of which the letters before are counted
// Sample of the suffix array for an estimate: letters, blocks of ranks, and the share of the ranks (denominator).
inline constexpr std::uint64_t sampled_letters = 1024;
inline constexpr std::uint64_t sampled_blocks = 1024;
inline constexpr std::uint64_t sampled_share = 64;

// Letters of the first batch, as all of its answers are in memory at once, and of the largest for each thread.
inline constexpr std::uint64_t least_letters_per_batch = 4'096;
inline constexpr std::uint64_t most_letters_per_batch = 1'048'576;
/// Answers in memory at once: where a batch has more, it is left for smaller ones. At least so many, whatever the
/// memory is; and no more, of which sorting would leave the caches.
inline constexpr std::uint64_t least_answers_at_once = 16'384;
inline constexpr std::uint64_t most_answers_at_once = 1'048'576;

} // namespace concord::overlap::tuning
