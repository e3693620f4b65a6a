// Edit distances: of a pair, of many pairs, of all against all.
//
// Sources: Balhaf et al., "Using GPUs to Speed-up Levenshtein Edit Distance Computation" (the DP matrix by diagonals);
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

/// The edits of a metric; each costs 1.
/// - levenshtein: inserting, deleting or replacing a letter.
/// - indel: inserting or deleting one (n + m - 2 times the longest common subsequence).
/// - hamming: replacing one; sequences of different lengths have no distance.
/// - osa: inserting, deleting or replacing a letter, or transposing two neighbouring ones, where no letter is edited
///   twice (optimal string alignment).
/// - damerau_levenshtein: the same edits without that restriction, so that letters may come between two that were
///   transposed: "ca" and "abc" are 2 apart, under osa 3. A metric, which osa is not.
/// Of osa and damerau_levenshtein there are no alignments; both are computed on the CPU only, but that near_pairs() and
/// nearest() take osa to a GPU. hamming is computed there for many pairs.
enum class distance_metric : std::uint8_t { levenshtein, indel, hamming, osa, damerau_levenshtein };

/// The costs of edits that turn a first sequence into a second: of inserting a letter of the second, of deleting one of
/// the first, and of replacing one. At most greatest_weight each.
struct edit_weights {
    std::uint64_t insertion = 1;
    std::uint64_t deletion = 1;
    std::uint64_t substitution = 1;

    friend bool operator==(const edit_weights&, const edit_weights&) = default;
};
inline constexpr std::uint64_t greatest_weight = std::uint64_t{1} << 30U;

struct distance_options {
    distance_metric metric = distance_metric::levenshtein;
    edit_weights weights; ///< for levenshtein; others than ones are computed on the CPU, as weighted_distance() says
    /// Greater distances are not computed; the smaller it is, the faster.
    std::optional<std::uint64_t> max_distance;
    bool alignment = false; ///< also compute an alignment of that distance
    run_options run;
};

struct distance_result {
    /// Empty if it is greater than max_distance, or (hamming) if the lengths differ.
    std::optional<std::uint64_t> distance;
    concord::alignment alignment; ///< empty unless requested and there is a distance
    run_report run;
};

/// The distance of a pair. Exact, and the same for every device, vector target, number of threads and tile size.
/// Time: O(n m / vector bits) word operations, and O((n + m) d) at a small distance d; damerau_levenshtein in addition
/// O((n + m) d) for an optimal string alignment distance d of 3 or more. Memory: linear in n + m. Throws error: usage
/// (a sequence of longest_comparable letters or more; bytes beside symbols; an alignment of a metric, or with weights,
/// that has none; weights of another metric),
/// resource (a GPU for a metric that has no kernel), cancelled.
/// With `options.run.sharing` a collective call of all ranks, which divide a large matrix (levenshtein, indel and osa).
[[nodiscard]] distance_result distance(const sequence_ref& a, const sequence_ref& b, const distance_options& options);

/// Whether short_distance() accepts a pair: bytes or symbols, the shorter of at most 512 letters, and at most 2^18
/// cells.
[[nodiscard]] bool is_short_pair(const sequence_ref& a, const sequence_ref& b) noexcept;

/// The result of distance() for a short pair, computed on the calling thread without allocating memory.
/// Time: O(n m / 64), from about 50 ns (damerau_levenshtein: O(n m)). Throws error (usage) for pairs that are not
/// short, and for bytes beside symbols.
[[nodiscard]] std::optional<std::uint64_t> short_distance(const sequence_ref& a, const sequence_ref& b,
                                                          distance_metric metric,
                                                          std::optional<std::uint64_t> max_distance = {});

/// An optimal alignment (levenshtein or indel) other than concord::alignment: the one that rapidfuzz and
/// python-Levenshtein choose for DP matrices of this size, for users who replace them. The common prefix is matched,
/// then the common suffix; between them the traceback goes from the ends and takes the first of 'I', 'D' and a diagonal
/// step ('=' or 'X') that is on an optimal path. So gaps are as far to the right as possible. Empty if the matrix
/// between common prefix and suffix has more than 2^22 cells. Time O(n m / 64), memory n m / 4 bytes at most. Throws
/// error: usage (hamming; pairs that distance() rejects).
[[nodiscard]] std::optional<alignment> right_aligned_gaps(const sequence_ref& a, const sequence_ref& b,
                                                          distance_metric metric);

