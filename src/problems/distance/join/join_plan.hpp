// How near sequences are found: by keys that at least one of two sequences within k edits shares with the other.
//
// Pieces. Every sequence of b is cut into k + r pieces; k edits leave r of them unchanged (the pigeonhole principle).
// So each choice of r pieces, put together, is a key, and a sequence looks up its own letters at the places where these
// pieces can be. Between two of them as many pieces lie as edits at most: each edit takes the nearest piece that no
// other edit has taken, so that adjacent taken pieces have exactly as many edits among them. By so much, at most, the
// distance of the two may differ.
//
//   k = 2, r = 3   b  CASSPG|RG|TEP|SVL|NTGELFF    unchanged: 1, 3 and 5. In a, 3 begins up to one letter further to
//   the
//                  a  CASSPG|G|TEP|SVVL|NTGELFF    left or right than in b, and so does 5, seen from the end of 3
//
// Transpositions of neighbours change one piece, but for those across a border, which change two: of the right one only
// the first letter. Such an edit is said to take the left piece; so behind a taken piece the next one is looked up
// twice, as it stands, and together with the letter before it, these two transposed. In Damerau-Levenshtein distances
// letters may be inserted or deleted between the two. Each of these is an edit that takes a piece, so that the piece
// behind the transposition is changed in its first letter only if all inserted letters are pieces of their own; then
// the letter before it may be any.
//
//   k = 1, r = 1   b  CASSPG|RTEPSVLNTGELFF    unchanged but for its first letter: the second piece
//                  a  CASSPR|GTEPSVLNTGELFF    looks up RTEPS… and, with the letter before it, GRTEPS…
//
// Pieces apart. Or the first letter of each piece but the first belongs to no key: then no transposition changes two
// pieces, and there are fewer keys, which tell less. A letter between two pieces counts with the right one, a
// transposition across a border with the left one.
//
// Pieces anywhere. Many edits shift each of many pieces by many letters, and sequences of other lengths are cut
// elsewhere: of 1,000 letters within 32 edits some 2,000 windows would be looked up. So of each piece only the last q
// letters are a key, the same q for sequences of about one length, and every q letters of a sequence are looked up,
// wherever they are.
//
// Pieces extended. Where pieces are so short that many sequences share them, what stands behind an equal one is looked
// at, too (piece_extension.hpp), before the sequences are.
//
// Letters left out. Or k letters are left out of each sequence, in all ways: within k edits, at least one of the
// remainders of either is the same (FastSS; for hamming k letters are masked). There are many such keys. Where both
// leave out letters between the same two that remain, one edit may explain it; so the places where either does are at
// most as many as the edits.
//
// All compared. Where keys would be more work: by their sketches first, or short words of all in lanes.
//
// Which is best depends on the sequences. Where many share their pieces, because all begin with the same letters, say,
// pieces have to be longer: they are cut by information, not by length.
//
// Sources: Li, Deng, Wang, Feng, "Pass-Join", PVLDB 5(3), 2011 (r = 1, and where the piece can be); Bocek, Hunt,
// Stiller, "Fast Similarity Search in Large Dictionaries", 2007 (FastSS).
#pragma once

#include "problems/distance/join/letter_hashes.hpp"

#include <concord/distance.hpp>

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

namespace concord::edit_distance {

/// Bits of information that letters at a place have, counted from either end of the sequences of a sample: small where
/// all have the same letter there, or where the letters next to it tell it.
class information_profile {
  public:
    information_profile(const letter_numbers& numbers, const compared_side& side,
                        std::span<const std::uint32_t> sampled);
    /// Of letter `at` of a sequence of `length`.
    [[nodiscard]] double bits(std::uint64_t at, std::uint64_t length) const noexcept;
    /// Of all letters of a sequence of `length`.
    [[nodiscard]] double all_bits(std::uint64_t length) const noexcept;

  private:
    std::vector<double> from_begin_;
    std::vector<double> from_end_;
};

struct join_plan {
    std::uint32_t pieces = 0;    ///< 0: all are compared; 1: letters of the whole are left out
    std::uint32_t unchanged = 0; ///< pieces that make a key
    std::uint64_t bound = 0; ///< edits: insertions, deletions, substitutions, and transpositions where it transposes
    bool masks = false;      ///< substitutions only
    std::uint64_t most_gaps = 0; ///< at which one of two near sequences leaves letters out
    bool transposes = false;     ///< a transposition is one edit
    bool are_apart = false;      ///< the pieces: a transposition is one edit without further keys
    bool are_anywhere = false;  ///< the pieces: a sequence looks up its letters at all places, whatever the length of b
    bool edits_between = false; ///< letters may be inserted or deleted between the two, each of which is an edit
    bool extends = false;       ///< what follows an equal piece has to be near; of keys of one piece
    bool compares_words = false; ///< all are compared, without sketches (alignment/batch/trie_search.hpp)

    [[nodiscard]] bool has_keys() const noexcept { return pieces > 0; }
    /// Whether behind an unchanged piece there are no more edits than pieces take: letters inserted between two that
    /// are transposed may have taken the piece behind them.
    [[nodiscard]] bool may_be_extended() const noexcept {
        return unchanged == 1 && pieces > 1 && !edits_between && !are_anywhere;
    }
    [[nodiscard]] bool compares_gaps() const noexcept { return pieces == 1 && !masks; }
    /// Shorter sequences of b are compared with all.
    [[nodiscard]] std::uint64_t shortest() const noexcept;
    [[nodiscard]] std::uint32_t least_piece() const noexcept { return are_apart ? 2 : 1; } ///< letters
    /// Begins of the pieces of a sequence, and the end. Of pieces apart: of the letters before them.
    [[nodiscard]] std::vector<std::uint32_t> cuts(std::uint64_t length, const information_profile& profile) const;
    [[nodiscard]] std::string describe() const; ///< for notes: "keys of 2 of 3 pieces"
};

/// From the least to the greatest.
struct length_range {
    std::uint64_t least = no_bound;
    std::uint64_t greatest = 0;
};

/// The keys of sequences by their lengths.
struct join_windows {
    std::map<std::uint64_t, std::vector<key_window>> entries; ///< that sequences of b are found by
    std::map<std::uint64_t, std::vector<key_window>> lookups; ///< that sequences of a look up
    std::map<std::uint64_t, std::vector<length_range>> found; ///< of each lookup: lengths of what it is to find
};

/// About how many windows windows_of() lists of plans with keys of one piece; of others 0, which have few.
[[nodiscard]] double most_windows(const join_plan& plan, std::span<const std::uint64_t> lengths_a,
                                  std::span<const std::uint64_t> lengths_b, bool within_one);

/// Between sequences of the given lengths. `within_one`: both sides are the same sequences, pairs of equal keys are
/// found without lookups, and a is at least as long as b.
[[nodiscard]] join_windows windows_of(const join_plan& plan, const information_profile& profile,
                                      std::span<const std::uint64_t> lengths_a,
                                      std::span<const std::uint64_t> lengths_b, bool within_one);

/// Of entries of extended pieces: piece_extension::place() of each window of sequences of a length.
[[nodiscard]] std::vector<std::uint32_t> places_of(const join_plan& plan, const information_profile& profile,
                                                   std::span<const key_window> windows, std::uint64_t length);

} // namespace concord::edit_distance
