// The search on the CPU: the plan of search_plan.hpp, as cpu/executor.cpp executes it.
#pragma once

#include "problems/substring/cpu/scan/near_seeds.hpp"
#include "problems/substring/problem.hpp"
#include "runtime/thread_pool.hpp"

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace concord::substring {

inline constexpr double impossible = std::numeric_limits<double>::infinity(); ///< a cost

/// How the windows are compared. Every path gives the same answer; tests force them all.
enum class search_path : std::uint8_t {
    automatic,       ///< by estimated cost
    dense,           ///< a scan: seeds of every sequence against every position of every sequence
    filter_and_join, ///< the filter, then the windows that it left against each other
    filter_and_scan, ///< the filter, then a scan of the sequences of these windows
    diagonals,       ///< a scan by counters of mismatches, where sequences and alphabet allow it
    pattern_growth,  ///< words letter by letter, where sequences, alphabet and mismatches allow it
    counted_words,   ///< all words of a length at once, where alphabet and length allow it
    spaced_words,    ///< by shapes of letters that agree, the same
    pieced_windows,  ///< by pieces that near windows share, where windows are short enough
    seeds,           ///< by runs of equal letters in two sequences, with mismatches, where the answer is long enough
};

/// What a search is given beside the problem.
struct cpu_resources {
    runtime::thread_pool& workers;
    const seed_kernels& kernels;
    std::uint64_t memory;            ///< bytes of working memory
    std::uint64_t tile;              ///< sequences or starts of a unit of work; 0: chosen here
    std::vector<std::string>& notes; ///< what was chosen and why is added here
    search_path path = search_path::automatic;
    std::uint64_t pool = 0; ///< threads, of all processes, that tasks are cut for; 0: those of `workers`
    simd::vector_target vectors = simd::choose_vectors(simd::vector_target::automatic);
    /// Where candidates are wanted: all windows of the greatest length, with their supports; null: they are not known.
    const longest_windows* known = nullptr;
};

/// All windows of the greatest length >= min_length that have the support.
[[nodiscard]] longest_windows search_on_cpu(const problem& given, const cpu_resources& resources);

/// The same where growing words letter by letter is quick: nothing where it is not. It is asked before a GPU, because
/// settings with many occurrences of few words are slow on any device that compares windows.
[[nodiscard]] std::optional<longest_windows> grow_on_cpu(const problem& given, const cpu_resources& resources);

/// The candidate C_i of every sequence (of a shard: of its own sequences); none but a longer one of another shard is
/// longer than `longest`.
[[nodiscard]] std::vector<substring_candidate> search_each_on_cpu(const problem& given, std::uint64_t longest,
                                                                  const cpu_resources& resources);

} // namespace concord::substring
