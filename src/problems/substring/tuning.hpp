// Constants that change speed and never an answer: unit, meaning, origin.
//
// Estimates of work are in instructions on the CPU, and in tests (of one seed against one position) or seconds on the
// GPU. What all of them together give is in bench/records and docs/performance.md ("The paper's Table 3", "The paper's
// full size", "Growth", "On GPUs"). Where nothing else is said, a value is an estimate from the code that these records
// confirm as a whole; it has no sweep of its own.
#pragma once

#include "problems/substring/counting_tuning.hpp"
#include "problems/substring/diagonal_tuning.hpp"
#include "problems/substring/gpu_tuning.hpp"

#include <array>
#include <cstddef>
#include <cstdint>

namespace concord::substring::tuning {

// The sample (search_plan.hpp).

/// Sequences of a poll: at least, unless fewer have so many letters, and then so many; at most; the support in
/// proportion that is wanted, and the least that says anything.
inline constexpr std::uint64_t least_polled = 500;
inline constexpr std::uint64_t letters_of_poll = 100'000;
inline constexpr std::uint64_t least_polled_of_long = 16;
inline constexpr std::uint64_t most_polled = 8000;
inline constexpr std::uint64_t wanted_polled_support = 20;
inline constexpr std::uint64_t least_polled_support = 4;
/// CPU: fewer sequences are not worth a task of their own, where each takes some nanoseconds; nor are fewer windows,
/// where each is read and hashed.
inline constexpr std::uint64_t least_sequences_of_part = 16384;
inline constexpr std::uint64_t least_windows_of_part = 2048;
/// CPU: where windows begin that a task of the filter looks at.
inline constexpr std::uint64_t letters_of_filter_task = 1U << 16U;
/// CPU: spans whose exact answer is the first lower bound of all, and spans of what the filter left that may raise it.
inline constexpr std::uint64_t sampled_spans = 64;
inline constexpr std::uint64_t resampled_spans = 128;
/// What is left costs so many times a sample that may raise the length, at least; where a poll has found the length,
/// which is then hardly ever raised, many times.
inline constexpr double rest_worth_a_sample = 2;
inline constexpr double rest_worth_a_sample_after_poll = 16;
/// CPU: spans that a task of a scan compares with each tile of targets, where there are enough for every thread.
inline constexpr std::uint64_t least_spans_per_group = 4;
/// CPU: of few groups all spans are compared at once, up to so many, where threads share at least so many targets.
inline constexpr std::uint64_t most_spans_together = 512;
inline constexpr std::uint64_t least_targets_shared = 1U << 15U;
/// CPU: by which factor a sample may cost more than the one before, and up to which length it is lowered step by step.
inline constexpr double growth_of_sample = 1.25;
inline constexpr std::uint64_t long_sample = 512;
/// CPU: different windows of a poll's answer that are tried among all, and starts before each of them.
inline constexpr std::uint64_t likely_windows = 16;
inline constexpr std::uint64_t starts_before_likely = 16;
/// Sequences from which on likely windows are first looked for in a share of these, and how many of them then in all:
/// of 1,077,820 reads, k = 2, t = 20 %, sixteen took 1 s for each length.
inline constexpr std::uint64_t sequences_of_second_poll = 1U << 17U;
inline constexpr std::uint64_t share_of_second_poll = 16;
inline constexpr std::size_t best_of_second_poll = 2;
/// GPU: windows, for both.
inline constexpr std::uint64_t sampled_windows = 1024;

// The scan on a CPU.

/// Positions of targets in a tile: two planes of 32-bit lanes are 24 KiB, of a first-level cache of 32 to 48 KiB.
inline constexpr std::size_t entries_per_tile = 3072;
/// Seeds of sources that share a tile before it is filled anew for the next group.
inline constexpr std::uint64_t seeds_per_group = 512;
/// Starts of one long sequence that are one unit of work.
inline constexpr std::uint64_t starts_per_span = 2048;
/// Lengths that a histogram distinguishes, a row of 256 bytes a start; longer ranges are narrowed down in several
/// passes.
inline constexpr std::uint64_t length_bins = 64;

// Instructions on a CPU, for choosing between plans: rough counts of the code of the kernels.

inline constexpr double cost_of_vector_test = 3.5;    ///< of a vector of tests, beside two for each plane
inline constexpr double lanes_bits = 512;             ///< of a vector, for estimates on any machine
inline constexpr double cost_of_survivor = 150;       ///< of following one surviving seed along its diagonal
inline constexpr double cost_of_near_place = 40;      ///< and of each mismatch with a near one, and each start near
inline constexpr double cost_of_block = 8;            ///< of hashing one block
inline constexpr double cost_of_lookup = 12;          ///< of one entry of a sketch or a Bloom filter in the cache
inline constexpr double cost_of_far_lookup = 25;      ///< the same in memory
inline constexpr double cost_of_counting = 6;         ///< of counting one occurrence of a window that is near
inline constexpr double cost_of_distinct_pair = 50;   ///< of two distinct ones that are near, beside
inline constexpr double cost_of_neighbour = 10;       ///< of looking up one neighbour of a window
inline constexpr double cost_of_found = 450;          ///< of one that is there: its entry and its letters are far away
inline constexpr double cost_of_short_neighbour = 5;  ///< of the front of a short word: an address, and a load
inline constexpr double cost_of_short_found = 12;     ///< of a word that is there, then
inline constexpr double cost_of_full_comparison = 60; ///< of two windows that their first letters do not tell apart
inline constexpr double cost_of_grouping = 200;       ///< of finding what a window is equal to
/// Bytes of a last-level cache. A constant and not asked of the machine: processes must choose alike, and whether a
/// filter is estimated to pay decides which steps a checkpoint or a part has.
inline constexpr double cache_bytes = 48e6;
/// Of summing up a byte over node groups, for each thread that waits: 10^9 bytes a second (docs/clusters.md).
inline constexpr double cost_of_exchanged_byte = 3;
/// A whole Bloom filter costs a group as much as so many exchanges of its bytes: new memory, and less in the cache.
inline constexpr double cost_of_bloom_copy = 8;
/// Instructions of a counter of a refinement: its memory is new.
inline constexpr double cost_of_new_counter = 2;
/// By which part of t windows that share a counter by chance may raise a refined bound.
inline constexpr double precision_of_refinement = 32;
/// Bytes that the sketches of all threads take at most where each counts in one of its own; larger ones are shared, and
/// threads rarely add to the same cache line.
inline constexpr std::uint64_t most_bytes_of_own_sketches = std::uint64_t{1} << 27U;
/// Share of the targets that agree with a source in some combination from which on they are all kept.
inline constexpr double most_targets_present = 0.95;

/// Instructions of a scan from which on the filter is worth its passes over the input: some 0.3 s of one core;
/// and so many times that with proteins and bytes, whose short words rule out little.
inline constexpr double dense_is_quick = 1e9;
inline constexpr double quick_with_many_letters = 1.6;
inline constexpr double diagonals_are_quick = 4e8; ///< of a scan along diagonals, the same
/// Instructions of a join below which no other way is considered: equal windows make it cheaper still.
inline constexpr double join_is_quick = 1e9;

// Pattern growth on a CPU.

/// Instructions of a step of one word of 64 letters with AVX-512: beside its rows, and of each row.
inline constexpr double cost_of_growth = 1.2;
inline constexpr double cost_of_growth_row = 0.6;
/// Words of 64 letters that a sequence may have, and mismatches: more rows would not stay in a cache.
inline constexpr std::uint64_t most_words_of_growth = 8;
inline constexpr std::uint64_t most_mismatches_of_growth = 16;
/// Bytes of a table of words, of each thread, and of a part of it that a second-level cache holds beside others.
inline constexpr double most_bytes_of_table = 300e6;
inline constexpr std::size_t bytes_of_table_part = 256 << 10;
/// Time of a sequence in a table of narrow entries, as a multiple of that in one of wide ones.
inline constexpr double narrow_entries_beside_wide = 1.5;
/// Share of the wanted support that random words may be expected to have, for a table to leave few of them.
inline constexpr double rare_enough = 0.8;
/// Share of the lanes of a block above which those that do not hold a word are kept: to copy the others is about as
/// much as two letters cost.
inline constexpr double crowded_lanes = 0.45;
/// The same where only one more letter follows.
inline constexpr double crowded_lanes_of_last = 0.1;
/// Distinct sequences up to which no sample proposes the words.
inline constexpr std::uint64_t most_sequences_grown_at_once = 2048;
/// Sequences of a sample, at least, and how many of them shall hold what t of all hold.
inline constexpr std::uint64_t least_sampled_by_growth = 1024;
inline constexpr double wanted_sampled_support = 200;
inline constexpr double most_sampled_by_growth = 0.25; ///< of all
/// Support as a share of the sequences from which on growth from a sample is tried, and instructions a letter that may
/// be spent in vain on a sample: t = 1 % of 100,000 reads lost half a second, which the filter needs for all its work.
inline constexpr double least_support_of_growth = 0.05;
inline constexpr double growth_in_vain = 400;
/// Growth may take so many times what the first level of the filter takes, or so many instructions, and in vain this
/// share of it, or so many: 300,000 reads of 100 letters, t = 20 %, take 9.6 s grown and 2.2 s filtered with k = 1, and
/// 9 s of growth in vain with k = 2.
inline constexpr double growth_beside_filter = 2;
inline constexpr double growth_in_vain_beside_filter = 1.0 / 16;
inline constexpr double least_growth = 1e9;
inline constexpr double least_growth_in_vain = 1e8;
/// Times as long as what random sequences share, an answer after which a further one is not grown: 2,000 satellites of
/// 200 letters, t = 20 %, five answers, took 2.9 s with growth in vain, and 1.1 s with k = 1 and 1.4 s with k = 2
/// without.
inline constexpr double long_answer_beside_chance = 1.5;
/// Times as much where letters are many, with or without a sample: 2,000 sequences of 100 of 64 letters whose halves
/// are one run take 240 instructions a letter, k = 1, and 0.15 s instead of 7 s; others must not lose much.
inline constexpr double growth_of_many_in_vain = 1.5;
/// Bytes of the rows of a word in one block: a quarter of a first-level cache holds them beside those of the next.
inline constexpr double bytes_of_growth = 16 << 10;
/// Letters of a window, at least, in the estimate of a scan that growth is weighed against.
inline constexpr std::uint64_t length_of_estimates = 12;
/// Instructions a letter of the collection below which it is not asked whether another path is cheaper: what a few
/// levels of the filter take.
inline constexpr double growth_is_quick = 1500;
/// Instructions after which growth that was forced gives way to other paths: many mismatches in short sequences make
/// words without number.
inline constexpr double forced_growth = 2e6;
/// Letters beyond those that random sequences share, up to which words are so few that growth may beat a scan.
inline constexpr std::uint64_t short_for_growth = 3;

/// Spans and targets that are scanned, at most, to see how many survivors there are; and from how many instructions of
/// a scan on.
inline constexpr double worth_a_probe = 1e7;
/// The same of long sequences: those of a run or a period have hundreds of times as many survivors as random ones.
inline constexpr double worth_a_probe_of_long = 1e5;
inline constexpr std::uint64_t probed_spans = 16;
inline constexpr std::uint64_t probed_targets = 1000;

/// Where the tables of the quick way do not fit into memory: instructions of the other one, some 100 s of one core,
/// from which on that is an error and not a long wait, if it takes so many times as many. A scan of all follows a
/// sample, so that hours are never begun.
inline constexpr double unbearable_scan = 3e11;
inline constexpr double unbearable_factor = 8;

/// Instructions of a scan of a poll below which it is not weighed against joining all windows.
inline constexpr double poll_is_quick = 2e7;

/// Times the estimate of a scan that its survivors may take.
inline constexpr double many_survivors = 10;
/// What the first level of the filter may be estimated to take of a scan, so that it is tried: an instruction of it
/// takes three times as long (100,000 reads, k = 10, t = 100: 0.21 of the scan, and in vain; k = 5, t = 1000: 0.12, and
/// worth it).
inline constexpr double filter_beside_scan = 1.0 / 6;
/// What joining all windows may be estimated to take beside a scan, so that a sample of them is asked: of windows that
/// repeat themselves it takes far less than such an estimate. 20,000 runs of A of 100 letters with two others, k = 3,
/// t = 20 % (estimated 3.2e10 beside a scan of 2.4e10) 0.3 s joined and 5.4 s scanned.
inline constexpr double joining_beside_scan = 2;

// The variants (variants/).

/// Bytes of the rows of a word in one block. Of 32, 128, 512 and 2048 KiB the third was the fastest for 100,000 reads
/// (4.4, 2.7, 2.1, 2.1 s): most lanes are dropped soon, and each block has its own walk along the trie. Larger blocks
/// rather than more than so many; but beyond a second-level cache they cost more than walks do: of 1,077,820 reads 16
/// blocks take 19 s of a core for one edit and 120 s for two, 33 and 50 blocks 14 s and 83 s.
inline constexpr std::size_t bytes_of_variant_rows = 512 << 10;
inline constexpr std::size_t most_variant_blocks = 256;
/// Lanes of all blocks up to which a word is walked in all of them at once; where there are more, lanes that are few
/// enough for it, at least; and how many times as many are put together before they are walked: each has a tenth of a
/// kilobyte, and threads that touch new memory at the same time wait for each other: so all of them together have a
/// bound.
inline constexpr std::size_t lanes_walked_at_once = std::size_t{1} << 16U;
inline constexpr std::size_t few_lanes = std::size_t{1} << 13U;
inline constexpr std::size_t gathered_at_once = 16;
inline constexpr std::size_t gathered_by_all = 64;
/// Words that are made of one, at least, where its lanes are cut to one word of 64 places, which takes what some ten
/// words do.
inline constexpr std::uint64_t uses_of_narrow_lanes = 64;
/// The share of the sequences that is wanted from which on mismatches in several pieces are no plain problem where
/// windows are as short as chance has it. 20,000 random reads of 100 letters, both strands, one mismatch: t = 2 % 1.6 s
/// of a core as a plain problem and 2.5 s, t = 10 % 2.6 and 1.7 s; 25,000 soil reads, three, t = 50 % 9.0 and 4.1 s.
inline constexpr double share_in_two_pieces = 0.05;
/// The same with so many mismatches that the plain problem counts along diagonals, too. 5,000 random reads of 100
/// letters, both strands, t = 1 %, k = 6 / 7: 8.4 and 17 s as a plain problem, whose 310,780 windows are counted again,
/// and 4.1 and 8 s; k = 4, t = 1 / 2 / 4 % 4.3 / 9.0 / 15.2 and 3.4 / 5.6 / 6.0 s; 10,000 of 50, k = 4, t = 0.5 % 13.7
/// and 3.8 s.
inline constexpr std::uint64_t edits_along_diagonals = 4;
inline constexpr double share_in_two_pieces_on_diagonals = 0.005;
/// And the support, at least: 500 of 150 letters, t = 5, k = 6 / 8: 0.23 / 0.21 s as a plain problem, and 0.40 / 0.59
/// s; t = 16, k = 4 / 5: 0.26 / 0.22 and 0.30 / 0.36 s; 1,000 of 300, t = 20, k = 4 / 5: 3.4 / 2.3 and 2.1 / 1.8 s.
inline constexpr std::uint64_t least_support_on_diagonals = 20;
/// Words of 64 places of all pieces, at most, for each one of the whole sequences, so that each piece is a lane.
inline constexpr double most_words_of_pieces = 1.3;
/// Windows, at least, of a task of counting.
inline constexpr std::size_t classes_of_task = 256;
/// Starts that are all grown to see how far windows reach; of more, those before so many frequent words, which begin at
/// most so many letters earlier, and some that are spread.
inline constexpr std::uint64_t starts_grown_at_once = 512;
inline constexpr std::size_t frequent_words = 96;
inline constexpr std::uint64_t letters_before_frequent = 30;
inline constexpr std::uint64_t spread_starts = 64;
/// Of a sample: sequences at least, how many of them shall hold what t of all hold, and starts that all are asked
/// about.
inline constexpr std::uint64_t least_sampled_sequences = 512;
inline constexpr std::uint64_t wanted_sampled_holders = 16;
inline constexpr std::size_t best_starts = 12;
/// Windows from which on some of them are counted first, to rule out others.
inline constexpr std::size_t least_asked_in_rounds = 256;
/// Letters of the words that are asked before these, beside a frequent block and as many as tell all sequences apart;
/// and windows, at least, for each of them; and the share of random sequences that hold such a block, at most. With
/// these words two edits in 1,077,820 reads take 55 s of a core instead of 83 s, one edit 14 s as before.
inline constexpr std::uint64_t more_letters_of_core = 2;
inline constexpr std::size_t windows_of_core = 4;
inline constexpr double most_random_holders = 0.5;
/// Spellings of a word with ambiguous letters that are looked up, at most: four of its letters may be any. Where one
/// letter in 20 is ambiguous, such words are one in 2,000 of those of 15 letters.
inline constexpr std::uint64_t most_spellings = 256;
/// Letters of a block, at most, where some are ambiguous: each makes spellings more. 2,000 reads of 100 letters of
/// which one in 20 is ambiguous, t = 3 %, no mismatches: 0.24 s of a core with blocks of 46 letters, 0.09 s.
inline constexpr std::uint64_t most_letters_of_spelled_block = 16;
/// Letters of a block that may have an edit: shorter ones with an edit stand nearly everywhere.
inline constexpr std::uint64_t least_edited_block = 4;
/// Words of rows, after which no more starts are grown.
inline constexpr std::uint64_t work_of_reach = 1'000'000'000;
/// Letters from which on words are long; where some are known, so much less is spent on other starts. The part of the
/// longest one by which another one must be longer to be looked for, pieces in which it is, and words of rows for that.
inline constexpr std::uint64_t letters_of_long_reach = 80;
inline constexpr std::uint64_t less_work_of_reach = 8;
inline constexpr std::uint64_t parts_of_longer_word = 64;
inline constexpr std::size_t pieces_of_longer_words = 32;
inline constexpr std::uint64_t work_of_longer_words = 500'000'000;

/// Instructions of a window that is soon left, by edits, in such units, of sequences of so many letters of which such a
/// share is wanted, and how they grow: of 5,000 to 1,077,820 simulated reads of 51 to 300 letters. 5,000 reads of 150
/// letters, k = 2, t = 0.1 %, take 9.2 s of a core as a trie and 0.45 s by anchors; 50,000, k = 1, t = 20 %, 3.7 s and
/// 19 s; 300,000 of 51 letters, t = 0.1 %, k = 1 3.5 s and 6.6 s, k = 2 9.7 s and 33 s.
inline constexpr std::array<double, 3> cost_of_window_soon_left{700, 2000, 5400};
inline constexpr double letters_of_window_soon_left = 51;
inline constexpr double share_of_window_soon_left = 0.001;
inline constexpr double growth_by_letters_soon_left = 1.5;
inline constexpr double growth_by_share_soon_left = 0.3;
/// Times as much as others that random windows take. 10,000 random reads of 100 letters, k = 2,
/// t = 1 %: 29 s of a core as a trie, 6 s by anchors; 2,000 nanopore reads, k = 2, t = 20 %: over 250 s and 16 s.
inline constexpr double walked_of_random_windows = 8;
/// The same of a look-up in the counts of all words, which misses the cache.
inline constexpr double cost_of_word_lookup = 250;
/// Words of a block, at most, for each window, that are all counted with their edits rather than looked up as they are
/// needed: 1,077,820 reads, k = 3, blocks of 13 letters are 19 words a window.
inline constexpr double words_counted_for_window = 40;
inline constexpr double cost_of_edited_letter = 12; ///< of one of their letters, in instructions
/// Counting by halves: letters of a window, at most; words that a table of ends has places for, and bytes of their rows
/// that a second-level cache holds.
inline constexpr std::uint64_t most_letters_of_halves = 32;
/// Letters of windows up to which each is taken for a walk of its own by estimates: 500 reads of 200 letters with an
/// adapter, windows of 42, k = 2, t = 1 %, 0.08 s by anchors and 0.7 s in lanes.
inline constexpr std::uint64_t most_letters_of_single_walks = 64;
inline constexpr double most_words_of_end = 1 << 20U;
inline constexpr double bytes_of_ends = 1 << 20U;
/// Windows times sequences times rows, and windows, from which on it is asked whether that is quicker; and windows that
/// are walked to see it.
inline constexpr double worth_halves = 2e7;
inline constexpr std::size_t least_windows_in_halves = 512;
inline constexpr std::size_t windows_asked_for_halves = 24;
/// Instructions of a vector of a row that becomes a letter longer, and beside these of all rows of a vector; of one of
/// a window in two halves, with rows in a cache, and for each time that there are twice as many; and beside these. Ends
/// of 1,000 nanopore reads (40 rows), k = 3: 5.4, 4.1 and 5.6 s of a core with ends of 5, 6 and 7 letters.
inline constexpr double cost_of_row_vector = 8;
inline constexpr double cost_of_row_call = 25;
inline constexpr double cost_of_half_row = 2;
inline constexpr double cost_of_half_row_by_doubling = 3;
inline constexpr double cost_of_half_window = 8;
/// Counting by neighbourhoods: letters of a word, at most, with a bit for each word; instructions of 64 words in a row,
/// beside each letter that is substituted or inserted, and of a word that is set.
inline constexpr std::uint64_t most_letters_of_neighbourhoods = 13;
inline constexpr double cost_of_neighbourhood_entry = 4;
inline constexpr double cost_of_substituted_letter = 1;
inline constexpr double cost_of_inserted_letter = 0.6;
inline constexpr double cost_of_set_word = 16;
/// The same of words that begin alike, whose tables stay in a first-level cache: of 64 words; of these for each row;
/// and of a row that a window is set in.
inline constexpr double cost_of_beginning_entry = 1.5;
inline constexpr double cost_of_substituted_middle = 1;
inline constexpr double cost_of_seeded_row = 5;

// The filter on both devices.

/// Combinations of blocks that a level may have.
inline constexpr double most_combinations = 1500;
/// A level may leave to a random window one agreeing window for so many of t: the more t is, the fewer windows have it.
/// Found on a million reads and t = 20 %, whose first level had taken 16 rows of 15 letters at once.
inline constexpr double support_of_few = 16'384;
/// ... but for at most so many times the combinations of the first level that drops sources: with two mismatches and
/// t = 20 % ten intact blocks of twelve were taken, 66 combinations of all windows; 300,000 reads 17.6 -> 4.7 s.
inline constexpr double most_first_combinations = 8;

// Estimates of a whole search (costs.hpp): fitted to 71 searches by one thread of an Intel Xeon with AVX-512 (2 cores)
// and 19 by 16 threads, an H100 and an H200, some of which tests/unit/substring_costs_test.cpp lists.

/// Instructions that a thread executes in a second: of scans and growth, and of what misses the caches; and the share
/// of them that more threads do not share.
inline constexpr double scanning_a_second = 4e9;
inline constexpr double filtering_a_second = 3e9;
inline constexpr double serial_share_of_scans = 0.02;
inline constexpr double serial_share_of_filters = 0.25;
/// Words of a sample that tells whether letters are random; letters of a sequence from which on it has too few.
inline constexpr std::uint64_t words_for_outlook = 1024;
inline constexpr double least_long_sequence = 2048;
/// Instructions of a letter, whatever is done: ties are listed, of which short answers of random reads have most; and
/// long sequences that are alike have many survivors of seeds.
inline constexpr double cost_of_letter = 60;
inline constexpr double cost_of_random_letter = 200;
inline constexpr double cost_of_long_letter = 2500;
/// All levels of the filter, in first ones: of reads each has fewer windows; of random ones a longer sample begins
/// anew.
inline constexpr double levels_of_filter = 1.5;
inline constexpr double levels_for_random = 5;
/// Of all windows, those that the filter leaves in reads with adapters; of a comparison of all, what these take, at
/// most and for each share of the sequences that is wanted.
inline constexpr double left_by_filter = 0.05;
inline constexpr double most_left_of_scan = 0.12;
inline constexpr double left_of_scan_by_support = 3;
/// Of the sequences, those that a step looks at for a word that few of them hold.
inline constexpr double left_of_rare_word = 0.2;
/// Lengths that are sampled: on a CPU at most, and on a GPU.
inline constexpr double most_lengths_of_sample = 20;
inline constexpr double lengths_of_gpu_sample = 3;
/// An H200: tests and look-ups as gpu/machine.cuh has them, letters that are copied and counted, what the launches of a
/// search take, and seconds of a letter of long sequences, which have many survivors.
inline constexpr double gpu_tests_a_second = 3.1e12;
inline constexpr double gpu_lookups_a_second = 1.3e10;
inline constexpr double gpu_letters_a_second = 2e9;
inline constexpr double gpu_seconds_of_steps = 0.003;
inline constexpr double gpu_seconds_of_long_letter = 6e-8;

// Bounds by words of pieces (piece_row.hpp), on any device.

/// Of the support, what random windows may have by their pieces: then they are dropped.
inline constexpr double random_share_of_bounds = 0.5;
/// By so much less must be left by longer words, which fill larger tables, and of which fewer fit into a window.
inline constexpr double gain_of_longer_pieces = 2;
/// A piece is frequent that so many times as many sequences hold as a random one; and what the others may hold together
/// of the support, so that targets near to frequent ones are asked first. 200,000 reads of 100 letters, k = 10, t = 20
/// %: with 0.5 a GPU is left 10.3 of 12 million targets, and 298,000 windows instead of 35,000 for all targets.
inline constexpr double frequent_beside_random = 2;
inline constexpr double most_support_by_rare_pieces = 0.3;

} // namespace concord::substring::tuning
