// Constants that change speed and never an answer. Each section names the benchmark of docs/performance.md that shows
// its effect.
#pragma once

#include <cstddef>
#include <cstdint>

namespace concord::edit_distance::tuning {

// One pair on the stack (short_pairs.cpp; pairs-calls): the limits of concord::is_short_pair.
inline constexpr std::uint64_t short_pair_columns = 512;                   ///< letters of the shorter sequence
inline constexpr std::uint64_t short_pair_cells = std::uint64_t{1} << 18U; ///< cells of the matrix
/// Cells of a matrix with all rows kept (right_aligned_gaps.cpp): a MiB of bits.
inline constexpr std::uint64_t most_cells_kept = std::uint64_t{1} << 22U;

// Near pairs (near_pairs.cpp). Rough costs in nanoseconds of one core, for choosing between seed lookups and comparing
// all.
inline constexpr double cost_of_lookup = 25;    ///< of hashing a seed and looking it up
inline constexpr double cost_of_entry = 2;      ///< of reading an entry of a bucket
inline constexpr double cost_of_candidate = 15; ///< of putting a candidate into a lane
inline constexpr double cost_of_cell = 2;       ///< of comparing all: of visiting a pair in a group of lanes
inline constexpr double cost_of_word = 6;       ///< of a word of a row, in all lanes of a vector
/// Of putting 64 letters into a lane, times planes. 5,000 sequences of 800 to 1,000 bases, of which two fifths took all
/// of 1.6 s within 33 edits.
inline constexpr double cost_of_letters = 1.2;
/// Rows after which most sequences are too far away, and so many more an edit. Within 33 edits 5,000 sequences of 800
/// to 1,000 bases took 410 ns a pair whose lengths are within reach: a quarter of what all rows would take.
inline constexpr double rows_in_lanes = 64;
inline constexpr double rows_in_lanes_of_edit = 2.3;
inline constexpr std::uint64_t sampled_rows = 64;   ///< rows from which the cost is estimated
inline constexpr std::uint64_t rows_looked_up = 32; ///< rows in one unit of work
inline constexpr std::uint64_t units_a_thread = 16; ///< units of a block, at least
inline constexpr std::uint64_t most_rows_of_block = 1 << 20U;
inline constexpr std::uint64_t found_bytes = std::uint64_t{64} << 20U; ///< bytes of pairs that wait for delivery

// Near pairs by keys (join/). Nanoseconds of one core, estimated from the code and set so that among 200,000 and
// 1,000,000 CDR3-like sequences (CASS, 5 to 10 letters, one of ten ends) with k = 1 and 2 the quickest plan is chosen,
// on a Xeon with AVX-512; they choose a plan, and no sweep of their own confirms them.
inline constexpr double cost_of_sequence = 60; ///< of reading its letters and making its sketch
inline constexpr double cost_of_equality = 30; ///< of a sequence, where equal ones are looked for only
/// Of hashing, listing and looking up, where keys stay in the caches and where they do not. With 12 for all, 1,000,000
/// CDR3-like words within 2 edits took 2.8 s by 3 of 5 pieces instead of 2.5 by 2 of 4 (AMD EPYC), and 200,000 within 3
/// edits 2.2 s instead of 1.9.
inline constexpr double cost_of_key = 12;
inline constexpr double cost_of_key_of_many = 30;
inline constexpr double keys_in_caches = 4e6;
/// The same of a key with letters left out: a sequence has so many that their partitions leave the caches. 158 million
/// of 1,000,000 sequences took 6 s.
inline constexpr double cost_of_key_left_out = 38;
/// The same of a word of up to 63 letters, of which one or two are left out in lanes; of the word itself; and of one of
/// the same slot that is looked at. 10,000 and 100,000 English words take 95 and 140 ns each within one edit, 100,000
/// names of two words 150 (12 for a key of many had them taken for 200, and joined by halves in 220).
inline constexpr double cost_of_key_of_word = 7;
inline constexpr double cost_of_key_of_many_words = 10;
inline constexpr double cost_of_loaded_word = 30;
inline constexpr double cost_of_link = 11;
/// Of the time of such keys: more links by chance are worth an estimate. 100,000 words of 10 bases within two edits
/// took 1.7 s, by 3 of 5 pieces 0.9.
inline constexpr double share_of_links = 2;
/// Of two near words, which share several keys: 3,000 surnames within 2 edits took 1.6 ms, 3.3 where all were compared.
inline constexpr double cost_of_near_word = 40;
/// Of a word: what takes less is not compared with other plans, which take about as much, halves of words of one length
/// less; and of an estimate of these, of all words.
inline constexpr double nanoseconds_worth_plans = 145;
inline constexpr double nanoseconds_worth_plans_of_one_length = 90;
inline constexpr double nanoseconds_of_plans = 1e5;
/// Of a key that so many others share, where sketches are compared: 10,000 English words within 2 edits took 750 ns
/// each by one of three pieces, 390 by an estimate without it, and 450 with two letters left out.
inline constexpr double cost_of_visit = 8;
inline constexpr double candidates_of_visit = 8;
inline constexpr double cost_of_sketch = 0.25; ///< of comparing two, one after the other in memory
inline constexpr double cost_of_short = 20;    ///< of comparing two sequences of up to 63 letters
/// What takes less is left to one thread: of 1,000 words with k = 1 two took 0.55 ms, one 0.29; of 10,000 2.8 and 2.6.
inline constexpr double nanoseconds_worth_threads = 3e6;
inline constexpr double times_refined = 2.5; ///< as much, by Damerau-Levenshtein: within half as many edits more
/// Of a cell of the band that tells a Damerau-Levenshtein distance from that of optimal string alignment: 1,000
/// sequences of 270 to 300 random bases took 0.3 s within 90 edits, 2.9 within 110, words in order 0.8 and 0.9.
inline constexpr double cost_of_refined_cell = 0.16;
inline constexpr std::uint64_t pairs_for_refining = 256;    ///< that are compared to know how many have such cells
inline constexpr std::uint64_t stride_of_pairs = 7919;      ///< a prime, between the second ones of these pairs
inline constexpr double cost_of_extension = 1.5;            ///< of looking at what stands behind an equal piece
inline constexpr double cost_of_extended_key = 30;          ///< of fetching it, beside cost_of_key
inline constexpr std::uint64_t least_bound_extended = 3;    ///< within less, other plans were always quicker
inline constexpr double nanoseconds_worth_extending = 1000; ///< of a sequence: less is not worth an estimate
inline constexpr double share_of_last_extended = 1.35;      ///< of the last piece, behind which nothing stands
/// Sequences whose letters share the bits of sketches: at most, one of so many, and at least.
inline constexpr std::uint64_t sampled_for_sketches = 256;
inline constexpr std::uint64_t sequences_for_one_sketched = 16;
inline constexpr std::uint64_t least_sampled_for_sketches = 32;
inline constexpr std::size_t sampled_for_profile = 1000; ///< sequences, at most, and at least
inline constexpr std::size_t least_sampled_for_profile = 128;
/// Of either side, for estimates: at most; one of so many; at least. For 10,000 words with k = 1 an estimate from
/// 4,096 took four times as long as what it chose.
inline constexpr std::uint64_t sampled_sequences = 4096;
inline constexpr std::uint64_t sequences_for_one_sampled = 32;
inline constexpr std::uint64_t least_sampled_sequences = 384;
inline constexpr std::size_t sampled_for_similarity = 16; ///< of sampled sequences with a key, for each
inline constexpr double sampled_keys = 100'000;           ///< of these, at most, for one plan, and at least
inline constexpr double least_sampled_keys = 10'000;
/// Of the time of the best plan so far, in which the keys of another one are sampled, and nanoseconds of each.
inline constexpr double share_for_estimates = 0.1;
inline constexpr double most_share_for_estimates = 0.3; ///< of a plan that is likely to take as little
inline constexpr double share_by_chance = 0.6;          ///< which candidates by chance may take then
inline constexpr double cost_of_sampled_key = 100;
/// Of listing one window for each length that it is to find: 5,000 pairs of lengths by 101 pieces are 26 million. Where
/// neighbours are transposed, windows are put in order, which takes so many times as long.
inline constexpr double cost_of_window = 6;
inline constexpr double times_transposed = 40;
inline constexpr std::uint64_t most_letters_left_out = 3; ///< of a sequence
inline constexpr std::uint64_t most_bound_of_keys = 500;  ///< key_window numbers pieces by nine bits
inline constexpr std::uint64_t least_bound_anywhere = 4;  ///< within fewer edits a piece has few other places
inline constexpr double most_keys_of_pieces = 40;         ///< choices of pieces
inline constexpr double most_keys_each = 20000;           ///< of a sequence, on average
/// Of a block (near_join::blocks_of_lookups): at least, and for each entry, as entries are put into slots for each
/// block. 8,000 sequences of 200 to 300 bases within 50 edits: 1.3 s and 185 MB; by 1e6 and 2 1.5 s, all at once 2.1
/// and 510 MB.
inline constexpr double least_lookups_of_block = 4e6;
inline constexpr double lookups_an_entry = 8;
/// Of the sequences of a length, up to which letters are hashed as words: each takes longer than by sums, which take
/// their time first.
inline constexpr std::size_t most_windows_of_words = 6;
/// Copies of a sequence, as copies_worth_grouping, from which one of each group is compared: those of 200,000
/// rearranged CDR3-like words have 2 on average, and take half the time.
inline constexpr double copies_worth_sharing = 1.25;
inline constexpr std::uint64_t sampled_for_copies = 2048; ///< sequences, for estimating them: at most, and at least
inline constexpr std::uint64_t least_sampled_for_copies = 256;
/// Pairs from which keys are considered: fewer are compared, or found by seeds, before an estimate of keys is made a
/// matter of 0.1 s either way.
inline constexpr double least_pairs_for_keys = 2e7;
/// Or what comparing them takes, within some edits, for which seeds are short.
inline constexpr double least_nanoseconds_for_keys = 1e8;
/// The same of words that may be compared in order, which takes a tenth of the time that lanes take: 4,000 barcodes of
/// 16 letters within 3 to 6 edits took 0.3 s, and 0.01 to 0.04 so. With sequences of 1,000 letters, keys took 1.5 times
/// as long as lanes.
inline constexpr double least_pairs_of_words = 1e2;
inline constexpr double pairs_worth_keys = 1e5; ///< fewer are compared without an estimate of keys
/// What such an estimate takes, times three more than the lengths that occur, times one more than the square of the
/// bound, up to one: of 4,000 CDR3-like words (ten lengths) within 1, 2, 3 and 5 edits 0.5, 1.2, 2.5 and 15 ms, of
/// barcodes of one length 0.2, 0.6, 2 and 9.
inline constexpr double nanoseconds_worth_keys = 3e4;
inline constexpr double most_bound_of_short_estimates = 6;
inline constexpr std::uint64_t least_pairs_kept = 1U << 16U;    ///< whatever the memory
inline constexpr std::uint64_t least_bytes_of_keys = 1U << 20U; ///< whatever the memory
/// Sequences, entries of a partition, and candidates, of which the cache is asked to fetch what they name while others
/// are worked on.
inline constexpr std::size_t entries_ahead = 16;
inline constexpr std::size_t candidates_ahead = 8;

// By q-grams in common (batch/gram_profiles.hpp). Nanoseconds of a pair, and of a bin; what takes less is not worth an
// estimate.
inline constexpr double cost_of_profile = 4;
inline constexpr double cost_of_profile_bin = 0.012;
inline constexpr double nanoseconds_worth_grams = 2e7;
/// For the nearest: pairs, and rounds by seeds that may take as long, from which q-grams are tried on one of so many
/// rows and at most; and of these the share of the pairs that may be left to compare, in lanes or by words in order.
inline constexpr double least_pairs_for_grams = 2.5e5;
inline constexpr double rounds_worth_grams = 8;
inline constexpr std::size_t rows_for_one_tried_by_grams = 256;
inline constexpr std::size_t most_tried_by_grams = 16;
inline constexpr double share_worth_grams = 0.5;
inline constexpr double share_of_words_worth_grams = 0.1;

// Near pairs on a GPU (gpu/device_join.hpp). Nanoseconds of one H200, estimated from the instructions and bytes of a
// step; they choose a plan and a device.
inline constexpr double gpu_cost_of_sequence = 0.1;   ///< of copying and packing it
inline constexpr double gpu_cost_of_key = 0.15;       ///< of listing, sorting and looking up
inline constexpr double gpu_cost_of_candidate = 0.03; ///< of finding and comparing it
inline constexpr double gpu_sampled_keys = 20'000;    ///< as sampled_keys: a wrong plan costs less than an estimate
inline constexpr double gpu_pairs_worth_keys = 2e9;   ///< fewer are compared in less time than an estimate takes
/// Seconds of a thread, for choosing a device: of a sequence by keys, times the square of one more than the bound; of
/// a pair, where all are compared.
inline constexpr double near_cpu_seconds_of_sequence = 1e-6;
inline constexpr double near_cpu_seconds_of_pair = 1e-9;
inline constexpr double near_gpu_seconds_of_sequence = 2e-8; ///< of a GPU, times one more than the bound
inline constexpr std::uint64_t least_near_on_gpu = std::uint64_t{1}
                                                   << 16U; ///< for which there is room, whatever the memory
inline constexpr std::uint64_t most_near_on_gpu = std::uint64_t{1} << 27U;
inline constexpr std::uint64_t most_gpu_candidates = std::uint64_t{1} << 30U; ///< of a launch
inline constexpr std::uint64_t least_gpu_candidates = 64;                     ///< in tests

// Nearest ones (nearest.cpp).
/// For choosing a device, where no greatest distance is given.
inline constexpr std::uint64_t likely_nearest_bound = 3;
/// For choosing a device once all have to be compared, of a pair of some 30 letters: of a thread; of a GPU, in all its
/// rounds.
inline constexpr double nearest_cpu_seconds_of_pair = 4e-9;
inline constexpr double nearest_gpu_seconds_of_pair = 3e-10;
/// The bound is doubled for the next round if a round by seeds takes less than this share of comparing all.
inline constexpr double share_to_double_at = 0.02;
/// All are compared where the rounds until then and the next one would take this share of that: where no round finds
/// anything, half as much again is lost; where the next would have found all, comparing all takes twice its time.
inline constexpr double share_to_stop_at = 0.5;
inline constexpr std::uint64_t letters_compared_at_once = 128; ///< longer ones are compared within a narrow band first
/// Of words that long, where they are compared in order, some are tried within that bound: one of so many, and at most.
/// It took 1.0 s for 4,000 random words of 129 to 300 letters, all columns 1.9 to 7.2; where each had four mutated
/// copies, it left few open.
inline constexpr std::size_t rows_for_one_tried = 16;
inline constexpr std::size_t most_rows_tried = 64;
inline constexpr double share_worth_bound = 0.5;          ///< of them, that have enough neighbours then
inline constexpr std::uint64_t least_nearest_rows = 1024; ///< rows searched together
/// Copies of a sequence, on average over all sequences, from which distinct sequences are compared only. All of 20,000
/// equal words: 17 s without, 0.03 s with it.
inline constexpr double copies_worth_grouping = 4;

// Blocks that processes share: enough work for a message, and enough blocks for many processes.
inline constexpr std::uint64_t near_cells_of_block = 1 << 27U; ///< pairs of which some are near
inline constexpr std::uint64_t near_blocks = 64;               ///< at most about so many where rows are many
inline constexpr std::uint64_t nearest_blocks = 32;            ///< each of which looks up the seeds of b again

// Patterns in texts (find/).
inline constexpr std::uint64_t most_find_words_of_part = 1U << 14U; ///< of the text: what is found of them is kept
inline constexpr std::uint64_t least_find_words_of_part = 256;      ///< a part searches the end of the one before, too
inline constexpr std::uint64_t find_parts_a_thread = 4;             ///< of the text, where it is long enough
inline constexpr std::uint64_t find_tasks_a_thread = 16;            ///< parts of the text times patterns, at a time
inline constexpr std::size_t find_ends_of_part = 1U
                                                 << 12U; ///< of a pattern, whose occurrences a thread looks for at once
// A row by deltas (find/delta_search.hpp), and what a word takes beside its rows, in rows of one number of edits by
// levels, with a margin: 2.8 and 1.2 ns for eight words of AVX-512, and in repeats most words have ends (AMD EPYC).
inline constexpr double find_cost_of_delta_row = 3.5;
inline constexpr double find_cost_of_delta_word = 150;
inline constexpr std::uint64_t find_steps_before_deltas = 8; ///< of 16 words, by levels
inline constexpr std::uint64_t find_steps_behind_deltas = 2;
/// Words by deltas before levels are tried again: as many at first, so that lanes search little before what is theirs;
/// then twice as many each time, up to so many times.
inline constexpr std::uint64_t least_find_words_by_deltas = 256;
inline constexpr std::uint64_t find_growth_by_deltas = 16;
inline constexpr std::uint64_t find_words_of_a_change = 512; ///< by levels between two of them: back to the least
/// Letters of the text times patterns times two more than the edits in a second, for choosing a device: by a thread of
/// the CPU, whatever the length, as most places are left behind the first letters of a pattern (12 to 200 letters, 1 to
/// 300 patterns, within 1 to 10 edits: 2.2 to 3.6 on an AMD EPYC).
inline constexpr double find_cpu_letters_a_second = 3e10;
// On a GPU (gpu/end_search.hpp); estimated from the instructions of a letter, about twenty.
inline constexpr double find_gpu_letters_a_second = 3e11; ///< of the text, times words of patterns, on one H200
inline constexpr std::uint64_t gpu_find_letters = std::uint64_t{1} << 31U; ///< of the text times patterns, of a launch
inline constexpr std::uint64_t gpu_find_threads = std::uint64_t{1} << 19U; ///< that keep a GPU busy
inline constexpr std::uint64_t most_gpu_ends = std::uint64_t{1} << 24U;    ///< of a launch
inline constexpr std::uint64_t most_words_of_table = std::uint64_t{1}
                                                     << 24U;              ///< of the masks of patterns, 4 bytes each
inline constexpr std::uint64_t gpu_patterns_at_once = 4096;               ///< whose ends wait for the host together
inline constexpr std::uint64_t least_ends_kept = std::uint64_t{1} << 20U; ///< of them, whatever the memory
// One pattern of any length; as edlib bounds its first search, and not measured apart.
inline constexpr std::uint64_t find_first_bound = 64; ///< edits; they grow until there is an end within them
// Where no end is within the bound, the next one: foreseen from the rows that were reached, times a margin, if that is
// so many times the last bound at most; else the last bound times a lesser number. Patterns of 5,000 and 10,000 letters
// in twice as many take 0.4 to 1.05 of the time that doubling takes (0.68 to 0.77 where they are unlike).
inline constexpr double find_bound_margin = 1.1;
inline constexpr double find_last_growth = 6;
inline constexpr std::uint64_t find_growth = 4;
inline constexpr std::uint64_t find_columns_kept = 512; ///< letters of the text from one kept column to the next
inline constexpr std::uint64_t find_words_kept =
    32'768; ///< or as many as columns have so many words: then in the cache
/// Furthest rows on diagonals for each letter of a pattern up to which an alignment follows diagonals: these take a
/// nanosecond or two each, words of a column six a letter (1,000 letters of periods and of one letter, AMD EPYC).
inline constexpr std::uint64_t find_furthest_rows_of_letter = 1;
inline constexpr std::uint64_t find_letters_between_checks = 4096; ///< of the text, between looks at `cancelled`

} // namespace concord::edit_distance::tuning
