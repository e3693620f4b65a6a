// Constants of the join (cpu/join/join.cpp) that change speed and never an answer. Instructions are those of
// tuning.hpp.
#pragma once

#include <cstddef>
#include <cstdint>

namespace concord::substring::tuning {

/// Letters of a window that are compared at once; what survives is compared in full.
inline constexpr unsigned letters_compared = 32;
/// Distinct sources of a task of a join.
inline constexpr std::size_t sources_joined_at_once = 64;
/// Lists of windows by pieces: most pieces; words of one, at most; instructions of visiting a list, however short;
/// windows from which lists may be worth it.
inline constexpr std::uint64_t most_pieces = 4;
inline constexpr double most_words_of_piece = 4'194'304;
inline constexpr double cost_of_list = 30;
inline constexpr double cost_of_listing = 100; ///< a window, in each list
inline constexpr std::size_t least_windows_in_lists = 2048;
/// Bytes of lists beyond which each that is visited is far from a core, and how many times as long that takes: random
/// sequences of 51 letters, t = 1 %, 25,000 of them, k = 8, 87 s of a core joined and 27 s along diagonals, 10,000, k =
/// 6, 4.2 and 2.2 s.
inline constexpr double bytes_of_cached_lists = 8 << 20;
inline constexpr double lists_in_memory = 2;
/// Instructions of an entry that is near by its first letters, and further ones for each word of 64 letters of a window
/// that has more; entries of a list from which on it is asked how many these are. 300 sequences of 1,500 letters of
/// period 5, three of them others, k = 1, t = 50 %, took over a minute by such lists.
inline constexpr double cost_of_listed_survivor = 30;
inline constexpr double cost_of_compared_word = 12;
inline constexpr std::size_t least_entries_asked = 64;
/// Instructions of a pair that is near, where balls sum up what is near: 2,000 sequences of 400 letters of period 5,
/// three of them others, have 10^10 such pairs with k = 3.
inline constexpr double cost_of_summed_pair = 12;
inline constexpr double most_repetition_for_lists = 4; ///< of words, for which their cost is estimated
/// Bytes of the table of all words of so many letters: 14 nucleotides; a second-level cache holds it up to 12.
inline constexpr double most_bytes_of_short_words = 33'554'432;
/// Pairs of windows from which on a join asks which letters tell them apart, and of how many it asks: of 2,000 DNA
/// sequences of 100 letters that begin with a run, k = 3, t = 50 %, all begin alike, and take 5.2 s by their first 32.
inline constexpr std::size_t worth_telling_letters = std::size_t{1} << 22U;
inline constexpr std::size_t sources_of_telling = 32;
inline constexpr std::size_t targets_of_telling = 128;
/// Windows of a sample by which letters are expected, and the longest period; instructions of a letter of a window
/// whose unexpected ones are looked up. 2,000 sequences of 400 letters, nearly all of them A, k = 1, t = 20 / 100 %,
/// took 6 and 7 s along diagonals.
inline constexpr std::uint64_t windows_of_expectation = 64;
inline constexpr std::uint64_t longest_expected_period = 32;
inline constexpr double cost_of_expected_window = 400;
inline constexpr double cost_of_expected_letter = 0.5;
/// Windows of a sample that tells how many different ones there are, where chance would say that they are few: nineteen
/// of twenty letters the same, 2,000 sequences of 100, k = 3, t = 100 %, take 3.5 s joined and 0.7 s along diagonals.
inline constexpr std::uint64_t sampled_different_windows = 1024;
inline constexpr std::uint64_t sampled_different_sources = 4096;
/// Balls of a tree of windows: those that a sample needs at most, and leaves of a tree; windows and others of a sample;
/// by how much more a test costs that is made of few others at once.
inline constexpr std::size_t most_sampled_balls = 4096;
inline constexpr std::size_t most_leaves = 16384;
inline constexpr std::size_t sampled_for_balls = 8192;
inline constexpr std::size_t sampled_targets_for_balls = 2048;
inline constexpr double cost_of_few_lanes = 3;
/// A join is estimated by a sample of balls where it seems to take so many times as much without.
inline constexpr double worth_sampled_balls = 4;
/// Instructions of putting a window into a tree, beside its comparisons.
inline constexpr double cost_of_member = 1000;
/// Instructions of putting a target beside the others of a leaf; and passes over the leaves, after the one that sums up
/// occurrences, for sources whose sequences are counted.
inline constexpr double cost_of_target_in_leaf = 6;
inline constexpr double passes_of_counting = 2;
/// Sources from which on they are joined by balls; how many are at once, and how many of those whose support a sum of
/// occurrences does not decide.
inline constexpr std::size_t least_sources_in_balls = 256;
inline constexpr std::size_t sources_in_balls_at_once = 512;
inline constexpr std::size_t sources_decided_at_once = 32;
/// Instructions of a near pair without balls; sources of a sample that tells how many there are: adapters of 300,000
/// reads, k = 3, t = 20 %, make 40 million pairs of 41,000 sources, 1.6 s without balls.
inline constexpr double cost_of_joined_pair = 100;
/// Sequences with several windows near to each other are counted by all that they have where they have no more than so
/// many times as many windows as there are different ones: instructions of comparing one, and of visiting one that is
/// near. 5,000 reads that begin with A, k = 3, t = 50 %, took 27 s visited, and 4 compared.
inline constexpr std::size_t most_others_by_sequence = 8;
inline constexpr double cost_of_window_in_run = 1.5;
inline constexpr double cost_of_counted_target = 12;
inline constexpr std::size_t sources_of_near_pairs = 256;
/// Targets from which on it is asked which ones are far from all sources; instructions of one that is joined (grouped,
/// indexed, compared), and of putting one into a lane.
inline constexpr std::uint64_t least_targets_for_balls = 1U << 16U;
inline constexpr double cost_of_joined_target = 800;
inline constexpr double cost_of_lane = 40;
/// Instructions a letter of the collection that the longest windows may take before all else; and where they are the
/// answer whatever their support, as other steps take no less.
inline constexpr double cost_of_longest = 20;
inline constexpr double cost_of_whole_answer = 10'000;
/// They are asked for where so many times as many sequences as are wanted leave a sample of 64 without one of them as a
/// rule; and blocks of theirs for each letter of the collection, at most.
inline constexpr std::uint64_t least_sequences_for_each = 20;
inline constexpr double blocks_of_longest = 0.25;

/// Windows of few letters are bounded by counts of words where that is estimated to take so many times as much as to
/// join them: large joins by balls take some ten times their estimate, and bounds half of theirs. 200,000 reads of 51
/// letters, of which 30 % reach the adapter, t = 20 %, took 37 s with k = 3 (estimated 9 and 67 billion), and 8.3 with
/// k = 2 (1.8 and 4.7), and take 12 and 3.1. Of joins that are estimated to take less than the second, estimates are
/// nearly right.
inline constexpr double bounds_beside_join = 8;
inline constexpr double least_join_bounded = 1.5e9;
/// Long windows are bounded by words of some letters where these take so much of what joining is estimated to take:
/// runs that random letters follow lose nearly all windows, copies none. 20,000 sequences of 100 letters, a random half
/// before a run of A, k = 2, t = 20 % (estimated 2.4e8 and 6.9e9) 8.8 and 0.9 s, runs first, t = 50 %, k = 3 (3.1e8 and
/// 7.6e10) 7.5 and 1.2 s; copies 2 % apart (2.4e8 and 2.8e9) 0.16 and 0.21 s; 50,000 reads with adapters, k = 3, t = 1
/// % (1.6e10 and 4.6e9) 5.9 and 9.4 s.
inline constexpr double bounds_of_long_beside_join = 1.0 / 12;
/// Some windows are asked whether they have words that few of some sequences hold, and so many must.
inline constexpr std::uint64_t windows_asked_about_rare_words = 32;
inline constexpr std::uint64_t sequences_asked_about_rare_words = 32;
inline constexpr double share_of_rare_windows = 0.125;
/// Letters by which these words are longer than those that random sequences hardly share, and by which such windows are
/// longer at least.
inline constexpr unsigned letters_of_bound_beyond_rare = 1;
inline constexpr std::uint64_t least_letters_beyond_bound = 4;

/// Sequences that are joined before all others where none may lack an answer (cpu/join/asked_sequences.hpp), if they
/// are at most one of as many.
inline constexpr std::uint64_t asked_before_all = 32;
/// What it may take of what a level of the filter does, of which there are many where windows lie in runs, and of a
/// comparison of all windows; and of which share of the sources a sample must say that it is left.
inline constexpr double asking_beside_filter = 10;
inline constexpr double asking_beside_comparison = 0.1;
inline constexpr std::uint64_t one_source_of = 61;
inline constexpr double left_by_asked = 0.75;
/// The same of a comparison that takes long: windows in runs are near to each other by the letters that are compared
/// first, and take several times their estimate. Then more may be spent, where one letter is most of all (by the chance
/// that two match), or where hardly any sources are left. 5,000 sequences of 100, runs first, t = 100 %, k = 2, bytes
/// 3.7 and 0.7 s of a core, proteins 2.1 and 0.4, equal tails, bytes 2.6 and 0.5; with three letters of period 5
/// replaced, proteins, half of the sources are left, 0.6 s and 0.9 if they were asked.
inline constexpr double late_asking_beside_filter = 15;
inline constexpr double late_asking_beside_comparison = 0.3;
inline constexpr double match_in_runs = 0.5;
inline constexpr double left_by_late_asking = 0.25;
/// Sequences that are asked where nearly all must hold an answer (cpu/join/sampled_holders.hpp): where none may lack
/// it, at most, and the bytes of their rows.
inline constexpr std::uint64_t asked_for_lacking = 512;
inline constexpr std::uint64_t most_asked_for_lacking = 4096;
inline constexpr std::uint64_t bytes_of_sampled_holders = std::uint64_t{128} << 20U;
/// Sequences for each that is counted, up to which a bit for each is set and the bits are counted.
inline constexpr std::uint64_t sequences_of_counted_bit = 32;

// The candidates of each sequence.
/// Bounds by counts are used where they take this share of a table of words with a bit for each sequence.
inline constexpr double bounds_beside_tables = 0.03;
/// Instructions a letter of the collection, at most: bounds of few sequences are as large as those of many.
inline constexpr double most_cost_of_bounds = 2000;
/// The filter is worth it where what follows takes so many times as much as its first level.
inline constexpr double worth_a_filter = 3;
/// Windows of each open sequence that are joined first, and by which factor their number grows.
inline constexpr std::uint64_t first_windows_settled = 2;
inline constexpr std::uint64_t growth_of_windows_settled = 4;

// MaxLCP with mismatches (cpu/mismatch_prefixes.cpp).
/// Sorting a place into its group, and what it shares with the one before, in comparisons of a pair of places: an
/// estimate.
inline constexpr double cost_of_sorted_place = 4;
inline constexpr std::uint64_t places_of_prefix_task =
    4096; ///< at least: groups of fewer are one task with those inside
/// Letters from which a sequence is long enough for a suffix array of it and each other one.
inline constexpr std::uint64_t least_letters_of_prefixes = 1024;

} // namespace concord::substring::tuning
