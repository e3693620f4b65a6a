// Similar sequences in time that grows with how much they differ, not with the table: for every diagonal of the table
// only how far a given number of edits can lead.
//
//          k = -1   0   1                     h(s, k): letters of a that s edits can consume on diagonal k (i - j = k)
//   b        \   \   \                         h(s, k) = max( h(s-1, k) + 1    replace (not for indels)
//              \   \   \                                      h(s-1, k-1) + 1  insert, a letter of a alone
//               .   .   .                                     h(s-1, k+1) )    delete, a letter of b alone
//                                                        and then on along equal letters
//
// Sources: Ukkonen, "Algorithms for Approximate String Matching"; Myers, "An O(ND) Difference Algorithm and Its
// Variations", section 4 (from both ends at once); Marco-Sola et al., "Fast Gap-Affine Pairwise Alignment Using the
// Wavefront Algorithm".
#pragma once

#include "sequence/coded_pair.hpp"
#include "simd/vector_target.hpp"

#include <cstdint>
#include <functional>

namespace concord::pairwise {

/// How much is worth spending before something else is cheaper.
struct similar_effort {
    double cells = 0;             ///< values of h that take as long as another way
    std::uint64_t most_edits = 0; ///< more are of no interest
    std::function<void()> check;  ///< called now and then; may throw
};

enum class similar_outcome : std::uint8_t {
    found,
    too_many_edits, ///< than most_edits
    gave_up         ///< would take more than `cells`
};

struct similar_result {
    similar_outcome outcome;
    std::uint64_t edits; ///< if found
    alignment path;      ///< if found and wanted
};

/// The distance of a pair, by replacing, inserting and deleting, or without replacing, and the alignment that
/// concord::alignment describes. From both ends at once: time O(d^2 / 2 + n + m) expected, memory O(d); with the
/// alignment O(d^1.5) more of both, for as long as few diagonals are on any best alignment, and O(d^1.5) memory. Gives
/// up as soon as its progress tells that it would exceed the effort.
[[nodiscard]] similar_result compare_similar(const sequence::coded_pair& pair, bool may_replace, bool want_path,
                                             simd::vector_target target, const similar_effort& effort);

} // namespace concord::pairwise
