// Constants of the search on a GPU that change speed and never an answer; tuning.hpp has those of both devices.
#pragma once

#include "problems/substring/seed_plan.hpp"

#include <cstddef>
#include <cstdint>

namespace concord::substring::tuning {

// The GPU. Figures are of one H200 (132 multiprocessors, 1.98 GHz; performance.md, "On GPUs").

/// In tests: counting ones has a quarter of the rate of logic, which hides behind it up to three planes
/// (gpu/near_pairs.cuh).
inline constexpr seed_costs costs_of_a_gpu{
    [](unsigned planes, unsigned) { return planes <= 3 ? 1.0 : (planes + 1) / 4.0; },
    300,
    10,
    32,
    64,
    {4, 40, 2000, 1e10, 60, 1500}};
/// The same where seeds are always compared by pieces, with small tables, for tests.
inline constexpr seed_costs costs_by_pieces{costs_of_a_gpu.test, 300, 10, 32, 64, {1e-3, 0.1, 10, 0}};
/// Seeds that tell how many positions share a piece with one.
inline constexpr std::uint64_t seeds_asked_for_balls = 1024;
/// Seeds that a rank takes in a row, so that a GPU is busy with them.
inline constexpr std::uint64_t seeds_per_stripe = 8192;
/// Tests after which a GPU's counts are worth writing to a checkpoint: about a second of an H200.
inline constexpr double tests_per_part = 4e12;
/// Seconds that a GPU is estimated to take, up to which growing words on the CPU is not tried before it.
inline constexpr double quick_on_gpu = 0.5;
/// What it takes to ask whether a source has any windows, in letters along a diagonal, for each pair of sequences:
/// eight of 1,077,820 reads with windows took 2 s of an H100.
inline constexpr double letters_of_asking = 0.7;
/// A letter along a diagonal, in tests of a seed, as gpu/machine.cuh and gpu/gpu_search.hpp have them a clock.
inline constexpr double tests_of_diagonal_letter = 6;
/// A letter of a word against 64 starts of a sequence (gpu/sorted_words_steps.hpp), in tests of a seed: itself, a plane
/// of its, and a row of bits; seconds of a launch.
inline constexpr double tests_of_word_letter = 2;
inline constexpr double tests_of_word_plane = 1.5;
inline constexpr double tests_of_word_row = 1;
inline constexpr double seconds_of_word_launch = 0.1;
/// A sequence against words of nucleotides that begin alike (gpu/ball_unions.cuh), in tests of a seed: itself, a window
/// of its, and a ball. An H200 takes 165 clocks of a multiprocessor for a read of 100 letters, and 5.2 for each window
/// with mismatches left, of 12 tests each.
inline constexpr double tests_of_union = 400;
inline constexpr double tests_of_union_window = 18;
inline constexpr double tests_of_ball = 62;
/// What finding the distinct ones of a set of windows takes for each, in lookups of a sketch: a sort by 40 bits.
inline constexpr double lookups_of_grouping = 8;
/// Windows of a target, on average, up to which a position is compared with those before it instead of being
/// remembered.
inline constexpr std::uint64_t most_positions_searched = 128;
/// Windows that are counted exactly at once, without an upper bound first.
inline constexpr std::uint64_t few_windows = 2048;
/// Share of the targets from which on a level of the filter keeps them all, after one row of combinations and after a
/// quarter of them. Of 1,077,820 reads of which 30 % have an adapter, levels that keep 0.91 or more after a quarter
/// keep as many in the end (k = 3, t = 20 %: two of three), those that keep 0.78 or less 0.2 to 0.8.
inline constexpr double most_targets_kept_early = 0.88;
/// Bytes of sketches and Bloom filters that are used at a time: about half of an H200's second-level cache.
inline constexpr std::uint64_t gpu_cache_bytes = std::uint64_t{24} << 20U;
/// Bounds by words of pieces (gpu/piece_bounds.hpp), in lookups of a sketch: of a letter of the collection, and of a
/// word of a row and one of its letters.
inline constexpr double lookups_of_bounded_window = 6;
inline constexpr double lookups_of_spread_word = 0.02;
/// What they may take of a comparison of all windows.
inline constexpr double pieces_beside_comparison = 0.25;
/// Pairs of windows from which on sources are bounded before they are compared: 0.8 ms of an H200.
inline constexpr double pairs_worth_bounds = 1e10;
/// And from which on a sample tells how many are near: to follow as many takes 50 ms.
inline constexpr double pairs_worth_near = 5e8;
/// Sources and targets that tell how many seeds and positions are near.
inline constexpr std::uint64_t sources_asked_for_near = 512;
inline constexpr std::uint64_t targets_asked_for_near = 8192;
/// How many times as many of these are near where windows repeat themselves, and how many may be by luck.
inline constexpr double near_by_repetition = 4;
inline constexpr double near_by_luck = 16;
/// What following takes of a plan's estimate where nearly all pairs of a warp are near: 0.3 by 440,000 different
/// windows of 94 letters of 100,000 poly-A reads, k = 1 (3.4 s); where few are, all of it.
inline constexpr double followed_of_many = 0.6;
/// Counting a near target once, for each position before it: of windows of at most 32 letters, and of longer ones.
inline constexpr double tests_of_looked_up = 12;
inline constexpr double tests_of_long_looked_up = 150;
/// And by a bit of a row.
inline constexpr double tests_of_marked = 20;
/// A level of the filter that drops little is followed by another one where it takes so little beside what is left.
inline constexpr double level_beside_rest = 0.01;
/// Tables of words and how many places are near to each (gpu/near_places.hpp): letters of the words of a table, 5 GB
/// with four mismatches, and letters that all words of one begin with; a word of it in a letter's step, in lookups of a
/// sketch; what they may take of a comparison, and with more letters than tell windows apart; and of the support, how
/// many may be near by chance.
inline constexpr unsigned most_letters_of_near_places = 14;
inline constexpr unsigned most_letters_before_near_places = 4;
inline constexpr double lookups_of_near_word = 0.007;
inline constexpr double near_places_beside_comparison = 0.5;
inline constexpr double longer_near_places_beside_comparison = 0.1;
inline constexpr double near_by_chance_of_support = 0.9;
/// Pairs of places of one sequence that are taken off these (gpu/near_place_pairs.hpp), in lookups of a sketch: a word
/// that both are near to, spelled out once for each table; the same, taken off one of them; a pair that is looked at.
/// How many pairs may be looked at; places that tell how many are near; and what all of it may take of a comparison.
inline constexpr double lookups_of_spelled = 0.3;
inline constexpr double lookups_of_taken_off = 3;
inline constexpr double lookups_of_place_pair = 0.06;
inline constexpr double most_pairs_of_places = 4e10;
inline constexpr std::uint64_t places_asked_for_pairs = std::uint64_t{1} << 18U;
inline constexpr double place_pairs_beside_comparison = 0.5;
/// Sequences marked in rows (gpu/marked_sequences.hpp), in tests of a seed: a window that is tested, whose reading it
/// waits for; one that is near; a bit of a row, cleared and counted; a target, sorted by two pieces. And how many of the
/// targets must be near to a word by chance: of 200,000 random reads, t = 1 %, k = 4, one in 9,000 is, and to mark these
/// took 6.6 s where to follow them takes 2.8.
inline constexpr double tests_of_marked_window = 5.7;
inline constexpr double tests_of_mark = 8;
inline constexpr double tests_of_marked_row = 0.03;
inline constexpr double tests_of_sorted_window = 3000;
inline constexpr double least_share_marked = 1e-3;
/// Words that a sequence lacks (gpu/lacking_sequences.hpp), in tests of a seed: a beginning of theirs, and 32 windows for
/// it: an H200 goes to 2.9e10 beginnings a second, of 96 windows. And what they may take of a comparison.
inline constexpr double tests_of_lacked_letter = 20;
inline constexpr double tests_of_lacked_word = 30;
inline constexpr double lacking_beside_comparison = 0.5;
/// Beginnings of words that a sequence is walked along, from which on they are divided finely; warps of a launch, before
/// one has a sequence alone.
inline constexpr double many_beginnings = 1e5;
inline constexpr std::uint64_t warps_of_lacking = std::uint64_t{1} << 15U;
/// Of how many sequences one is asked first, where nearly all must hold an answer, and how many are worth it.
inline constexpr std::uint64_t least_share_of_sequences = 8;
inline constexpr std::uint64_t shares_of_sequences[] = {1024, 64, least_share_of_sequences};
inline constexpr std::uint64_t least_sequences_of_share = 32;
/// Memory for rows of bits, a part of what is free.
inline constexpr std::uint64_t part_of_memory_for_rows = 4;
/// Parts in which sequences are asked whether windows have enough support, which is not less than some times as much;
/// windows whose supports tell how many of the parts are asked; what these may take of a comparison of all; and seconds
/// from which on that is found out.
inline constexpr unsigned bits_of_parts = 3; ///< or more, so that rows of bits have room
inline constexpr unsigned most_bits_of_parts = 5;
inline constexpr std::uint64_t least_support_of_enough = std::uint64_t{16} << bits_of_parts;
inline constexpr std::uint64_t sources_asked_for_enough = 256;
inline constexpr double enough_beside_all = 0.85;
inline constexpr double seconds_worth_enough = 0.5;
/// Estimated seconds along diagonals from which it is counted how many groups of sequences have targets.
inline constexpr double seconds_worth_groups = 0.005;
/// Of these windows, how many have the support where upper bounds are not worth their time.
inline constexpr double most_of_sampled = 0.75;
/// Windows of a greater length that tell whether some of them have the support, too; from how many windows of the
/// shorter one on, and how many seconds of a comparison of these, that is asked first.
inline constexpr std::uint64_t windows_that_raise = 8192;
inline constexpr std::uint64_t least_windows_raised = 4 * windows_that_raise;
inline constexpr double seconds_worth_raising = 0.1;

// The variants on a GPU. Estimates from the code: they have run on an H200, but none was varied there.

/// Steps of a row (a letter of a word against 64 places of a sequence) of one launch, which is to take less than 0.05
/// s: an H200 has 2e13 instructions a second for some 14 of each, and most words end before their last letter.
inline constexpr double row_steps_of_a_launch = 1e11;
/// Bytes of what is copied back of a launch.
inline constexpr std::uint64_t most_host_bytes_of_words = std::uint64_t{256} << 20U;
/// Threads of a launch before each takes more than one word, and words that it takes at most: neighbours begin alike.
inline constexpr std::uint64_t threads_of_words = std::uint64_t{1} << 20U;
inline constexpr std::uint64_t words_of_thread = 32;
/// Sequences that hold a word and are asked by the host for further copies at once.
inline constexpr std::size_t holders_counted_at_once = std::size_t{1} << 16U;
/// Windows times words of 64 places of all sequences, up to which windows are counted at once, without anchors, whose
/// rounds take some 0.1 ms each.
inline constexpr double pairs_counted_at_once = 1e8;
/// Windows of a strip, which one thread chooses from one after the other.
inline constexpr std::uint64_t windows_of_strip = 64;
/// Windows of a round from which on equal ones are followed once.
inline constexpr std::uint64_t least_tasks_in_classes = 1024;
/// Anchors of a launch, for 0.03 s, and of a window from which on more threads follow them.
inline constexpr double anchors_of_a_launch = 5e8;
inline constexpr double many_anchors = 4096;
/// Threads of a launch, where each has more anchors than a few; and of a window. An H100 has room for 270,336: 5,000
/// soil reads, k = 3, have some 700 windows with 4,000 anchors each in a launch, which 32 threads each do not fill.
inline constexpr std::uint64_t threads_of_anchors = std::uint64_t{1} << 18U;
inline constexpr std::uint32_t most_threads_of_anchors = 4096;
inline constexpr double anchors_of_thread = 16;

} // namespace concord::substring::tuning
