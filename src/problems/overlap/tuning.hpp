// Constants that change speed and never an answer.
#pragma once

#include <cstddef>
#include <cstdint>

namespace concord::overlap::tuning {

// Suffixes by keys.
inline constexpr unsigned first_key_bits = 44;  ///< of the letters that all suffixes are sorted by first
inline constexpr unsigned stored_key_bits = 32; ///< of these, the bits stored beside a position of 32 bits
inline constexpr std::uint64_t bucket_target =
    4096; ///< suffixes of a bucket: they and a copy of them stay in the cache
inline constexpr unsigned most_bucket_bits = 12;
inline constexpr std::size_t few_items = 32;   ///< up to this number: insertion sort
inline constexpr std::size_t few_records = 20; ///< the same for records of tied suffixes
/// Share of a core's level 2 cache (runtime::caches()) for items and their copy; more are split before they are sorted.
inline constexpr double share_of_level_2 = 1;
inline constexpr std::uint64_t small_bucket = 65'536; ///< suffixes; a bucket of this size is never too large
inline constexpr unsigned rounds_of_keys = 8;         ///< windows by which tied suffixes are then compared
/// Suffixes that these rounds may sort, for each suffix there is; beyond that the text counts as repetitive.
inline constexpr double most_refined = 2;
/// The same, on average, in a sample of a part of the text, where not all copies of a region are seen: 1.9 of three
/// million letters of English, of which all have 2.9.
inline constexpr double most_refined_in_part = 1.75;
/// Bounds of the suffixes of one group that are compared by windows: an absolute number, and a share of all. They bound
/// the memory.
inline constexpr std::uint64_t most_in_group = 65'536;
inline constexpr std::uint64_t most_of_all_in_group = 64; ///< denominator of the share
// Estimates in advance whether these bounds will be exceeded.
inline constexpr std::uint64_t worth_a_sample = 65'536; ///< suffixes from which a sample is taken
inline constexpr std::uint64_t sampled = 4096;          ///< suffixes, about, whose keys have a certain hash
inline constexpr std::size_t most_sampled = 16'384;     ///< limit of these
inline constexpr std::uint64_t evenly_sampled = 1024;   ///< suffixes at even distances
inline constexpr std::size_t least_sample = 64;         ///< smaller samples are inconclusive
/// Suffixes are sampled in so many blocks of the text, at first in one of so many parts of each. Of one million letters
/// of English or source code, one part tells that they are repetitive: 0.5 ms instead of 2.8 and 4.1 (of 30; Intel
/// Xeon, Sapphire Rapids). Four steps, each to twice as many parts, took random letters 2 % more.
inline constexpr std::uint64_t blocks_looked_at = 16;
inline constexpr std::uint64_t of_block_looked_at = 4;
/// Share of suffixes that may be left to prefix doubling, which takes a logarithmic number of rounds over them.
inline constexpr double most_doubled = 0.125;
inline constexpr std::uint64_t longest_period = 128; ///< of texts of one word that are not sorted at all

// Loops with random access prefetch what they need so many iterations later.
inline constexpr std::size_t far_ahead = 32;
inline constexpr std::size_t near_ahead = 16;
/// The same into the cache of level 2, which more accesses can wait for than for that of level 1: 10 million random
/// ones to 40 MB (Intel Xeon, Sapphire Rapids) take 50 ms instead of 59, stores 45 instead of 51.
inline constexpr std::size_t ahead_in_level_2 = 64;

/// Entries of a stream of induced sorting between the one that is written and the one whose place is prefetched: 10
/// million letters of English take 6 % less time than without, 16 copies 9 % (Intel Xeon, Sapphire Rapids; 32 and 16
/// entries gain a little less).
inline constexpr std::ptrdiff_t entries_to_write = 64;

/// Entries between a prefetch and what it is for in the walks over names, which have streams as many as letters: the
/// names of 10 million letters of English take 12 % less time than with 32 (Intel Xeon, Sapphire Rapids).
inline constexpr int names_ahead = 64;

inline constexpr std::size_t block_of_minima = 32;       ///< values for each minimum in the table of minima
inline constexpr std::uint64_t places_per_task = 65'536; ///< positions of a text that a thread takes at a time
// A walk over intervals by several threads: suffixes of a piece at least, and pieces for each thread.
inline constexpr std::uint64_t least_suffixes_of_piece = 4096;
inline constexpr std::uint64_t pieces_of_thread = 4;
/// Sequences up to which, for every number of them, the longest region is looked for in pieces: of more, that of all
/// has too few letters.
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
inline constexpr double cpu_windows_a_second = 7e6;
inline constexpr double gpu_windows_a_second = 1e9;

// Matches with mismatches: seeds shorter than this occur nearly everywhere, so that all diagonals are scanned instead;
// letters of the first batch, and of the largest for each thread.
inline constexpr std::uint64_t least_seed = 3;
inline constexpr std::uint64_t least_letters_per_batch = 65'536;
inline constexpr std::uint64_t most_letters_per_batch = 1'048'576;

// Sampled k-mers.
/// Cost of an insertion into the table; a lookup costs 1.
inline constexpr double cost_of_sampled_word = 12;
inline constexpr std::uint64_t first_sampled_length = 256; ///< the first length to try
/// Steps for each letter visited, beyond which the suffix array takes over.
inline constexpr std::uint64_t most_sampled_steps = 3;

} // namespace concord::overlap::tuning
