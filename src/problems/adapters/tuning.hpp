// Constants that change speed and never an answer.
#pragma once

#include <cstdint>

namespace concord::adapters::tuning {

// Choosing a device.

/// Letters that one thread searches in a second, all rounds and passes together: a million simulated reads of 100
/// letters take 4.4 s of one core (-O1, Xeon of 2.0 GHz), of which counting words is four fifths and aligning reads a
/// tenth; reads with insertions and deletions are aligned more slowly.
inline constexpr double cpu_letters_a_second = 2e7;
inline constexpr double cpu_long_letters_a_second = 2e6;
/// The same on an H200, by the operations and accesses to memory of the steps, rounds of 64 MiB of counters to the host
/// apart: each takes that and the decisions of the host.
inline constexpr double gpu_letters_a_second = 1e9;
inline constexpr double gpu_seconds_of_decisions = 0.3;
/// The part of the time for long reads that the CPU keeps: it aligns them.
inline constexpr double long_part_on_cpu = 0.6;

// Passes on a GPU.

/// Reads whose placements are listed at once.
inline constexpr std::uint64_t reads_at_once = std::uint64_t{1} << 22U;

} // namespace concord::adapters::tuning
