// The work that stands for each kind, and what the reference machine takes for it.
//
// The reference is a virtual machine with an Intel Xeon (Sapphire Rapids, AVX-512) and an NVIDIA H200. What `concord
// devices --calibrate -f json` prints as "seconds" there belongs here.
#pragma once

#include <cstdint>
#include <string_view>

namespace concord::calibration::tuning {

/// Of several measurements the shortest counts: another program may have been in the way of the others.
inline constexpr unsigned rounds = 3;

// CPU: seconds of one thread (-O3, AVX-512), which `together` expects of each thread, too. Each takes some 20 ms.

/// The longest substring that a fifth of random reads share with two mismatches.
inline constexpr std::uint64_t scanned_reads = 400;
inline constexpr std::uint64_t letters_of_read = 60;
inline constexpr double scanning_seconds = 0.02;
/// All Levenshtein distances of random DNA.
inline constexpr std::uint64_t rows_of_cells = 64;
inline constexpr std::uint64_t columns_of_cells = 96;
inline constexpr std::uint64_t letters_of_cells = 1000;
inline constexpr double cells_seconds = 0.0216;
/// Reads of one word each from a table that no cache holds, at random, a step each for the position.
inline constexpr std::uint64_t words_of_memory = std::uint64_t{1} << 25U; ///< of four bytes
inline constexpr std::uint64_t memory_accesses = std::uint64_t{1} << 21U;
inline constexpr double memory_seconds = 0.023;
/// An index of random DNA, of so many letters for each thread, but no more than most_sorted. Its rate is that of all
/// threads together, as is cpu_letters_a_second of problems/overlap/tuning.hpp.
inline constexpr std::uint64_t letters_sorted_a_thread = std::uint64_t{1} << 19U;
inline constexpr std::uint64_t most_sorted = std::uint64_t{1} << 23U;
inline constexpr double sorted_letters_a_second = 134'217'728;

// GPU: seconds of calls on one H200 after the first one.

/// As above, of reads a third of which have an adapter, as people's reads do: to compare those that share nothing takes
/// hundreds of times as long.
inline constexpr std::string_view shared_on_gpu = "AGATCGGAAGAGCACACGTCTGAACTCCAGTCA";
inline constexpr std::uint64_t reads_on_gpu = 100'000;
inline constexpr std::uint64_t letters_of_read_on_gpu = 51;
inline constexpr std::uint64_t support_on_gpu = 1000;
inline constexpr std::uint64_t mismatches_on_gpu = 3;
inline constexpr double gpu_scanning_seconds = 0.237;
/// All 1,000 x 1,000 pairs of 1,000 letters.
inline constexpr std::uint64_t sequences_on_gpu = 1000;
inline constexpr double gpu_cells_seconds = 0.0233;
/// An index of 16 MiB of random DNA.
inline constexpr std::uint64_t letters_sorted_on_gpu = std::uint64_t{1} << 24U;
inline constexpr double gpu_sorting_seconds = 0.0062;
/// Copies of ordinary memory there and back.
inline constexpr std::uint64_t bytes_copied = std::uint64_t{64} << 20U;
inline constexpr double transfer_seconds = 0.0042;
/// Launches, each waited for.
inline constexpr unsigned launches = 200;
inline constexpr double launching_seconds = launches * 1e-5;

} // namespace concord::calibration::tuning
