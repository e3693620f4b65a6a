// The dense path: source pieces against every place of every sequence. Any alphabet, any lengths, any k.
#pragma once

#include "problems/substring/distinct_sequences.hpp"
#include "problems/substring/near_pieces.hpp"
#include "problems/substring/piece_plan.hpp"
#include "problems/substring/problem.hpp"

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

namespace concord::substring {

/// Neighbouring starts of one sequence: the windows [start, start + length) for start in [first, first + starts).
struct source_span {
    std::uint64_t sequence;
    std::uint64_t first;
    std::uint64_t starts;
};

/// For one start: the greatest length whose window reaches the support, at least the threshold of the scan; 0: none.
struct start_outcome {
    std::uint64_t length = 0;
    std::uint64_t support = 0;
};

enum class wanted : std::uint8_t {
    longest,   ///< only starts that reach the greatest length of the whole group need be exact; others may say 0
    each_span, ///< likewise for each span of the group by itself
};

/// Scans groups of spans against all sequences. One object a worker: it owns the workspace.
class scanner {
  public:
    /// `targets` must outlive the scanner.
    /// scanner.
    scanner(const problem& given, const piece_kernels& kernels, const target_list& targets);
    ~scanner();
    scanner(const scanner&) = delete;
    scanner& operator=(const scanner&) = delete;

    /// Outcomes of every start of every span, span by span, among the targets. All windows of a span have at least
    /// `threshold` letters: first + starts - 1 + threshold <= length of the sequence. `stop` is asked now and then and
    /// may throw. Time O(pieces * places * planes / lanes) plus O(k) a survivor; see piece_plan.
    void scan(std::span<const source_span> spans, std::uint64_t threshold, wanted what,
              const std::function<void()>& stop, std::vector<std::vector<start_outcome>>& outcomes);

  private:
    struct state;
    std::unique_ptr<state> state_;
};

} // namespace concord::substring
