// Windows cut into pieces, some of which are equal in both of any two that are near to each other.
//
//   L = 30, k = 2, r = 2     ACGTTGC|AATGCCAT|TTGACAG|GATTACAA     k + r pieces, of which k mismatches spoil k at most:
//   combinations             ======= ========                      two windows agree in all r pieces of one of the
//                            =======          =======              C(k + r, r) combinations, with 14 to 16 letters
//                            ...                                   here, which seldom are equal by chance
//
// A pair counts for the first combination whose pieces are not spoiled: then all pieces that it skips are.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace concord::overlap {

/// Letters [first, first + count) of a window, at most as many as a word holds.
struct letter_range {
    std::uint32_t first;
    std::uint32_t count;
};

struct piece_combination {
    std::uint64_t pieces;              ///< bit i: piece i
    std::uint64_t skipped;             ///< pieces that it lacks before its last one
    std::vector<letter_range> letters; ///< of its pieces; adjacent ones are one
    std::vector<std::uint32_t> others; ///< letters of the other pieces
};

class window_pieces {
  public:
    /// Divides these letters of a window, in ascending order, into `mismatches` + `intact` pieces, at most as many as
    /// there are letters, and 64.
    window_pieces(std::span<const std::uint32_t> letters, std::uint64_t mismatches, std::uint64_t intact,
                  unsigned letters_of_word);

    [[nodiscard]] std::span<const piece_combination> combinations() const { return combinations_; }
    /// The piece of a letter of the window, as a bit; 0: of none.
    [[nodiscard]] std::uint64_t piece_of(std::uint64_t letter) const {
        return letter < pieces_.size() ? pieces_[letter] : 0;
    }
    /// The letters of the first piece that a combination skips; empty if it skips none.
    [[nodiscard]] std::vector<std::uint32_t> first_skipped(const piece_combination& of) const;

    /// Whether a pair whose mismatches spoil these pieces counts for a combination.
    [[nodiscard]] static bool counts_for(const piece_combination& of, std::uint64_t spoiled) {
        return (spoiled & of.pieces) == 0 && (of.skipped & ~spoiled) == 0;
    }

  private:
    std::vector<std::uint64_t> pieces_; ///< of each letter up to the last one
    std::vector<piece_combination> combinations_;
};

/// How a group of windows is searched for pairs.
struct group_plan {
    std::uint64_t intact = 0; ///< pieces of a combination; 0: all pairs are compared
    double cost = 0;          ///< in nanoseconds
};

/// The cheapest for windows that may differ in `letters` letters, two of which are equal by a chance of `equal`, each
/// on its own; so many pairs of them would be compared.
[[nodiscard]] group_plan plan_of_group(double windows, double pairs, std::uint64_t letters, std::uint64_t mismatches,
                                       double equal);

} // namespace concord::overlap
