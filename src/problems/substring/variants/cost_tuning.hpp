// Constants of the estimates of variant_costs.hpp, which change the device and never an answer: fitted to some 120
// searches with one to five edits by one thread of an Intel Xeon with AVX-512, of 1,000 to 1,077,820 reads of 51 to 600
// letters, and to some by 16 threads, an H100 and an H200, which tests/unit/variant_costs_test.cpp lists. No edits,
// four and six are between or beyond these.
#pragma once

#include <array>
#include <cstdint>

namespace concord::substring::tuning {

/// Letters of a sequence, on both strands if they are asked for, beyond which there is no estimate.
inline constexpr double most_letters_of_costs = 1000;
/// Words of a sample; times that one of them is met beyond which, and beyond so many times chance, an adapter has it.
inline constexpr std::uint64_t words_for_variant_outlook = 32768;
inline constexpr double least_frequent_word = 10;
inline constexpr double times_of_frequent_word = 4;
/// Of the sequences that hold such a word by the sample, the share from which on all of them are asked: 41 % of 5,000
/// reads were taken for half of them.
inline constexpr double least_sure_holders = 0.7;
/// Seconds of one thread for a letter: it is laid out in lanes, hashed, and looked up; and the share of counting that
/// more threads do not share.
inline constexpr double seconds_of_filtered_letter = 7e-8;
inline constexpr double serial_share_of_counting = 0.05;
/// Reads with an adapter: seconds of counting for a sequence of so many letters, by edits, where there are so many
/// sequences, and how they grow with more of these; with many edits also with the share that is wanted.
inline constexpr double letters_of_costs = 51;
inline constexpr double sequences_of_shared_costs = 10000;
inline constexpr std::array<double, 7> seconds_of_shared_sequence{3e-6, 5e-6, 1.2e-5, 2e-5, 3.5e-5, 5e-5, 1e-4};
inline constexpr std::array<double, 7> growth_of_shared_costs{0, 0, 0.28, 0.5, 0.5, 0.5, 0.5};
inline constexpr std::uint64_t edits_of_frequent_costs = 4;
inline constexpr double share_of_frequent_costs = 0.02;
/// Where sequences are at least so long, it also grows with the share beyond this one, as nearly all sequences are
/// looked at for most words: 5,000 nanopore reads, 150 letters of each end on both strands, k = 3, t = 70 %.
inline constexpr double letters_of_long_costs = 300;
inline constexpr double share_of_long_costs = 0.25;
/// Random sequences: seconds of counting for a letter of so many sequences of letters_of_costs letters where so many of
/// them are wanted. It grows with the length, and with the roots of the number and of the reciprocal share.
inline constexpr std::array<double, 7> seconds_of_random_letter{5e-7, 1.6e-6, 5e-6, 1.4e-5, 4e-5, 1.2e-4, 3.6e-4};
inline constexpr double sequences_of_random_costs = 5000;
inline constexpr double share_of_random_costs = 0.01;
/// The same, at most, where windows are dropped by the places near to both their halves, by edits, and the share of the
/// sequences that is wanted, from which on they are. k = 3, t = 20 %, one core: 5,000 / 1,000 nanopore reads, 150
/// letters of each end on both strands, 7.2 / 1.8 s, as many letters of 1,000 random ones 4.4 s, 5,000 random reads of
/// 150 5.3 s.
inline constexpr std::array<double, 4> seconds_of_split_letter{5e-7, 1.6e-6, 2.3e-6, 6e-6};
inline constexpr double share_of_split_costs = 0.15;
/// An H100: the steps that every search takes, for each row; a letter of reads with an adapter, by edits, how it grows
/// with the number of reads beyond sequences_of_gpu_costs, with their length beyond letters_of_costs, and by how much
/// where such a share is wanted; of random ones, rows of words that become a letter longer, as if all were followed
/// that way: anchors are followed where that is quicker. 1,077,820 reads, t = 1,000, three edits: 1.6 s instead of 8.1
/// s where the number did not count and a letter took 0.14 µs; they take 1.2 s.
inline constexpr double gpu_seconds_of_variant_steps = 0.006;
inline constexpr std::array<double, 7> seconds_of_shared_letter{1.5e-9, 2e-9, 3.8e-9, 8e-9, 1.4e-8, 2e-8, 4e-8};
inline constexpr double sequences_of_gpu_costs = 100000;
inline constexpr std::array<double, 7> growth_of_letters_on_gpu{0, 0, 0.25, 0.5, 0.5, 0.5, 0.5};
inline constexpr double growth_by_letters_on_gpu = 0.8;
inline constexpr double share_of_gpu_costs = 0.1;
inline constexpr double gpu_rows_a_second = 8e11;
/// Rows of words that nearly all sequences hold, which are walked to their ends.
inline constexpr double gpu_rows_of_held_words_a_second = 4e10;

/// Of the wanted sequences, those that may hold a window on one strand, at most, for it to be counted on the other one
/// alone (not varied yet); and the share of such windows that is counted so, those with the smallest bounds: of 25,000
/// soil reads, three edits, t = 20 %, 0.9 left 18,812 windows and 0.98 leaves 11,867.
inline constexpr double most_on_other_strand = 0.5;
inline constexpr double windows_of_one_strand = 0.98;
/// Mismatches, at most, with which long sequences of mostly one letter are no plain problem where they have both
/// strands and nearly all must hold a window; that share, letters of a sequence, at least, and the share of that
/// letter. 100 x 1,500, both strands, t = 100 %: 95 % A, k = 1 4.5 s of a core as a plain problem and 0.5 s, A with two
/// other letters 6.7 and 1.0; t = 20 %, 200 x 1,000 of 95 % A 0.2 and 1.0 s; k = 3, 300 x 750, 2.4 and over 10 s.
inline constexpr std::uint64_t most_mismatches_of_one_letter = 2;
inline constexpr double share_of_one_letter_that_is_wanted = 0.9;
inline constexpr double letters_of_sequence_of_one_letter = 500;
inline constexpr double share_of_one_letter = 0.7;
/// Sequences that are read for the frequent words that a search begins with: so many that hold each of those that the
/// wanted sequences hold, and so many, at least. 20,000 reads of 100 letters, k = 1: a fifth of the search less.
inline constexpr std::uint64_t wanted_counted_holders = 64;
inline constexpr std::uint64_t least_sequences_of_frequent_words = 4096;
/// Of all sequences, those that have been masked, at most, for windows to be counted in these before and after: twice
/// that share of a count of all of them, and what it takes to find the windows again.
inline constexpr double most_masked_sequences = 0.4;
/// Windows that are judged by what is near to them, where all words are counted at once: so many words of the table for
/// each class that may lose sequences, and for each window that is counted in all of them otherwise. 20,000 reads of
/// 100 letters, k = 3, 11 letters: 0.15 s for the table, 1.2 s for 1.3 million classes in what is lost, 1 s for 9,300
/// windows in all sequences.
inline constexpr std::uint64_t words_for_counted_class = 64;
inline constexpr double words_for_counted_window = 4096;
/// Of the windows as long as an answer, those that may lose the support by such a bound, at most, for the others not to
/// be counted.
inline constexpr double most_windows_in_doubt = 0.04;
/// Windows that one of them rules out where they are walked in rounds: so much less a join of all of them must take.
inline constexpr double windows_ruled_out_by_one = 8;
/// Times that the support must be what random letters have of it, for a join: 20,000 reads, k = 3, t = 20 %, windows of
/// 11 letters, each near to 5,000 others: 4 s longer.
inline constexpr double support_beside_chance_of_join = 64;
/// Windows that are counted along diagonals: words of 64 letters of a sequence with all its pieces, and kinds of
/// letters, at most, of which each is rotated for some windows.
inline constexpr std::uint64_t most_words_on_diagonals = 16;
inline constexpr std::size_t most_kinds_on_diagonals = 32;
/// Letters of windows, at most, that are bounded by what is near to all words of their length.
inline constexpr std::uint64_t most_letters_of_bounded_windows = 16;
/// How many times as long as its instructions a table of what is near to all words takes: it is larger than caches.
/// 5,000 random reads of 100 letters, both strands, k = 4: 7.5 s for words of 15 letters, which 3.5 s count along
/// diagonals.
inline constexpr double time_of_balls = 2;
inline constexpr unsigned most_letters_of_cached_balls = 9; ///< a megabyte
/// What tables of all words may take where tests ask for all filters: two sequences took twenty seconds by words of 13.
inline constexpr double most_cost_of_tried_balls = 1e8;
/// Of a letter of the text, to make an index of anchors: what takes less is not weighed against them.
inline constexpr double cost_of_indexed_letter = 30;
/// The same for the candidates of all sequences, up to which they are filtered where shorter ones had the support.
inline constexpr std::uint64_t letters_for_filtered_window = 16;
/// Letters of the text for each window that is left, up to which windows are put in order by their places in it.
inline constexpr std::uint64_t letters_for_placed_window = 8;
/// Mismatches up to which a further answer is looked for by the search of the variants, whatever found the first; more
/// were not tried.
inline constexpr std::uint64_t most_edits_of_further_answers = 3;
/// Letters of the last answer beyond those that random sequences hold, up to which the next one is looked for there
/// with any number of mismatches.
inline constexpr std::uint64_t letters_beyond_chance_of_further_answers = 2;
/// Of the wanted sequences, those that random ones may hold a word in whose supports are bounded for longer windows;
/// and words of the table for each window, and letters of the text, at most. 20,000 reads of 100 letters, k = 3,
/// windows of 17: 250,000 of 1,680,000 are left, and the search takes 3 s instead of a minute.
inline constexpr double share_of_random_word = 0.8;
inline constexpr double words_for_unlikely_window = 16;
inline constexpr double letters_for_unlikely_window = 8;
/// The same for a further answer, as what is known of words holds for all that follow: 5,000 reads of 100 letters, k =
/// 3, t = 5 %, ten answers 3.2 s of a core instead of 5.9, as windows of 16 are 2,246 different ones, not 378,694;
/// 3,200, seven answers, take 2.0 s with these words and 1.7 s without.
inline constexpr double words_for_window_of_further_answer = 48;
/// The same of words of 13 letters, some of which are sets, where shorter ones are too frequent by chance: 5,000
/// nanopore reads, 150 letters of each end on both strands, k = 3, t = 20 %, 0.1 / 1 % N that match any, 3.0 / 8.6 s of
/// a core with words of 13 letters (48 for each window) and 22 / 21 without.
inline constexpr double words_for_window_of_sets = 128;
/// Windows from which on words of plain nucleotides are counted before those with letters that are sets; windows
/// without these that are asked how far they reach; and of how many of them one may reach as far as such words are
/// long. And of what it takes to count all windows, what these words may take by the same estimate. 500 nanopore reads
/// with 1 % N that match any, edits, k = 2 / 3, t = 100 %, 0.6 / 3.4 s of a core with such words and 1.5 / 8.6 without.
inline constexpr std::size_t least_windows_for_plain_words = 4096;
inline constexpr std::size_t plain_windows_asked = 64;
inline constexpr std::size_t plain_windows_for_one_that_reaches = 8;
inline constexpr double cost_of_plain_words = 0.5;
/// With insertions and deletions: letters of the text that windows are compared with, and rows of them, for each word
/// of the table and edit; a row takes 3 ps for a letter and a word 20 ns for an edit. Ten answers of 5,000 reads of 100
/// letters, k = 2, t = 20 %: 3.8 s of a core instead of 6.5.
inline constexpr double letters_for_edited_word = 12000;
inline constexpr double letters_for_edited_word_of_further_answer = 3000;
/// Words of windows, by which bounds of further answers begin: of the wanted sequences, those that random ones may hold
/// of them; the part of them that holds a frequent one; instructions of counting one for each letter of the text, and
/// for each word of a table, letter and mismatch.
inline constexpr double share_of_random_bound = 0.2;
/// Insertions and deletions up to which there are bounds, by words that stand unchanged: 20,000 reads of 100 letters, t
/// = 1 %, ten answers with an edit 1.0 s instead of 3.4, with two 6.7 instead of 5.3.
inline constexpr std::uint64_t most_edits_of_bounds = 1;
inline constexpr std::uint32_t parts_of_frequent_word = 4;
inline constexpr double cost_of_limited_letter = 100;
inline constexpr double cost_of_limiting_word = 2;
inline constexpr double most_cost_of_limits = 500; ///< of a table, for each letter of the text
/// Times the cost of words for which those for shorter windows are taken at once.
inline constexpr double cost_of_shorter_windows = 5;
/// Places that are compared with windows for a further answer, at most, for each letter of the text, and instructions
/// of comparing one; where there are more, windows are walked in lanes.
inline constexpr double places_compared_for_letter = 32;
inline constexpr double least_places_compared = 1e6; ///< of few letters
/// Times as many with more mismatches than most_edits_of_further_answers: what finds the answer otherwise is the search
/// of the plain problem.
inline constexpr double places_beside_plain_search = 4;
inline constexpr double cost_of_compared_place = 24;
/// Of what was compared since words were counted, what is saved if they are counted again.
inline constexpr double saved_by_counting_again = 0.25;
/// Letters of the text for each window as long as an answer, at least, for the next answer to be found that way.
inline constexpr double windows_of_bounded_answer = 16;

/// Windows whose halves are in few places: letters of the text that are read for the chance that two are equal;
/// instructions of a word of 64 places of a vector of a half that is looked at for places, of a place that is listed,
/// of one that is compared, and of a window beside these; bytes of a window; and what all that takes beside the same
/// instructions by rows of all ends, which are less often in a first-level cache. Random proteins of 200 letters, k =
/// 3, t = 1 %, seconds of a core by rows of all ends and in few places: 300 0.86 and 0.47, 500 1.5 and 1.15, 1,000 6.4
/// and 5.9.
inline constexpr std::size_t letters_for_chance = 65536;
inline constexpr double cost_of_listed_word = 6;
inline constexpr double cost_of_listed_place = 12;
inline constexpr double cost_of_compared_bit = 6;
inline constexpr double cost_of_rare_window = 16;
inline constexpr double bytes_of_rare_window = 40;
inline constexpr double cost_of_rare_halves = 0.75;
/// Windows of nucleotides that are asked first: letters up to which, and windows from which on, one of so many is asked
/// before these. 2,000 nanopore reads, k = 3, t = 20 %: 40,000 of 14 letters, which rule out few, took a fifth of the
/// search.
inline constexpr std::uint64_t letters_of_sampled_round = 16;
inline constexpr std::size_t windows_of_sampled_round = 8192;
inline constexpr std::size_t share_of_sampled_round = 8;
/// Windows that are bounded by the places near to both their halves: edits, at most, as with more of them too many
/// words are near to a half; letters of a half, at least and at most; windows times sequences from which on it is asked
/// whether that takes less than to count them, and windows that are asked; how much less it must take, how many may be
/// left, and how few places must be expected of random ones beside the support; places at which a half stands as it is,
/// for each word of the other half, from which on all that is near to that is listed; and instructions for a letter of
/// the text, a word that is listed as near to one, or added up, a place that is listed for a half, and one that is
/// asked, or looked up. Random reads, one core, with this and without: 500 of 300 letters on both strands, k = 3, t =
/// 20 % (0.43 of counting) 0.97 and 1.93 s, 5,000 of 100, k = 3, t = 30 % (0.50) 3.0 and 4.5 s, k = 2, t = 20 % (0.76)
/// 0.85 and 1.23 s.
inline constexpr std::uint64_t most_edits_of_split_places = 3;
inline constexpr std::uint64_t least_letters_of_split_half = 5;
inline constexpr std::uint64_t most_letters_of_split_half = 8;
inline constexpr double worth_split_places = 6e7;
inline constexpr std::size_t windows_asked_for_split_places = 16;
inline constexpr double share_of_split_places = 0.8;
inline constexpr double most_left_by_split_places = 0.5;
inline constexpr double places_beside_chance = 1.2;
inline constexpr std::uint64_t places_asked_one_by_one = 500;
inline constexpr double cost_of_split_place = 60;
inline constexpr double cost_of_made_beginning = 16;
inline constexpr double cost_of_near_beginning = 3.5;
inline constexpr double cost_of_split_entry = 10;
inline constexpr double cost_of_asked_place = 150;
inline constexpr double cost_of_equal_place = 3;
/// Of the letters of all strands: fewer windows are those that other bounds have left, which are alike and counted for
/// less than random ones are (16,000 reads with adapters in 41 %, 2 edits: 3.7 s of the second answer, 9.2 with
/// bounds).
inline constexpr double least_share_of_split_windows = 0.25;
/// The same where places are listed: edits, at least, as with fewer sums take less, and at most, as with more of them
/// too many places are near to a half; letters of a half, at least, and of a place that an index tells apart; windows
/// by which it is estimated, and those that are asked before all others; what it may take, with what is left, beside
/// counting all windows; windows times sequences from which on that is asked; and instructions for a letter of the
/// text, for a beginning that is looked up, and for a place that is compared. 1,000 nanopore reads, 150 letters of each
/// end on both strands, t = 20 %, k = 4 / 5, seconds of a core that others used as well: 11 / 19.5 with such lists
/// and 15.5 / 38 without.
inline constexpr std::uint64_t least_edits_of_listed_places = 4;
inline constexpr std::uint64_t most_edits_of_listed_places = 6;
inline constexpr double worth_listed_places = 2e7;
inline constexpr double worth_further_listed_places = 2e6; ///< of windows whose parts were listed
inline constexpr std::uint64_t least_letters_of_listed_half = 6;
inline constexpr unsigned least_letters_known = 7;
inline constexpr std::size_t windows_asked_for_listing = 8;
inline constexpr std::size_t windows_asked_first_by_listing = 256;
inline constexpr double share_of_listed_places = 0.7;
/// Rows of halves, which wait for memory, one for each number of edits, beside the same instructions of lists, for an
/// edit: 1,000 nanopore reads as above, seconds of a core that others used as well by rows and by lists, k = 4, t = 20 /
/// 50 % (estimates 14.1 and 12.8, 10.4 and 13.6) 13.0 / 6.9 and 7.1 / 9.1, k = 5, t = 20 % (54 and 45) 35 and 19, on one
/// strand 18.0 and 15.6.
inline constexpr double cost_of_rows_beside_lists = 0.425;
inline constexpr double cost_of_indexed_place = 120;
inline constexpr double cost_of_listed_beginning = 30;
inline constexpr double cost_of_compared_text = 10;
inline constexpr double cost_of_compared_short_text = 4; ///< of a word of up to eight letters
/// Windows whose halves are near to places: edits, at most, as with more of them too many words are near to each place;
/// instructions of 64 words of a set that get a letter more; of a set that is
/// searched for words; of a word that is listed; of a half whose sets are united for a part of the other half, and of
/// 64 words of one of these sets; and of a window that is looked up, once for each half.
inline constexpr std::uint64_t most_edits_of_half_neighbourhoods = 4;
inline constexpr double cost_of_widened_word = 1;
inline constexpr double cost_of_searched_set = 20;
inline constexpr double cost_of_listed_neighbour = 20;
inline constexpr double cost_of_united_half = 40;
inline constexpr double cost_of_united_bits = 0.6;
inline constexpr double cost_of_asked_window = 16;
/// What that takes beside the same instructions of other halves, as the sets of eight sequences are larger than a
/// second-level cache. Nanopore reads, 150 letters of each end on both strands, k = 3, t = 20 %, seconds of a core by
/// these sets and by halves in few places: 1,000 6.2 and 5.5, 2,000 11.8 and 14, 5,000 39 and 70.
inline constexpr double cost_beside_other_halves = 1.15;
/// Windows of which it is seen how many are of plain nucleotides.
inline constexpr std::size_t windows_asked_for_plain = 1024;
/// Windows in halves: parts of eight sequences, at least, after which it is seen for each thread which windows can
/// still have the support; how often that is at most; and windows of which more are counted on as they are.
inline constexpr std::size_t parts_of_stage = 4;
inline constexpr std::size_t stages_of_counts = 8;
inline constexpr double most_counted_on = 0.75;
/// Rows of a window in a sequence from which on it is kept which sequences hold both parts of longer ones: with fewer,
/// to count a window takes little more. 1,000 random sequences of 100 letters on both strands: k = 2 (12 rows), t = 10
/// %, 0.28 and 0.23 s of a core with and without, k = 3 (16 rows), t = 20 %, 0.78 and 1.03 s.
inline constexpr std::size_t rows_of_counted_parts = 16;
/// Instructions for each letter, at most, of counting the words of both strands at once. Random reads, one core, with
/// counting and without: 5,000 of 100 letters, k = 1, t = 5 % (300 instructions a letter) 0.32 and 0.52 s, k = 3
/// (5,500) 2.6 and 5.0 s; 20,000 of 51, t = 1 %, k = 2 / 3 1.0 / 4.0 and 6.2 / 11.5 s, k = 4, t = 4 % (13,300) 3.7 and
/// 10.7 s; with more than share_in_two_pieces, t = 20 % (8,700), 7.0 and 4.9 s. And of what a scan takes, at most:
/// 2,000 of 100, k = 3, t = 1 / 5 % (0.5 and 0.4 of a scan) 1.9 / 0.6 and 2.1 / 1.3 s, 5,000 of 150, k = 4, t = 50 %
/// (0.34) 4.5 and 7 s, of 51 and 100, t = 4 % (1.2 and 1) 2.0 / 6.4 and 1.9 / 6.2 s; 500 of 100, k = 3, t = 20 % (1.4)
/// 0.20 and 0.19 s.
inline constexpr double joined_strands_are_quick = 15'000;
inline constexpr double joined_strands_of_many_are_quick = 8000;
inline constexpr double joined_strands_beside_scan = 0.4;
inline constexpr std::uint64_t least_support_of_joined_strands = 50;
/// The same of a small support, which leaves few windows to other ways: t = 15, 5,000 of 51, k = 2 / 3 (0.13 / 0.52 of
/// a scan) 0.50 / 1.2 and 0.86 / 0.61 s, of 100, k = 2 / 3 (0.06 / 0.2) 0.8 / 4.6 and 1.5 / 12.4 s, of 150, k = 3
/// (0.36) 13.3 and 2.9 s; 20,000 of 51, t = 60, k = 2 / 3 0.9 / 4.2 and 5.1 / 14.5 s.
inline constexpr double joined_strands_of_some_are_quick = 4500;
inline constexpr double joined_strands_of_some_beside_scan = 0.25;
inline constexpr std::uint64_t small_support_of_joined_strands = 10;
/// The same below that: 2,000 of 100, t = 6, k = 2 (1,300 instructions a letter) 0.59 and 0.35 s.
inline constexpr double joined_strands_of_few_are_quick = 700;
/// What windows of both strands may take by pieces that near ones share, of a scan: random reads, one core, by pieces
/// and otherwise, 2,000 of 100, t = 1 %, k = 3 / 6 (0.15 / 0.64 of a scan) 0.33 / 0.51 and 1.8 / 0.86 s, 5,000 of 100,
/// k = 6, t = 1 % (0.46) 1.8 and 3.4 s. And where more than share_in_two_pieces are wanted, which are counted along
/// diagonals otherwise: 500 of 300, k = 4 / 6, t = 20 % (0.31 / 0.56) 1.0 / 2.1 and 0.95 / 1.5 s, 5,000 of 100, k = 4,
/// t = 20 % (0.92) 23.8 and 3.2 s.
inline constexpr double pieces_of_strands_beside_scan = 0.7;
/// Mismatches with which they are asked about: with one, halves that are equal tell more. A text of 19 letters in 2 %
/// of 5,000 random sequences of 100, k = 1, t = 4 / 20, 1.6 / 1.0 s of a core by pieces and 0.2 s otherwise.
inline constexpr std::uint64_t least_mismatches_of_strands = 2;
inline constexpr double pieces_of_many_strands_beside_scan = 0.35;

} // namespace concord::substring::tuning
