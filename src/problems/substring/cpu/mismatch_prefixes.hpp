// MaxLCP of two texts: of every suffix of one, the longest prefix that some suffix of the other shares with up to k
// mismatches (the k-mismatch average common substring problem; Thankachan, Apostolico and Aluru 2016).
//
//   suffixes in order     A  AC G T T A     two suffixes that part after d letters share d + 1 and what their rests
//   d letters shared      B  AC G T C A     behind these share with k - 1: the rests of all suffixes that begin with
//                         A  AC T G A G     the same d letters are sorted, and are the same problem with k - 1
//                              ^d
//
// Each suffix is in as many groups as it has branching prefixes: log n of random letters. What is known prunes these:
// with j < k mismatches the answers are exact before k is asked for, so that d + 1 + LCP of the rest with k - 1 bounds
// what a group can give; and the answer with k - 1, continued along its diagonal, or that of the suffix before, less a
// letter, is mostly the answer already where texts are alike. Of small groups all pairs are compared.
#pragma once

#include "runtime/thread_pool.hpp"
#include "sequence/packed_sequences.hpp"

#include <cstdint>
#include <vector>

namespace concord::substring {

/// LCP_k of every letter of the first `sources` sequences of the set with all others, which are not the same text. By
/// position in the collection, whose letters must be less than 2^32. Time O(n log^k n) for n random letters, or texts
/// that are alike; for periodic ones that differ up to O(n^2 k). Memory O(n k). Throws error: resource, cancelled.
[[nodiscard]] std::vector<std::uint32_t> longest_prefixes(const sequence::packed_sequences& set, std::uint64_t sources,
                                                          std::uint64_t mismatches, runtime::thread_pool& workers);

} // namespace concord::substring
