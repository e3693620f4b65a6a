// Constants of the candidates of sequences by growth (cpu/growth/grown_candidates.hpp), which change speed and never an
// answer; like those of tuning.hpp, estimates of work are in instructions.
#pragma once

#include <cstddef>
#include <cstdint>

namespace concord::substring::tuning {

/// Words of 64 letters that a sequence may have.
inline constexpr std::uint64_t most_words_of_candidates = 64;
/// Starts of the first round are one of so many each, and the next round has so many times as many.
inline constexpr std::uint32_t first_stride_of_candidates = 64;
inline constexpr std::uint32_t candidates_to_next = 4;
/// Letters of a word up to which it is asked whether the search has been cancelled.
inline constexpr std::size_t letters_between_checks = 6;
/// Of following a start along one occurrence of a word, and how many letters' steps that may save: 2,000 sequences of
/// 200 letters of period 8, 2 % replaced, k = 1, t = 20 %: 8 s without, 6 s with it. Of more mismatches occurrences are
/// too many: 2,000 x 100, every other one of period 5, k = 3, t = 20 % 0.7 s without, over 15 s with it.
inline constexpr double cost_of_followed_word = 40;
inline constexpr double steps_saved_by_following = 16;
inline constexpr std::uint64_t most_mismatches_of_following = 2;
/// Of entering a word, whose lanes are put together, beside counting it: in 2,000 reads of 100 letters with adapters,
/// k = 3, that is ten times as long, and most of the time.
inline constexpr std::uint64_t steps_of_entering = 6;
/// What it may take, of each letter, and with mismatches no more than so much of what it takes to count along
/// diagonals: 2,000 sequences of 200 letters of which 95 % are one, k = 1, t = 20 %: 3.5 s with as much as that, 2.5 s
/// with a tenth; runs of one letter before random ones, 100 letters, take 0.4 s grown and 0.5 s along diagonals. What
/// all rounds take is at least so many times what those before the last took.
inline constexpr double growth_of_candidates = 150'000;
inline constexpr double growth_beside_diagonals = 0.15;
inline constexpr double least_growth_of_rounds = 2;
/// It is asked where two letters are equal so many times as often as if all were as frequent, or with so many
/// mismatches. Runs of one letter and 95 % A are 2.8 to 3.9 times as often equal; joins take less of what repeats
/// itself otherwise: 2,000 x 200, every other one of period 5, k = 2, t = 20 %, 0.7 s joined and 4.1 s grown.
inline constexpr double unevenness_for_growth_of_candidates = 2;
inline constexpr std::uint64_t mismatches_for_growth_of_candidates = 3;

} // namespace concord::substring::tuning
