// The longest substring that t of m sequences share with up to k mismatches (Rkt-LCS).
//
// Source: Hasibi, Mhaskar, Smyth, "Approximate Longest Common Substring of Multiple Strings: Experimental Evaluation",
// Problem 1 and Definition 2, Hamming distance. The source of a substring counts as one of its t sequences.
#pragma once

#include <concord/pairs.hpp>
#include <concord/run.hpp>
#include <concord/sequences.hpp>

#include <cstdint>
#include <functional>
#include <string_view>
#include <vector>

namespace concord {

/// What an occurrence of a substring may differ in.
enum class substring_metric : std::uint8_t {
    hamming,     ///< letters: an occurrence is as long as the substring
    levenshtein, ///< letters, and letters that are inserted or deleted: an occurrence may be shorter, longer or empty
};

[[nodiscard]] std::string_view to_string(substring_metric metric) noexcept;

/// The defaults are the problem of the paper. What else there is can be combined:
/// - from_start, from_end: the pieces of a sequence that count; no occurrence reaches beyond its piece. Where the two
///   overlap or touch, the sequence is one piece.
/// - both_strands: an occurrence of the reverse complement of a substring is one of the substring, too.
/// - iupac: R is A or G, and so on (NC-IUB 1984); letters match if they have a nucleotide in common. Not transitive.
/// - copies: a sequence holds a substring only if it has so many occurrences of it that do not overlap.
/// - top: after an answer, all letters of all its occurrences match nothing, as N does, and the search goes on.
struct substring_options {
    std::uint64_t mismatches = 0; ///< k: letters by which an occurrence may differ; edits with levenshtein
    std::uint64_t support = 0; ///< t: distinct sequences that must hold an occurrence, the source among them, 1 <= t <=
                               ///< number of sequences; 0: default_support
    std::uint64_t min_length = 1; ///< tau of the paper, >= 1: shorter substrings are not reported
    bool ties = false;            ///< list every longest substring, with its support
    bool occurrences = false;     ///< list the occurrences of the reported substring
    bool per_sequence = false;    ///< the candidate C_i of every sequence (costs more than the answer alone)
    substring_metric metric = substring_metric::hamming;
    bool both_strands = false;    ///< dna only
    bool iupac = false;           ///< dna only
    std::uint64_t from_start = 0; ///< only the first so many letters of each sequence count; 0: see from_end
    std::uint64_t from_end = 0;   ///< only the last so many; both 0: all
    std::uint64_t top = 1;        ///< answers at most, >= 1
    std::uint64_t copies = 1;     ///< occurrences that do not overlap, in each supporting sequence; >= 1
    run_options run;
};

/// A substring by its position, and the number of distinct sequences that hold an occurrence, its own included.
/// Coordinates are 0-based and half open.
struct substring_candidate {
    std::uint64_t sequence = 0;
    std::uint64_t start = 0;
    std::uint64_t length = 0; ///< 0: none
    std::uint64_t support = 0;

    friend bool operator==(const substring_candidate&, const substring_candidate&) = default;
};

/// The best occurrence of a substring in one sequence: fewest mismatches or edits, then leftmost, then shortest, then
/// on the forward strand. Its letters are [start, end) of the sequence as given, on either strand.
struct substring_occurrence {
    std::uint64_t sequence = 0;
    std::uint64_t start = 0;
    std::uint64_t mismatches = 0; ///< edits with levenshtein
    std::uint64_t end = 0;
    bool is_reverse = false; ///< it is one of the reverse complement

