// The answer by seeds: of few long sequences, or of a small support.
//
// Windows of L letters with at most k differences have ceil((L - k) / (k + 1)) equal letters in a row. Where such a run
// begins in two sequences the suffix array tells (suffixes/maximal_pairs.hpp); from there letters are compared on both
// sides, up to k + 1 differences.
//
//   a    . . . . x . . [=======] x . . x . . . .      x: a mismatch, [===]: the seed
//   k=1            [-----------------)                two windows that hold it and cannot be longer
//                      [---------------)
//
// So the cost is that of the suffix array, and of the seeds: few where what is shared is much longer than what is
// shared by chance, however long the sequences are.
#pragma once

#include "problems/substring/problem.hpp"
#include "suffixes/longest_shared.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace concord::substring {

/// What the seeds may take: instructions beside those of the suffix array, and bytes.
struct seed_limits {
    double instructions;
    std::uint64_t bytes;
    bool are_counted =
        false; ///< all seeds are counted before they are looked at, where a sample does not show how many
};

/// What the seeds tell.
struct seeded_windows {
    std::optional<longest_windows> found; ///< nothing where that takes more than the limits, or is too short for seeds
    std::uint64_t reached = 0;            ///< letters that some window with the support has at least; 0: not known
};

/// In what an occurrence may differ: so many letters (>= 1), or edits.
struct seed_differences {
    std::uint64_t most;
    bool indels = false;
};

/// All windows of the greatest length that have the support, in any order; their sequences are those of the set,
/// whatever their owners. Appends to `notes` what was done. Time O(letters + seeds · (k + letters between mismatches /
/// 64) + windows log windows), with edits O(k²) instead of O(k). Throws error: resource, cancelled.
[[nodiscard]] seeded_windows find_by_seeds(const sequence::packed_sequences& set,
                                           const suffixes::wanted_support& wanted, const seed_differences& allowed,
                                           const seed_limits& limits, runtime::thread_pool& workers,
                                           std::vector<std::string>& notes);

} // namespace concord::substring
