// How many edits turn one sequence into another: of a pair, of many pairs, of all against all.
//
// Sources: Balhaf et al., "Using GPUs to Speed-up Levenshtein Edit Distance Computation" (the table by diagonals);
// Myers, "A Fast Bit-Vector Algorithm for Approximate String Matching Based on Dynamic Programming".
#pragma once

#include <concord/pairs.hpp>
#include <concord/run.hpp>

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

namespace concord {

/// What counts as an edit, each at cost 1.
/// - levenshtein: inserting, deleting or replacing a letter.
/// - indel: inserting or deleting one (n + m - 2 times the longest common subsequence).
/// - hamming: replacing one; sequences of different lengths have no distance.
enum class distance_metric : std::uint8_t { levenshtein, indel, hamming };

struct distance_options {
    distance_metric metric = distance_metric::levenshtein;
    /// Greater distances are of no interest; the smaller it is, the faster.
    std::optional<std::uint64_t> max_distance;
    bool alignment = false; ///< also tell an alignment that has the distance
    run_options run;
};

struct distance_result {
    /// Empty where it is more than max_distance, or (hamming) where there is none.
    std::optional<std::uint64_t> distance;
    concord::alignment alignment; ///< empty unless asked for and there is a distance
    run_report run;
};

/// The distance of a pair. Exact, and the same for every device, vector target, number of threads and tile size.
/// Time: O(n m / vector bits) word operations, and O((n + m) d) at a small distance d. Memory: linear in n + m.
/// Throws error: usage (too long), resource, cancelled.
[[nodiscard]] distance_result distance(const sequence_ref& a, const sequence_ref& b, const distance_options& options);

/// Whether short_distance() takes a pair: bytes or symbols, the shorter of at most 512 letters, and at most 2^18 cells.
[[nodiscard]] bool is_short_pair(const sequence_ref& a, const sequence_ref& b) noexcept;

/// What distance() answers, for pairs that are short: on the calling thread, at once, without allocating anything.
/// Time: O(n m / 64), from about 50 ns. Throws error (usage) for pairs that are not short, and for bytes beside
/// symbols.
[[nodiscard]] std::optional<std::uint64_t> short_distance(const sequence_ref& a, const sequence_ref& b,
                                                          distance_metric metric,
                                                          std::optional<std::uint64_t> max_distance = {});

/// Another alignment of least cost (levenshtein or indel) than concord::alignment, the one that rapidfuzz and
/// python-Levenshtein choose for tables of this size, for those who replace them: what both sequences begin with is
/// matched, then what both end with; between, followed back from the ends, every step is the first of 'I', 'D', and one
/// letter of both that is on a way of least cost. So gaps stand as far to the right as they can. For tables of at most
/// 2^22 cells behind what is matched first; empty for greater ones. Time O(n m / 64), memory n m / 4 bytes at most.
/// Throws error: usage (hamming; what distance() refuses).
[[nodiscard]] std::optional<alignment> right_aligned_gaps(const sequence_ref& a, const sequence_ref& b,
                                                          distance_metric metric);

/// Stands in batches for «more than max_distance», and for «none» (hamming).
inline constexpr std::uint32_t no_distance = 0xFFFF'FFFF;

/// With `run.sharing`, blocks of rows are divided among ranks and shards. Rank 0 gets all rows in their order, the
/// other ranks none; a shard gets those of its blocks (of zipped_distances the others are no_distance).
struct batch_options {
    distance_metric metric = distance_metric::levenshtein;
    std::optional<std::uint64_t> max_distance;
    run_options run;
};

/// Distances of a[i] and b[i] for every i. Both sets have the same size and alphabet (else error usage).
/// Many short pairs are compared side by side in the lanes of a vector, or by a thread of a GPU each.
[[nodiscard]] std::vector<std::uint32_t> zipped_distances(const sequence_set& a, const sequence_set& b,
                                                          const batch_options& options, run_report* report = nullptr);

/// Distances of a[i] and every b[j], row by row: `row(i, distances)` is called once for every i in ascending order, by
/// one thread at a time. Memory: some rows.
using distance_row = std::function<void(std::uint64_t, std::span<const std::uint32_t>)>;
void all_distances(const sequence_set& a, const sequence_set& b, const batch_options& options, const distance_row& row,
                   run_report* report = nullptr);

struct near_pair {
    std::uint64_t a = 0;
    std::uint64_t b = 0;
    std::uint32_t distance = 0;

    friend auto operator<=>(const near_pair&, const near_pair&) = default;
};

/// Takes near pairs in ascending order of (a, b), some at a time.
using near_pair_sink = std::function<void(std::span<const near_pair>)>;

/// All pairs within max_distance (which must be given), without a matrix: sequences that share no piece by the
/// pigeonhole principle are never compared. Time: about linear in the letters and the candidates for small distances.
void near_pairs(const sequence_set& a, const sequence_set& b, const batch_options& options, const near_pair_sink& sink,
                run_report* report = nullptr);

/// For every a the `count` nearest of b, nearest first and lower index first among equals, fewer where there are fewer
/// within max_distance. Given as near_pair in ascending order of a.
void nearest(const sequence_set& a, const sequence_set& b, std::uint64_t count, const batch_options& options,
             const near_pair_sink& sink, run_report* report = nullptr);

} // namespace concord
