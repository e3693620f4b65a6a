// Pairs with few edits, in time that grows with the edits and not with the matrix: computes only the furthest-reaching
// point of every diagonal, its last cell that a given number of edits reaches.
//
//          k = -1   0   1                     h(s, k): letters of a before the furthest-reaching point of s edits on
//                                             diagonal k (i - j = k); all h(s, .) are the wavefront of s edits
//   b        \   \   \                         h(s, k) = max( h(s-1, k) + 1    replace (not for indels)
//              \   \   \                                      h(s-1, k-1) + 1  insert, a letter of a alone
//               .   .   .                                     h(s-1, k+1)      delete, a letter of b alone
//                                                             h(s-1, k) + 2 )  transpose (optimal string alignment)
//                                                        and then along equal letters
//
// A transposition across the cell in which both ends meet is one edit of either, so that they meet one edit later, and
// nothing else changes.
//
// Sources: Ukkonen, "Algorithms for Approximate String Matching", Inf. Control 64, 1985; Myers, "An O(ND) Difference
// Algorithm and Its Variations", Algorithmica 1, 1986, section 4b (from both ends at once); Marco-Sola, Moure, Moreto,
// Espinosa, "Fast Gap-Affine Pairwise Alignment Using the Wavefront Algorithm", Bioinformatics 37(4), 2021.
#pragma once

#include "sequence/coded_pair.hpp"
#include "simd/vector_target.hpp"

#include <cstdint>
#include <functional>

namespace concord::pairwise {

/// Edits beside insertions and deletions.
struct further_edits {
    bool substitutions = true;
    bool transpositions =
        false; ///< as optimal string alignment has them; only with substitutions, without an alignment
};

/// The effort to spend before another method is cheaper.
struct diagonal_effort {
    double points = 0;            ///< furthest-reaching points in the time of the other method
    std::uint64_t most_edits = 0; ///< greater numbers are not of interest
    std::function<void()> check;  ///< called now and then; may throw
    unsigned threads = 1;         ///< at most; few edits have work for one
};

enum class diagonal_outcome : std::uint8_t {
    found,
    too_many_edits, ///< than most_edits
    gave_up         ///< would take more than `points`
};

struct diagonal_result {
    diagonal_outcome outcome;
    std::uint64_t edits; ///< if found
    alignment aligned;   ///< if found and requested
};

/// The distance of a pair, by insertions, deletions and further edits, and the alignment that concord::alignment
/// describes. From both ends at once: time O(d^2 / 2 / threads + n + m) expected, memory O(d). The
/// alignment takes another O(d^1.5) of time and memory if few diagonals are on any best alignment. Gives up as soon as
/// its progress shows that it would exceed the effort.
[[nodiscard]] diagonal_result compare_by_diagonals(const sequence::coded_pair& pair, further_edits further,
                                                   bool want_alignment, simd::vector_target target,
                                                   const diagonal_effort& effort);

} // namespace concord::pairwise
