// Exact regions that sequences share, by suffix array: the longest substring in t of m, for one t or every t; the
// longest repeat; maximal exact matches; overlaps of reads; the longest common prefix of any two suffixes.
//
// Sources: Zhong and others, "New efficient method to solve longest overlap region problem for noncoding DNA sequence"
// (suffix array, LCP array and range minimum queries on GPUs); Arnold and Ohlebusch, "Linear time algorithms for
// generalizations of the longest common substring problem" (every t at once). src/problems/overlap/README.md names
// those of the algorithms.
//
// Equal letters match; an ambiguous letter of a DNA set matches nothing, itself included, so no region holds one. No
// region extends from one sequence into the next. Coordinates are 0-based and half open.
#pragma once

#include <concord/run.hpp>
#include <concord/sequences.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace concord {

namespace overlap { // internal
struct index_tables;
struct index_access;
} // namespace overlap

/// Which strand of DNA holds the letters of an answer.
enum class strand : std::uint64_t { forward, reverse };

/// A position in a sequence. Letters of the reverse strand are those of the reverse complement; they, too, are where
/// they are on the forward strand: [start, start + length) of the sequence as given.
struct overlap_place {
    std::uint64_t sequence = 0;
    std::uint64_t start = 0;
    strand on = strand::forward;

    friend auto operator<=>(const overlap_place&, const overlap_place&) = default;
};

/// A region that sequences share, identified by its lowest position.
struct shared_region {
    std::uint64_t length = 0; ///< 0: none
    overlap_place first;
    std::uint64_t support = 0; ///< distinct sequences that hold it, on either strand if both were asked for

    friend bool operator==(const shared_region&, const shared_region&) = default;
};

/// What an index holds: the sequences as given, or (dna only) their reverse complements as well.
enum class index_strands : std::uint8_t { forward, both };

/// What an index will be asked soon, as far as that is known: where it takes the CPU long, a GPU is worth starting. It
/// never changes an answer.
struct expected_questions {
    bool walks = false;           ///< a repeat, matches, or overlaps of ends
    std::uint64_t min_length = 0; ///< of matches with mismatches; 0: none will be asked for
    std::uint64_t mismatches = 0;
};

/// The suffix array and the LCP array of a set, with range minimum queries over it; immutable, cheap to copy (shared),
/// thread-safe. It holds the set.
///
/// An index of both strands answers its questions on both: an occurrence of the reverse complement of a region is one
/// of the region. It takes twice the time and the memory. A region that is its own reverse complement stands on both
/// strands at the same place, and is reported there once, on the forward strand.
class overlap_index {
  public:
    /// Builds the index. Time: close to linear in the letters. Memory: see memory_needed(). Throws error: resource if
    /// `run.memory` does not suffice (the message says what would), cancelled.
    /// Throws error (usage) for both strands of what is no dna.
    ///
    /// An index that is built on a GPU stays there, as long as it lives, and questions about it are answered there
    /// where that is faster or `run.device` names the GPU: all but scans of all diagonals (mismatch_matches) and work
    /// that processes share. The host gets a copy of the arrays when a call needs it first.
    static overlap_index build(const sequence_set& sequences, const run_options& run,
                               index_strands strands = index_strands::forward, const expected_questions& soon = {});

    /// Maps a file of save() into memory; the file must stay in place. Verifies checksums, and that the tables fit the
    /// sequences and each other, so that no query reads outside the file, whatever it holds. Time: linear. Throws
    /// error: bad_input if the file is damaged, truncated, of an unknown version, or no index file; resource if it
    /// cannot be opened.
    static overlap_index load(const std::string& path);
    /// Writes the index to a file that gets the name `path` when it is complete; an error leaves no file.
    /// Throws error (resource).
    void save(const std::string& path) const;
    /// Passes the bytes of such a file to `take`, in order, at most 1 MiB at a time.
    void write(const std::function<void(std::span<const std::byte>)>& take) const;
    /// Whether a file begins like those of save(), complete or not; false if it is no regular file. Throws error
    /// (bad_input, resource) where it cannot be opened.
    [[nodiscard]] static bool is_index_file(const std::string& path);

    [[nodiscard]] const sequence_set& sequences() const noexcept; ///< as given
    [[nodiscard]] index_strands strands() const noexcept;
    [[nodiscard]] const run_report& run() const noexcept; ///< the report of build(); empty after load()
    [[nodiscard]] std::uint64_t memory_bytes() const noexcept;
    /// Peak memory of build() on the CPU in bytes, by `run.threads`, without the set, for any text, and for one strand.
    /// From 2^31 letters on most texts take less, and build() tries with less.
    [[nodiscard]] static std::uint64_t memory_needed(const sequence_set& sequences, const run_options& run = {});

