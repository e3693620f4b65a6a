// Constants that change speed and never an answer.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>

namespace concord::runtime::tuning {

// Devices (device_policy.hpp).

/// Seconds on one GPU from which on sharing the work among all of them gains more than they take to start: with two,
/// half of it is saved, and the others start while the first one works (docs/performance.md, one process with several
/// GPUs).
inline constexpr double seconds_worth_all_gpus = 0.5;

// The first of two devices (device_race.hpp).

/// Seconds that the chosen device has for itself, whatever was estimated.
inline constexpr double least_patience = 0.1;
/// Seconds of a call in which no thread waits beside it.
inline constexpr double seconds_unwatched = 0.005;
inline constexpr std::chrono::milliseconds between_looks_at_race{2};
/// Times what a GPU was estimated to take, after which the CPU does the work beside it.
inline constexpr double patience_with_gpus = 2;

// Threads (thread_pool.hpp).

/// As many as options can ask for; beyond, no machine gains.
inline constexpr unsigned most_threads = 65536;

// Processes (distributed/; docs/performance.md, "Ranks beside threads").

/// Pauses of the thread that exchanges messages: between two polls for blocks of rows, at least and at most; and in a
/// process without others, where no messages arrive and only the end of the work wakes it.
inline constexpr std::chrono::microseconds shortest_pause{50};
inline constexpr std::chrono::microseconds longest_pause{1000};
inline constexpr std::chrono::milliseconds pause_alone{50};
/// The same where ranks work one behind the other and a rank has what it needs: it polls for the end of the run only.
inline constexpr std::chrono::microseconds pause_in_stock{5000};
/// Between two reports of progress, two sums that a rank sends to the checkpoint, and two progress messages of a rank.
inline constexpr std::chrono::milliseconds between_shows{100};
inline constexpr std::chrono::milliseconds between_reports{500};
inline constexpr std::chrono::milliseconds between_news{200};
/// How long rank 0 waits for the sums of the others after a signal.
inline constexpr std::chrono::milliseconds patience_with_ranks{1500};
/// Blocks of rows that wait for an earlier one: their bytes, and their number.
inline constexpr std::uint64_t most_waiting_bytes = std::uint64_t{128} << 20U;
inline constexpr std::uint64_t most_blocks_ahead = 4096;

/// Bytes of address space that a scheduler reserves for arrays of zeros: later arrays are larger, and untouched memory
/// takes no pages.
inline constexpr std::size_t least_reserved = std::size_t{1} << 28U;
/// Bytes that one task clears: one huge page.
inline constexpr std::size_t cleared_at_once = std::size_t{1} << 21U;

} // namespace concord::runtime::tuning
