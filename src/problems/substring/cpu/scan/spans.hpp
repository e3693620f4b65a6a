// Spans: neighbouring starts, which a scan compares at once. All of a collection, samples of them, those around a
// guess, and what a set of windows leaves.
#pragma once

#include "problems/substring/cpu/equal_groups.hpp"
#include "problems/substring/cpu/window_bits.hpp"
#include "problems/substring/problem.hpp"
#include "runtime/thread_pool.hpp"

#include <cstdint>
#include <vector>

namespace concord::substring {

/// Neighbouring starts of one sequence: the windows [start, start + length) for start in [first, first + starts).
struct source_span {
    std::uint64_t sequence;
    std::uint64_t first;
    std::uint64_t starts;
};

/// The part of a span whose windows of `length` letters fit into the sequence; starts may be 0.
[[nodiscard]] source_span shortened(const problem& given, source_span span, std::uint64_t length);

/// Spans that cover all windows of `length` letters, of at most `tile` starts each (0: chosen).
/// Of equal sequences, where they are given as groups, only the representative is covered.
[[nodiscard]] std::vector<source_span> spans_of(const problem& given, std::uint64_t length, std::uint64_t tile,
                                                const equal_sequences* groups = nullptr);

/// Those of the sequences of a list, which names them.
[[nodiscard]] std::vector<source_span> spans_among(const problem& given, std::uint64_t length,
                                                   const target_list& among);

/// How many spans there are of all sequences.
[[nodiscard]] std::uint64_t count_spans(const problem& given, runtime::thread_pool& workers, std::uint64_t length);

/// At most `count` of them, evenly spread, without listing them all.
[[nodiscard]] std::vector<source_span> sample_of_all(const problem& given, runtime::thread_pool& workers,
                                                     std::uint64_t length, std::uint64_t count);

/// At most `count` of the spans, evenly spread.
[[nodiscard]] std::vector<source_span> sample_of(const std::vector<source_span>& spans, std::uint64_t count);

/// Starts of windows of `length` letters within different windows of a guess, those of the greatest support, and a few
/// before them (tuning::likely_windows, tuning::starts_before_likely). Time O(windows of the guess · log).
[[nodiscard]] std::vector<source_span> likely_spans(const problem& given, const longest_windows& guess,
                                                    std::uint64_t length);

/// The starts of every sequence from its first window to its last, in spans.
[[nodiscard]] std::vector<source_span> spans_left(const problem& given, runtime::thread_pool& workers,
                                                  const window_bits& windows);

/// How many there are; time O(sequences + letters / 64).
[[nodiscard]] std::uint64_t count_spans_left(const problem& given, runtime::thread_pool& workers,
                                             const window_bits& windows);
[[nodiscard]] std::uint64_t count_sequences_left(const problem& given, runtime::thread_pool& workers,
                                                 const window_bits& windows);

/// The sequences that have windows, in ascending order.
[[nodiscard]] std::vector<std::uint64_t> sequences_left(const problem& given, runtime::thread_pool& workers,
                                                        const window_bits& windows);

} // namespace concord::substring
