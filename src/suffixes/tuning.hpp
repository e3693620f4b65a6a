// Constants that change speed and never an answer.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>

namespace concord::suffixes::tuning {

// Suffixes by keys.
inline constexpr unsigned first_key_bits = 44;  ///< of the letters that all suffixes are sorted by first
inline constexpr unsigned stored_key_bits = 32; ///< of these, the bits stored beside a position of 32 bits
inline constexpr std::uint64_t bucket_target =
    4096; ///< suffixes of a bucket: they and a copy of them stay in the cache
inline constexpr unsigned most_bucket_bits = 12;
inline constexpr std::size_t few_items = 32; ///< up to this number: insertion sort
/// Items that share two digits, on average, from which they are first distributed by a third one: sorting many small
/// groups takes longer.
inline constexpr double most_with_two_digits = 4;
inline constexpr std::size_t few_records = 20; ///< the same for records of tied suffixes
/// Share of a core's level 2 cache (runtime::caches()) for items and their copy; more are split before they are sorted.
inline constexpr double share_of_level_2 = 1;
inline constexpr std::uint64_t small_bucket = 65'536; ///< suffixes; a bucket of this size is never too large
inline constexpr unsigned rounds_of_keys = 8;         ///< windows by which tied suffixes are then compared
/// Suffixes that these rounds may sort, for each suffix there is; beyond that the text counts as repetitive.
inline constexpr double most_refined = 2;
/// The same where a sample tells it in advance, by the number of threads. On one, keys take 24 ns a suffix and 40 for
/// each time that one is sorted again, induced sorting and the prefixes 25 to 33 (1 and 10 million letters of DNA,
/// copies 0 to 5 % apart and reads; Intel Xeon, Sapphire Rapids). Threads share the former nearly without loss; of the
/// latter two or three share the prefixes only, and sixteen take about a quarter of the time of one. Each border takes
/// induced sorting 0.6 microseconds more (100,000 reads of 51 letters).
[[nodiscard]] constexpr double worth_refining(unsigned threads, double borders_of_letter) {
    return std::min(1.2, 0.2 + 0.45 * (threads - 1) + 15 * borders_of_letter);
}
/// The same where nothing needs the prefixes, a quarter to a third of the time of induced sorting: as a share. Unique
/// matches of two sequences of a million letters of satellites on both strands took 0.21 s by keys, 0.1 without.
inline constexpr double worth_without_prefixes = 0.5;
/// How much more may be refined than that until keys are given up, as induced sorting takes no longer than the rest.
inline constexpr double refined_beyond = 0.4;
/// The same, on average, in a sample of a part of the text, where not all copies of a region are seen: 1.9 of three
/// million letters of English, of which all have 2.9.
inline constexpr double most_refined_in_part = 1.75;
/// Bounds of the suffixes of one group that are compared by windows: an absolute number, and a share of all. They bound
/// the memory.
inline constexpr std::uint64_t most_in_group = 65'536;
inline constexpr std::uint64_t most_of_all_in_group = 64; ///< denominator of the share
// Estimates in advance whether these bounds will be exceeded.
/// Suffixes from which a sample is taken and runs of periods are looked for: 300 letters of broken periods took two to
/// eight times as long by keys; of random letters that takes a tenth of the time (AMD EPYC).
inline constexpr std::uint64_t worth_a_sample = 192;
/// The same where its words are counted: 100 letters of broken and worn periods took two to four times as long by keys,
/// random ones take a thirtieth more (AMD EPYC).
inline constexpr std::uint64_t worth_counting_words = 64;
/// Letters up to which no sample is taken where sampled words recur too often: it took a sixth of the time of two texts
/// of 1,000 letters of a worn period, a thirtieth of 4,000 (AMD EPYC).
inline constexpr std::uint64_t letters_without_sample = 16'384;
/// Letters of texts whose words are looked at instead: from so many on those of one of several classes of hashes, as of
/// 700 or 1,000 letters of a worn period, which has few words, one class said too little: keys took up to three times
/// as long as induced sorting (AMD EPYC).
inline constexpr std::uint64_t letters_of_short = 65'536;
inline constexpr std::uint64_t letters_of_classes = 2048;
inline constexpr unsigned log_classes_of_words = 2;
/// The share of words that recur from which keys take longer than induced sorting (two copies 1 and 5 % apart and
/// random texts of two letters, of 1,000 to 50,000 letters, Intel Xeon; copies, English and source code of 64 to 1,000,
/// AMD EPYC). Induced sorting goes through the buckets of all letters, which takes the longer the more there are: of
/// four letters it is worth it from fewer words on (100 letters of copies and of periods of 13 to 50, AMD EPYC).
[[nodiscard]] constexpr double worth_recurring(std::uint64_t letters, unsigned bits, double borders_of_letter) {
    return 0.15 + (bits <= 4 ? 4 : 24) / static_cast<double>(letters) + 7 * borders_of_letter;
}
/// Shares of longer texts that are sampled (denominators), by hash and evenly.
inline constexpr std::uint64_t share_sampled = 64;
inline constexpr std::uint64_t share_evenly_sampled = 128;
inline constexpr std::uint64_t sampled = 4096;        ///< suffixes, about, whose keys have a certain hash
inline constexpr std::size_t most_sampled = 16'384;   ///< limit of these
inline constexpr std::uint64_t evenly_sampled = 1024; ///< suffixes at even distances
/// The more suffixes are sampled of a text of many copies of few words, the more letters do neighbours share. So a long
/// text is sampled again, by so many times as many, if the first sample has that share of the rounds that are too many:
/// of two sequences of 5 million letters of worn copies of 171 letters 1,024 suffixes said 0.14 rounds, 4,096 said
/// 0.26, and keys were given up after half a second.
inline constexpr std::uint64_t more_evenly_sampled = 4;
inline constexpr std::uint64_t share_more_evenly_sampled = 1024; ///< denominator, at most
inline constexpr double worth_more_even = 0.25;
inline constexpr std::size_t least_sample = 64; ///< smaller samples are inconclusive
/// Of the even sample so many are compared first, by so many windows; and how many times the rounds that are worth it
/// they must take to be trusted. Sorting the whole sample at once took a sixth of the time of 100,000 letters of a worn
/// period, and a quarter of that of 4,000 (AMD EPYC).
inline constexpr std::uint64_t evenly_sampled_at_first = 80;
inline constexpr unsigned rounds_at_first = 2;
inline constexpr double surely_repetitive = 1.5;
/// Suffixes are sampled in so many blocks of the text, at first in one of so many parts of each. Of one million letters
/// of English or source code, one part tells that they are repetitive: 0.5 ms instead of 2.8 and 4.1 (of 30; Intel
/// Xeon, Sapphire Rapids). Four steps, each to twice as many parts, took random letters 2 % more.
inline constexpr std::uint64_t blocks_looked_at = 16;
inline constexpr std::uint64_t of_block_looked_at = 4;
/// Share of suffixes that may be left to prefix doubling, which takes a logarithmic number of rounds over them.
inline constexpr double most_doubled = 0.125;
/// Of these, as many as all threads refine together, and a thread at a time, at least.
inline constexpr std::uint64_t suffixes_doubled_at_once = 1U << 21U;
inline constexpr std::uint64_t suffixes_of_doubling_task = 1U << 12U;
inline constexpr std::uint64_t letters_between_samples = 61; ///< of those that tell whether a text has few letters
inline constexpr std::uint64_t least_letters_sampled = 128;  ///< of short texts
/// Bytes that are all looked at: of 1,000 with two rare letters, which no sample had, that took a tenth of the time.
inline constexpr std::uint64_t bytes_without_sample = 16'384;
/// Letters up to which induced sorting is of the text with fewer bits a letter, too, if there is one.
inline constexpr std::uint64_t letters_of_dense_induction = 65'536;
inline constexpr std::uint64_t longest_period = 128; ///< of sequences of one word that are not sorted at all
/// Whether so many runs of periods up to the longest one are worth it: their last suffixes are two periods of each, and
/// comparing two takes up to a period. Of 100 to 3,000 letters that takes as long as induced sorting where the square
/// of the period is three to four times the letters: period 13 of 100, 35 of 300, 64 of 1,000, 100 of 3,000 (AMD EPYC).
inline constexpr double squared_period_of_letter = 3.5;
[[nodiscard]] constexpr bool are_worth_ordering(std::uint64_t letters, std::uint64_t longest, std::uint64_t runs) {
    return static_cast<double>(runs * longest * longest) <= squared_period_of_letter * static_cast<double>(letters);
}
/// The longest period for which one run is.
[[nodiscard]] inline std::uint64_t longest_worth_ordering(std::uint64_t letters) {
    return static_cast<std::uint64_t>(std::sqrt(squared_period_of_letter * static_cast<double>(letters)));
}
/// Denominator of the share of all suffixes that may be sorted for that where sequences are several, about.
[[nodiscard]] constexpr std::uint64_t share_of_last_suffixes(std::uint64_t letters) { return letters < 512 ? 3 : 16; }
/// Ranks of such a text that a thread fills at least: half a millisecond, ten times what it takes to wake it.
inline constexpr std::uint64_t ranks_of_runs_per_task = 262'144;
/// Of a text whose runs end within sequences: places that are looked at for periods, runs at most, and the letters that
/// one needs beyond its periods, so that few letters that are equal by chance are none. Ends of many runs take long to
/// compare: 32 equal runs of 300 letters took half as long again as induced sorting, 19 of 500 a fifth less (AMD EPYC).
inline constexpr std::uint64_t places_of_periods = 2;
inline constexpr std::uint64_t periods_at_a_time = 16; ///< of a place, looked at without a branch for each
inline constexpr std::size_t most_runs = 20;
inline constexpr std::uint64_t letters_beyond_periods = 16;
/// The other suffixes of it that may be sorted: a comparison for each letter, about. Of 1,000 letters of period 13 with
/// two others a sixth takes half of the time of induced sorting; of 10,000 of period 100 with three others a seventh
/// took a third more than that (AMD EPYC).
[[nodiscard]] constexpr std::uint64_t most_other_suffixes(std::uint64_t letters) {
    return letters / static_cast<std::uint64_t>(std::bit_width(letters / 8));
}

// Loops with random access prefetch what they need so many iterations later.
inline constexpr std::size_t far_ahead = 32;
inline constexpr std::size_t near_ahead = 16;
/// The same into the cache of level 2, which more accesses can wait for than for that of level 1: 10 million random
/// ones to 40 MB (Intel Xeon, Sapphire Rapids) take 50 ms instead of 59, stores 45 instead of 51.
inline constexpr std::size_t ahead_in_level_2 = 64;

/// Letters of level 2 from which walks of induced sorting prefetch (a share of its bytes): 10,000 to 300,000 letters
/// take 8 to 14 % less time without, one million the same, three million 2 to 30 % more (AMD EPYC, 1 MiB of level 2).
inline constexpr double letters_of_level_2 = 0.5;

// Names of LMS substrings are inserted one after the other where few suffixes have the same first name: the mean size
// of their groups, weighted by the suffixes in them, and the suffixes that are moved for each that is inserted, on
// average, at most; else the names are induced. 1,000 letters of worn and broken periods of 20 to 100 take 15 to 30 %
// less time than by induction, English and source code of 10,000 to 100,000 a tenth. Of few names more may be moved:
// with 28 400 letters of a worn period of 3 and 3,000 of one of 35 took a quarter more; with groups of 160 or 500 1,000
// letters of worn periods of 2 to 8 took a fifth to a half more, as they were given up late; with 48 10,000 letters of
// one of 64 took a tenth more (AMD EPYC).
inline constexpr std::uint64_t letters_of_inserted_names = 200'000; ///< of the text at most: items are in the cache
inline constexpr std::uint64_t few_names = 2048;
inline constexpr std::uint64_t most_of_a_name = 120;
[[nodiscard]] constexpr std::uint64_t steps_of_inserted_name(std::uint64_t names) {
    return names <= few_names ? 48 : 28;
}
inline constexpr std::ptrdiff_t few_steps = 8; ///< one after the other; more are moved at once
/// Groups grow as names are inserted, and with them the steps: 64ths of all that each quarter may take, above what is
/// left of the one before, some more at first than their squares say. Where they are too many that is known early: it
/// took a third of the time of 400 letters of a worn period of 3 (AMD EPYC).
inline constexpr std::array<std::uint8_t, 4> shares_of_steps = {8, 12, 20, 24};

/// Entries of a stream of induced sorting between the one that is written and the one whose place is prefetched: 10
/// million letters of English take 6 % less time than without, 16 copies 9 % (Intel Xeon, Sapphire Rapids; 32 and 16
/// entries gain a little less).
inline constexpr std::ptrdiff_t entries_to_write = 64;

/// Entries between a prefetch and what it is for in the walks over names, which have streams as many as letters: the
/// names of 10 million letters of English take 12 % less time than with 32 (Intel Xeon, Sapphire Rapids).
inline constexpr int names_ahead = 64;

// Blocks of a walk that threads share: from so many threads on, as each suffix takes a tenth to a quarter more time (10
// and 30 million letters of English and of 16 copies; two cores of an Intel Xeon and of an AMD EPYC, where four threads
// took as long as one walk); suffixes that are worth waking the threads twice, and of a
// share, so that what is known of them stays in the cache of level 2.
inline constexpr unsigned least_threads_in_blocks = 4;
inline constexpr std::uint64_t worth_early_pages = 1'000'000; ///< letters from which idle threads clear pages meanwhile
inline constexpr std::uint64_t least_in_block = 32'768;
inline constexpr std::uint64_t most_in_share = 65'536;

// The same for texts of names: suffixes of a share; blocks that a walk is divided into, if that makes no larger share:
// what leads back into its own block is left to one thread; and ranges of letters for each thread. 30 million letters
// of 16 copies and of English, 16 threads of an Intel Xeon: 8,192 to 65,536 suffixes, 8 to 64 blocks and 2 to 32 ranges
// differ by 11 % at most, and not in the same direction.
inline constexpr std::uint64_t names_in_share = 16'384;
inline constexpr std::uint64_t least_blocks_of_names = 4; ///< as long as the shortest ones
inline constexpr std::uint64_t blocks_of_names = 32;
inline constexpr std::uint64_t ranges_of_thread = 8;

inline constexpr std::uint64_t places_per_task = 65'536; ///< positions of a text that a thread takes at a time

// Sampled k-mers.
/// Cost of an insertion into the table; a lookup costs 1. Of two times 5 million random letters 714,000 insertions take
/// 17 ms, 5.7 million lookups 25 (AMD EPYC, 1 MiB of level 2, one thread).
inline constexpr double cost_of_sampled_word = 6;
inline constexpr std::uint64_t first_sampled_length = 256; ///< the first length to try
inline constexpr std::uint64_t sampled_letters = 1024;     ///< of each sequence, to know what is equal by chance
/// Steps for each letter visited, beyond which the suffix array takes over. With 3, two texts of half a million letters
/// of a tandem repeat took 42 ms instead of 31, and texts that are given up a sixth more; copies and unlike texts need
/// fewer than one (AMD EPYC).
inline constexpr std::uint64_t most_sampled_steps = 1;

} // namespace concord::suffixes::tuning
