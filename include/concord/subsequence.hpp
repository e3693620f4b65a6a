// The longest common subsequence of two sequences: the most letters that both have in the same order, not necessarily
// contiguous.
//
// Sources: Kloetzli, Strege, Decker, Olano, "Parallel Longest Common Subsequence using Graphics Hardware" (edges of
// blocks kept, traceback from them in linear space); Hyyrö, "Bit-Parallel LCS-length Computation Revisited".
#pragma once

#include <concord/pairs.hpp>
#include <concord/run.hpp>

#include <cstdint>
#include <functional>
#include <span>
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
/// With `options.run.sharing` a collective call of all ranks, which divide a large matrix.
[[nodiscard]] subsequence_result longest_common_subsequence(const sequence_ref& a, const sequence_ref& b,
                                                            const subsequence_options& options);

/// The positions of the '=' columns in the first sequence (0-based, ascending): a longest common subsequence. Time:
/// linear.
[[nodiscard]] std::vector<std::uint64_t> kept_positions(const alignment& runs);

/// The lengths for a[i] and b[i], for every i. Short pairs are compared side by side, one in each lane of a vector or
/// thread of a GPU, as zipped_distances() compares them: of sequences of n and m letters with the indel distance d the
/// length is (n + m - d) / 2. Throws error: usage (sets of different sizes or alphabets, longest_comparable letters),
/// resource, cancelled.
[[nodiscard]] std::vector<std::uint32_t> zipped_subsequence_lengths(const sequence_set& a, const sequence_set& b,
                                                                    const run_options& options,
                                                                    run_report* report = nullptr);

/// Takes the lengths for a[i] and all b: lengths[j] belongs to b[j].
using subsequence_row = std::function<void(std::uint64_t, std::span<const std::uint32_t>)>;

/// All lengths, row by row: calls `row(i, lengths)` once for every i in ascending order, on one thread at a time.
/// Memory: some rows. Throws error: usage (different alphabets), resource, cancelled.
void all_subsequence_lengths(const sequence_set& a, const sequence_set& b, const run_options& options,
                             const subsequence_row& row, run_report* report = nullptr);

/// Takes the longest common subsequence of a[i] and b[i].
using subsequence_taker = std::function<void(std::uint64_t, const subsequence_result&)>;

/// The subsequences themselves: calls `take(i, result)` for every i in ascending order, on the calling thread. Many
/// pairs are divided among the threads of the CPU; where there are few, or GPUs are named, one is solved after the
/// other. Time and memory: as longest_common_subsequence() for each pair, and the results of some pairs. Throws error:
/// usage (sets of different sizes or alphabets), resource, cancelled.
void zipped_subsequences(const sequence_set& a, const sequence_set& b, const subsequence_options& options,
                         const subsequence_taker& take);

} // namespace concord
