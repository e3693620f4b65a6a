// Constants that change speed and never an answer.
#pragma once

#include <cstdint>

namespace concord::adapters::tuning {

// Choosing a device.

/// Letters that one thread searches in a second, all rounds and passes together: a million simulated reads of 100
/// letters take 4.7 s of one core (-O1, no other program beside it), two thirds of which are counting words, an eighth
/// listing places, and a tenth aligning. 20,000 simulated nanopore reads of 900 letters, which need all twelve rounds,
/// take 6.9 s: a half, a tenth, and a tenth; the rest are decisions of the host.
inline constexpr double cpu_letters_a_second = 2.1e7;
inline constexpr double cpu_long_letters_a_second = 2.6e6;
/// The same on a GPU that has started, and what the host decides and copies between its steps. The steps have not been
/// measured on a GPU: with the rate of one thread only GPUs that are named search.
inline constexpr double gpu_letters_a_second = cpu_letters_a_second;
inline constexpr double gpu_seconds_of_decisions = 0.3;
/// The part of the time for long reads that the host keeps: it aligns them, and it decides.
inline constexpr double long_part_on_cpu = 0.4;

// Passes on a GPU.

/// Reads whose placements are listed at once.
inline constexpr std::uint64_t reads_at_once = std::uint64_t{1} << 22U;

} // namespace concord::adapters::tuning
