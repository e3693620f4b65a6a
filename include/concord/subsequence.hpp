// The longest common subsequence of two sequences: the most letters that both have in the same order, not necessarily
// contiguous.
//
// Sources: Kloetzli, Strege, Decker, Olano, "Parallel Longest Common Subsequence using Graphics Hardware" (edges of
// blocks kept, traceback from them in linear space); Hyyrö, "Bit-Parallel LCS-length Computation Revisited".
#pragma once

#include <concord/pairs.hpp>
#include <concord/run.hpp>

#include <cstdint>
#include <vector>

namespace concord {

struct subsequence_options {
    bool alignment = false;       ///< also compute the alignment
    std::uint64_t min_length = 0; ///< shorter ones are not computed; the closer to the lengths, the faster
    run_options run;
};

struct subsequence_result {
    bool found = false;       ///< false: it is shorter than min_length
    std::uint64_t length = 0; ///< letters of a longest common subsequence
    /// Of '=', 'I' and 'D' only: the letters under '=' are the subsequence. Empty unless requested.
    concord::alignment alignment;
    run_report run;
};

/// The longest common subsequence. Exact, and the same for every device, vector target, number of threads and tile
/// size. Time: O(n m / vector bits) word operations, and O((n + m) d) if the sequences differ in few letters d. Memory:
/// linear in n + m. Throws error: usage (a sequence of longest_comparable letters or more; bytes beside symbols),
/// resource, cancelled.
[[nodiscard]] subsequence_result longest_common_subsequence(const sequence_ref& a, const sequence_ref& b,
                                                            const subsequence_options& options);

/// The positions of the '=' columns in the first sequence (0-based, ascending): a longest common subsequence. Time:
/// linear.
[[nodiscard]] std::vector<std::uint64_t> kept_positions(const alignment& runs);

} // namespace concord
