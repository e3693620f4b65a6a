// Constants of sorting by phrases (phrase_order.cpp), which change speed and never an answer.
#pragma once

#include <cstdint>

namespace concord::suffixes::tuning {

inline constexpr std::uint64_t letters_worth_phrases = 262'144;
/// Letters between windows that begin phrases, about. More of them leave fewer phrases to sort, but of copies more that
/// are different: 16 copies of 1.9 million letters 0.1 % apart have 4.5 million letters in different ones with 24 as
/// with 48.
inline constexpr std::uint64_t phrase_distance = 48;
inline constexpr std::uint64_t least_letters_of_phrase = 8; ///< on average
/// Letters of windows at first. Of few different windows, as in Fibonacci words and periodic texts, no hash may choose
/// about as many as it should; longer ones are tried then.
inline constexpr unsigned letters_of_phrase_window = 8;
inline constexpr unsigned bits_of_phrase_window = 40; ///< at most
inline constexpr unsigned widths_of_phrase_window = 3;
inline constexpr std::uint64_t attempts_of_phrase_windows = 32;
inline constexpr std::uint64_t windows_sampled_of_block = 4096;
inline constexpr double off_phrase_distance = 2;         ///< how many times more or less there may be
inline constexpr std::uint64_t phrases_sampled = 16'384; ///< of all, to know how many are different
/// Letters of different phrases that are worth it, as a share of all: 30 million letters of English have half of them
/// in different phrases, and took as long as by induction.
inline constexpr double most_of_phrases = 0.3;

/// The same in a quarter of each of sixteen blocks: eight copies that are no whole blocks apart leave 0.43 of it.
inline constexpr double most_in_part = 0.45;

/// In tests, so that small texts have phrases.
inline constexpr std::uint64_t forced_phrase_distance = 4;
inline constexpr unsigned forced_letters_of_phrase_window = 2;

} // namespace concord::suffixes::tuning