  private:
    friend struct overlap::index_access;
    explicit overlap_index(std::shared_ptr<const overlap::index_tables> made) : tables_(std::move(made)) {}

    std::shared_ptr<const overlap::index_tables> tables_;
};

/// The suffix array: the positions of all letters of the set, counted through its sequences, in the order of their
/// suffixes. A suffix ends with its sequence or before its first ambiguous letter, and is empty where it begins with
/// one; a prefix of a longer suffix comes before it, and of equal suffixes the one at the lower position. Letters are
/// in the order A, C, G, T for dna; A to Z, then `*`, then `-` for protein; by value for bytes and code points.
/// `positions` must have an element for each letter, else throws error (usage), and for an index of both strands. Time:
/// linear.
void suffix_array(const overlap_index& index, std::span<std::uint64_t> positions);
/// The LCP array: element i is the length of the common prefix of the suffixes at i - 1 and i of that order; 0 for the
/// first. Size, error and time as above.
void lcp_array(const overlap_index& index, std::span<std::uint64_t> lengths);

/// The inverse suffix array: element p is the place in that order of the suffix at position p. Size, error and time as
/// above.
void inverse_suffix_array(const overlap_index& index, std::span<std::uint64_t> ranks);
/// The Burrows-Wheeler transform: element i is the letter before the suffix at i of that order, as a code point (ASCII
/// for dna and protein, as given for ambiguous letters, the byte for bytes), or no_letter_before where the suffix is a
/// whole sequence. Size, error and time as above.
void burrows_wheeler_transform(const overlap_index& index, std::span<std::int32_t> letters);
inline constexpr std::int32_t no_letter_before = -1;

struct shared_region_options {
    std::uint64_t support = 0; ///< t: distinct sequences that must hold the region, 1 <= t <= number of sequences; 0:
                               ///< default_support
    std::uint64_t min_length = 1; ///< >= 1: shorter regions are not reported
    bool occurrences = false;     ///< list all positions of the reported region
    bool every_support = false;   ///< the longest for every t from 2 to the number of sequences as well
    /// dna only: an occurrence on either strand counts, and each sequence once. An existing index must have them.
    bool both_strands = false;
    run_options run;
};

struct shared_region_result {
    bool found = false;
    shared_region best; ///< of several longest: the one with the lowest position, which is on the forward strand
    std::vector<overlap_place> occurrences; ///< all of `best`, in order; if requested
    std::vector<shared_region> by_support;  ///< of t = 2, 3 … while it has min_length; if requested
    run_report run;
};

/// The longest region that at least t sequences hold. Chooses between sampled k-mers and a suffix array (which never
/// changes an answer; `run.notes` says which). Throws error: usage, resource, cancelled.
[[nodiscard]] shared_region_result longest_shared_region(const sequence_set& sequences,
                                                         const shared_region_options& options);
/// The same with an existing index. Time: O(letters · log depth). Memory beside the index: 4 bytes (8 with positions of
/// 64 bits) a sequence, and 32 for each open LCP interval: few, but one a letter for a text such as AAAA...
/// `run.memory` bounds them together with an index that was built in memory.
[[nodiscard]] shared_region_result longest_shared_region(const overlap_index& index,
                                                         const shared_region_options& options);

struct repeat_options {
    std::uint64_t min_length = 1; ///< >= 1: shorter regions are not reported
    bool occurrences = false;
    run_options run;
};

/// The longest region that occurs at two positions or more of the same sequence (they may overlap); of several the one
/// with the lowest position. `occurrences` are its positions in that sequence.
struct repeat_result {
    bool found = false;
    std::uint64_t length = 0;
    overlap_place first;
    std::uint64_t count = 0; ///< occurrences in that sequence
    std::vector<overlap_place> occurrences;
};
/// The longest repeat. With an index of both strands, two occurrences may be on different strands, but not at the same
/// place; a region and its reverse complement are one answer, reported at its lowest position. Time and memory as
/// above. Throws error: usage, resource, cancelled.
[[nodiscard]] repeat_result longest_repeat(const overlap_index& index, const repeat_options& options);

/// A maximal exact match: it cannot be extended on either side.
struct exact_match {
    overlap_place a;
    overlap_place b;
    std::uint64_t length = 0;

    friend auto operator<=>(const exact_match&, const exact_match&) = default;
};

// With `run.sharing`, matches and overlaps are divided among ranks and shards: every rank has the index, rank 0 takes
// all rows in order; a shard takes those of its blocks.

