// How near sequences are found: every sequence of b is cut into pieces, each of which may have a few edits of its own.
//
// If the pieces may have t1, t2, ... edits and (t1 + 1) + (t2 + 1) + ... > k, then in every sequence within k at least
// one piece has no more edits than it may have (the pigeonhole principle). Two substrings within t edits become equal
// when at most t letters are left out of each; so both sides list the substrings with t letters left out, and look for
// equal ones.
//
//   k = 2      b   CASSPGRG|TEPSVLNTGELFF      t = 0 and 1: the left piece is unchanged, or the right piece has one edit
//              a   CASSPGRG|TEPSLNTGELF
//
// One piece with t = k is the symmetric deletion neighbourhood; k + 1 pieces with t = 0 are Pass-Join's segments; no
// piece at all means that all are compared. Which is best depends on the sequences: where many share a piece, because
// all begin with the same letters, say, that piece has to be longer. So pieces are cut by information, not by length.
//
// Sources: Li, Deng, Wang, Feng, "Pass-Join", PVLDB 5(3), 2011 (pieces, and where they can be); Bocek, Hunt, Stiller,
// "Fast Similarity Search in Large Dictionaries", 2007 (FastSS: deletion neighbourhoods); Garbe, SymSpell, 2012.
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

  private:
    std::vector<double> from_begin_;
    std::vector<double> from_end_;
};

struct join_plan {
    std::vector<std::uint16_t> edits{}; ///< that each piece may have; empty: all are compared
    std::vector<double> weights{};      ///< the share of the information that each piece gets
    std::uint64_t bound = 0;          ///< insertions, deletions and substitutions that all of it is for
    bool masks = false;               ///< substitutions only

    /// Shorter sequences of b are compared with all.
    [[nodiscard]] std::uint64_t shortest() const noexcept;
    /// Begins of the pieces of a sequence, and the end.
    [[nodiscard]] std::vector<std::uint32_t> cuts(std::uint64_t length, const information_profile& profile) const;
    [[nodiscard]] std::string describe() const; ///< for notes: "pieces with 0 and 1 edits"
};

/// The keys of sequences by their lengths.
struct join_windows {
    std::map<std::uint64_t, std::vector<key_window>> entries; ///< that sequences of b are found by
    std::map<std::uint64_t, std::vector<key_window>> lookups; ///< that sequences of a look up
};

/// Between sequences of the given lengths. `within_one`: both sides are the same sequences, pairs of equal keys are
/// found without lookups, and a is at least as long as b.
[[nodiscard]] join_windows windows_of(const join_plan& plan, const information_profile& profile,
                                      std::span<const std::uint64_t> lengths_a,
                                      std::span<const std::uint64_t> lengths_b, bool within_one);

} // namespace concord::edit_distance
