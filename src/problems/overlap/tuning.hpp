// Constants that change speed and never an answer.
#pragma once

#include <cstddef>
#include <cstdint>

namespace concord::overlap::tuning {

// Suffixes by keys.
inline constexpr unsigned first_key_bits = 44;       ///< of the letters that all suffixes are sorted by at first
inline constexpr unsigned stored_key_bits = 32;      ///< of them, what stands beside a position of 32 bits
inline constexpr std::uint64_t bucket_target = 4096; ///< suffixes of one bucket: these and a copy stay in the cache
inline constexpr unsigned most_bucket_bits = 12;
inline constexpr std::size_t few_items = 32;      ///< sorted by insertion
inline constexpr std::size_t few_records = 20;    ///< the same, of tied suffixes
inline constexpr std::size_t many_items = 65'536; ///< split again before they are sorted
inline constexpr unsigned rounds_of_keys = 8;     ///< windows that tied suffixes are compared by after that
/// Suffixes that these rounds may sort, for each suffix there is; more, and the text is taken to be repetitive.
inline constexpr double most_refined = 2;
/// Suffixes of one group that windows are tried on: an absolute number, and a share of all. They bound the memory.
inline constexpr std::uint64_t most_in_group = 65'536;
inline constexpr std::uint64_t most_of_all_in_group = 64; ///< the share's denominator
// What tells beforehand that these bounds will be met.
inline constexpr std::uint64_t worth_a_sample = 65'536; ///< suffixes from which it is asked
inline constexpr std::uint64_t sampled = 4096;          ///< suffixes, about, whose keys have a certain hash
inline constexpr std::size_t most_sampled = 16'384;     ///< of them
inline constexpr std::uint64_t evenly_sampled = 1024;   ///< suffixes at even distances
inline constexpr std::size_t least_sample = 64;         ///< of which anything is concluded
/// Share of suffixes that may be left to prefix doubling, which takes a logarithm of rounds over them.
inline constexpr double most_doubled = 0.125;

// Everything that jumps about in memory asks for what it will need so many steps later.
inline constexpr std::size_t far_ahead = 32;
inline constexpr std::size_t near_ahead = 16;

inline constexpr std::size_t block_of_minima = 32;       ///< values whose minimum the table of minima holds
inline constexpr std::uint64_t places_per_task = 65'536; ///< places of a text that a thread takes at a time
// Answers that threads find and one hands out: so many places at first, more while the answers are few.
inline constexpr std::uint64_t least_places_per_batch = 256;
inline constexpr std::uint64_t most_places_per_batch = 65'536;
inline constexpr std::uint64_t target_answers_per_batch = 262'144;
inline constexpr std::uint64_t letters_per_shared_block = 16'384; ///< of a block that a thread of some process takes

inline constexpr std::uint64_t scanned_before_minima = 256; ///< letters compared before the tables are asked

/// Letters of which an index is built in a second, for choosing a device: by all threads of the CPU (memory bounds them
/// rather than their number), and by one H200, copies to the host included (docs/performance.md, indexes on GPUs).
inline constexpr double cpu_letters_a_second = 134'217'728;
inline constexpr double gpu_letters_a_second = 1e9;
/// Common prefixes that the CPU tells in a second, and what a question to an index that lies on a GPU takes: from 2^17
/// pairs on the GPU is faster.
inline constexpr double cpu_prefixes_a_second = 1e8;
inline constexpr double seconds_of_a_gpu_question = 131'072 / cpu_prefixes_a_second;

// Sampled k-mers.
/// What it costs to put a word into the table, looking one up being 1.
inline constexpr double cost_of_sampled_word = 12;
inline constexpr std::uint64_t first_sampled_length = 256; ///< the first length that is tried
/// Steps for each letter that is looked at, beyond which it is left to the suffix array.
inline constexpr std::uint64_t most_sampled_steps = 3;

} // namespace concord::overlap::tuning
