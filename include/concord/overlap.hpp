// What sequences share exactly, by suffix array: the longest substring in t of m, for one t or every t; the longest
// repeat; maximal exact matches; overlaps of reads; the longest common prefix of any two suffixes.
//
// Sources: "Longest overlap region" on GPUs by DC3, LCP and RMQ (Kärkkäinen and Sanders' suffix array, Kasai's LCP);
// Arnold and Ohlebusch, "Linear time algorithms for generalizations of the longest common substring problem" (every t
// at once).
//
// Letters match where they are equal; an ambiguous letter of a DNA set matches nothing, itself included, so no region
// holds one. No region reaches from one sequence into the next. Coordinates are 0-based and half open.
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

/// Where something begins.
struct overlap_place {
    std::uint64_t sequence = 0;
    std::uint64_t start = 0;

    friend auto operator<=>(const overlap_place&, const overlap_place&) = default;
};

/// A region that sequences share, told by the lowest place where it stands.
struct shared_region {
    std::uint64_t length = 0; ///< 0: there is none
    overlap_place first;
    std::uint64_t support = 0; ///< distinct sequences that hold it

    friend bool operator==(const shared_region&, const shared_region&) = default;
};

/// The suffix array and the LCP array of a set, and what answers range minima; immutable, cheap to copy (shared), safe
/// to use from many threads. It holds the set.
class overlap_index {
  public:
    /// Time: close to linear in the letters. Memory: see memory_needed(). Throws error: resource where
    /// `run.memory` does not suffice (the message says what would), cancelled.
    static overlap_index build(const sequence_set& sequences, const run_options& run);

    /// From a file that save() wrote, which stays where it is, mapped into memory. Every byte is looked at once: by
    /// checksums, and whether the tables fit the sequences and each other, so that whatever the file holds nothing
    /// outside it is read later. Throws error: bad_input where it is damaged, cut off, of a version that this program
    /// does not know, or no such file at all; resource where it cannot be opened.
    static overlap_index load(const std::string& path);
    /// Throws error (resource). A file is written beside `path` and renamed when whole; after an error there is none.
    void save(const std::string& path) const;
    /// The bytes of such a file, from the first on, handed out in pieces of at most 1 MiB.
    void write(const std::function<void(std::span<const std::byte>)>& take) const;
    /// Whether a file begins as those that save() writes, whole or not; false for what cannot be opened or is no
    /// ordinary file.
    [[nodiscard]] static bool is_index_file(const std::string& path);

    [[nodiscard]] const sequence_set& sequences() const noexcept;
    [[nodiscard]] const run_report& run() const noexcept; ///< how it was built; empty where it was loaded
    [[nodiscard]] std::uint64_t memory_bytes() const noexcept;
    /// Bytes that build() takes at its peak, the set aside, on the CPU, whatever the text. From 2^31 letters on most
    /// texts take less, and build() tries with less.
    [[nodiscard]] static std::uint64_t memory_needed(const sequence_set& sequences);

    struct tables; // src/problems/overlap/tables.hpp
    explicit overlap_index(std::shared_ptr<const tables> made) : tables_(std::move(made)) {}
    [[nodiscard]] const tables& inner() const noexcept { return *tables_; }

  private:
    std::shared_ptr<const tables> tables_;
};

/// The suffix array: all letters of the set, as positions counted through its sequences, in the order of the suffixes
/// that begin there and end with their sequence: the beginning of another comes before it, and of equal ones of several
/// sequences the earlier. Before all others come ambiguous letters. Throws error (usage) unless there is an element for
/// each letter. Time: linear.
void suffix_array(const overlap_index& index, std::span<std::uint64_t> positions);
/// Element i: the letters that the suffixes at i - 1 and i of that order share; 0 for the first. As above.
void lcp_array(const overlap_index& index, std::span<std::uint64_t> lengths);

struct shared_region_options {
    std::uint64_t support = 2;    ///< t: distinct sequences that must hold it, 1 <= t <= number of sequences
    std::uint64_t min_length = 1; ///< >= 1: shorter answers are none
    bool occurrences = false;     ///< list every place where the reported region stands
    bool every_support = false;   ///< the longest for every t from 2 to the number of sequences as well
    run_options run;
};