/// The least cost of edits that turn a into b; empty if it is greater than `max_distance`. Where all edits cost the
/// same, or a substitution at least an insertion and a deletion of the same cost, it is a multiple of the Levenshtein
/// or of the indel distance and as fast (on the CPU, by one thread); else time O(n m), memory O(n). Throws error: usage
/// (greater weights; as jaro_similarity()). Source: Wagner and Fischer, "The String-to-String Correction Problem", J.
/// ACM 21(1), 1974.
[[nodiscard]] std::optional<std::uint64_t> weighted_distance(const sequence_ref& a, const sequence_ref& b,
                                                             const edit_weights& weights,
                                                             std::optional<std::uint64_t> max_distance = {});

/// The greatest cost that sequences of these lengths can have: all letters replaced and the rest inserted or deleted,
/// or all deleted and inserted, whichever is cheaper.
[[nodiscard]] std::uint64_t greatest_weighted_distance(std::uint64_t a_length, std::uint64_t b_length,
                                                       const edit_weights& weights) noexcept;

/// In batches: «greater than max_distance», or «no distance» (hamming, different lengths).
inline constexpr std::uint32_t no_distance = 0xFFFF'FFFF;

/// Options of the calls for many pairs. With `run.sharing`, blocks of rows are divided among ranks and shards. Rank 0
/// gets all rows in order, the other ranks none; a shard gets those of its blocks (zipped_distances: no_distance for
/// the others).
struct batch_options {
    distance_metric metric = distance_metric::levenshtein;
    /// For levenshtein; others than ones are computed on the CPU, and in one process only. Distances of 2^32 - 1 and
    /// more are errors (usage).
    edit_weights weights;
    std::optional<std::uint64_t> max_distance;
    /// near_pairs of a set with itself: only (i, j) with i < j, instead of (i, j), (j, i) and (i, i). Where inserting
    /// and deleting have different weights, that is the cost of turning i into j; that of turning j into i is not
    /// looked at.
    bool each_pair_once = false;
    run_options run;
};

/// Distances of a[i] and b[i] for every i; result[i] belongs to pair i. Short pairs are compared side by side, one in
/// each lane of a vector or thread of a GPU. Time: as distance() for each pair, divided by lanes and threads. Throws
/// error: usage (sets of different sizes or alphabets), resource, cancelled.
[[nodiscard]] std::vector<std::uint32_t> zipped_distances(const sequence_set& a, const sequence_set& b,
                                                          const batch_options& options, run_report* report = nullptr);

/// Takes the result of a[i] and b[i].
using distance_taker = std::function<void(std::uint64_t, const distance_result&)>;

/// Distances and alignments of a[i] and b[i]: calls `take(i, result)` for every i in ascending order, on the calling
/// thread. Many pairs are divided among the threads of the CPU; where there are few, or GPUs are named, one is aligned
/// after the other. Time and memory: as distance() with an alignment for each pair, and the results of some pairs.
/// Throws error: usage (sets of different sizes or alphabets; a metric, or weights, without alignments), resource,
/// cancelled.
void zipped_alignments(const sequence_set& a, const sequence_set& b, const distance_options& options,
                       const distance_taker& take);
/// The same of sequences wherever they lie.
void zipped_alignments(std::span<const sequence_ref> a, std::span<const sequence_ref> b,
                       const distance_options& options, const distance_taker& take);

/// Takes the distances of a[i] and all b: distances[j] belongs to b[j].
using distance_row = std::function<void(std::uint64_t, std::span<const std::uint32_t>)>;

/// All distances, row by row: calls `row(i, distances)` once for every i in ascending order, on one thread at a time.
/// Memory: some rows (a set with itself: up to 256 MiB). Throws error: usage (different alphabets), resource,
/// cancelled.
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

/// All pairs within max_distance (which must be given). By the pigeonhole principle near sequences share a seed; other
/// pairs are not compared (Li, Deng, Wang, Feng, "Pass-Join", PVLDB 5(3), 2011). Time: about linear in letters and
/// candidates for small distances. On a GPU where sequences have 63 letters at most, by other metrics than
/// damerau_levenshtein. Throws error: usage (no max_distance, different alphabets), resource, cancelled.
void near_pairs(const sequence_set& a, const sequence_set& b, const batch_options& options, const near_pair_sink& sink,
                run_report* report = nullptr);

/// For every a the `count` nearest of b, nearest first and lower index first among equals; fewer if there are fewer
/// within max_distance. Delivered in ascending order of a. On a GPU as near_pairs(). Throws error: usage (different
/// alphabets), resource, cancelled.
void nearest(const sequence_set& a, const sequence_set& b, std::uint64_t count, const batch_options& options,
             const near_pair_sink& sink, run_report* report = nullptr);

} // namespace concord
