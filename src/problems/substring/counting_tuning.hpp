// Constants of counting short words and windows on a CPU, which change speed and never an answer; like those of
// tuning.hpp, estimates of work are in instructions.
#pragma once

#include "problems/substring/seed_pieces.hpp"

#include <cstddef>
#include <cstdint>

namespace concord::substring::tuning {

// Counting what is near to every word, on a CPU (cpu/words/counted_words.hpp).

/// Bytes of a column of the table, and of a block, in all rows: a second-level cache holds it beside others. 200,000
/// random reads of 100 letters, k = 4, all words of 16 letters: blocks of 256 KB, which leave four times as many slices
/// to add the words to, take 74 s of a core, and these 41 (Intel Xeon with 2 MB a core).
inline constexpr std::size_t bytes_of_table_column = 768 << 10;
/// And of the memory that may be used, a slice of it takes such a part at most.
inline constexpr std::uint64_t share_of_ball_rows = 8;
/// Fronts of words, at most: 16 nucleotides, whose bits take half a gigabyte.
inline constexpr double most_fronts_of_counting = 67'108'864;
/// Instructions that it may take, below which it is not worth to be considered: to estimate it takes a million. 2,000
/// random reads of 51 letters, k = 2, t = 1 / 5 / 20 %, may take 1.9e8.
inline constexpr double worth_counting = 2e7;
/// Times as frequent as by chance that words may be, for it to be tried: adapters in 3 % of reads make little of it,
/// in 41 % some 50.
inline constexpr double most_repetition_of_chance = 4;
/// What a sample of so many sequences may hold of the support, of one word as it is, for it to be tried in spite of
/// that. Sequences of more letters each are not sampled.
inline constexpr double most_holders_by_chance = 0.9;
inline constexpr std::uint64_t sequences_of_holders = 1024;
inline constexpr double most_letters_of_sample = 2000;
/// Of what it may take, what may be spent where exact supports of all words would take too much.
inline constexpr double counting_in_vain = 0.5;
/// Of what a length may take, what the one after a length with the support may: its words are four times as many, and
/// two lengths were thought to cost the same at least.
inline constexpr double counting_beyond_answer = 2;
/// Windows of words that may have the support, of all letters, up to which they are joined.
inline constexpr double few_windows_of_words = 0.25;
/// Of a window with ambiguous letters, to add up what is near to the words that it may be (cpu/words/
/// spelled_windows.hpp).
inline constexpr double cost_of_spelled_window = 400;
/// And of what a table takes, what it takes more where the counts of fewer mismatches are asked for, too.
inline constexpr double all_rows_of_table = 0.15;
/// Instructions of each window that is near to one of them, to count its sequence once.
inline constexpr double cost_of_near_window = 60;
/// Where few words have lists of what is near to them: of each possible word, whose list may be empty; of each entry,
/// which is added twice; of each window that is looked up, far from the one before; and of each that is near. 100,000
/// reads of 100 letters with late adapters, k = 3, t = 50 %, 721 words of 11 letters: 6.3 s of a core, and 15 s by a
/// search in all sequences.
inline constexpr double cost_of_empty_list = 3;
inline constexpr double cost_of_list_entry = 12;
inline constexpr double cost_of_looked_up_window = 40;
inline constexpr double cost_of_list_hit = 8;
/// Times as much where there are ambiguous letters: 30,000 reads of 80 letters, 5 % with an adapter, k = 2, t = 10 %,
/// 16,763 words of 9 letters, 0.9 s of a core by lists and 0.6 by unions, whose estimates are equal without.
inline constexpr double lists_with_ambiguous = 2;
/// Of each word and letter of the collection where short words are joined with all windows: what is asked for instead,
/// pairs of windows that are walked mostly, takes less from some hundred words on. Random sequences of 100 letters,
/// both strands, k = 2, 2,900 words of 12 letters: 5,000, t = 1 % 0.8 instead of 1.2 s of a core, 20,000, t = 0.3 % 1.7
/// instead of 2.9.
inline constexpr double cost_of_pair_of_short_words = 0.1;
/// Exact supports of words are postponed where they take so many times what sums over all words of this length and of
/// one letter more do, which may have the support instead. 300,000 reads of 51 letters, 20 % with an adapter, k = 3, t
/// = 20 %: 48,094 words of 10 letters, and 1,176 of 11, have the sums; 10.4 s of a core in order, and 3.6 like this.
inline constexpr double exact_supports_beside_sums = 4;
/// Letters beyond those that random sequences share, from which on the answer is no matter of chance.
inline constexpr unsigned most_letters_beyond_chance = 3;
/// A sample of windows and sequences tells whether the answer is longer, which it is where so many times the share that
/// is wanted hold one: 20,000 copies of one text, 20 % apart, k = 4, t = 20 %, counted for more than 100 s, where
/// windows of 36 letters have the support. Of what counting may take, for which there are so many windows, up to a
/// number; and of a window, for each place of a sequence.
inline constexpr double share_of_long_answers_sample = 1.0 / 32;
inline constexpr double cost_of_window_of_long_answer = 60;
inline constexpr double windows_of_long_answer = 64;
inline constexpr std::uint64_t sequences_of_long_answer = 512;
inline constexpr double share_of_long_answer = 1.05;
/// Of a small share a sample shows nothing: a window is held by its own sequence, and by another one now and then.
inline constexpr double least_holders_of_long_answer = 3;
/// Instructions a letter of the collection below which it is not asked whether another path is cheaper.
inline constexpr double counting_is_quick = 4000;
/// How much less counting must take than what is left after a sample of all windows. 1,000 sequences of 1,500 letters,
/// each 5 % from the same one, k = 1, t = 100 % (answer 8 letters): 0.4 s of CPU where a scan takes 145.
inline constexpr double counting_after_sample = 4;
/// Of what a scan takes, before growth has been tried, or where counting may be in vain.
inline constexpr double quick_counting_beside_scan = 0.75;
/// And how much more it may take than a scan of random letters, after growth has been tried in vain: instructions of
/// vectors as wide as a scan's take longer. 8,000 random reads of 100 letters, k = 4, t = 20 %: 8.1 s of CPU for a scan
/// of 1.3e10, counting 4.8 s for 1.3e10.
inline constexpr double counting_beside_scan = 1.4;
/// How many times as long as its instructions a table takes that has bits for every word of the answer's length: it is
/// larger than caches.
inline constexpr double memory_of_word_table = 2;
/// Instructions after which counting that was forced gives way to other paths: words of many letters need large tables.
inline constexpr double forced_counting = 2e7;
/// Instructions of a vector of an entry with AVX-512, in each row: to spread it over a position, and to clear, copy and
/// read it.
inline constexpr double cost_of_ball_row = 4;
inline constexpr double cost_of_ball_copy = 10;
/// Of adding the words of a slice to a block, of each word, and of each vector of that.
inline constexpr double cost_of_ball_block = 40;
inline constexpr double cost_of_ball_word = 15;
inline constexpr double cost_of_ball_addition = 5;
/// Of a letter of the collection, to find out which words there are, of a window of a set, and of a front of a word.
inline constexpr double cost_of_read_letter = 10;
inline constexpr double cost_of_word_in_set = 90;
inline constexpr double cost_of_front_in_set = 5;
/// Of a pair of windows in a sequence, of one that has anything near to both, and of a word that is.
inline constexpr double cost_of_window_pair = 6;
inline constexpr double cost_of_near_pair = 200;
inline constexpr double cost_of_shared_word = 25;              ///< it misses the cache
inline constexpr std::uint64_t sampled_window_pairs = 100'000; ///< in some sequences

/// Of an entry of 64 words and of a sequence (cpu/words/near_word_bits.hpp): to clear, copy and read it; of each number
/// of mismatches and letter of its front; and of each value of a letter of its end. And of a word that is counted.
inline constexpr double cost_of_entry = 4;
inline constexpr double cost_of_entry_spread = 1;
inline constexpr double cost_of_bits_spread = 0.7;
inline constexpr double cost_of_near_word = 6;
inline constexpr double cost_of_word_set = 10;
/// Of a window that is read; of a prefix of words and a window, a bit of one that is set, a row of one that is united,
/// and a sequence; and of a word, once for 1,023 sequences (cpu/words/ball_unions.hpp).
inline constexpr double cost_of_read_united_window = 30;
inline constexpr double cost_of_united_window = 0.7;
inline constexpr double cost_of_united_bit = 2.5;
inline constexpr double cost_of_united_row = 6;
inline constexpr double cost_of_united_sequence = 100;
inline constexpr double cost_of_united_word = 40;
/// What is near to two windows of a sequence takes so many times as long as it is estimated to take, if there is
/// another way: 20,000 random reads of 100 letters, k = 3, t = 5 %: 13.4 s of CPU for 1.4e10 instructions, unions 7.5 s
/// for 2.1e10.
inline constexpr double true_cost_of_pairs = 2;
/// Of a pair of windows of a sequence that is compared, and of a window of these (cpu/words/walked_pairs.hpp); of a
/// pair that may be near to the beginning of a word, for all four letters that may follow; of one that is compared with
/// a word, or with all ends of 64; and of a beginning, of a front with its ends, and of a word that is there.
inline constexpr double cost_of_listed_pair = 1.5;
inline constexpr double cost_of_listed_window = 150;
inline constexpr double cost_of_followed_pair = 6;
inline constexpr double cost_of_compared_pair = 0.8;
inline constexpr double cost_of_pair_and_ends = 16;
inline constexpr double cost_of_walked_node = 120;
inline constexpr double cost_of_walked_front = 1000;
inline constexpr double cost_of_walked_end = 40;
/// Of a word near to a window, in sequences with ambiguous letters (cpu/words/shared_balls.hpp).
inline constexpr double cost_of_word_in_ball = 14;
/// Of a window of a sequence with ambiguous letters, for each word that is near to one that has such letters.
inline constexpr double cost_of_surplus_window = 32;
/// Words up to which pairs are compared with each of them, and if these fit in a vector; and pairs of a chunk, at most,
/// and of as many threads as make lists of them: these share the cache.
inline constexpr std::size_t words_of_pairs = 12;
inline constexpr std::size_t words_of_few_pairs = 24;
inline constexpr std::size_t most_pairs_at_once = 1U << 23U;
inline constexpr std::size_t most_pairs_of_many_threads = 1U << 19U;
/// Of a sequence that is asked for a word, and of a place of it (cpu/words/searched_words.hpp); of the words of how
/// many sequences the cost is known, and of how many words of each; and from which cost in other ways on it is asked
/// for.
inline constexpr double cost_of_asked_sequence = 14;
inline constexpr double cost_of_searched_place = 0.5;
inline constexpr std::uint64_t runs_of_searched_words = 16;
inline constexpr std::uint64_t searched_words_of_run = 12;
inline constexpr double worth_searching_words = 5e8;
inline constexpr double share_of_searched_sample = 1.0 / 64; ///< of that cost, after which the sample ends
/// Parts of the sequences after which words that cannot have the support are dropped: where all must hold a word, one
/// is enough to drop nearly all.
inline constexpr std::uint64_t parts_of_counting = 16;
/// Sequences of a part, at least; and times as many sequences without a word as drop it, until words are dropped.
inline constexpr std::uint64_t least_part_of_counting = 64;
inline constexpr double sequences_until_dropped = 3;
/// Of a beginning that a walk goes to, for each block of windows; of a word that a sequence lacks, of a sequence, and
/// of 64 words each time that some are dropped (cpu/words/lacking_words.hpp). 200,000 reads of 100 letters, k = 6, t =
/// 100 %: 5 ns for each of 19,000 beginnings (Intel Xeon with AVX-512).
inline constexpr double cost_of_lacking_beginning = 25;
inline constexpr double cost_of_lacking_word = 100;
inline constexpr double cost_of_lacking_sequence = 5000;
inline constexpr double cost_of_lacking_front = 4;
/// Of words, e^(-scale x^power) are left where each was lacking x times as often as it may be, by the mean of random
/// sequences: those that are asked first lack more, and some words are lacking more rarely than others. The same reads,
/// k = 7, 13 letters: half are left for x = .04, and one in a thousand for 18.
inline constexpr double scale_of_lacking = 2.1;
inline constexpr double power_of_lacking = 0.42;
/// And where some may lack a word, before it was lacking as often as it may be; later the power is 1. 20,000 reads, k =
/// 5, t = 99.9 %, 11 letters: 72 % are left for x = .41, and 20 % for .95.
inline constexpr double scale_of_lacking_some = 1.6;
inline constexpr double power_of_lacking_some = 1.9;
/// Of all letters, those that may be ambiguous at most: words with these are counted apart, for each choice of places.
inline constexpr double most_ambiguous_of_lacking = 1.0 / 1024;
/// Of the beginnings that are listed, those of so many words must be left for all that there are to be used.
inline constexpr double left_worth_listing = 0.9;
/// Tasks for each thread, at least.
inline constexpr std::uint64_t tasks_of_unions_per_thread = 8;
/// Of a word of 64 letters and the last letter of a word that is known (cpu/words/walked_words.hpp).
inline constexpr double cost_of_walked_word = 1;
/// How much more a walk may take than a join of few windows is estimated to: the join also groups all targets, which
/// threads wait for. 200,000 reads of 100 letters, k = 2, t = 50 %: 1,290 windows with an ambiguous letter.
inline constexpr double walk_beside_join = 2;

/// What tables of supported words may take, of a scan of all: 20,000 reads of 100 letters, 20 %, k = 3, take 75 s of
/// CPU with them and minutes without. And what is little of that.
inline constexpr double tables_beside_scan = 1;
inline constexpr double little_of_tables = 1.0 / 128;

// Bounds by words of pieces (cpu/words/piece_bounds.hpp).

/// Letters of a piece, at least.
inline constexpr unsigned least_letters_of_piece = 6;
/// Instructions a letter of the collection that tables may take.
inline constexpr double most_cost_of_pieces = 4000;
/// Words of each piece apart, where it can stand, take less than this share of what words anywhere take, or the latter
/// are taken, whose bounds are of any pieces.
inline constexpr double places_beside_anywhere = 1;
/// What longer words may take of what shorter ones take: which leave much less at random, or with few random windows
/// more mismatches in a piece; and those with which targets are dropped, too.
inline constexpr double longer_pieces = 2;
inline constexpr double pieces_that_drop_targets = 3;
/// Of the support, random windows that are few.
inline constexpr double few_random_of_pieces = 1.0 / 24;
/// Of what the filter takes, what they may take: windows of 13 letters of 8,000 reads, a third of which have an
/// adapter, k = 2, t = 20 %: 0.31 s of CPU with the filter and 0.50 s with pieces, which are estimated at .85 of it.
inline constexpr double pieces_beside_filter = 0.5;
/// And of all windows of up to 3k letters beyond chance, those for which a join is saved of as many others as the
/// support: the blocks of short windows tell little. 300,000 reads of 51 letters, k = 3, t = 20 %: 35 % with an adapter
/// (windows of 16) 10.4 s of CPU with the filter and 3.6 with pieces, which are estimated at .73 of it; 50 % (21) 2.8
/// and 4.1 s.
inline constexpr double sources_of_filter = 1.0 / 512;
/// Of a window: to look its words up, and to add up what they say.
inline constexpr double cost_of_bounded_window = 100;
/// Words of a task.
inline constexpr std::uint64_t least_words_of_part = 65536;
/// What a level of the filter may take of a join that follows. Joins of what pieces leave take three times what they
/// are estimated to: 200,000 reads of 100 letters, t = 20 %, k = 4 and 6, take 29 and 71 s of CPU without and 22 and 55
/// with.
inline constexpr double filter_beside_rest = 0.5;
/// What they may take of a scan.
inline constexpr double pieces_beside_scan = 0.1;

// Groups of sources by frequent pieces (cpu/words/piece_groups.hpp).

/// Of the support, what random windows may add to the targets of a group.
inline constexpr double random_share_of_groups = 0.5;
/// Mismatches of a word beside the centre that stands for it, unless so many windows have it that it stands for itself
/// alone; and centres of a piece, at most.
inline constexpr unsigned radius_of_centres = 2;
inline constexpr std::uint32_t windows_of_centre_alone = 300;
inline constexpr std::size_t most_centres = 8192;
/// Comparisons of words with centres, and of sources with groups, that are worth it: a second or two of a thread.
inline constexpr std::uint64_t most_comparisons_of_words = 1'000'000'000;
/// Instructions of looking at a target for a piece of a group, and of taking its letters.
inline constexpr double cost_of_marked_target = 0.5;
inline constexpr double cost_of_gathered_target = 40;
/// Of the sources that are compared by few of their letters, those that must be compared by all.
inline constexpr double left_by_group_bounds = 0.1;
/// Times what is estimated to be left otherwise that comparing groups may be estimated to take: 5,000 reads of 100
/// letters, uniform adapters, both strands, t = 20 %, k = 6 / 7 1.8 and 1.7 s of a core without groups, whose estimate
/// is 1.1 times that of the rest, and 0.8 and 0.9 s with them; one strand, t = 5 %, k = 6, 2.7 times, 0.9 and 0.3 s.
inline constexpr double groups_beside_rest = 4;
/// Of a join, for each target that is near to a source.
inline constexpr double cost_of_near_target = 4;
/// Fewer sources do not make a group of their own: they go to one that they differ from in so many letters at most, by
/// all chosen pieces together, or by each.
inline constexpr std::ptrdiff_t least_sources_of_group = 64;
inline constexpr std::ptrdiff_t least_sources_of_small_group = 16; ///< which are near to no such group
inline constexpr unsigned most_radius_of_group = 8;
inline constexpr unsigned most_radius_of_piece = 4;
/// Of so many targets one is asked for the size of a group.
inline constexpr std::size_t share_of_sampled_targets = 64;
/// Targets that are looked at together; sources of a slice of a group, at least; and tasks of a thread.
inline constexpr std::size_t targets_of_group_tile = 16384;
inline constexpr double sources_worth_a_slice = 256;
/// Pairs that looking at a target for a slice takes as long as.
inline constexpr double cost_of_sliced_target = 2;
inline constexpr double group_tasks_of_worker = 16;

// Bounds along diagonals that sequences share (cpu/words/aligned_bounds.hpp).

/// Letters of pieces, whose places by chance are such a share of the support together: at most, and few enough.
inline constexpr unsigned least_letters_of_aligned_piece = 8;
inline constexpr unsigned most_letters_of_aligned_piece = 13;
inline constexpr double random_share_of_aligned = 0.25;
inline constexpr double little_share_of_aligned = 0.01;
/// Letters of the words by which diagonals are found, and about how many of them are looked at for a pair of sequences;
/// words that stand in more places for each sequence are left out.
inline constexpr double least_letters_of_shared_word = 8;
inline constexpr double most_letters_of_shared_word = 16;
inline constexpr double shared_words_of_pair = 64;
inline constexpr double share_of_words_sampled = 1.0 / 32;
inline constexpr double least_shared_words = 4; ///< of a pair, else sequences are not copies of each other
inline constexpr double most_places_of_shared_word = 4;
/// Sequences that show what it takes and drops, and which share of their windows may be left.
inline constexpr std::uint64_t sequences_of_aligned_sample = 16;
inline constexpr double most_left_by_diagonals = 0.5;
/// Instructions of a word of 64 windows on a diagonal, of each addition of counters there, and of a letter that is
/// sorted with its word.
inline constexpr double cost_of_aligned_word = 50;
inline constexpr double cost_of_aligned_addition = 5;
inline constexpr double cost_of_shared_place = 150;
/// Of what is estimated to be left otherwise, what they may take. That takes up to three times as long: 500 copies of
/// 1,000 letters, 20 % of them others, k = 3, t = 40 %, 3.9 s of a core with groups of frequent pieces, and 2.4 with
/// these.
inline constexpr double diagonals_beside_rest = 1;

// Windows by the pieces that near ones share, on a CPU (cpu/words/shared_pieces.hpp).

/// In instructions: a pair of windows for each plane and two more, a word of a ball with its windows, a window that is
/// put in order.
inline constexpr seed_piece_costs costs_of_shared_pieces{0.07, 50, 130, 0};
/// What a scan takes from which on they are asked about: to see whether words repeat themselves takes some millions.
inline constexpr double scan_worth_pieces = 3e8;
/// A near window that is followed as far as it is near.
inline constexpr double cost_of_followed_window = 80;
/// What the filter takes beside its estimate, where a window that few sequences hold is known: random reads of 100
/// letters, one core, with the filter and by pieces, 20,000, .5 % with a text of 33 letters, k = 3, t = .1 % 0.9 and
/// 1.6 s (its estimate is .6 of that of pieces), 5,000, 2 % with one of 19 letters, k = 3, t = 4 0.45 and 0.28 s (.8).
inline constexpr double filtering_beside_pieces = 1.5;
/// Counters of hashes of windows that show whether any stands in many places as it is, at most: 128 MB.
inline constexpr std::uint64_t most_counters_of_windows = 1 << 25;
/// Of the places of such a window, those around which others are compared with all places, at most, and pairs of these.
inline constexpr std::size_t sources_of_frequent_window = 16;
inline constexpr std::size_t pairs_of_frequent_window = 1 << 14;
/// Letters of a collection whose most frequent windows are asked for, and its sequences for each that is wanted, at
/// least: else a sample of all windows shows what they share.
inline constexpr std::uint64_t letters_of_frequent_windows = 1 << 18;
inline constexpr std::uint64_t sequences_for_a_rare_window = 64;
/// Of the support, what must be places of the most frequent window, as it is, for it to be looked for in all sequences.
inline constexpr std::uint64_t equal_windows_of_support = 4;
/// Below this support, single windows are near to each other in some place at lengths that no mean tells.
inline constexpr std::uint64_t least_support_of_pieces = 4;
/// What counting words may take beside them, which ends at once where it is quick, and whose estimate is too high by as
/// much where windows are many: random reads of 100 letters, one core, k = 4, 25,000, t = 1 %, 23 s by counting (its
/// estimate is 1.2 times that of pieces), and 42 by pieces; 10,000, t = 2 % (1.8), 11 s either way.
inline constexpr double counting_beside_pieces = 2;
/// How much more than the estimate is bearable: lengths are tried one after the other.
inline constexpr double pieces_beside_estimate = 4;
/// A sequence with a near window, a bit of a row; and times as much where many threads have rows that no cache holds:
/// 20,000 random sequences of 100 letters, k = 5, t = 1 % took 5.9 s of 16 cores, and 16 s of one.
inline constexpr double cost_of_listed_sequence = 20;
inline constexpr double listed_in_memory = 4;
inline constexpr double bytes_of_cached_rows = 2.5e8;
inline constexpr unsigned threads_of_one_memory = 4;

// Spaced words on a CPU (cpu/words/spaced_words.hpp).

/// Instructions of a shape and a window: of the rows of its entry, of the number of its word where a table has not all
/// words, of a bound, and of each letter. 2,000 random sequences of 100 letters (64, 187, 20 and 4 different ones; k of
/// 1, 3 and 10) take 0.17 to 0.25 ns of a core for each instruction so estimated; tables beyond the cache twice that.
inline constexpr double cost_of_spaced_row = 12;
inline constexpr double cost_of_spaced_number = 40;
inline constexpr double cost_of_spaced_bound = 8;
inline constexpr double cost_of_spaced_letter = 3;
/// Of a window in each part of the sequences.
inline constexpr double cost_of_spaced_window = 60;
/// Instructions that spaced words may take after samples have come down to such lengths.
inline constexpr double late_spacing_is_bearable = 4e9;
/// Letters beyond those that random sequences share, from which on samples give way to spaced words.
inline constexpr std::uint64_t letters_beyond_spaced = 2;
/// Windows of a task; bits of a word (with 20 instead of 16, 64 letters, k = 3, t = 1 %, take twice as long: 16 MB of a
/// table are touched, for the words of few windows) of which a table has all, at most; bytes of the tables of some
/// shapes.
inline constexpr double windows_of_spaced_task = 131'072;
inline constexpr std::uint64_t most_bits_of_spaced_words = 16;
inline constexpr std::size_t bytes_of_spaced_tables = 4 << 20;

} // namespace concord::substring::tuning
