// Constants of the scan by counters along diagonals on a CPU (cpu/scan/): they change speed and never an answer.
#pragma once

#include <cstddef>
#include <cstdint>

namespace concord::substring::tuning {

/// Share of the instructions of seeds that is saved beside those of diagonals, for they are done side by side.
inline constexpr double saved_by_vectors_of_seeds = 0.5;
/// Instructions of a scan by seeds from which on its survivors are asked for before it is done along diagonals or not:
/// 2,000 sequences of 100 letters of a worn period of 8, k = 1, t = 100 %, took 0.4 s to follow those of a sample, and
/// 1,991 of 4 to 200 letters of a broken period of 5, k = 2, t = 400, 3.1 s with 8e6, 0.2 s with this;
/// with 5e5, 500 of 300, half of them of period 5, k = 3, t = 50 %, took 0.13 s instead of 0.05 s.
inline constexpr double worth_a_probe_of_diagonals = 1.5e6;
/// Of a vector instruction of AVX-512 along diagonals, for each of its eight lanes; and of a letter of a source,
/// however many words there are.
inline constexpr double cost_of_diagonal_step = 0.048;
inline constexpr double cost_of_diagonal_letter = 0.15;
/// Of a word of a row that is rotated, of each letter and by each number of letters.
inline constexpr double cost_of_diagonal_row = 0.4;
/// What an instruction of theirs takes, beside others, in estimates of seconds.
inline constexpr double time_of_diagonals = 2;
/// Lengths that are tried with all sources, in estimates; the others are tried with few.
inline constexpr double lengths_of_diagonals = 1.5;
/// Words of 64 letters of a row of a block: with four letters, a block is half of a first-level cache.
inline constexpr std::size_t words_of_diagonals = 512;
/// What a word of a ring takes beside one of a lane, and where windows are looked at in blocks first: 300 random
/// sequences of 1,500 letters, k = 5, t = 90 % (14 letters), 1.6 s of CPU for a length; the same number of which 95 %
/// of the letters are one, k = 5, t = 20 % (317 letters), 0.4 s; and targets that are counted before it is asked again
/// which windows may still have the support.
inline constexpr double cost_of_rings = 2;
inline constexpr double cost_of_rings_in_blocks = 0.3;
/// Windows of which equal ones are counted once, at least; of these, how many are sampled, and which share of them must
/// be equal to others.
inline constexpr std::uint64_t least_windows_in_classes = 4096;
inline constexpr std::uint64_t sampled_windows_of_classes = 512;
inline constexpr double least_share_of_equal_windows = 0.125;
inline constexpr std::size_t ring_targets_between_checks = 8;
/// Windows that all targets but a few must hold are first looked for in these and so many more, where that is a small
/// part of all: one of so many at most.
inline constexpr std::uint64_t targets_of_few = 64;
inline constexpr std::uint64_t share_of_few = 8;
/// Sources that are one task, at least and at most: rows are rotated once for all of them.
inline constexpr std::uint64_t least_sources_of_diagonals = 4;
inline constexpr std::uint64_t sources_of_diagonals = 128;
/// The same where the candidates of all sequences are wanted.
inline constexpr double lengths_of_candidates = 3;
/// Candidates that are joined are counted along diagonals after so many lengths, where that takes less than so many
/// more: of 100 sequences of 1,500 A with two others each, k = 1, t = 20 %, 313 lengths were joined.
inline constexpr std::uint64_t joins_before_diagonals = 2;
inline constexpr double joins_saved_by_diagonals = 8;
/// Of the sequences whose candidates are wanted, one of so many is asked first, so many at most: their lengths tell
/// which are tried with the others.
inline constexpr std::size_t sequences_to_one_sampled = 16;
inline constexpr std::size_t most_sequences_sampled = 24;

} // namespace concord::substring::tuning
