// The scan: seeds of every source against every position of every target, for any alphabet, any lengths, any k. One
// scan finds all lengths from a threshold on at once.
//
//   sources   [....][....][....][....]     groups of spans are the tasks of threads; a span is compared with all
//   targets   all of them, in tiles        targets, so that its support is counted in one task; a task that reaches a
//                                          greater length raises the threshold of all tasks. Few spans are one group,
//                                          of which each thread compares some of the targets
//
// The scanner (scanner.cpp) does one group; scan_all (scan.cpp) does many.
#pragma once

#include "problems/substring/cpu/cpu_search.hpp"
#include "problems/substring/cpu/scan/near_seeds.hpp"
#include "problems/substring/cpu/scan/spans.hpp"
#include "problems/substring/problem.hpp"
#include "problems/substring/search_plan.hpp"
#include "problems/substring/tuning.hpp"
#include "runtime/distributed/step.hpp"

#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

namespace concord::substring {

/// For one start: the greatest length whose window reaches the support, at least the threshold of the scan; 0: none.
struct start_outcome {
    std::uint64_t length = 0;
    std::uint64_t support = 0;
};

enum class wanted : std::uint8_t {
    longest,   ///< only starts that reach the greatest length of the whole group need be exact; others may say 0
    each_span, ///< likewise for each span of the group by itself
};

/// Scans groups of spans against all targets. One object a worker: it owns the workspace.
class scanner {
  public:
    /// `targets` must outlive the scanner.
    scanner(const problem& given, const seed_kernels& kernels, const target_list& targets);
    ~scanner();
    scanner(const scanner&) = delete;
    scanner& operator=(const scanner&) = delete;

    /// Outcomes of every start of every span, span by span, among the targets. All windows of a span have at least
    /// `threshold` letters: first + starts - 1 + threshold <= length of the sequence. `check` is called now and then
    /// and may throw. Time O(seeds * positions * planes / lanes) plus O(k) a survivor; see seed_plan. With a team, its
    /// threads share the targets; cost_of_following() is then unknown.
    void scan(std::span<const source_span> spans, std::uint64_t threshold, wanted what,
              const std::function<void()>& check, std::vector<std::vector<start_outcome>>& outcomes,
              runtime::thread_pool* team = nullptr);

    /// Instructions of following the survivors of seeds so far.
    [[nodiscard]] double cost_of_following() const noexcept;

