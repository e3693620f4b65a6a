// Constants that change speed and never an answer.
#pragma once

#include <cstdint>

namespace concord::adapters::tuning {

// Choosing a device.

/// Letters that one thread searches in a second, all rounds and passes together: a million simulated reads of 100
/// letters take 7.1 s of one core, two thirds of which are counting words, an eighth listing places, and a tenth
/// aligning. Long reads may need all twelve rounds: 20,000 simulated nanopore reads of 900 letters of a small genome
/// take 6.9 s: a half, a tenth, and a tenth, the rest are decisions of the host.
inline constexpr double cpu_letters_a_second = 1.4e7;
inline constexpr double cpu_long_letters_a_second = 2.6e6;
/// The same on a GPU that has started, and what the host decides and copies between its steps: the million reads take
/// 0.2 s on an H100, and 20,000 nanopore reads of 1,500 letters 0.62 s (16 threads of its host 0.77 and 1.0 s).
inline constexpr double gpu_letters_a_second = 1e9;
inline constexpr double gpu_long_letters_a_second = 6e7;
inline constexpr double gpu_seconds_of_decisions = 0.1;

// Passes on a GPU.

/// Reads whose placements are listed at once.
inline constexpr std::uint64_t reads_at_once = std::uint64_t{1} << 22U;

} // namespace concord::adapters::tuning
