// Constants of what the suffix array answers, and of seeds that it finds, which change speed and never an answer.
// Instructions are those of tuning.hpp.
#pragma once

#include <cstdint>

namespace concord::substring::tuning {

/// Without mismatches, of the suffix array of a letter (1,077,820 reads of 51 letters take 65 ns each), or of one of
/// two sequences of which words are sampled; and what growth in vain may take beside that.
inline constexpr double cost_of_suffix_array = 200;
inline constexpr double cost_of_sampled_letter = 20;
inline constexpr double growth_beside_suffix_array = 0.125;

/// Of a seed: its place in a group, and the mismatches on both sides; and of 64 letters behind it.
inline constexpr double cost_of_seed = 150;
inline constexpr double cost_of_seed_word = 20;
/// Of letters around a seed that are kept and sorted twice.
inline constexpr double cost_of_near_letters = 100;
/// Times what seeds may take that they may take with what they tell of a length that is reached, after they took too
/// much.
inline constexpr double seeds_beyond_limit = 1.25;
/// Letters for each of these, up to which they are sorted by counting those of each place.
inline constexpr std::uint64_t letters_of_counted_place = 8;
/// Seeds of a thread between questions whether all of them take too much.
inline constexpr std::uint64_t seeds_between_checks = 4096;
/// Suffixes whose seeds a thread takes at a time, at least, and how often it does: most seeds may lie in few stretches.
inline constexpr std::uint64_t suffixes_of_seed_task = 4096;
inline constexpr std::uint64_t seed_tasks_of_thread = 32;
/// Stretches of the suffix array, and ranks of each, by which the number of seeds is estimated.
inline constexpr std::uint64_t stretches_of_estimate = 64;
inline constexpr std::uint64_t ranks_of_estimate = 1024;
/// Of a rank, where the seeds of all are counted.
inline constexpr double cost_of_counted_rank = 50;
/// Letters of a sequence from which on they are many, so that they may have few seeds though they share a lot.
inline constexpr double many_letters_for_seeds = 500;
/// Instructions that seeds may take for each that the first level of the filter takes, which others follow.
inline constexpr double seeds_beside_filter = 2;
/// The same of long sequences that repeat each other, of which the filter drops little: 100 genomes of 30,000 letters,
/// each 1 % from the same one, k = 1, t = 100 %: its first level is estimated at 0.3 s, and the search with it
/// takes 4.2.
inline constexpr double seeds_beside_filter_of_copies = 6;
/// What they may take of any long sequences that repeat each other: 300 copies of 1,500 letters, 0.1 % apart, k = 1,
/// t = 100 % (answer 212 letters), took minutes without.
inline constexpr double quick_seeds_of_copies = 1.5e9;
inline constexpr double letters_of_long_copies = 5000; ///< shorter ones are so many that they have more seeds
/// And for each of the suffix array, of more sequences than that, where letters are so unequal that the filter is of no
/// use: 1,000 of 1,500 letters, most of them a run of one letter, k = 1, t = 50 %, took a minute for seeds in vain.
inline constexpr double seeds_in_runs_beside_sorting = 16;
inline constexpr double sequences_with_runs = 50;
/// The same with one mismatch, where these letters are in any order: 300 of 1,500 letters, of which 95 % are one, t =
/// 20 / 50 % (answers of 197 and 161 letters), take 0.5 and 4 s, and took minutes without. With more mismatches seeds
/// are too short.
inline constexpr double seeds_of_unequal_letters_beside_sorting = 240;
/// What they may take where windows are quickly counted along diagonals: 150 copies of 600 letters, 2 % apart, k = 5, t
/// = 90 %, take 0.14 s of CPU by seeds and 1.5 s without.
inline constexpr double seeds_are_quick = 1e9;
/// And for each of the suffix array, of long sequences that look random and would have too many.
inline constexpr double seeds_beside_sorting = 4;
/// Seeds of a letter, at most, where pieces, strands or edits are asked for: what is lost where they are too many.
inline constexpr double most_seeds_of_letter = 8;
/// The same of edits among many letters, where nothing but walks in all sequences is left; of each edit half as many,
/// as a seed takes longer. 4,000 random proteins of 200 letters, t = 2, k = 1 / 2: 0.07 / 0.7 s, and over 20 / 15 by
/// walks.
inline constexpr double most_seeds_beside_walks = 64;

} // namespace concord::substring::tuning