struct shared_region_result {
    bool found = false;
    shared_region best;                     ///< of several longest: the one that stands at the lowest place
    std::vector<overlap_place> occurrences; ///< all of `best`, in order; if asked for
    std::vector<shared_region> by_support;  ///< of t = 2, 3 … as far as there is one of min_length; if asked for
    run_report run;
};

/// The longest region that at least t sequences hold. Chooses between sampled k-mers and a suffix array (which never
/// changes an answer; `run.notes` says which). Throws error: usage, resource, cancelled.
[[nodiscard]] shared_region_result longest_shared_region(const sequence_set& sequences,
                                                         const shared_region_options& options);
/// The same by an index that is there. Memory beside it: 4 bytes (8 with positions of 64 bits) a sequence, and 32 for
/// each length at which regions that lie in each other's beginnings part: few, but for a text such as AAAA... one a
/// letter. `run.memory` bounds them, and an index that was built and is in memory, together.
[[nodiscard]] shared_region_result longest_shared_region(const overlap_index& index,
                                                         const shared_region_options& options);

struct repeat_options {
    std::uint64_t min_length = 1; ///< >= 1: shorter answers are none
    bool occurrences = false;
    run_options run;
};

/// The longest region that stands at two places or more of one and the same sequence (they may overlap); of several
/// the one at the lowest place. `occurrences` are its places in that sequence.
struct repeat_result {
    bool found = false;
    std::uint64_t length = 0;
    overlap_place first;
    std::uint64_t count = 0; ///< places in that sequence
    std::vector<overlap_place> occurrences;
};
/// Throws error: usage, resource, cancelled.
[[nodiscard]] repeat_result longest_repeat(const overlap_index& index, const repeat_options& options);

/// A match that cannot be made longer on either side.
struct exact_match {
    overlap_place a;
    overlap_place b;
    std::uint64_t length = 0;

    friend auto operator<=>(const exact_match&, const exact_match&) = default;
};

// Matches and overlaps are divided among ranks and shards, if `run.sharing` says so: every rank has the index, rank 0
// takes all rows in their order; a shard takes those of its blocks.

/// All maximal exact matches of at least `min_length` (>= 1) letters between a sequence below `sequences_of_a` and one
/// from there on, handed out in order of (b, a, length): for each place of B, the places of A. Returns how many.
/// Time O(letters + matches · log); memory beside the index: 12 bytes (24 with positions of 64 bits) a letter of A and
/// a quarter of a byte a letter of all, which `run.memory` has to allow. Throws error: usage, resource, cancelled.
std::uint64_t maximal_exact_matches(const overlap_index& index, std::uint64_t sequences_of_a, std::uint64_t min_length,
                                    const run_options& run, const std::function<void(const exact_match&)>& take);

/// The end of `from` is the beginning of `to`.
struct end_overlap {
    std::uint64_t from = 0;
    std::uint64_t to = 0;
    std::uint64_t length = 0; ///< the longest for this pair; at most the length of the shorter of the two

    friend auto operator<=>(const end_overlap&, const end_overlap&) = default;
};

/// For every ordered pair of different sequences the longest suffix of the one that is a prefix of the other, where it
/// has at least `min_length` (>= 1) letters; handed out in order of (from, to). Returns how many. A sequence that
/// is wholly a prefix of another counts as a suffix of itself. Time O((letters + pairs) · log); memory beside the
/// index: a quarter of a byte a letter. Throws error: usage, resource, cancelled.
std::uint64_t suffix_prefix_overlaps(const overlap_index& index, std::uint64_t min_length, const run_options& run,
                                     const std::function<void(const end_overlap&)>& take);

/// For each pair the number of letters that the suffixes beginning there share. `lengths` has as many elements as
/// `pairs`. Throws error (usage) for a place that is in no sequence (one past the end of a sequence is: 0).
struct place_pair {
    overlap_place a;
    overlap_place b;
};
void common_prefixes(const overlap_index& index, std::span<const place_pair> pairs, std::span<std::uint64_t> lengths,
                     const run_options& run);

} // namespace concord