/// All maximal exact matches of at least `min_length` (>= 1) letters between a sequence below `sequences_of_a` and one
/// from there on, delivered in the order (b, a, length). Returns their number. With an index of both strands then also
/// those of A with the reverse complements of B, in the order along these; without those that a match on the forward
/// strand shows: of the same two places, where the letters are their own reverse complement.
/// Time O(letters + matches · log); memory beside the index: 12 bytes (24 with positions of 64 bits) a letter of A and
/// a quarter of a byte a letter of all, bounded by `run.memory`. Throws error: usage, resource, cancelled.
std::uint64_t maximal_exact_matches(const overlap_index& index, std::uint64_t sequences_of_a, std::uint64_t min_length,
                                    const run_options& run, const std::function<void(const exact_match&)>& take);

/// Two substrings of equal length of different sequences, a of the one with the lower number, with at most k mismatches
/// between them, and with more if they were extended by the next letter on either side, unless one of the sequences
/// ends there. They may begin or end with a mismatch.
struct mismatch_match {
    overlap_place a;
    overlap_place b;
    std::uint64_t mismatches = 0; ///< k, or fewer if a sequence ends on both sides
    std::uint64_t length = 0;

    friend bool operator==(const mismatch_match&, const mismatch_match&) = default;
};

/// All k-mismatch maximal common substrings of at least `min_length` (>= 1) letters, k = `mismatches`, of every pair of
/// sequences i < j of the collection, each once; delivered in the order (i, j, start in i, start in j). An ambiguous
/// letter is a mismatch. With k = 0 these are the maximal exact matches. Returns their number. With an index of both
/// strands also those of each sequence with the reverse complements of the later ones, in the order along these and,
/// for each pair i < j, behind those of the forward strand; without those that a match on the forward strand shows: of
/// the same two places, where the letters of j are their own reverse complement.
///
/// A match of L letters holds q = ceil((L - k) / (k + 1)) equal ones in a row. Time O(letters · log + (k + 1) · seeds),
/// the seeds being the maximal runs of q or more equal letters between two sequences; if q < 3, O(letters²). Memory
/// beside the index: up to 32 bytes (64 with positions of 64 bits) a letter, bounded by `run.memory`, and a million
/// matches, or those at one position and as many letters before it as a match may have in front of its seed. Source:
/// pigeonhole seeds as in Navarro and Raffinot, "Flexible Pattern Matching in Strings", section 6.5. Throws error:
/// usage, resource, cancelled.
std::uint64_t mismatch_matches(const overlap_index& index, std::uint64_t min_length, std::uint64_t mismatches,
                               const run_options& run, const std::function<void(const mismatch_match&)>& take);

/// A suffix of `from` that is a prefix of `to`.
struct end_overlap {
    std::uint64_t from = 0;
    std::uint64_t to = 0;
    std::uint64_t length = 0; ///< the longest for this pair; at most the length of the shorter of the two

    friend auto operator<=>(const end_overlap&, const end_overlap&) = default;
};

/// For every ordered pair of different sequences the longest suffix of the one that is a prefix of the other, if it
/// has at least `min_length` (>= 1) letters; delivered in the order (from, to). Returns their number. A whole sequence
/// counts as a suffix of itself. Time O((letters + pairs) · log); memory beside the
/// index: a quarter of a byte a letter. Throws error: usage (an index of both strands), resource, cancelled.
std::uint64_t suffix_prefix_overlaps(const overlap_index& index, std::uint64_t min_length, const run_options& run,
                                     const std::function<void(const end_overlap&)>& take);

/// Two positions whose suffixes are compared.
struct place_pair {
    overlap_place a;
    overlap_place b;
};
/// For each pair, the length of the common prefix of the suffixes at its two positions. `lengths` must have as many
/// elements as `pairs`. One past the end of a sequence is a position, too (length 0). Time: constant a pair, and some
/// words of letters. Throws error: usage (a position in no sequence, or of the reverse strand), resource, cancelled.
void common_prefixes(const overlap_index& index, std::span<const place_pair> pairs, std::span<std::uint64_t> lengths,
                     const run_options& run);

/// Longest common extensions: the same for pairs of positions as suffix_array() counts them, through all sequences; the
/// number of letters is a position, too (length 0). The three arrays must be of one size. Time: as above, and the
/// logarithm of the number of sequences a pair. Throws error: usage, resource, cancelled.
void longest_common_extensions(const overlap_index& index, std::span<const std::uint64_t> a,
                               std::span<const std::uint64_t> b, std::span<std::uint64_t> lengths,
                               const run_options& run);

} // namespace concord