    friend bool operator==(const substring_occurrence&, const substring_occurrence&) = default;
};

struct substring_result {
    bool found = false;
    substring_candidate best;              ///< of several longest: lowest sequence, then lowest start
    std::uint64_t tied_positions = 0;      ///< (sequence, start) pairs whose substring is as long and as well supported
    std::uint64_t tied_sequences = 0;      ///< distinct sequences among them
    std::vector<substring_candidate> ties; ///< all of them in order of (sequence, start); if requested
    std::vector<substring_occurrence> occurrences; ///< by sequence, `best.support` of them; if requested
    std::vector<substring_candidate> per_sequence; ///< one for every sequence, the longest, then leftmost; if requested
    /// Of each occurrence, with levenshtein: the substring (on the reverse strand its reverse complement) with the
    /// letters of the occurrence; an insertion is a letter of the substring only.
    std::vector<alignment> alignments;
    std::vector<substring_result> further; ///< the second answer and so on, where options.top asks for them
    run_report run;                        ///< of all answers; empty in `further`
};

/// The longest common substring. Exact, and the same for every device, vector target, number of threads and tile size;
/// `best` (its support and every occurrence) is recomputed letter by letter before it is returned. Time: from close to
/// linear in the letters (few mismatches, many sequences) to quadratic; see src/problems/substring/README.md.
///
/// Where the device is automatic and the work takes longer than estimated, another device does it beside the first, and
/// the sooner answer counts. With levenshtein, iupac or copies of several GPUs the first takes part; a substring of k
/// letters or fewer then occurs everywhere, so min_length should be more than k. per_sequence is for one answer, and in
/// a shard for mismatches in whole sequences; a shard finds one answer. Throws error: usage; resource; cancelled.
[[nodiscard]] substring_result longest_common_substring(const sequence_set& sequences,
                                                        const substring_options& options);

/// How long a substring so many sequences share.
struct support_point {
    std::uint64_t support = 0;
    std::uint64_t length = 0;   ///< 0: none of at least min_length letters
    std::uint64_t sequence = 0; ///< where the first of that length stands: sequence and start, both counted from 0
    std::uint64_t start = 0;

    friend bool operator==(const support_point&, const support_point&) = default;
};

/// How the greatest length depends on the support, to see whether a support was well chosen: points of the curve in
/// order of the support, each of them exact. `known` is the result for `options.support`. Searches again with other
/// supports, first away from that one by factors of two, then where the curve is least known, until `seconds` are over:
/// how many points there are depends on the time. The length never grows with the support. Throws error: usage,
/// resource; cancelled where options.run.cancelled asked for the end.
[[nodiscard]] std::vector<support_point> support_curve(const sequence_set& sequences, const substring_options& options,
                                                       const substring_result& known, double seconds);

/// MaxLCP of sequences i and j (paper, section 2): for every start x of i the length of the longest common prefix of
/// i[x..] and any j[y..] with up to k mismatches. Returns length(i) numbers. Time O(n log^k n) for n random letters, or
/// sequences that are alike, O(n) without mismatches; O(length(i) * length(j)) for short ones, and at worst.
/// `cancelled` is called now and then on the calling thread; when it returns true, the call throws error (cancelled).
/// Throws error (usage) for a sequence that does not exist.
[[nodiscard]] std::vector<std::uint64_t> max_lcp(const sequence_set& sequences, std::uint64_t i, std::uint64_t j,
                                                 std::uint64_t mismatches, const std::function<bool()>& cancelled = {});

/// The last column of LengthStat (paper, Definition 2): element l - 1 is the number of sequences, i itself included,
/// that hold an occurrence of i[start, start + l) with up to k mismatches, for l = 1 .. length(i) - start. Time
/// O((length(i) - start) + letters * k) or better. Throws error (usage) for a position that does not exist.
[[nodiscard]] std::vector<std::uint64_t> length_stat(const sequence_set& sequences, std::uint64_t i,
                                                     std::uint64_t start, std::uint64_t mismatches);

/// MaxLCP of sequence i with every sequence, and LengthStat of it (paper, section 2 and Definition 2), for any metric,
/// strands, IUPAC letters and pieces; what else `options` ask for does not count. Calls visit(start, reaches) for each
/// start of sequence i in order, on the calling thread: reaches[j] is how many letters the longest prefix of
/// i[start..], within its piece, has that sequence j holds, i itself included: MaxLCP(i, j)[start]. So LengthStat of
/// (i, start, l) is the number of reaches that are l or more. A start outside the pieces is left out. Time O(letters +
/// reaches) without mismatches; with mismatches in long sequences that of max_lcp for each; else, with edits, sets of
/// nucleotides or short sequences, O(length(i) * letters * k * reach / 64) or better, on a GPU where one is named.
/// Throws error: usage, also for a sequence that does not exist; resource; cancelled.
void for_each_prefix_reach(
    const sequence_set& sequences, std::uint64_t i, const substring_options& options,
    const std::function<void(std::uint64_t start, const std::vector<std::uint64_t>& reaches)>& visit);

} // namespace concord
