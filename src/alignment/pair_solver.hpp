// Compares a pair by the cheapest method: diagonal by diagonal from both ends if it has few edits, else by its whole
// matrix in bits, on the CPU or on GPUs.
#pragma once

#include "alignment/recurrences/pair_recurrence.hpp"
#include "sequence/coded_pair.hpp"

#include <concord/pairs.hpp>
#include <concord/run.hpp>

#include <cstdint>
#include <optional>

namespace concord::pairwise {

/// sequence::code_pair by the threads of a run; too short to be cancelled.
[[nodiscard]] sequence::coded_pair code_pair(const sequence_ref& a, const sequence_ref& b, const run_options& options);

struct pair_options {
    bool alignment;
    std::optional<std::uint64_t> most_edits; ///< greater numbers are not of interest
    /// A collective call: the ranks of run_options::sharing divide a large matrix. Otherwise each compares by itself.
    bool by_ranks = false;
};

struct pair_outcome {
    std::optional<std::uint64_t> edits; ///< empty: more than most_edits
    alignment aligned;                  ///< if requested and found
};

/// The edits of a pair and, if requested, the alignment that concord::alignment describes. Fills in `report`. Time O(n
/// m / 64) word operations, or O(n + m + d^2) expected for d edits. Throws error: resource, cancelled.
[[nodiscard]] pair_outcome solve_pair(const sequence::coded_pair& pair, const pair_recurrence& recurrence,
                                      const pair_options& wanted, const run_options& options, run_report& report);

struct lcs_outcome {
    std::optional<std::uint64_t> length; ///< empty: less than min_length
    alignment aligned;                   ///< if requested and found
};

struct lcs_options {
    bool alignment;
    bool by_ranks = false; ///< as in pair_options
};

/// The length of a pair's longest common subsequence, if it is at least `min_length`. The letters outside of it are the
/// pair's indel distance, and its alignment has the fewest insertions and deletions.
[[nodiscard]] lcs_outcome solve_lcs(const sequence::coded_pair& pair, std::uint64_t min_length,
                                    const lcs_options& asked, const run_options& options, run_report& report);

} // namespace concord::pairwise
