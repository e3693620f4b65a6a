// The longest common subsequence of two sequences: the most letters that both have in the same order, not necessarily
// side by side.
//
// Sources: Kloetzli, Strege, Decker, Olano, "Parallel Longest Common Subsequence using Graphics Hardware" (edges of
// blocks kept, path rebuilt from them in linear space); Hyyrö, "Bit-Parallel LCS-length Computation Revisited".
#pragma once

#include <concord/pairs.hpp>
#include <concord/run.hpp>

#include <cstdint>
#include <vector>

namespace concord {

struct subsequence_options {
    bool alignment = false;       ///< also tell which letters they are
    std::uint64_t min_length = 0; ///< shorter ones are of no interest; the nearer to the lengths it is, the faster
    run_options run;
};

struct subsequence_result {
    bool found = false;       ///< false: there is none of min_length
    std::uint64_t length = 0; ///< letters of a longest common subsequence
    /// Of '=', 'I' and 'D' only: the letters under '=' are the subsequence. Empty unless asked for.
    concord::alignment alignment;
    run_report run;
};

/// Finds it. Exact, and the same for every device, vector target, number of threads and tile size.
/// Time: O(n m / vector bits) word operations, and O((n + m) d) where the sequences differ in few letters d. Memory:
/// linear in n + m. Throws error: usage (too long), resource, cancelled.
[[nodiscard]] subsequence_result longest_common_subsequence(const sequence_ref& a, const sequence_ref& b,
                                                            const subsequence_options& options);

/// The letters of `a` that an alignment keeps: a longest common subsequence, as positions in `a` (0-based, ascending).
[[nodiscard]] std::vector<std::uint64_t> kept_positions(const alignment& runs);

} // namespace concord