  private:
    struct state;
    std::unique_ptr<state> state_;
};

/// What of the collection is compared: spans of sources with the sequences that are their targets.
struct comparison {
    std::vector<source_span> sources;
    target_list targets;
    std::string_view shown; ///< what the progress report calls it; empty: no report
    runtime::divided_among division = runtime::divided_among::ranks;
};

/// All windows in the sources of the greatest length >= threshold that have the support among the targets.
[[nodiscard]] longest_windows scan_all(const problem& given, const cpu_resources& resources, const comparison& compared,
                                       std::uint64_t threshold);

/// The same by seeds.
[[nodiscard]] longest_windows scan_by_seeds(const problem& given, const cpu_resources& resources,
                                            const comparison& compared, std::uint64_t threshold);

/// The same by counters along diagonals (diagonal_counts.cpp), which scan_all takes where they are estimated to be
/// cheaper than seeds. Time O(letters of sources * letters of targets / 64) for each length that is tried; a source is
/// left early where too few targets are left. No length above `longest` is tried.
[[nodiscard]] longest_windows scan_along_diagonals(const problem& given, const cpu_resources& resources,
                                                   const comparison& compared, std::uint64_t threshold,
                                                   std::uint64_t longest = ~std::uint64_t{0});

/// Letters of a window from which on a sample of long sequences is scanned by seeds.
inline constexpr std::uint64_t long_window_of_diagonals = 256;

/// Instructions that it is estimated to take; infinite where it is not possible. `spans` are of whole sequences.
[[nodiscard]] double cost_of_diagonals(const problem& given, std::uint64_t spans, std::uint64_t targets,
                                       std::uint64_t length);

/// scan_all with all sequences against all, one of each group of equal sequences.
[[nodiscard]] longest_windows scan_groups(const problem& given, const cpu_resources& resources,
                                          std::uint64_t threshold);

/// Of each sequence of the spans the longest and then leftmost window in them, of `length` letters or more, that has
/// the support among the targets: sets the candidates of those that have one.
void scan_each(const problem& given, const cpu_resources& resources, const target_list& targets,
               const std::vector<source_span>& spans, std::uint64_t length,
               std::vector<substring_candidate>& candidates);

/// The same of `shortest` to `longest` letters by counters along diagonals, where scan_along_diagonals is possible.
/// `known`: if not of length 0, all windows of a length below `shortest` that have the support, in ascending order.
void candidates_along_diagonals(const problem& given, const cpu_resources& resources, const comparison& compared,
                                const longest_windows& known, std::uint64_t shortest, std::uint64_t longest,
                                std::vector<substring_candidate>& candidates);

/// Instructions that either is estimated to take: of scan_each a probe tells, unless seeds alone take `most` or more;
/// `spans` are of whole sequences.
[[nodiscard]] double probed_cost_of_scanning_each(const problem& given, const cpu_resources& resources,
                                                  const comparison& compared, std::uint64_t length, double most);
[[nodiscard]] double cost_of_candidates_along_diagonals(const problem& given, std::uint64_t spans,
                                                        std::uint64_t targets, std::uint64_t length);

/// The next length to try where `length` > min_length is reached by none: shorter windows cost more, so the steps
/// shrink.
[[nodiscard]] inline std::uint64_t lowered_length(const problem& given, std::uint64_t length) {
    const std::uint64_t step = (length - given.min_length) / 4;
    return length - (step > 0 ? step : 1);
}

/// The next length of a sample: of long ones, the last that costs little more, for a scan finds all lengths from its
/// threshold on.
[[nodiscard]] std::uint64_t lowered_sample(const problem& given, std::uint64_t length);

/// Instructions that scan_all is estimated to take, if letters are random.
[[nodiscard]] double cost_of_scanning(const problem& given, std::uint64_t spans, std::uint64_t targets,
                                      std::uint64_t length);

/// A scan that is being weighed: only some of its spans are listed, for there may be millions of them.
struct probed_scan {
    std::vector<source_span> some; ///< evenly spread
    std::uint64_t spans;           ///< how many there are in all
    const target_list& targets;
};

/// cost_of_scanning after a scan of a few spans against some targets: similar sequences and simple ones have many more
/// near pairs than random ones.
[[nodiscard]] double probed_cost_of_scanning(const problem& given, const cpu_resources& resources,
                                             const probed_scan& probed, std::uint64_t length);

/// The same of all sequences.
[[nodiscard]] double probed_cost_of_scanning_all(const problem& given, const cpu_resources& resources,
                                                 std::uint64_t length);
/// The same in instructions as others take: of those along diagonals each takes longer.
[[nodiscard]] double probed_time_of_scanning_all(const problem& given, const cpu_resources& resources,
                                                 std::uint64_t length);

/// Whether all windows are scanned in so many instructions before any other way is worth a pass over the input.
[[nodiscard]] bool is_quick_scan(const problem& given, std::uint64_t spans, std::uint64_t length, double cost);

/// Whether following the survivors of seeds takes many times what the seeds were estimated to take: of long sequences
/// that are runs or periods, say.
[[nodiscard]] bool has_many_survivors(const problem& given, const cpu_resources& resources, const comparison& compared,
                                      std::uint64_t length);

/// What a sample reaches, where it is less than what is long for diagonals, and where to find out is quicker than to
/// follow the survivors of seeds in windows of `length` letters; else not_along_diagonals.
[[nodiscard]] std::uint64_t reach_along_diagonals(const problem& given, const cpu_resources& resources,
                                                  std::uint64_t length);
inline constexpr std::uint64_t not_along_diagonals = std::numeric_limits<std::uint64_t>::max();

/// A poll as a problem of its own.
struct polled_problem {
    problem given;
    target_list among; ///< the sequences of the poll
};
[[nodiscard]] polled_problem polled_by(const problem& given, const poll& asked);

/// Of some spans, the windows that a larger poll finds to reach furthest: few are asked for among all sequences.
[[nodiscard]] std::vector<source_span> best_of_second_poll(const problem& given, const cpu_resources& resources,
                                                           const std::vector<source_span>& likely,
                                                           std::uint64_t length);

} // namespace concord::substring
